"""Necessary conditions on a deal: they refuse what cannot be, and let pass whatever deals bring."""

from itertools import combinations
from random import Random

import pytest

from pilotta.cards import FULL_DECK, cards_in, hand_of
from pilotta.rules.catalogue import ACADEMY, CLUB, PRESETS
from pilotta.rules.declarations import find_declarations
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import STRAINS
from pilotta.sheet.possible import may_be_declared, may_be_taken


@pytest.mark.parametrize("strain", "SN")
def test_one_point_less_than_all_is_nobodys_in_a_suit_and_without_trumps(strain: str) -> None:
    found = [points for points in range(163) if not may_be_taken(CLUB, STRAINS.index(strain), points, None)]
    assert found == [1, 161]


def test_in_all_trump_it_can_be() -> None:
    assert all(may_be_taken(CLUB, STRAINS.index("A"), points, None) for points in range(163))


def test_tricks_without_a_point() -> None:
    """Eleven cards of a deal in a suit are worth nothing, so two tricks may be."""
    assert [tricks for tricks in range(9) if may_be_taken(ACADEMY, 0, 0, tricks)] == [0, 1, 2]
    assert [tricks for tricks in range(9) if may_be_taken(ACADEMY, 0, 162, tricks)] == [6, 7, 8]


@pytest.mark.parametrize("strain", range(6))
def test_what_was_taken_may_be_taken(strain: int) -> None:
    worth, chance = ranking(CLUB, strain).points, Random(strain)
    for _ in range(500):
        deck, tricks = chance.sample(range(32), 32), chance.randrange(9)
        points = sum(worth[card] for card in deck[: 4 * tricks])
        if tricks == 8 or (tricks and chance.random() < 0.5):
            points += 10
        assert may_be_taken(CLUB, strain, points, tricks)
        if 0 < tricks < 8:
            assert may_be_taken(CLUB, strain, points, None)
        assert may_be_taken(CLUB, strain, 162 - points, 8 - tricks)


def test_declarations_of_two_hands() -> None:
    """Jacks and nines in one hand, aces and tens in the other are the most that two can hold."""
    assert may_be_declared(ACADEMY, 550)
    assert [points for points in range(0, 1010, 10) if not may_be_declared(ACADEMY, points)][:3] == [
        10,
        30,
        130,
    ]
    assert not any(may_be_declared(ACADEMY, points) for points in range(551, 2000))
    for points in (0, 20, 40, 50, 70, 100, 120, 150, 200, 250, 300, 350, 400):
        assert may_be_declared(ACADEMY, points), points
    # Only one hand holds the four jacks.
    assert not may_be_declared(ACADEMY, 430)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_what_two_hands_hold_may_be_declared(rules) -> None:
    chance = Random(1)
    fours = [sum(1 << rank + 8 * suit for suit in range(4)) for rank in range(8)]
    pairs = [one | other for one, other in combinations(fours, 2)]
    for _ in range(400):
        # Rich hands too, which chance does not deal.
        first = chance.choice([*pairs, hand_of(chance.sample(cards_in(FULL_DECK), 8)), run_of(chance)])
        left = cards_in(FULL_DECK & ~first)
        second = hand_of(chance.sample(left, 8))
        worth = sum(each.points for hand in (first, second) for each in find_declarations(rules, hand))
        assert may_be_declared(rules, worth)


def run_of(chance: Random) -> int:
    """Eight cards, five at least of them in a row of one suit."""
    suit, start = chance.randrange(4), chance.randrange(4)
    held = sum(1 << 8 * suit + rank for rank in range(start, start + 5))
    return held | hand_of(chance.sample(cards_in(FULL_DECK & ~held), 3))
