"""The information-set search: what it finds where that can be known, and what it refuses."""

from array import array
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from tests.native.flat import GAME, question

from pilotta.cards import cards_in, hand_of
from pilotta.engine import _native
from pilotta.engine import ismcts as module
from pilotta.engine.door import NeedsCore
from pilotta.engine.ismcts import Tried, ismcts
from pilotta.engine.many import moves_in_deals
from pilotta.engine.position import PositionError
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import FourHands

ACADEMY = PRESETS["academy"]


def some_deal(chance: Random, size: int) -> FourHands:
    deck = list(range(32))
    chance.shuffle(deck)
    south, east, north, west = (hand_of(deck[size * seat : size * seat + size]) for seat in range(4))
    return south, east, north, west


def points_to_come(rules: RuleSet, strain: int, hands: FourHands) -> list[float]:
    """A payoff of a point a point."""
    south, east, north, west = hands
    most = ranking(rules, strain).points_in(south | east | north | west) + rules.last_trick
    return [*map(float, range(most + 1)), float(most), 0.0]


def most_visited(found: dict[int, Tried]) -> int:
    return max(found, key=lambda card: found[card].visits)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_with_three_cards_each_in_sight_it_finds_the_solvers_best_card(rules: RuleSet) -> None:
    chance = Random(1)
    for _ in range(25):
        strain, leader, hands = chance.randrange(4), chance.randrange(4), some_deal(chance, 3)
        (values,) = moves_in_deals(rules, strain, [hands], leader, ())
        solved = dict(zip(cards_in(hands[leader]), values, strict=True))
        best = (min if leader & 1 else max)(values)
        payoff = points_to_come(rules, strain, hands)
        # A refutation that looks bad at first is found late.
        assert any(
            solved[
                most_visited(ismcts(rules, strain, hands, leader, (), payoff, iterations=iterations, seed=1))
            ]
            == best
            for iterations in (10_000, 1_000_000)
        )


def test_it_finds_the_card_that_alone_is_best_however_the_others_lie() -> None:
    chance, found = Random(2), 0
    for seed in range(300):
        strain, hands = chance.randrange(4), some_deal(chance, 3)
        # South sees his own cards. Each of the others holds two that are known; the other three lie anywhere.
        known = [hands[seat] & ~lowest_of(hands[seat]) if seat else 0 for seat in range(4)]
        hidden = [card for seat in (1, 2, 3) for card in cards_in(hands[seat] & ~known[seat])]
        deals = [
            (hands[0], known[1] | 1 << east, known[2] | 1 << north, known[3] | 1 << west)
            for east, north, west in permutations(hidden)
        ]
        legal = cards_in(hands[0])
        values = moves_in_deals(ACADEMY, strain, deals, 0, ())
        best = {card for world in values for card in only(world, legal)}
        if len(best) != 1 or any(not only(world, legal) for world in values):
            continue
        anywhere = hand_of(hidden)
        may = (hands[0], known[1] | anywhere, known[2] | anywhere, known[3] | anywhere)
        payoff = points_to_come(ACADEMY, strain, hands)
        tried = ismcts(ACADEMY, strain, may, 0, (), payoff, iterations=20_000, seed=seed)
        assert {most_visited(tried)} == best
        found += 1
    assert found >= 10


def only(values: tuple[int, ...], cards: Sequence[int]) -> list[int]:
    """The card that brings North and South most, where it is but one."""
    return [cards[values.index(max(values))]] if values.count(max(values)) == 1 else []


def lowest_of(hand: int) -> int:
    return hand & -hand


def test_a_capot_counts_as_the_payoff_says() -> None:
    # South has the two best cards of the only suit: North and South take both tricks.
    hands = (1 << 7 | 1 << 6, 1 << 0 | 1 << 1, 1 << 2 | 1 << 3, 1 << 8 | 1 << 9)
    no_trump = 4
    flat = [0.0] * (len(points_to_come(ACADEMY, no_trump, hands)) - 2)
    found = ismcts(ACADEMY, no_trump, hands, 0, (), [*flat, 7.0, -7.0], iterations=100, seed=1)
    assert {tried.worth for tried in found.values()} == {7.0}
    # The same for East and West, from West's lead.
    turned = (hands[1], hands[2], hands[3], hands[0])
    found = ismcts(ACADEMY, no_trump, turned, 3, (), [*flat, 7.0, -7.0], iterations=100, seed=1)
    assert {tried.worth for tried in found.values()} == {-7.0}


