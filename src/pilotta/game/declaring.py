"""How declarations and the pilotta are spoken at the table: when, by whom, and what is lost when one forgets.

Two ways exist, by the rule set's field ``announce``. *With a card*: a player announces before his card of the first trick
and shows before a later one. *In a round of its own*: all four are asked in turn, those with nothing included, so that
being asked betrays nothing. A table that plays automatically announces, shows and calls by itself.
"""

from typing import Final

from pilotta.cards import KING, QUEEN
from pilotta.game.events import (
    Announced,
    DeclarationsCompared,
    DeclarationsShown,
    Event,
    PilottaCalled,
    ShowingDeclined,
)
from pilotta.game.phase import Phase
from pilotta.game.state import DealState, Declared, MatchState
from pilotta.rules.auction import leader_of
from pilotta.rules.declarations import announcement, find_declarations, winning_side
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, RuleSet
from pilotta.seats import FourHands, side_of, turn_order

SHOWING_TRICKS = {"second_trick": (1,), "second_or_third_trick": (1, 2)}
"""In which tricks (from 0) one may show, for rule sets that show before a card."""
SPEAKING_TRICKS: Final = 1 + max(max(tricks) for tricks in SHOWING_TRICKS.values())
"""In so many tricks from the first on something may be said with a card."""


def prepare(rules: RuleSet, dealt: FourHands, strain: int) -> Declared:
    """What each seat could announce and call in this strain."""
    a, b, c, d = dealt
    held = (
        find_declarations(rules, a),
        find_declarations(rules, b),
        find_declarations(rules, c),
        find_declarations(rules, d),
    )
    royals = _royals(rules, strain)
    if not royals:
        return Declared(held, (0, 0, 0, 0))
    pairs = [0, 0, 0, 0]
    for suit in range(4):
        pair = royals & 0xFF << 8 * suit
        if not pair:
            continue
        for seat in range(4):
            if dealt[seat] & pair == pair:
                pairs[seat] |= pair
    return Declared(held, (pairs[0], pairs[1], pairs[2], pairs[3]))


def _royals(rules: RuleSet, strain: int) -> int:
    """The kings and queens of trumps, as a hand; none where a pilotta counts nothing."""
    if not rules.pilotta_points or strain == NO_TRUMP:
        return 0
    pair = 1 << KING | 1 << QUEEN
    return sum(pair << 8 * suit for suit in range(4)) if strain == ALL_TRUMP else pair << 8 * strain


def _declared(state: MatchState) -> tuple[DealState, Declared]:
    deal = state.deal
    assert deal is not None and deal.declared is not None
    return deal, deal.declared


def _with(state: MatchState, deal: DealState, declared: Declared) -> MatchState:
    return state._replace(deal=deal._replace(declared=declared))


