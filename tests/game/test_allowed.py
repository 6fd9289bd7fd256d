"""What a seat may do, told by its view alone, is what the rules say; and there is always something to do in its place."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, rule_sets, steps

from pilotta.game.actions import Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.allowed import allows, fallback
from pilotta.game.transition import Applied, apply
from pilotta.game.view import view
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Call, bid, capot_bid
from pilotta.rules.ruleset import RuleSet

STRANGE: tuple[Any, ...] = (
    None,
    "7S",
    7,
    Deal((0, 0, 0, 0)),
    PlayCard(0, "7S"),  # type: ignore[arg-type]
    PlayCard(True, 3),
    PlayCard(0, True),
    PlayCard(0, 3, 1),  # type: ignore[arg-type]
    PlayCard(0, -1),
    PlayCard(0, 99),
    PlayCard(0, 1 << 400),
    MakeCall(0, "80S"),  # type: ignore[arg-type]
    MakeCall(0, Call("bid", 80.0, 0)),  # type: ignore[arg-type]
    MakeCall(0, Call("bid", 85, 9)),
    Announce(0, 1),  # type: ignore[arg-type]
    Show(0, None),  # type: ignore[arg-type]
)


def anything(seat: int, chance: Random) -> list[Any]:
    calls = [PASS, DOUBLE, REDOUBLE, capot_bid(chance.randrange(6))]
    calls += [bid(chance.choice((70, 80, 90, 100, 85, 130, 160, 990)), chance.randrange(6)) for _ in range(4)]
    cards = [PlayCard(seat, card, called) for card in range(32) for called in (False, True)]
    spoken = [kind(seat, yes) for kind in (Announce, Show) for yes in (False, True)]
    return [*(MakeCall(seat, call) for call in calls), *cards, *spoken, *STRANGE]


@given(rules=rule_sets(), seed=st.integers(0, 2**32), automatic=st.booleans())
@examples(25)
def test_what_is_allowed_is_what_the_rules_apply(rules: RuleSet, seed: int, automatic: bool) -> None:
    chance = Random(seed)
    for before, _, _, _ in steps(rules, seed, automatic=automatic, deals=1):
        if before.turn not in range(4):
            continue
        seen = view(before, before.turn)
        for action in (*anything(before.turn, chance), *anything(before.turn + 1 & 3, chance)):
            applied = isinstance(apply(before, action), Applied)
            wrong_pilotta = isinstance(action, PlayCard) and action.pilotta is True
            if wrong_pilotta and applied:
                assert not allows(seen, action) or seen.legal.pilotta >> action.card & 1
            else:
                assert allows(seen, action) is applied, action


@given(rules=rule_sets(), seed=st.integers(0, 2**32), automatic=st.booleans())
@examples(25)
def test_there_is_always_something_to_do(rules: RuleSet, seed: int, automatic: bool) -> None:
    for before, _, _, _ in steps(rules, seed, automatic=automatic, deals=1):
        if before.turn in range(4):
            seen = view(before, before.turn)
            assert allows(seen, fallback(seen))
            assert isinstance(apply(before, fallback(seen)), Applied)
