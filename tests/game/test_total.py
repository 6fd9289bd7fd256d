"""``apply`` answers everything: garbage gets a refusal, nothing is raised, and the state stays as it was."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, rule_sets, steps

from pilotta.game.actions import Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import NOTHING, Applied, IllegalAction, Refusal, advance, apply, legal_actions
from pilotta.rules.auction import DOUBLE, PASS, Call, bid
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.errors import CODES
from pilotta.rules.ruleset import RuleSet


class Unprintable:
    """As hostile as a value can be."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    def __bool__(self) -> bool:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class NoAction:
    seat: int = 0


JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 2, 3, 4, 31, 32, 255, 2**32 - 1, 2**32, -(2**70), 10**5000, 1.0, float("nan"), float("inf"),
    "", "S", "JH", "80H", "x" * 10_000, "\ud800", b"P", [], {}, (), (1, 2, 3, 4), (0xFF, 0xFF00, 0xFF0000, 0xFF000000),
    (0xFF, 0xFF, 0xFF, 0xFF), (-1, -1, -1, -1), (True, 2, 3, 4), ("a",) * 4, (10**5000,) * 4, [0xFF, 0xFF00, 0xFF0000, 0xFF000000],
    object(), Unprintable(), int, NoAction(), PASS, DOUBLE, bid(80, 1),
    Call("foo", 80, 1), Call("bid", 10**5000, 1), Call("bid", 80, 9), Call("bid", 80, -9), Call("bid", True, 1),
    Call("bid", 80, 1, "yes"), Call("pass", 90, 2), Call("double", 0, 0), Call("bid", "80", 1), Call(None, None, None, None),
    Call("bid", 250, 2, True), Call("bid", 80, 2, True), Call(Unprintable(), 80, 1), Call("pass", Unprintable(), Unprintable()),
]  # fmt: skip
# A value that counts as one of the game's own in its place is no garbage.
ACTION_TYPES = (Deal, MakeCall, Announce, Show, PlayCard)


def states(rules: RuleSet, seed: int, *, automatic: bool, deals: int = 2) -> Iterator[MatchState]:
    """Every state of a short match, with those between deals and the one before it."""
    yield new_match(rules, automatic=automatic)
    for _, _, after, _ in steps(rules, seed, automatic=automatic, deals=deals):
        yield after


def garbage(chance: Random) -> Any:
    kind = chance.choice([*ACTION_TYPES, None])
    return chance.choice(JUNK) if kind is None else kind(*(chance.choice(JUNK) for _ in fields(kind)))


def check(state: MatchState, action: Any) -> None:
    outcome = apply(state, action)
    if isinstance(outcome, Refusal):
        assert outcome.code in CODES
        assert outcome.message
        assert len(outcome.message) < 400
        assert all(type(name) is str and type(text) is str for name, text in outcome.params.items())
        with pytest.raises(IllegalAction) as raised:
            advance(state, action)
        assert raised.value.refusal == outcome
    else:
        assert isinstance(outcome, Applied)
        assert type(action) in ACTION_TYPES


@given(rules=rule_sets(), seed=st.integers(0, 2**32), automatic=st.booleans())
@examples(30)
def test_garbage_is_refused_in_every_state(rules: RuleSet, seed: int, automatic: bool) -> None:
    chance = Random(seed)
    for state in states(rules, seed, automatic=automatic):
        before = repr(state)
        for _ in range(5):
            check(state, garbage(chance))
        assert repr(state) == before


@pytest.mark.parametrize("name", PRESETS)
def test_every_action_by_every_seat_in_every_phase(name: str) -> None:
    seen = set()
    for automatic in (True, False):
        for state in states(PRESETS[name], 5, automatic=automatic, deals=1):
            seen.add(state.phase)
            for seat in (-1, 0, 1, 2, 3, True):
                for action in (
                    Announce(seat),
                    Announce(seat, False),
                    Show(seat),
                    Show(seat, False),
                    MakeCall(seat, PASS),
                    MakeCall(seat, DOUBLE),
                    PlayCard(seat, 0),
                    PlayCard(seat, 31, True),
                ):
                    check(state, action)
                if seat != state.turn and type(seat) is int:
                    assert legal_actions(state, seat) == NOTHING
    assert Phase.AUCTION in seen
    assert Phase.PLAYING in seen
    assert (Phase.DECLARING in seen) == (name in ("bourlot", "club"))


def test_what_is_no_action_is_refused() -> None:
    state = new_match(PRESETS["academy"])
    for action in [*JUNK, NoAction()]:
        outcome = apply(state, action)
        assert isinstance(outcome, Refusal)
        assert outcome.code == "action.unknown"


def test_a_pass_with_a_value_is_no_pass() -> None:
    state = next(states(PRESETS["academy"], 1, automatic=True))
    state = next(after for _, _, after, _ in steps(PRESETS["academy"], 1))
    for call in (Call("pass", 90, 2), Call("foo", 80, 1), Call("double", 0, 0)):  # type: ignore[arg-type]
        outcome = apply(state, MakeCall(state.turn, call))
        assert isinstance(outcome, Refusal)
        assert outcome.code == "call.not_a_call"


def test_states_and_actions_are_frozen() -> None:
    for before, action, _after, events in steps(PRESETS["club"], 3, deals=1):
        for value in (action, *events):
            with pytest.raises(AttributeError):
                setattr(value, fields(value)[0].name, 1)
        with pytest.raises(AttributeError):
            before.turn = 2  # type: ignore[misc]
