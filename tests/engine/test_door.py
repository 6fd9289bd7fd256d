"""The door in Python is the twin of the one in C++, and it is what the native module has."""

import re
from pathlib import Path

from pilotta.engine import _native, door

HEADER = Path(__file__).parents[2] / "native" / "door.hpp"


def test_both_doors_have_the_same_numbers() -> None:
    text = HEADER.read_text(encoding="utf-8")
    # Offsets, and the bits that switch reductions off, stand in namespaces of their own.
    outside = re.sub(r"^namespace \w+ \{$(?<!pilotta \{).*?^\}", "", text, flags=re.MULTILINE | re.DOTALL)
    found = dict(re.findall(r"constexpr [\w:]+ ([A-Z_]+) = ([^;]+);", outside))
    assert len(found) >= 12
    known: dict[str, int] = {}
    for name, value in found.items():
        known[name] = eval(value, {}, known)
        assert getattr(door, name) == known[name], name


def test_both_doors_have_the_same_kinds_and_statuses() -> None:
    text = HEADER.read_text(encoding="utf-8")
    kinds = re.search(r"enum class Kind : \S+ \{(.*?)\}", text)
    statuses = re.search(r"enum class Status : \S+ \{(.*?)\}", text)
    assert kinds
    assert statuses
    for number, name in enumerate(kinds[1].split(",")):
        assert getattr(door, name.strip().upper()) == number
    for number, name in enumerate(statuses[1].replace("unfinished", "not_finished").split(",")):
        assert getattr(door, name.strip().upper()) == number


def test_the_native_module_stands_behind_it() -> None:
    assert _native.kind == "native"
    for name in ("GAME_BYTES", "QUESTION_WORDS", "ANSWER_WORDS", "SEEN_WORDS"):
        assert getattr(_native, name) == getattr(door, name)
    for method in ("run", "playouts", "deals"):
        assert callable(getattr(_native, method))
