"""Which declarations a hand holds, and whose count: case by case, by the engine and by the second formulation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import rule_sets
from tests.rules import second
from tests.rules.tables import cases

from pilotta.cards import CARD_NAMES, cards_in, hand_of, parse_card
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.declarations import Declaration, announcement, find_declarations, winning_side
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.seats import SEATS, SIDES, side_of


def hand(words: str) -> int:
    return hand_of(parse_card(word) for word in words.split())


def held(rules: RuleSet, words: str) -> tuple[Declaration, ...]:
    """The declarations that are listed, each found by itself."""
    return tuple(each for part in words.split(";") for each in find_declarations(rules, hand(part)))


@pytest.mark.parametrize(("rules", "case"), cases("declarations", "hand"))
def test_what_a_hand_holds(rules: RuleSet, case: dict[str, Any]) -> None:
    found = find_declarations(rules, hand(case["hand"]))
    expected = [(hand(cards), points) for cards, points in case["finds"]]
    assert [(each.cards, each.points) for each in found] == expected
    again = second.declarations(rules, case["hand"].split())
    assert [(hand(" ".join(one[4])), one[1]) for one in again] == expected


@pytest.mark.parametrize(("rules", "case"), cases("declarations", "contest"))
def test_whose_declarations_count(rules: RuleSet, case: dict[str, Any]) -> None:
    announced = [held(rules, case.get(seat, "")) for seat in SEATS]
    for seat, found in zip(SEATS, announced, strict=True):
        assert len(found) == len([part for part in case.get(seat, "").split(";") if part.strip()])
    strain, leader = STRAINS.index(case["strain"]), SEATS.index(case["leader"])
    side = winning_side(rules, strain, leader, announced)
    assert (None if side is None else SIDES[side]) == case.get("side")
    count = [each.points for seat in range(4) if side_of(seat) == side for each in announced[seat]]
    assert sum(count) == case["points"]
    again = {
        seat: [
            one for part in case.get(seat, "").split(";") for one in second.declarations(rules, part.split())
        ]
        for seat in SEATS
    }
    assert second.contest(rules, case["strain"], case["leader"], again) == case.get("side")


def best_points(found: tuple[Declaration, ...]) -> tuple[int, bool]:
    """Points of the highest declaration of a side, and whether a four of a kind is worth as many."""
    most = max((each.points for each in found), default=0)
    return most, any(each.is_four and each.points == most for each in found)


@given(
    base=st.sampled_from(sorted(PRESETS)),
    strain=st.integers(0, 3),
    leader=st.integers(0, 3),
    deck=st.permutations(range(32)),
    order=st.sampled_from(["AKQJT987", "ATKQJ987"]),
)
def test_the_tie_of_a_hundred_hangs_on_no_order_of_declarations(
    base: str, strain: int, leader: int, deck: list[int], order: str
) -> None:
    rules = PRESETS[base].change(hundred_ties_four=True, sequence_order=order)
    # Shuffled cards hold a four of a kind once in a hundred deals: put queens into one hand, a run into another.
    queens, run = [5, 13, 21, 29], [0, 1, 2, 3, 4]
    rest = [card for card in deck if card not in queens + run]
    hands = [rest[:4] + queens, rest[4:7] + run, rest[7:15], rest[15:]]
    turned = [hands[i + leader & 3] for i in range(4)]
    sides = []
    for way in ("fours_first", "points_first"):
        ordered = rules.change(declaration_order=way)
        announced = [find_declarations(ordered, hand_of(cards)) for cards in turned]
        sides.append(winning_side(ordered, strain, leader, announced))
    bests = [best_points(announced[side] + announced[side + 2]) for side in (0, 1)]
    if bests[0] != bests[1] or not bests[0][1]:  # two fours worth the same: there the order speaks
        assert sides[0] == sides[1]


@given(rules=rule_sets(), cards=st.sets(st.integers(0, 31), min_size=8, max_size=8))
def test_no_card_serves_twice_and_the_second_formulation_agrees(rules: RuleSet, cards: set[int]) -> None:
    whole = hand_of(cards)
    found = find_declarations(rules, whole)
    used = 0
    for each in found:
        assert each.cards & whole == each.cards
        assert not used & each.cards
        used |= each.cards
        assert each.points > 0
        heard = announcement(each)
        assert (heard.is_four, heard.length, heard.points) == (each.is_four, each.length, each.points)
    again = second.declarations(rules, [CARD_NAMES[card] for card in cards_in(whole)])
    assert sorted((each.points, each.cards) for each in found) == sorted(
        (one[1], hand(" ".join(one[4]))) for one in again
    )
