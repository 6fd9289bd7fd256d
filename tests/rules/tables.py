"""Reading the case tables in ``tests/data``: every case names the document that says so, or that the project decided."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pilotta.rules.catalogue import from_data
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import BySide

DATA = Path(__file__).resolve().parent.parent / "data"
SOURCES = (
    "000_13b2fa36950a5bda",
    "001_acc98ce21b997b9f",
    "002_12fb41304746d1c2",
    "003_34c75ac406ffdc10",
    "decision",
)

SUITS = "SHDC"


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def cases(name: str, key: str = "case") -> list[Any]:
    """The cases of a table as parameters, one for each rule set that a case names."""
    found = []
    for number, case in enumerate(table(name)[key], 1):
        source = case["source"]
        if isinstance(source, dict):
            assert list(source) == case["rules"], case
        assert set(source.values() if isinstance(source, dict) else [source]) <= set(SOURCES), case
        for data in case["rules"]:
            label = data if isinstance(data, str) else " ".join(str(each) for each in data.values())
            found.append(
                pytest.param(from_data(data), case, id=f"{number}-{label}-{case.get('name', case['source'])}")
            )
    return found


def pair(values: list[int]) -> BySide[int]:
    """NS and EW."""
    return BySide(*values)


def sheet(rules: RuleSet, tens: list[int]) -> dict[str, int]:
    """A score in tens as this rule set's sheet shows it."""
    return {"NS": tens[0] * rules.unit, "EW": tens[1] * rules.unit}
