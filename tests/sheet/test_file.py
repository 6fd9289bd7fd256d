"""The file of a sheet: written always alike, and read strictly."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilotta.rules.catalogue import ACADEMY, CLUB, KAFENEIO
from pilotta.sheet import Sheet, SheetError, parse_sheet, sheet_text
from pilotta.sheet.file import MAX_BYTES, is_name

EMPTY = {"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": []}


def changed(**changes: Any) -> str:
    return json.dumps({**EMPTY, **changes})


def test_a_sheet_is_read_back_as_it_was_written():
    sheet = Sheet(CLUB.change(target=251, miscall_penalty=20), ("Άννα", "Νίκος"))
    for line in ("NS 100A 97 pilotta=NS+EW miscall=EW", "pass", "EW 90S x2 capot", "NS 80D 162 tricks=7"):
        sheet = sheet.add(line)
    text = sheet_text(sheet)
    assert parse_sheet(text) == sheet
    assert parse_sheet(text.encode()) == parse_sheet(b"\xef\xbb\xbf" + text.encode()) == sheet
    assert sheet_text(parse_sheet(text)) == text


def test_what_version_1_always_looked_like():
    """Files of the first score keeper are read for ever, and written in the same bytes."""
    text = (
        '{\n "format": "pilotta-sheet",\n "version": 1,\n "rules": "kafeneio",\n "names": [\n  "Άννα",\n  "Νίκος"\n ],\n'
        ' "deals": [\n  "NS 100H cards=105",\n  "EW 90S cards=100"\n ]\n}\n'
    )
    sheet = parse_sheet(text)
    assert (sheet.rules, sheet.names, sheet.totals.as_dict()) == (
        KAFENEIO,
        ("Άννα", "Νίκος"),
        {"NS": 26, "EW": 25},
    )
    assert sheet_text(sheet) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no sheet: line 1, column 1: no JSON (Expecting value)"),
        (b"\xff{}", "no sheet: byte 1: the text is not UTF-8"),
        ("[" * 100_000, "no sheet: the JSON is nested too deeply"),
        ('{"format": "pilotta-sheet", "deals": [], "deals": []}', "no sheet: the field 'deals' stands twice in one object"),
        ('{"format": "pilotta-sheet", "version": NaN}', "no sheet: NaN is no number"),
        ('{"version": ' + "7" * 5000 + "}", "no sheet: a number of 5000 digits is larger than any that is read here"),
        ("[]", "no sheet of the score keeper (format 'pilotta-sheet', version 1)"),
        (changed(format="pilotta-record"), "no sheet of the score keeper (format 'pilotta-sheet', version 1)"),
        (changed(version=2), "version: 2 is not 1, the version that is read here"),
        (changed(version=True), "version: True is not 1, the version that is read here"),
        (changed(version=1.0), "version: 1.0 is not 1, the version that is read here"),
        (changed(players={}), "unknown field 'players'"),
        ('{"format": "pilotta-sheet", "version": 1, "deals": []}', "the field 'rules' is missing"),
        ('{"format": "pilotta-sheet", "version": 1, "rules": "club"}', "the field 'deals' is missing"),
        (changed(rules="whist"), "rules: "),
        (changed(rules={"preset": "club", "goal": 3}), "rules: "),
        (changed(names=None), "names: two names of up to 20 letters are needed, not None"),
        (changed(names=["A"]), "names: two names"),
        (changed(names=["A", " "]), "names: two names"),
        (changed(names=["A", "\x1b[2J"]), "names: two names"),
        (changed(deals="pass"), "deals: a list of lines is needed, not 'pass'"),
        (changed(deals=["pass", None]), "deal 2: a line of up to 1000 letters is needed, not None"),
        (changed(deals=["x" * 1001]), "deal 1: a line of up to 1000 letters is needed"),
        (changed(deals=["pass", "NS 100H"]), "deal 2: the bidders' card points are missing"),
        (changed(deals=["NS 80H capot=EW", "pass"]), "deal 2: the match was over before this deal"),
    ],
)  # fmt: skip
def test_what_is_no_sheet(text, says):
    with pytest.raises(SheetError) as caught:
        parse_sheet(text)
    assert str(caught.value).startswith(says)


def test_a_file_that_is_too_large_is_not_read():
    with pytest.raises(SheetError, match="more than 1 MB"):
        parse_sheet(" " * (MAX_BYTES + 1))


@given(st.text(max_size=40) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*EMPTY, "names"]), inner, max_size=5),
    max_leaves=12,
).map(json.dumps))  # fmt: skip
def test_anything_is_read_or_refused(text):
    for tried in (text, text.encode("utf-8", "surrogatepass")):
        try:
            sheet = parse_sheet(tried)
        except SheetError:
            continue
        assert parse_sheet(sheet_text(sheet)) == sheet


@pytest.mark.parametrize(("name", "can_be"), [("Εμείς", True), ("", False), ("a" * 20, True), ("a" * 21, False), ("a\nb", False), (3, False)])  # fmt: skip
def test_what_a_side_can_be_called(name, can_be):
    assert is_name(name) is can_be


def test_an_empty_sheet():
    assert parse_sheet(changed()) == Sheet(ACADEMY)
