"""Foreign text: plain digits only, and JSON without liberties."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import check_growth

import pilotta
from pilotta.strict import LongNumber, NotJson, decimal, read_json, size_text, whole

SOURCES = Path(pilotta.__file__).parent

OTHER_DIGITS = [
    "٣",
    "３",
    "३",
    "²",
    "³5",
    "1_0",
    " 1",
    "1 ",
    "+1",
    "--1",
    "-",
    "",
    "1.",
    "0x1",
    "１",
    "1e3",
    "⅕",
    "Ⅷ",
]


@given(st.integers(-(10**30), 10**30))
def test_whole_numbers(number: int) -> None:
    assert whole(str(number)) == number


@pytest.mark.parametrize("text", [*OTHER_DIGITS, "1.5", "nan"])
def test_what_is_no_whole_number(text: str) -> None:
    assert whole(text) is None


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0.0), ("2", 2.0), ("0.70", 0.7), ("-1.5", -1.5), ("007", 7.0)]
)
def test_decimals(text: str, number: float) -> None:
    assert decimal(text) == number


@pytest.mark.parametrize("text", [*OTHER_DIGITS, ".5", "1.-5", "1.٥", "nan", "inf", "1.5.0", "1,5"])
def test_what_is_no_decimal(text: str) -> None:
    assert decimal(text) is None


@pytest.mark.parametrize("read", [whole, decimal])
def test_a_number_without_end_is_refused_by_its_length(read) -> None:
    assert read("9" * 300) is not None
    with pytest.raises(LongNumber, match=r"^a number of 5000 digits is larger than any that is read here$"):
        read("9" * 5000)


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("", "line 1, column 1", "no JSON"),
        ('{"a": 1,\n}', "line 2, column 1", "no JSON"),
        (b"\xff", "byte 1", "the text is not UTF-8"),
        ('[{"a": 1, "a": 1}]', "", "the field 'a' stands twice in one object"),
        ("[NaN]", "", "NaN is no number"),
        ("[-Infinity]", "", "-Infinity is no number"),
        ("[-1e999]", "", "'-1e999' is larger than any number"),
        ("[" + "1" * 401 + "]", "", "a number of 401 digits"),
        (r'{"a": "\ud800"}', "line 1, column 8", r"\ud800 is half a pair of surrogates"),
        (b'[1,\n "x\\uDC00y"]', "line 2, column 4", r"\udc00 is half a pair of surrogates"),
        (r'{"\udfff\ud83d": 1}', "line 1, column 3", r"\udfff is half a pair of surrogates"),
        (r'["\\\ud83d\ud83d\ude00"]', "line 1, column 5", r"\ud83d is half a pair of surrogates"),
        ('["\ud83d"]', "line 1, column 3", r"\ud83d is half a pair of surrogates"),
        ("[" * 100_000, "", "the JSON is nested too deeply"),
        ('{"a":' * 100_000, "", "the JSON is nested too deeply"),
    ],
)
def test_json_that_is_not_read(text: str | bytes, where: str, message: str) -> None:
    with pytest.raises(NotJson) as raised:
        read_json(text)
    assert raised.value.where == where
    assert raised.value.message.startswith(message)


def test_json_that_is_read() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": [1, -2.5, true, null, "\xce\xb1"]}') == {
        "a": [1, -2.5, True, None, "α"]
    }


@pytest.mark.parametrize(
    "file", sorted(SOURCES.rglob("*.py")), ids=lambda file: file.relative_to(SOURCES).as_posix()
)
def test_no_other_reading_of_digits(file: Path) -> None:
    """``int`` as a type of arguments, ``isdigit`` and ``\\d`` all take digits that the next place refuses."""
    assert not re.search(
        r"type=(?:int|float)\b|\.is(?:digit|decimal|numeric)\(|\\d", file.read_text(encoding="utf-8")
    )


def test_sizes_are_never_nothing() -> None:
    assert [size_text(size) for size in (64 * 1024, 1024 * 1024, 16 * 1024 * 1024)] == [
        "64 KB",
        "1 MB",
        "16 MB",
    ]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r'"\ud83d\ude00"', "\U0001f600"),
        (r'"\\ud800"', r"\ud800"),
        (r'"\u0394\uD7FF\ue000\\"', "Δ\ud7ff\ue000\\"),
        ('"😀 Μαρία"', "😀 Μαρία"),
    ],
)
def test_whole_characters_are_read_however_they_are_escaped(text: str, read: str) -> None:
    assert read_json(text) == read


def test_escapes_are_looked_at_once_each() -> None:
    check_growth(read_json, lambda n: '["' + "\\\\" * n + r"\ud83d\ude00" * n + '"]', 2_000)
