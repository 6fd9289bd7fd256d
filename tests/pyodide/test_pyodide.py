"""The rules, the game, the bots and the solver are the same in the browser as here, byte for byte.

`play_match.py` plays one match of each rule set, `solve_endings.py` solves endings. They are run by this interpreter and by
the one that a browser would load (Pyodide, under Node), on the same sources.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent / "src"
SOLVER = HERE.parent.parent / "build/wasm/pilotta.wasm"


def output_of(*command: str | Path, environment: dict[str, str]) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=280)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


def both_outputs_of(script: Path, *arguments: str, **environment: str) -> tuple[bytes, bytes]:
    """Here, and under Pyodide with that environment."""
    node = shutil.which("node")
    assert node, "the test needs Node"
    assert (HERE / "node_modules/pyodide").is_dir(), "Pyodide is not installed: run make test-setup"

    # -S: no site-packages, so that the native run too has nothing but the standard library.
    native = output_of(
        sys.executable,
        "-S",
        "-B",
        script,
        *arguments,
        environment={"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1"},
    )
    browser = output_of(
        node,
        HERE / "run.mjs",
        SOURCE,
        script,
        *arguments,
        environment={"PATH": os.environ["PATH"], **environment},
    )
    return native, browser


@pytest.mark.parametrize("preset", ["academy", "kafeneio", "bourlot", "club"])
def test_a_match_is_the_same_under_pyodide(preset: str) -> None:
    native, browser = both_outputs_of(HERE / "play_match.py", preset)
    assert b"MatchWon" in native
    assert b'"pilotta-record"' in native
    assert browser == native


def test_the_solver_in_webassembly_agrees_with_the_reference() -> None:
    assert SOLVER.is_file(), "no WebAssembly module: run make wasm"
    reference, browser = both_outputs_of(HERE / "solve_endings.py", SOLVER=str(SOLVER))
    # Value and moves of an ending in each of six strains under each of four rule sets.
    assert reference.count(b"\n") == 2 * 6 * 4
    assert browser == reference
