"""The result of a deal, case by case, by the engine and by the second formulation."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import rule_sets
from tests.rules import second
from tests.rules.tables import cases, pair, sheet

from pilotta.cards import JACK
from pilotta.rules.auction import Contract
from pilotta.rules.catalogue import PRESETS, preset
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.rules.scoring import Tally, card_tens, score_deal, tens
from pilotta.seats import SEATS, SIDES, BySide


def contract_of(case: dict[str, Any]) -> Contract:
    text = case["contract"]
    is_capot = text.startswith("CAP")
    value = 250 if is_capot else int(text[:-1])
    return Contract(
        value, STRAINS.index(text[-1]), SEATS.index(case["declarer"]), case.get("multiplier", 1), is_capot
    )


def jack_of(case: dict[str, Any]) -> str:
    """The side with the jack of trumps: as the case says, else the one with more card points."""
    return str(case.get("jack", SIDES[case["cards"][1] > case["cards"][0]]))


def tally_of(case: dict[str, Any]) -> Tally:
    suit = case["contract"][-1] in "SHDC"
    return Tally(
        contract_of(case),
        pair(case["tricks"]),
        pair(case["cards"]),
        pair(case.get("declared", [0, 0])),
        pair(case.get("pilotta", [0, 0])),
        SIDES.index(jack_of(case)) if suit else None,
        pair(case.get("miscalls", [0, 0])),
    )


@pytest.mark.parametrize(("rules", "case"), cases("scoring"))
def test_case(rules: RuleSet, case: dict[str, Any]) -> None:
    found = score_deal(rules, tally_of(case))
    expected = case.get(rules.preset, case["score"]) if rules == preset(rules.preset) else case["score"]
    assert found.made is case.get("made")
    assert found.score.as_dict() == sheet(rules, expected)
    assert (None if found.capot is None else SIDES[found.capot]) == case.get("capot")
    assert found.wins_match == case.get("wins_match", False)
    again = second.score(
        rules,
        contract=case["contract"],
        declarer=case["declarer"],
        multiplier=case.get("multiplier", 1),
        tricks=pair(case["tricks"]).as_dict(),
        cards=pair(case["cards"]).as_dict(),
        declared=pair(case.get("declared", [0, 0])).as_dict(),
        pilotta=pair(case.get("pilotta", [0, 0])).as_dict(),
        jack=jack_of(case),
        miscalls=pair(case.get("miscalls", [0, 0])).as_dict(),
    )
    assert again == {
        "made": case.get("made"),
        "capot": case.get("capot"),
        "score": sheet(rules, expected),
        "wins_match": case.get("wins_match", False),
    }


@cache
def sums(values: tuple[int, ...], jack: int | None) -> frozenset[tuple[int, int, bool]]:
    """How many of these cards, worth how many points together, can be chosen, and whether the card ``jack`` is among them."""
    found = {(0, 0, False)}
    for card, value in enumerate(values):
        found |= {
            (count + 1, points + value, with_jack or card == jack) for count, points, with_jack in found
        }
    return frozenset(found)


def can_be(rules: RuleSet, contract: str, tricks: int, points: int, *, jack: bool) -> bool:
    """Whether so many tricks can hold so many card points, with the jack of trumps or without it."""
    strain = STRAINS.index(contract[-1])
    values = ranking(rules, strain).points
    trump_jack = 8 * strain + JACK if strain < 4 else None
    wanted = jack and trump_jack is not None
    # The last trick's ten belong to whoever has all tricks, and to nobody without one.
    lasts = (0,) if not tricks else (rules.last_trick,) if tricks == 8 else (0, rules.last_trick)
    return any((4 * tricks, points - last, wanted) in sums(values, trump_jack) for last in lasts)


@pytest.mark.parametrize(("rules", "case"), cases("scoring"))
def test_a_case_is_a_deal_that_can_be(rules: RuleSet, case: dict[str, Any]) -> None:
    for side, (tricks, points) in enumerate(zip(case["tricks"], case["cards"], strict=True)):
        assert can_be(rules, case["contract"], tricks, points, jack=SIDES[side] == jack_of(case))


def test_what_cannot_be_a_deal() -> None:
    """146 and 16 with the jack of trumps, worth 20, on the side of the 16; one point in a suit; one trick of 160."""
    rules = preset("bourlot")
    assert not can_be(rules, "100H", 2, 16, jack=True)
    assert can_be(rules, "100H", 2, 16, jack=False)
    assert not can_be(rules, "100H", 2, 1, jack=False)
    assert not can_be(rules, "100H", 1, 126, jack=True)


@st.composite
def tallies(draw: st.DrawFn) -> dict[str, Any]:
    """A deal's raw result as a case, of every kind that can be."""
    taken = draw(st.integers(0, 8))
    mine = {0: 0, 8: 162}.get(taken, draw(st.integers(0, 162)))
    who = draw(st.integers(0, 1))
    declared = draw(st.sampled_from([0, 0, 20, 50, 100, 200, 370]))
    return {
        "declarer": draw(st.sampled_from(SEATS)),
        "multiplier": draw(st.sampled_from([1, 1, 2, 4])),
        "tricks": [taken, 8 - taken],
        "cards": [mine, 162 - mine],
        "declared": [declared, 0] if who else [0, declared],
        "pilotta": draw(st.sampled_from([[0, 0], [20, 0], [0, 20]])),
        "jack": draw(st.sampled_from(SIDES)),
        "miscalls": draw(st.sampled_from([[0, 0], [0, 0], [1, 0], [1, 2]])),
    }


