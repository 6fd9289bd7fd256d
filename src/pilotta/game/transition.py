"""``apply(state, action)``: total, pure, frozen. It answers every input with a new state and events, or with a refusal."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from pilotta.cards import CARD_NAMES, FULL_DECK, shown
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.declaring import (
    SPEAKING_TRICKS,
    announce_in_turn,
    announce_with_card,
    begin_round,
    call_pilotta,
    callable_cards,
    can_announce_with_card,
    can_show_with_card,
    close_first_trick,
    pilotta_breach,
    pilotta_cards,
    prepare,
    show_in_turn,
    show_with_card,
    speak_with_card,
)
from pilotta.game.events import CallMade, CardPlayed, ContractSet, Dealt, Event, TrickTaken
from pilotta.game.finish import finish_deal, pass_out
from pilotta.game.phase import Phase
from pilotta.game.state import NOBODY, DealState, MatchState
from pilotta.rules import tricks
from pilotta.rules.auction import (
    DOUBLE,
    NO_CALLS,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Contract,
    LegalCalls,
    Stage,
    call_breach,
    leader_of,
    legal_calls,
    make_call,
    open_auction,
)
from pilotta.rules.errors import Breach
from pilotta.rules.ranking import Ranking, ranking
from pilotta.rules.ruleset import STRAINS
from pilotta.rules.tricks import Play, open_play, play_card
from pilotta.seats import SEATS

# Reading a member off its enum is slow in CPython 3.11, and these are asked for at every card and call.
_PLAYING: Final = Phase.PLAYING
_AUCTION: Final = Phase.AUCTION
_AUCTION_OVER: Final = Stage.OVER


class LegalActions(NamedTuple):
    """What one seat may do now. ``cards`` is a hand; ``may_announce`` and ``may_show`` are voluntary beside a card (never
    at a table that speaks automatically), while ``asked_announce`` and ``asked_show`` wait for a yes or a no; ``pilotta``
    are the cards with which a call is right, ``may_call`` those with which a player who calls himself has one to make, rightly or not."""

    calls: LegalCalls = NO_CALLS
    cards: int = 0
    may_announce: bool = False
    asked_announce: bool = False
    may_show: bool = False
    asked_show: bool = False
    pilotta: int = 0
    may_call: int = 0


NOTHING = LegalActions()


class Applied(NamedTuple):
    """An action that was legal: the state after it and what happened."""

    state: MatchState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Refusal(Breach):
    """An action that was not: the rule that it breaks, and what the seat could have done instead."""

    legal: LegalActions = NOTHING


class IllegalAction(ValueError):
    """Raised by :func:`advance`; ``refusal`` tells everything."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal


def apply(state: MatchState, action: Action) -> Applied | Refusal:
    """Do this action, or say why not. Never raises, whatever the action is; ``state`` is never changed."""
    given: object = action
    match given:
        case PlayCard():
            return _play_card(state, given)
        case MakeCall():
            return _make_call(state, given)
        case Announce():
            return _announce(state, given)
        case Show():
            return _show(state, given)
        case Deal():
            return _deal(state, given)
        case _:
            return Refusal("action.unknown", {"action": shown(action)}, NOTHING)


def advance(state: MatchState, action: Action) -> Applied:
    """Like :func:`apply`, for callers that know the action is legal: IllegalAction where it is not."""
    outcome = apply(state, action)
    if isinstance(outcome, Refusal):
        raise IllegalAction(outcome)
    return outcome


def legal_actions(state: MatchState, seat: int) -> LegalActions:
    """What this seat (0–3) may do now; nothing where it is not its turn."""
    deal = state.deal
    if seat != state.turn or deal is None or seat == NOBODY:
        return NOTHING
    play, declared = deal.play, deal.declared
    if play is None or declared is None:
        return LegalActions(legal_calls(state.rules, deal.auction))
    if state.phase is not _PLAYING:
        if state.phase is Phase.DECLARING:
            return LegalActions(asked_announce=True, may_announce=bool(declared.held[seat]))
        return LegalActions(asked_show=True, may_show=True)
    pilotta = pilotta_cards(deal, seat) if declared.pairs[seat] else 0
    if state.automatic:
        return LegalActions(NO_CALLS, play.legal, False, False, False, False, pilotta)
    may_call = callable_cards(state, deal, seat)
    if len(play.tricks) >= SPEAKING_TRICKS or not declared.held[seat]:
        return LegalActions(NO_CALLS, play.legal, False, False, False, False, pilotta, may_call)
    announce, show = can_announce_with_card(state, seat), can_show_with_card(state, seat)
    return LegalActions(NO_CALLS, play.legal, announce, False, show, False, pilotta, may_call)