def _set(values: tuple[bool | None, ...], seat: int, value: bool) -> tuple[bool | None, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# Announcing and showing before one's card


def can_announce_with_card(state: MatchState, seat: int) -> bool:
    """Whether this seat, whose turn it is to play, may announce first."""
    deal, declared = _declared(state)
    return (
        state.phase is Phase.PLAYING
        and state.rules.announce == "first_trick"
        and deal.play is not None
        and not deal.play.tricks
        and declared.announced[seat] is None
        and bool(declared.held[seat])
    )


def can_show_with_card(state: MatchState, seat: int) -> bool:
    """Whether this seat, whose turn it is to play, may show first what it announced."""
    deal, declared = _declared(state)
    return (
        state.phase is Phase.PLAYING
        and deal.play is not None
        and len(deal.play.tricks) in SHOWING_TRICKS.get(state.rules.show, ())
        and declared.announced[seat] is True
        and declared.shown[seat] is None
        and declared.winner == side_of(seat)
    )


def announce_with_card(state: MatchState, seat: int, events: list[Event]) -> MatchState:
    deal, declared = _declared(state)
    return _with(state, deal, _announced(declared, seat, True, events))


def show_with_card(state: MatchState, seat: int, events: list[Event]) -> MatchState:
    deal, declared = _declared(state)
    return _with(state, deal, _shown(declared, seat, True, events))


def speak_with_card(state: MatchState, deal: DealState, seat: int, events: list[Event]) -> DealState:
    """What an automatic table says for a seat that plays a card now and holds declarations."""
    if can_announce_with_card(state, seat):
        assert deal.declared is not None
        return deal._replace(declared=_announced(deal.declared, seat, True, events))
    if can_show_with_card(state, seat):
        assert deal.declared is not None
        return deal._replace(declared=_shown(deal.declared, seat, True, events))
    return deal


def _announced(declared: Declared, seat: int, yes: bool, events: list[Event]) -> Declared:
    events.append(Announced(seat, tuple(announcement(each) for each in declared.held[seat]) if yes else ()))
    return declared._replace(announced=_set(declared.announced, seat, yes))


def _shown(declared: Declared, seat: int, yes: bool, events: list[Event]) -> Declared:
    events.append(DeclarationsShown(seat, declared.held[seat]) if yes else ShowingDeclined(seat))
    return declared._replace(shown=_set(declared.shown, seat, yes))


def close_first_trick(state: MatchState, events: list[Event]) -> MatchState:
    """The first trick is complete: compare what was announced with the cards, or begin the round of announcing."""
    if state.rules.announce == "first_trick":
        return _compare(state, events)
    return begin_round(state, events) if state.rules.announce == "before_second_trick" else state


# Announcing and showing in a round of its own


def begin_round(state: MatchState, events: list[Event]) -> MatchState:
    """Ask all four in turn, from the leader of the first trick."""
    deal, declared = _declared(state)
    first = leader_of(state.rules, deal.dealer)
    if not state.automatic:
        return state._replace(phase=Phase.DECLARING, turn=first)
    for seat in turn_order(first):
        if declared.held[seat]:
            declared = _announced(declared, seat, True, events)
    return _after_announcing(_with(state, deal, declared), events)


def announce_in_turn(state: MatchState, seat: int, yes: bool, events: list[Event]) -> MatchState:
    deal, declared = _declared(state)
    declared = _announced(declared, seat, yes, events)
    state = _with(state, deal, declared)
    following = seat + 1 & 3
    if declared.announced[following] is None:
        return state._replace(turn=following)
    return _after_announcing(state, events)


def show_in_turn(state: MatchState, seat: int, yes: bool, events: list[Event]) -> MatchState:
    deal, declared = _declared(state)
    return _next_to_show(_with(state, deal, _shown(declared, seat, yes, events)), events)


def _after_announcing(state: MatchState, events: list[Event]) -> MatchState:
    state = _compare(state, events)
    if state.rules.show != "at_once":
        return _resume(state)
    return _next_to_show(state, events)


def _next_to_show(state: MatchState, events: list[Event]) -> MatchState:
    deal, declared = _declared(state)
    for seat in turn_order(leader_of(state.rules, deal.dealer)):
        if declared.winner == side_of(seat) and declared.announced[seat] and declared.shown[seat] is None:
            if not state.automatic:
                return state._replace(phase=Phase.SHOWING, turn=seat)
            declared = _shown(declared, seat, True, events)
    return _resume(_with(state, deal, declared))


def _compare(state: MatchState, events: list[Event]) -> MatchState:
    deal, declared = _declared(state)
    assert deal.contract is not None
    winner = None
    if any(declared.announced):
        spoken = [held if said else () for held, said in zip(declared.held, declared.announced, strict=True)]
        winner = winning_side(state.rules, deal.contract.strain, leader_of(state.rules, deal.dealer), spoken)
        events.append(DeclarationsCompared(winner))
    return _with(state, deal, declared._replace(compared=True, winner=winner))


def _resume(state: MatchState) -> MatchState:
    deal, _ = _declared(state)
    assert deal.play is not None
    return state._replace(phase=Phase.PLAYING, turn=deal.play.turn)


# King and queen of trumps


def pilotta_cards(deal: DealState, seat: int) -> int:
    """The cards, as a hand, with which this seat may rightly call a pilotta now."""
    declared, play = deal.declared, deal.play
    if declared is None or play is None:
        return 0
    pairs = declared.pairs[seat]
    if not pairs:
        return 0
    whole = 0
    for suit in range(4):
        pair = pairs & 0xFF << 8 * suit
        if pair and play.hands[seat] & pair == pair:
            whole |= pair
    return whole


def callable_cards(state: MatchState, deal: DealState, seat: int) -> int:
    """The cards, as a hand, with which a player has a pilotta to call: those with which it is right, and, where the rule set fines a
    wrong call and he may make one, every king and queen of trumps that he holds. None where the table calls for him."""
    if state.automatic or deal.declared is None or deal.play is None or deal.contract is None:
        return 0
    cards = pilotta_cards(deal, seat)
    if _may_miscall(state, deal.declared, seat):
        cards |= _royals(state.rules, deal.contract.strain) & deal.play.hands[seat]
    return cards


def _may_miscall(state: MatchState, declared: Declared, seat: int) -> bool:
    """Where the rule set fines a wrong call, a player without a pair may make one, once a deal."""
    has_called = any(who == seat for who, _ in declared.calls)
    return state.rules.miscall_penalty > 0 and not declared.pairs[seat] and not has_called


def pilotta_breach(state: MatchState, deal: DealState, seat: int, card: int) -> str | None:
    """The code that refuses a call of pilotta with this card, or None where it may be made.

    A wrong call is refused but where the rule set fines it: there it may be made with any card.
    """
    assert deal.declared is not None
    if pilotta_cards(deal, seat) >> card & 1:
        return None
    return None if _may_miscall(state, deal.declared, seat) else "pilotta.nothing"


def call_pilotta(
    state: MatchState, deal: DealState, seat: int, card: int, called: bool, events: list[Event]
) -> DealState:
    """Note the call that goes with a card: the player's own, the automatic table's, or the second one that follows."""
    declared = deal.declared
    assert declared is not None
    pair = (seat, card >> 3)
    if called or (state.automatic and pilotta_cards(deal, seat) >> card & 1):
        events.append(PilottaCalled(seat, card >> 3, False))
        return deal._replace(declared=declared._replace(calls=(*declared.calls, pair)))
    if pair in declared.calls and state.rules.pilotta_calls == "both_cards":
        events.append(PilottaCalled(seat, card >> 3, True))
    return deal
