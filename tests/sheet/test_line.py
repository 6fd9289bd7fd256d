"""What people write of a deal: lines read in any order of words, held against a rule set, and said again in plain form."""

import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sheet.wrong import BEGINNERS, WRONG

from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB, PRESETS
from pilotta.rules.scoring import score_deal
from pilotta.said import Said
from pilotta.sheet import LineError, Sheet, line_of, parse_line, read_line
from pilotta.sheet.line import side_of_word, strain_of

CASES = tomllib.loads((Path(__file__).parent.parent / "data" / "score_lines.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_both_sides_write(case):
    entry = Sheet(PRESETS[case["rules"]]).add(case["line"]).entries[-1]
    assert [entry.score.ns, entry.score.ew] == case["score"]


@pytest.mark.parametrize(
    "line",
    [
        "NS 100H x2 cards=97 decl=EW:20 pilotta=NS",
        "ns 100h X 97 decl:EW:20 pilotta",
        "97 x2 100♥ decl=EW:20 S pilotta=NS",
        "S 10 hearts double 97 pilotta decl=EW:20",
        "pilotta=NS decl=EW:20 cards=EW:65 κόντρα NS 10 κο",
        "NS 100 H contra points=97 declarations=EW:20 belote=NS",
    ],
)
def test_one_deal_in_many_words(line):
    assert line_of(ACADEMY, parse_line(ACADEMY, line)) == "NS 100H x2 cards=97 decl=EW:20 pilotta=NS"


@pytest.mark.parametrize(("rules", "line", "code"), WRONG)
def test_what_is_wrong_with_a_line(rules, line, code):
    with pytest.raises(LineError) as caught:
        parse_line(rules, line)
    assert caught.value.said.code == code
    assert str(caught.value)


@given(st.text(max_size=60) | st.lists(st.sampled_from(
    ["NS", "S", "100H", "9", "h", "x2", "97", "capot", "decl=20", "pilotta", "=", "cards=EW:1", "jack=NS", "P", "tricks=8"]
), max_size=8).map(" ".join))  # fmt: skip
def test_any_line_is_read_or_refused(line):
    for rules in (ACADEMY, BOURLOT, CLUB, BEGINNERS):
        try:
            tally = parse_line(rules, line)
        except LineError:
            continue
        if tally is not None:
            score_deal(rules, tally)
        again = line_of(rules, tally)
        assert line_of(rules, parse_line(rules, again)) == again


@pytest.mark.parametrize(
    ("names", "strain"),
    [
        ("spades spade μπαστούνια μπαστούνι πίκες picche picca", 0),
        ("hearts heart κούπες κούπα κούππες κούππα καρδιές cuori cuore coppe", 1),
        ("diamonds diamond καρά καρό ρόμβοι quadri quadro", 2),
        ("clubs club σπαθιά σπαθί σπαθκιά σπαθκί τριφύλλια fiori fiore", 3),
        ("no-trump notrump NT χωρίς senza", 4),
        ("all-trump alltrump AT όλα ούλλα tutto", 5),
    ],
)
def test_suits_as_people_spell_them(names, strain):
    for name in names.split():
        for said in (name, name.upper(), unicodedata.normalize("NFD", name)):
            assert strain_of(said) == strain
            assert read_line(f"10 {said}").bid == ("10", strain)


@pytest.mark.parametrize(
    ("rules", "written", "line"),
    [
        (ACADEMY, "NS 9H 97", "NS 90H cards=97"),
        (ACADEMY, "NS 10H 97", "NS 100H cards=97"),
        (ACADEMY, "NS 25H 97", "NS 250H cards=97"),
        (ACADEMY, "NS 90H 97", "NS 90H cards=97"),
        (CLUB, "NS 90H 97", "NS 90H cards=97"),
        # Where so low a bid may be made, the plain figure is points, as sheets have it.
        (ACADEMY.change(lowest_bid=10), "NS 20H 97", "NS 20H cards=97"),
        (ACADEMY.change(lowest_bid=10), "NS 9H 97", "NS 90H cards=97"),
    ],
)
def test_tens_are_understood_where_bids_are_said_so(rules, written, line):
    assert line_of(rules, parse_line(rules, written)) == line


@pytest.mark.parametrize(
    ("rules", "line", "code", "params"),
    [
        (ACADEMY, "NS 70H 97", "call.too_low", {"call": "70H", "lowest": "80"}),
        (CLUB, "NS 9H 97", "call.too_low", {"call": "9H", "lowest": "80"}),
        (ACADEMY, "NS 100H cards=EW:1", "score.cards_never", {"cards": "1"}),
        (ACADEMY, "NS 100H cards=EW:2 tricks=EW:7", "score.cards_tricks", {"cards": "2", "tricks": "7"}),
    ],
)
def test_what_is_wrong_is_told_of_the_figures_that_were_written(rules, line, code, params):
    with pytest.raises(LineError) as caught:
        parse_line(rules, line)
    assert caught.value.said == Said(code, params)


def test_who_must_have_the_jack_is_not_asked():
    """16 points cannot hold it; 20 can."""
    assert line_of(BOURLOT, parse_line(BOURLOT, "NS 80H 146")) == "NS 80H cards=146 jack=NS"
    assert line_of(BOURLOT, parse_line(BOURLOT, "NS 80H 16")) == "NS 80H cards=16 jack=EW"
    with pytest.raises(LineError):
        parse_line(BOURLOT, "NS 80H 136")


def test_what_is_no_suit_and_no_side():
    assert strain_of("") is strain_of("zz") is None
    assert side_of_word("NE") is side_of_word("ΒΑ") is side_of_word("") is side_of_word("NN") is None