def card_breach(state: MatchState, card: int) -> Breach | None:
    """Why the seat that has to play may not play this card (0–31), or None where it may."""
    _, play, ranks = _playing(state)
    return tricks.card_breach(state.rules, ranks, play, card)


def _playing(state: MatchState) -> tuple[DealState, Play, Ranking]:
    deal = state.deal
    assert deal is not None and deal.play is not None and deal.ranking is not None
    return deal, deal.play, deal.ranking


def _declared_held(deal: DealState, seat: int) -> bool:
    return deal.declared is not None and bool(deal.declared.held[seat])


def _refuse(state: MatchState, seat: object, code: str, /, **params: str) -> Refusal:
    if type(seat) is not int or not 0 <= seat < 4:
        return Refusal("action.not_a_seat", {"seat": shown(seat)}, NOTHING)
    return Refusal(code, {"seat": SEATS[seat], **params}, legal_actions(state, seat))


def _not_now(state: MatchState, seat: object, code: str) -> Refusal:
    """A refusal because of the phase or the turn; ``code`` where it is another's turn in the right phase."""
    if state.phase is Phase.OVER:
        return _refuse(state, seat, "action.match_over")
    if state.phase is Phase.DEALING:
        return _refuse(state, seat, "action.awaits_deal")
    return _refuse(state, seat, code, turn=SEATS[state.turn])


def _deal(state: MatchState, action: Deal) -> Applied | Refusal:
    if state.phase is not Phase.DEALING:
        return Refusal("action.match_over" if state.phase is Phase.OVER else "deal.not_now", {}, NOTHING)
    hands = action.hands
    if not _is_deal(hands):
        return Refusal("deal.cards", {}, NOTHING)
    dealer = state.dealer
    deal = DealState(dealer, hands, open_auction(state.rules, dealer))
    dealt = Dealt(len(state.finished) + 1, dealer, hands)
    if state.rules.fixed_trump:
        contract = Contract(0, STRAINS.index(state.rules.fixed_trump), leader_of(state.rules, dealer))
        return _begin_play(state._replace(deal=deal), deal, contract, [dealt])
    return Applied(state._replace(phase=Phase.AUCTION, turn=deal.auction.turn, deal=deal), (dealt,))


def _is_deal(hands: object) -> bool:
    if type(hands) is not tuple or len(hands) != 4 or any(type(hand) is not int for hand in hands):
        return False
    whole = 0
    for hand in hands:
        if hand < 0 or hand.bit_count() != 8:
            return False
        whole |= hand
    return whole == FULL_DECK


def _is_call(call: object) -> bool:
    """Whether this is a well-formed call: actions may come from anywhere, so its type alone proves nothing."""
    return (
        type(call) is Call
        and [type(part) for part in (call.kind, call.value, call.strain, call.capot)] == [str, int, int, bool]
        and (
            0 <= call.value < 10**9 and 0 <= call.strain < len(STRAINS)
            if call.kind == "bid"
            else call in (PASS, DOUBLE, REDOUBLE)
        )
    )


def _make_call(state: MatchState, action: MakeCall) -> Applied | Refusal:
    seat, call = action.seat, action.call
    deal = state.deal
    if call is not PASS and not _is_call(call):
        return _refuse(state, seat, "call.not_a_call", call=shown(call))
    if state.phase is not _AUCTION or deal is None or type(seat) is not int or seat != state.turn:
        code = "call.wrong_turn" if state.phase is _AUCTION else "call.auction_over"
        refusal = _not_now(state, seat, code)
        refusal.params["call"] = call.text
        return refusal
    breach = call_breach(state.rules, deal.auction, call)
    if breach is not None:
        return _refuse(state, seat, breach.code, **breach.params)
    auction = make_call(state.rules, deal.auction, call)
    made = CallMade(seat, call)
    if auction.stage is not _AUCTION_OVER:
        return Applied(_step(state, auction.turn, DealState(deal.dealer, deal.dealt, auction)), (made,))
    return _end_auction(state, deal._replace(auction=auction), auction, [made])


def _end_auction(state: MatchState, deal: DealState, auction: Auction, events: list[Event]) -> Applied:
    contract = auction.contract
    if contract is None:
        return Applied(*pass_out(state._replace(deal=deal), events))
    return _begin_play(state, deal, contract, events)