@given(rules=rule_sets(), case=tallies(), data=st.data())
def test_any_result_agrees_with_the_second_formulation(
    rules: RuleSet, case: dict[str, Any], data: Any
) -> None:
    strain = data.draw(st.sampled_from(rules.strains))
    values = range(rules.lowest_bid, rules.highest_bid + 1, rules.bid_step)
    case["contract"] = f"{data.draw(st.sampled_from(values))}{strain}"
    if rules.capot_call and data.draw(st.booleans()):
        case["contract"] = "CAP" + strain
    if rules.fixed_trump:
        case["contract"], case["multiplier"] = "0" + rules.fixed_trump, 1
    if rules.double == "none":
        case["multiplier"] = 1
    if not rules.redouble:
        case["multiplier"] = min(case["multiplier"], 2)
    found = score_deal(rules, tally_of(case))
    named = {
        name: pair(case[name]).as_dict() for name in ("tricks", "cards", "declared", "pilotta", "miscalls")
    }
    again = second.score(
        rules,
        contract=case["contract"],
        declarer=case["declarer"],
        multiplier=case["multiplier"],
        jack=case["jack"],
        **named,
    )
    assert found.score.as_dict() == again["score"]
    assert (found.made, found.wins_match) == (again["made"], again["wins_match"])
    for side in (0, 1):
        assert sum(line.score for line in found.lines if line.side == side) == found.score[side]
    if case["contract"][-1] in "SHDC" or rules.sixes_up == "bidders":
        assert sum(card_tens(rules, pair(case["cards"]), 0, 1)) == 16


def test_rounding() -> None:
    assert [tens(80 + each) for each in range(11)] == [8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9]


@pytest.mark.parametrize("name", PRESETS)
def test_every_split_of_162_makes_sixteen_tens(name: str) -> None:
    rules = PRESETS[name]
    for points in range(163):
        for bidders in (0, 1):
            for jack in (0, 1):
                rounded = card_tens(rules, BySide(points, 162 - points), bidders, jack)
                assert sum(rounded) == 16
                assert abs(rounded.ns * 10 - points) <= 6
                if points % 10 == 6:
                    up = jack if rules.sixes_up == "trump_jack" else bidders
                    assert rounded[up] * 10 > (points, 162 - points)[up]


@pytest.mark.parametrize(
    ("name", "change", "error"),
    [
        ("academy", {"cards": [100, 100]}, ValueError),
        ("academy", {"cards": [-1, 163]}, ValueError),
        ("academy", {"tricks": [4, 5]}, ValueError),
        ("academy", {"tricks": [0, 8]}, ValueError),
        ("academy", {"declared": [20, 20]}, ValueError),
        ("bourlot", {"multiplier": 2}, RuleSetError),
        ("academy", {"contract": "CAPH"}, RuleSetError),
    ],
)
def test_a_tally_that_cannot_be(name: str, change: dict[str, Any], error: type[Exception]) -> None:
    case = {"contract": "80H", "declarer": "S", "tricks": [4, 4], "cards": [81, 81]} | change
    with pytest.raises(error):
        score_deal(preset(name), tally_of(case))


def test_the_rule_of_6_by_the_jack_needs_to_know_where_it_went() -> None:
    with pytest.raises(ValueError, match="jack"):
        score_deal(
            preset("bourlot"), Tally(Contract(80, 0, 0), BySide(5, 3), BySide(86, 76), trump_jack=None)
        )


def test_a_redouble_where_there_is_none() -> None:
    rules = preset("academy").change(redouble=False)
    with pytest.raises(RuleSetError, match="redouble"):
        score_deal(rules, Tally(Contract(80, 0, 0, 4), BySide(5, 3), BySide(90, 72), trump_jack=0))


def test_the_lines_say_why() -> None:
    """Failed and doubled: what the sheet shows, line by line (source: 001_acc98ce21b997b9f)."""
    tally = Tally(
        Contract(140, 1, 0, 2), BySide(3, 5), BySide(60, 102), BySide(50, 0), BySide(20, 0), trump_jack=0
    )
    lines = [
        (SIDES[line.side], line.code, line.points, line.score)
        for line in score_deal(preset("kafeneio"), tally).lines
    ]
    assert sorted(lines) == sorted(
        [
            ("EW", "bid", 280, 28),
            ("EW", "cards", 102, 10),
            ("EW", "their_cards", 60, 6),
            ("EW", "their_declarations", 50, 5),
            ("EW", "their_pilotta", 20, 2),
        ]
    )
