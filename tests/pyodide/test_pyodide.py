"""The rules, the game, the bots and the solver are the same in the browser as here, byte for byte.

`play_match.py` plays one match of each rule set, `solve_endings.py` solves endings, `calculate.py` calculates, `speak.py` says
all that can be said, `sign_levels.py` signs the levels. They are run by this interpreter and by the one that a browser would load (Pyodide, under Node), on the same sources.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.bots.levels import SIGNATURES, signed
from tests.pieces import PYODIDE, WASM, needed

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCE = ROOT / "src"


def output_of(*command: str | Path, environment: dict[str, str]) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=280)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


def browser_output_of(script: Path, *arguments: str, sources: str = str(SOURCE), **environment: str) -> bytes:
    """Under Pyodide with that environment."""
    node = shutil.which("node")
    assert node, "the test needs Node"
    needed(PYODIDE)
    return output_of(
        node,
        HERE / "run.mjs",
        sources,
        script,
        *arguments,
        environment={"PATH": os.environ["PATH"], **environment},
    )


def both_outputs_of(script: Path, *arguments: str, **environment: str) -> tuple[bytes, bytes]:
    """Here, and under Pyodide with that environment."""
    # -S: no site-packages, so that the native run too has nothing but the standard library.
    native = output_of(
        sys.executable,
        "-S",
        "-B",
        script,
        *arguments,
        environment={"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1"},
    )
    return native, browser_output_of(script, *arguments, **environment)


@pytest.mark.parametrize("preset", ["academy", "kafeneio", "bourlot", "club"])
def test_a_match_is_the_same_under_pyodide(preset: str) -> None:
    native, browser = both_outputs_of(HERE / "play_match.py", preset)
    assert b"MatchWon" in native
    assert b'"pilotta-record"' in native
    assert browser == native


@pytest.mark.parametrize("preset", ["academy", "club"])
def test_a_table_is_the_same_under_pyodide(preset: str) -> None:
    """A whole match through the table floor, as in a browser without a server: log, views, what may be heard, record."""
    native, browser = both_outputs_of(HERE / "play_table.py", preset)
    assert native.count(b'"kind":"ready"') >= 1
    assert b"Told(" in native
    assert b'"pilotta-record"' in native
    assert browser == native


def test_the_solver_in_webassembly_agrees_with_the_reference() -> None:
    reference, browser = both_outputs_of(HERE / "solve_endings.py", SOLVER=str(needed(WASM)))
    # Value and moves of an ending in each of six strains under each of four rule sets.
    assert reference.count(b"\n") == 2 * 6 * 4
    assert browser == reference


def test_numbers_are_the_same_under_pyodide() -> None:
    native, browser = both_outputs_of(HERE / "calculate.py")
    assert native.count(b"\n") > 2000
    assert browser == native


def test_sentences_are_the_same_under_pyodide() -> None:
    native, browser = both_outputs_of(HERE / "speak.py")
    assert native.count(b"\n") > 2000
    assert "βαλές κούπα".encode() in native
    assert browser == native


def browser_levels() -> list[Any]:
    """The levels with a signature; their styles are for slow runs."""
    return [pytest.param(name, marks=[pytest.mark.slow] if ":" in name else []) for name in signed()]


@pytest.mark.parametrize("name", browser_levels())
def test_a_level_acts_the_same_under_pyodide(name: str) -> None:
    """With the core in WebAssembly: every signature is the one that the native core has."""
    frozen = json.loads(SIGNATURES.read_text(encoding="utf-8"))
    found = browser_output_of(
        HERE / "sign_levels.py", name, sources=f"{SOURCE}:{ROOT}", SOLVER=str(needed(WASM))
    )
    assert found.decode().split() == ["WebAssembly", name, frozen[name]]
