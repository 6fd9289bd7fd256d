"""The floors that must run on a bare interpreter do: no package, installed or not, is needed.

import-linter holds a list of forbidden packages; this asks the standard library's own list of names instead,
of every import in the sources (those inside functions too) and of a process that has imported it all.
"""

import ast
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
BARE = (
    "cards",
    "processes",
    "said",
    "seats",
    "words",
    "rules",
    "game",
    "phrases",
    "bots",
    "arena",
    "engine",
    "review",
    "puzzles",
    "sheet",
    "table",
)
# Modules of a bare floor that are for those who have these: numpy's users, and browsers (`js` is Pyodide's).
GUESTS = {"pilotta/engine/arrays.py": {"numpy"}, "pilotta/engine/wasm.py": {"js"}}
NEED_MORE = {"pilotta.engine.arrays", "pilotta.engine._native"}


def files_of(floor: str) -> list[Path]:
    path = SOURCE / "pilotta" / floor
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def imported_by(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.lineno, node.module.partition(".")[0]


@pytest.mark.parametrize("floor", BARE)
def test_a_bare_floor_imports_the_standard_library_only(floor: str) -> None:
    allowed = sys.stdlib_module_names | {"pilotta"}
    foreign = [
        f"{path.relative_to(SOURCE)}:{line} imports {name}"
        for path in files_of(floor)
        for line, name in imported_by(path)
        if name not in allowed | GUESTS.get(path.relative_to(SOURCE).as_posix(), set())
    ]
    assert foreign == []


def test_the_bare_floors_import_without_site_packages() -> None:
    modules = ["pilotta"]
    for floor in BARE:
        modules.append(f"pilotta.{floor}")
        path = SOURCE / "pilotta" / floor
        if path.is_dir():
            found = pkgutil.walk_packages([str(path)], f"pilotta.{floor}.")
            modules += [each.name for each in found if each.name not in NEED_MORE]
    program = f"""
import importlib, json, sys
sys.path.insert(0, {str(SOURCE)!r})
for name in {modules!r}:
    importlib.import_module(name)
print(json.dumps(sorted({{name.partition(".")[0] for name in sys.modules}})))
"""
    # -I -S: neither the environment nor site-packages may lend a hand.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    # multiprocessing, of the standard library, knows the main module by a second name.
    expected = sys.stdlib_module_names | {"pilotta", "__main__", "__mp_main__"}
    assert set(json.loads(done.stdout)) - expected == set()
