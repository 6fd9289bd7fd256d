"""Positions in a few words: one hand, what was called and played, and the rest dealt somehow so that it was all legal."""

from dataclasses import replace
from random import Random

from pilotta.cards import FULL_DECK, cards_in, hand_of, parse_card, parse_hand
from pilotta.game.actions import Deal, MakeCall, PlayCard
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import Refusal, apply
from pilotta.game.view import PlayerView, view
from pilotta.rules.auction import leader_of, parse_call
from pilotta.rules.catalogue import from_data
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.seats import BySide, FourHands, parse_seat

TRIES = 5000


def positions(
    hand: str,
    *,
    seat: str = "S",
    dealer: str = "W",
    calls: str = "",
    plays: str = "",
    rules: object = "academy",
    totals: tuple[int, int] = (0, 0),
    count: int = 1,
) -> list[PlayerView]:
    """The view of ``seat``, whose turn it has to be, for up to so many ways to deal the other cards.

    Nobody announces anything (the table is not automatic), so what that seat sees is the same in each. ``totals`` is the score of
    the match, NS first.
    """
    rule_set = from_data(rules)
    who = _players(rule_set, dealer, calls, plays)
    found = []
    for attempt in range(TRIES):
        state = _reached(rule_set, _some_deal(hand, seat, who, attempt), dealer, calls, plays, totals)
        if state is not None:
            assert state.turn == parse_seat(seat), f"it is seat {state.turn}'s turn, not {seat}'s"
            # As at an automatic table: the question is the card, not what is said with it.
            found.append(replace(view(state, parse_seat(seat)), automatic=True))
            if len(found) == count:
                return found
    if not found:
        raise ValueError(f"no deal lets this be played: {calls} / {plays}")
    return found


def position(hand: str, **where: object) -> PlayerView:
    return positions(hand, **where)[0]  # type: ignore[arg-type]


def _some_deal(hand: str, seat: str, who: dict[int, int], attempt: int) -> FourHands:
    """This hand for this seat, each played card for who played it; the rest anyhow, another way with every attempt."""
    own = parse_hand(hand)
    assert own.bit_count() == 8, f"{hand} has {own.bit_count()} cards"
    dealt = [hand_of(card for card, player in who.items() if player == each) for each in range(4)]
    me = parse_seat(seat)
    assert not dealt[me] & ~own, f"{seat} plays a card that is not in {hand}"
    dealt[me] = own
    rest = list(cards_in(FULL_DECK & ~(dealt[0] | dealt[1] | dealt[2] | dealt[3])))
    Random(f"{hand} {attempt}").shuffle(rest)
    for each in range(4):
        while dealt[each].bit_count() < 8:
            dealt[each] |= 1 << rest.pop()
    return dealt[0], dealt[1], dealt[2], dealt[3]


def _players(rules: RuleSet, dealer: str, calls: str, plays: str) -> dict[int, int]:
    """Who played which card."""
    who: dict[int, int] = {}
    turn = first = leader_of(rules, parse_seat(dealer))
    strain = STRAINS.index(rules.fixed_trump) if rules.fixed_trump else -1
    for text in calls.split():
        if parse_call(text).kind == "bid":
            strain = parse_call(text).strain
    cards = [parse_card(text) for text in plays.split()]
    for start in range(0, len(cards), 4):
        best = -1
        for place, card in enumerate(cards[start : start + 4]):
            who[card] = first + place & 3
            if best < 0 or ranking(rules, strain).beaters[best] >> card & 1:
                best, turn = card, who[card]
        first = turn
    return who


def _reached(
    rules: RuleSet, hands: FourHands, dealer: str, calls: str, plays: str, totals: tuple[int, int]
) -> MatchState | None:
    """The state after these calls and plays, or None where a card was not there or not allowed."""
    fresh = new_match(rules, parse_seat(dealer), automatic=False)._replace(totals=BySide(*totals))
    state = _do(fresh, Deal(hands))
    for text in calls.split():
        assert state is not None
        state = _do(state, MakeCall(state.turn, parse_call(text)))
        assert state is not None, f"{text} is no legal call"
    for text in plays.split():
        assert state is not None
        state = _do(state, PlayCard(state.turn, parse_card(text)))
        if state is None:
            return None
    return state


def _do(state: MatchState, action: Deal | MakeCall | PlayCard) -> MatchState | None:
    outcome = apply(state, action)
    return None if isinstance(outcome, Refusal) else outcome.state
