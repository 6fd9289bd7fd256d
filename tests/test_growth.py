"""Foreign text of any length is read, or refused, in work that grows as it does."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.growth import check_growth

from pilotta.bots.catalogue import resolve
from pilotta.game.notation import parse_hands
from pilotta.game.record import parse_record
from pilotta.game.referee import replay
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import from_data
from pilotta.sheet.file import parse_sheet
from pilotta.sheet.line import read_line
from pilotta.strict import read_json

MARKS = "\u0301\u0316"
"""Two accents that change places when they are put in order."""
DEAL = {"dealer": "S", "hands": "S:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"}


def record(deals: list[dict[str, Any]], **more: object) -> str:
    return json.dumps({"format": "pilotta-record", "version": 1, "rules": "academy", "deals": deals, **more})


def deals_with(field: str, word: str) -> Callable[[int], str]:
    return lambda n: record([{**DEAL, field: [word] * n}])


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (lambda n: "[" + "[" * n, 20_000),
        (lambda n: "[" + "7" * n + "]", 20_000),
        (lambda n: "[1." + "7" * n + "]", 20_000),
        (lambda n: '{"a":"' + "\\" * n + '"}', 20_000),
        (lambda n: "{" + ",".join(f'"{i}":1' for i in range(n)) + "}", 5_000),
    ],
    ids=["nested", "long number", "long fraction", "backslashes", "fields"],
)
def test_json(text: Callable[[int], str], size: int) -> None:
    check_growth(read_json, text, size)


@pytest.mark.parametrize(
    "text",
    [
        lambda n: record([{**DEAL, "calls": ["P"] * 4}] * (n // 20)),
        deals_with("calls", "P"),
        deals_with("plays", "JH"),
        deals_with("silent", "S"),
        deals_with("uncalled", "SH"),
        deals_with("miscalled", "S"),
        lambda n: record([], players={"S": "a" + MARKS * n}),
    ],
    ids=["deals", "calls", "plays", "silent", "uncalled", "miscalled", "players"],
)
def test_records(text: Callable[[int], str]) -> None:
    check_growth(lambda given: replay(parse_record(given)), text, 4_000)


@pytest.mark.parametrize(
    "line",
    ["80", "a" + MARKS, "NS ", "80H ", "-", "decl=N:1+", "pil=+", "jack=N ", "miscall=N "],
)
def test_lines_of_a_sheet(line: str) -> None:
    check_growth(read_line, lambda n: line[0] + line[1:] * n if MARKS in line else line * n, 5_000)


def test_sheets() -> None:
    def sheet(deals: int) -> str:
        return json.dumps(
            {"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": ["pass"] * deals}
        )

    check_growth(parse_sheet, sheet, 500)
    check_growth(parse_sheet, sheet, 20_000)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("strains", lambda n: "S" * n),
        ("trump_order", lambda n: "7A" * n),
        ("four_points", lambda n: [10] * n),
        ("preset", lambda n: "a" + MARKS * n),
    ],
)
def test_rule_sets(field: str, value: Callable[[int], object]) -> None:
    check_growth(from_data, lambda n: {field: value(n)}, 20_000)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (parse_hands, "S:AJ9.T8..KQ7 "),
        (parse_hands, "S:. "),
        (parse_hands, "S:AJ9.T8..KQ7"),
        (parse_call, "80H"),
        (resolve, "cafe:a_,"),
        (resolve, "a"),
    ],
)
def test_notation(read: Callable[[str], object], text: str) -> None:
    check_growth(read, lambda n: text * n, 5_000)
