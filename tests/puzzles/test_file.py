"""Reading files of puzzles strictly, and writing them always in the same bytes."""

import contextlib
import copy
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilotta.puzzles import SHIPPED, PuzzleError, parse_puzzles, puzzles_text, shipped
from pilotta.puzzles.file import MAX_BYTES

HEAD = '{"format":"pilotta-puzzles","version":1}\n'


def with_change(*path: str, value: object = None, at: int = 0) -> str:
    """A file of one puzzle in which one field is another; it is taken out where the value is None."""
    data = copy.deepcopy(shipped()[at].to_data())
    part = data
    for name in path[:-1]:
        part = part[name]
    if value is None:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return HEAD + json.dumps(data) + "\n"


def first(card: bool) -> int:
    return next(at for at, puzzle in enumerate(shipped()) if puzzle.asks_card is card)


def test_what_is_written_is_read_again():
    assert parse_puzzles(puzzles_text(shipped())) == shipped()
    assert Path(SHIPPED).read_text(encoding="utf-8") == puzzles_text(shipped())


def test_an_empty_set_is_a_set():
    assert parse_puzzles(HEAD) == ()
    assert parse_puzzles(HEAD.encode()) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: no JSON (Expecting value)"),
        ("[]", "head: an object is needed, not []"),
        ('{"format":"pilotta-record","version":1}', "line 1, format: 'pilotta-record' is not 'pilotta-puzzles'"),
        ('{"format":"pilotta-puzzles","version":2}', "line 1, version: 2 is not 1, the version that is read here"),
        ('{"format":"pilotta-puzzles","version":true}', "line 1, version: True is not 1"),
        ('{"format":"pilotta-puzzles","version":1,"version":1}', "line 1: the field 'version' stands twice in one object"),
        ('{"format":"pilotta-puzzles","version":NaN}', "line 1: NaN is no number"),
        (HEAD + "7" * 5000, "line 2: a number of 5000 digits is larger than any that is read here"),
        (HEAD + "\n{", "line 3, column 2: no JSON"),
        (HEAD + "{}", "line 2, puzzle: the field 'id' is missing"),
        (HEAD + "[" * 100_000, "line 2: the JSON is nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_puzzles_is_refused_with_its_place(text, message):
    with pytest.raises(PuzzleError, match=re.escape(message)):
        parse_puzzles(text)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("id",), "00000000", "line 2, id: '00000000' is not '"),
        (("grade",), 6, "line 2, grade: 6 is none of 1, 2, 3, 4, 5"),
        (("grade",), True, "line 2, grade: True is none of"),
        (("theme",), "chess", "line 2, theme: 'chess' is none of opening, answer"),
        (("worlds",), 0, "line 2, worlds: a whole number from 1 on is needed, not 0"),
        (("error",), "0.2", "line 2, error: a number is needed, not '0.2'"),
        (("error",), None, "line 2, puzzle: the field 'error' is missing"),
        (("more",), 1, "line 2, puzzle: unknown field 'more'"),
        (("solution",), [], "line 2, solution: it begins with the best option"),
        (("mistakes", "cafe"), "XX", "line 2, mistakes, cafe: 'XX' is no wrong option"),
        (("explanation", "code"), "puzzle.nothing", "line 2, explanation, code: 'puzzle.nothing' is none of"),
        (("explanation", "params"), {}, "line 2, explanation, params: '"),
        (("view", "rules"), "poker", "line 2, view, rules: preset: 'poker' is no preset"),
        (("view", "seat"), "X", "line 2, view, seat: 'X' is not '"),
        (("view", "dealer"), "X", "line 2, view, dealer: 'X' is not a seat"),
        (("view", "hand"), "AKQJT987...", "line 2, view, hand: 'AKQJT987...' is not '"),
        (("view", "pilotta"), ["XX"], "line 2, view, pilotta: "),
        (("view", "calls"), ["80X"], "line 2, view, call 1: '80X' is not a call"),
        (("view", "calls"), ["P", "P", "P", "P"], "line 2, view: "),
        (("deal",), "S:...", "line 2, deal: a deal has four hands, not 1"),
    ],
)  # fmt: skip
def test_a_puzzle_that_cannot_be_is_refused_with_its_place(path, value, message):
    with pytest.raises(PuzzleError, match=re.escape(message)):
        parse_puzzles(with_change(*path, value=value))


def test_options_are_legal_and_in_order():
    at = first(card=True)
    options = shipped()[at].options
    turned = dict(reversed(options.items()))
    with pytest.raises(PuzzleError, match="line 2, options: the best stands first"):
        parse_puzzles(with_change("options", value=turned, at=at))
    with pytest.raises(PuzzleError, match=r"line 2, options, 80S: . cannot do this"):
        parse_puzzles(with_change("options", value={"80S": 99.0, **options}, at=at))
    with pytest.raises(PuzzleError, match="line 2, solution: a part of the options is needed"):
        parse_puzzles(with_change("solution", value=list(options), at=at))


def test_a_card_that_breaks_the_rules_is_refused_with_the_rule():
    at = first(card=True)
    puzzle = shipped()[at]
    plays = [*puzzle.to_data()["view"]["plays"], "7S", "7S"]
    with pytest.raises(PuzzleError, match=r"line 2, view: deal 1, trick \d: .* \(play\."):
        parse_puzzles(with_change("view", "plays", value=plays, at=at))


def test_the_same_puzzle_twice_is_refused():
    text = puzzles_text(shipped()[:1])
    with pytest.raises(PuzzleError, match=f"line 3, id: {shipped()[0].id} stands in line 2 already"):
        parse_puzzles(text + text.split("\n")[1])


def test_too_much_is_refused_unread():
    with pytest.raises(PuzzleError, match="more than 16 MB"):
        parse_puzzles(b" " * (MAX_BYTES + 1))


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(PuzzleError, match="byte 1: the text is not UTF-8"):
        parse_puzzles(b"\xff")


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: (HEAD + text).encode("utf-8", "replace"))
)
def test_nothing_else_is_ever_raised(data):
    with contextlib.suppress(PuzzleError):
        assert parse_puzzles(data) == ()
