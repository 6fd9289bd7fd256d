"""Nothing that a seat may not know reaches it: redeal the hidden cards, and all that the seat gets stays the same."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, rule_sets, steps

from pilotta.cards import cards_in
from pilotta.game.actions import Action, Deal
from pilotta.game.events import Dealt, Event
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState
from pilotta.game.transition import Refusal, apply, legal_actions
from pilotta.game.view import DealtTo, event_for, illegal_cards, view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet


def redealt(chance: Random, hands: tuple[int, ...], played: int, seat: int) -> Deal:
    """The same deal with a few cards exchanged that this seat has not seen, between the other three."""
    changed = list(hands)
    others = [each for each in range(4) if each != seat]
    for _ in range(chance.choice((1, 1, 2, 6))):
        one, other = chance.sample(others, 2)
        mine, theirs = cards_in(changed[one] & ~played), cards_in(changed[other] & ~played)
        if not mine or not theirs:
            continue
        give, take = chance.choice(mine), chance.choice(theirs)
        changed[one] ^= 1 << give | 1 << take
        changed[other] ^= 1 << give | 1 << take
    return Deal((changed[0], changed[1], changed[2], changed[3]))


def run(state: MatchState, actions: list[Action]) -> tuple[MatchState, list[Event]] | None:
    """The same actions; None where another deal does not allow them."""
    seen: list[Event] = []
    for action in actions:
        outcome = apply(state, action)
        if isinstance(outcome, Refusal):
            return None
        state = outcome.state
        seen += outcome.events
    return state, seen


def public(events: list[Event]) -> list[Event]:
    """What is said and laid at the table; cards dealt are not."""
    return [each for each in events if not isinstance(each, Dealt)]


@given(rules=rule_sets(), seed=st.integers(0, 2**32), automatic=st.booleans(), seat=st.integers(0, 3))
@examples(40)
def test_hidden_cards_make_no_difference(rules: RuleSet, seed: int, automatic: bool, seat: int) -> None:
    chance = Random(seed)
    start: MatchState | None = None
    actions: list[Action] = []
    for before, action, after, _ in steps(rules, seed, automatic=automatic):
        if isinstance(action, Deal):
            start, actions = before, []
        actions.append(action)
        if chance.random() < 0.75 or after.phase in (Phase.DEALING, Phase.OVER):
            continue
        assert start is not None
        assert after.deal is not None
        played = after.deal.dealt[seat]
        if after.deal.play is not None:
            left = after.deal.play.hands
            played |= ~(left[0] | left[1] | left[2] | left[3])
        first = run(start, actions)
        second = run(start, [redealt(chance, after.deal.dealt, played, seat), *actions[1:]])
        assert first is not None
        if second is None or public(first[1]) != public(second[1]):
            continue  # this deal would have been seen to differ: somebody had to speak or play otherwise
        assert first[0] == after
        assert as_bytes(view(first[0], seat)) == as_bytes(view(second[0], seat))
        assert as_bytes(illegal_cards(first[0], seat)) == as_bytes(illegal_cards(second[0], seat))
        for one, other in zip(first[1], second[1], strict=True):
            assert as_bytes(event_for(one, seat)) == as_bytes(event_for(other, seat))


def as_bytes(value: object) -> bytes:
    return repr(value).encode()


@pytest.mark.parametrize("automatic", [True, False])
@pytest.mark.parametrize("name", PRESETS)
def test_the_test_above_is_not_empty(name: str, automatic: bool) -> None:
    """Redeals that nobody can tell apart do exist, and they change what the others hold."""
    rules, chance, same = PRESETS[name], Random(1), 0
    for before, action, after, _ in steps(rules, 2, automatic=automatic, deals=1):
        if isinstance(action, Deal):
            start, actions = before, []
        actions.append(action)
        if after.deal is None or after.deal.play is None or after.phase is not Phase.PLAYING:
            continue
        left = after.deal.play.hands
        played = ~(left[0] | left[1] | left[2] | left[3]) | after.deal.dealt[0]
        first = run(start, actions)
        second = run(start, [redealt(chance, after.deal.dealt, played, 0), *actions[1:]])
        assert first is not None
        if second is not None and first[0].deal != second[0].deal and public(first[1]) == public(second[1]):
            same += 1
    assert same >= 5


@pytest.mark.parametrize("name", PRESETS)
def test_a_view_holds_no_hidden_card(name: str) -> None:
    for _, _, after, events in steps(PRESETS[name], 11, automatic=False, deals=3):
        deal = after.deal
        assert deal is not None
        for seat in range(4):
            seen = view(after, seat)
            assert seen.dealt == deal.dealt[seat]
            assert seen.hand == (deal.play.hands[seat] if deal.play else deal.dealt[seat])
            assert seen.legal == legal_actions(after, seat)
            known = seen.dealt | seen.played
            for shown in seen.shown:
                for each in shown:
                    known |= each.cards
            for other in range(4):
                if other != seat:
                    assert as_bytes(deal.dealt[other]) not in as_bytes(seen)
            for event in events:
                share = event_for(event, seat)
                if isinstance(event, Dealt):
                    assert share == DealtTo(event.number, event.dealer, seat, event.hands[seat])
                else:
                    assert share is event


@dataclass(frozen=True, slots=True)
class Peeked:
    seat: int
    hands: tuple[int, int, int, int] = (1, 2, 3, 4)


@pytest.mark.parametrize("event", [Peeked(0), None, "Dealt", 3, object(), (1, 2)])
def test_an_event_that_nobody_thought_of_is_sent_to_nobody(event: object) -> None:
    for seat in range(4):
        with pytest.raises(TypeError, match="no case"):
            event_for(event, seat)  # type: ignore[arg-type]


def test_a_card_is_played_with_the_pilotta_that_is_right() -> None:
    """Whoever holds king and queen of trumps says so with each of them, and with no other card."""
    called = {}
    for seed in range(40):
        for before, _, _, _ in steps(PRESETS["academy"], seed, automatic=False):
            if before.phase is Phase.PLAYING:
                seen = view(before, before.turn)
                called |= {card: seen.play(card) for card in cards_in(seen.legal.cards & seen.legal.pilotta)}
                for card in cards_in(seen.legal.cards):
                    action = seen.play(card)
                    assert (action.seat, action.card) == (before.turn, card)
                    assert action.pilotta is bool(seen.legal.pilotta >> card & 1)
                    assert not isinstance(apply(before, action), Refusal)
    assert called
    assert all(action.pilotta for action in called.values())
