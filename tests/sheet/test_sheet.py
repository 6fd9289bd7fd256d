"""How a match stands on its sheet: totals, wins, the end, and what corrections make of them."""

import pytest

from pilotta.rules.catalogue import ACADEMY, BOURLOT, KAFENEIO
from pilotta.sheet import LineError, Sheet, sheet_data

DEALS = ("NS 80H 97", "pass", "EW 90S 100 decl=20", "NS 100C 90")


def with_deals(*lines: str, rules=ACADEMY) -> Sheet:
    sheet = Sheet(rules)
    for line in lines:
        sheet = sheet.add(line)
    return sheet


def test_both_reach_the_target():
    sheet = with_deals(*["NS 80H 81"] * 4, rules=KAFENEIO.change(target=101))
    assert sheet.totals.as_dict() == {"NS": 64, "EW": 32}
    assert sheet.add("NS 400H capot pilotta decl=200").winner == 0


def test_equal_totals_play_one_more():
    sheet = Sheet(KAFENEIO.change(target=101))
    while max(sheet.totals) < 101:
        # 8 + 8 for the bidders, 8 and four thirds for the others.
        sheet = sheet.add("NS 80H 81 decl=EW:20+20+20+20")
    assert sheet.totals.ns == sheet.totals.ew >= 101
    assert sheet.winner is None
    assert sheet.add("NS 80H 120").winner == 0


def test_a_reverse_capot_ends_an_academy_match():
    sheet = with_deals("NS 80H capot=EW")
    assert (sheet.winner, sheet.by_reverse_capot) == (1, True)
    assert sheet.without_last().winner is None
    assert sheet.winner == 1


def test_totals_start_again_after_a_win():
    sheet = Sheet(BOURLOT.change(target=1010))
    while sheet.wins.ns == 0:
        sheet = sheet.add("NS 200H capot")
    assert sheet.totals.as_dict() == {"NS": 0, "EW": 0}
    assert sheet.winner is None
    while sheet.winner is None:
        sheet = sheet.add("NS 200H capot")
    assert sheet.wins.as_dict() == {"NS": 2, "EW": 0}
    assert sheet_data(sheet)["winner"] == "NS"


def test_nothing_follows_the_end_of_a_match():
    with pytest.raises(LineError) as caught:
        with_deals("NS 80H capot=EW").add("pass")
    assert caught.value.said.code == "score.match_over"


# Corrections


def test_a_correction_reckons_anew_what_follows():
    sheet = with_deals(*DEALS)
    assert sheet.correct(3, "EW 90S 80") == with_deals(DEALS[0], DEALS[1], "EW 90S 80", DEALS[3])
    assert sheet.correct(4, "pass") == with_deals(*DEALS[:3], "pass")


def test_a_deal_is_put_in_and_taken_out():
    sheet = with_deals(*DEALS)
    for place in range(1, 6):
        lines = (*DEALS[: place - 1], "EW 80D 110", *DEALS[place - 1 :])
        assert sheet.insert(place, "EW 80D 110") == with_deals(*lines)
        assert sheet.insert(place, "EW 80D 110").remove(place) == sheet
    assert sheet.first(2) == with_deals(*DEALS[:2])
    assert Sheet(ACADEMY).without_last() == Sheet(ACADEMY)


def test_a_correction_that_cannot_be_leaves_the_sheet_alone():
    sheet = with_deals(*DEALS)
    for wrong in (0, 5, -1):
        with pytest.raises(IndexError, match=f"deal {wrong} "):
            sheet.correct(wrong, "pass")
        with pytest.raises(IndexError):
            sheet.remove(wrong)
    with pytest.raises(IndexError):
        sheet.insert(6, "pass")
    with pytest.raises(LineError):
        sheet.correct(2, "NS 80H")
    assert sheet == with_deals(*DEALS)


def test_a_correction_may_end_the_match_only_where_it_ends():
    sheet = with_deals(*DEALS)
    assert sheet.correct(4, "NS 80H capot=EW").winner == 1
    with pytest.raises(LineError) as caught:
        sheet.correct(3, "NS 80H capot=EW")
    assert caught.value.said.code == "score.match_over"
    assert sheet.first(3).correct(3, "NS 80H capot=EW").winner == 1
    # And it may open one again.
    assert sheet.correct(4, "NS 80H capot=EW").correct(4, "NS 80H 97").winner is None