def test_the_seed_decides() -> None:
    chance = Random(3)
    hands = some_deal(chance, 8)
    unseen = hands[1] | hands[2] | hands[3]
    may = (hands[0], unseen, unseen, unseen)
    payoff = points_to_come(ACADEMY, 0, hands)

    def searched(seed: int) -> dict[int, Tried]:
        return ismcts(ACADEMY, 0, may, 0, (), payoff, iterations=500, seed=seed)

    assert searched(2**64 - 1) == searched(2**64 - 1)
    assert searched(0) != searched(1)
    assert sum(tried.visits for tried in searched(0).values()) == 500
    assert set(searched(0)) == set(cards_in(hands[0]))


def test_what_is_no_search_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = some_deal(Random(4), 2)
    payoff = points_to_come(ACADEMY, 0, hands)

    def searched(may: FourHands = hands, worth: list[float] = payoff, **changed: int) -> None:
        numbers = {"iterations": 5, "seed": 1, **changed}
        ismcts(ACADEMY, numbers.pop("strain", 0), may, 0, (), worth, **numbers)

    searched()
    with pytest.raises(ValueError, match="0 iterations: 1 to 1048576 can be had"):
        searched(iterations=0)
    with pytest.raises(ValueError, match="-1 is no seed"):
        searched(seed=-1)
    with pytest.raises(PositionError, match="6 is no strain"):
        searched(strain=6)
    with pytest.raises(ValueError, match="no deal fits the question"):
        searched(may=(hands[0], hands[1], hands[2], lowest_of(hands[3])))
    with pytest.raises(ValueError, match="the question is malformed"):
        searched(may=(0, hands[1], hands[2], hands[3]))
    with pytest.raises(ValueError, match="payoff must hold a number for 0 to all points"):
        searched(worth=payoff[1:])
    with pytest.raises(ValueError, match="payoff must hold numbers from -1e9 to 1e9"):
        searched(worth=[float("nan"), *payoff[1:]])
    monkeypatch.setattr(module, "native", lambda: None)
    with pytest.raises(NeedsCore, match="needs the native module"):
        searched()


def test_buffers_that_do_not_fit_are_refused() -> None:
    payoff = array("d", range(17))  # four aces and the last trick are 14 points
    visits, worth = array("I", [9] * 32), array("d", [9.0] * 32)
    _native.ismcts(GAME, question(), payoff, 3, 1, visits, worth)
    assert sum(visits) == 3
    with pytest.raises(ValueError, match="iterations must be 1 to 1048576, not 1048577"):
        _native.ismcts(GAME, question(), payoff, 2**20 + 1, 1, visits, worth)
    with pytest.raises(ValueError, match="game must hold one row"):
        _native.ismcts(GAME * 2, question(), payoff, 3, 1, visits, worth)
    with pytest.raises(ValueError, match="question must hold one row"):
        _native.ismcts(GAME, b"", payoff, 3, 1, visits, worth)
    with pytest.raises(ValueError, match="payoff must hold rows of 8 bytes"):
        _native.ismcts(GAME, question(), bytes(7), 3, 1, visits, worth)
    with pytest.raises(ValueError, match="visits must hold rows of 128 bytes, not 124 bytes"):
        _native.ismcts(GAME, question(), payoff, 3, 1, visits[1:], worth)
    with pytest.raises(ValueError, match="worth must hold 32 numbers"):
        _native.ismcts(GAME, question(), payoff, 3, 1, visits, worth * 2)
    with pytest.raises(ValueError, match="worth must be contiguous and writable"):
        _native.ismcts(GAME, question(), payoff, 3, 1, visits, bytes(256))
    with pytest.raises(ValueError, match="the game is malformed"):
        _native.ismcts(bytes(72), question(), payoff, 3, 1, visits, worth)