def _begin_play(state: MatchState, deal: DealState, contract: Contract, events: list[Event]) -> Applied:
    leader = leader_of(state.rules, deal.dealer)
    events.append(ContractSet(contract, leader))
    deal = deal._replace(
        contract=contract,
        ranking=ranking(state.rules, contract.strain),
        declared=prepare(state.rules, deal.dealt, contract.strain),
        play=open_play(deal.dealt, leader),
    )
    state = state._replace(phase=Phase.PLAYING, turn=leader, deal=deal)
    if state.rules.announce == "after_auction":
        state = begin_round(state, events)
    return Applied(state, tuple(events))


def _announce(state: MatchState, action: Announce) -> Applied | Refusal:
    seat, yes, deal = action.seat, action.yes, state.deal
    in_turn = state.phase is Phase.DECLARING
    if type(yes) is not bool or type(seat) is not int or seat != state.turn or deal is None:
        return _not_now(state, seat, "declare.not_now")
    if not in_turn and state.phase is not Phase.PLAYING:
        return _not_now(state, seat, "declare.not_now")
    if not in_turn and (state.automatic or not yes or not can_announce_with_card(state, seat)):
        held = _declared_held(deal, seat)
        return _refuse(state, seat, "declare.not_now" if held else "declare.nothing")
    if in_turn and yes and not _declared_held(deal, seat):
        return _refuse(state, seat, "declare.nothing")
    events: list[Event] = []
    state = announce_in_turn(state, seat, yes, events) if in_turn else announce_with_card(state, seat, events)
    return Applied(state, tuple(events))


def _show(state: MatchState, action: Show) -> Applied | Refusal:
    seat, yes = action.seat, action.yes
    in_turn = state.phase is Phase.SHOWING
    if type(yes) is not bool or type(seat) is not int or seat != state.turn or state.deal is None:
        return _not_now(state, seat, "show.not_now")
    if not in_turn and state.phase is not Phase.PLAYING:
        return _not_now(state, seat, "show.not_now")
    if not in_turn and (state.automatic or not yes or not can_show_with_card(state, seat)):
        return _refuse(state, seat, "show.not_now")
    events: list[Event] = []
    state = show_in_turn(state, seat, yes, events) if in_turn else show_with_card(state, seat, events)
    return Applied(state, tuple(events))


def _play_card(state: MatchState, action: PlayCard) -> Applied | Refusal:
    seat, card, deal = action.seat, action.card, state.deal
    called: object = action.pilotta
    if state.phase is not _PLAYING or type(seat) is not int or seat != state.turn or deal is None:
        return _not_now(state, seat, "play.wrong_turn" if state.phase is _PLAYING else "play.not_now")
    if type(called) is not bool:
        return _refuse(state, seat, "action.unknown", action=shown(action))
    play, ranks = deal.play, deal.ranking
    assert play is not None and ranks is not None
    if type(card) is not int or not 0 <= card < 32:
        return _refuse(state, seat, "play.not_a_card", card=shown(card))
    if not play.legal >> card & 1:
        breach = card_breach(state, card)
        assert breach is not None
        return _refuse(state, seat, breach.code, **breach.params)
    if action.pilotta and (wrong := pilotta_breach(state, deal, seat, card)):
        return _refuse(state, seat, wrong, card=CARD_NAMES[card])

    events: list[Event] = []
    number = len(play.tricks)
    if number < SPEAKING_TRICKS and state.automatic and _declared_held(deal, seat):
        deal = speak_with_card(state, deal, seat, events)
    events.append(CardPlayed(seat, card))
    if action.pilotta or (deal.declared is not None and deal.declared.pairs[seat] >> card & 1):
        deal = call_pilotta(state, deal, seat, card, action.pilotta, events)

    play = play_card(state.rules, ranks, play, card)
    state = _step(state, play.turn, DealState(*deal[:-1], play))
    if play.trick:
        return Applied(state, tuple(events))
    taken = play.tricks[-1]
    events.append(TrickTaken(number + 1, taken.winner, taken.points))
    if number == 0:
        state = close_first_trick(state, events)
    elif number == 7:
        return Applied(*finish_deal(state._replace(turn=NOBODY), events))
    return Applied(state, tuple(events))


def _step(state: MatchState, turn: int, deal: DealState) -> MatchState:
    """The state after a card or a call within the same phase.

    Written out, since this is made for every one of them and ``_replace`` takes four times as long.
    """
    return MatchState(
        state.rules,
        state.automatic,
        state.phase,
        turn,
        state.dealer,
        deal,
        state.finished,
        state.results,
        state.totals,
        state.wins,
    )
