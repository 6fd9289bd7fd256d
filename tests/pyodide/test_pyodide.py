"""The rules, the game and the bots are the same in the browser as here, byte for byte.

`play_match.py` plays one match of each rule set. It is run by this interpreter and by the one that a browser
would load (Pyodide, under Node), on the same sources.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent / "src"
SCRIPT = HERE / "play_match.py"


def output_of(*command: str | Path, environment: dict[str, str]) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=280)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


@pytest.mark.parametrize("preset", ["academy", "kafeneio", "bourlot", "club"])
def test_a_match_is_the_same_under_pyodide(preset: str) -> None:
    node = shutil.which("node")
    assert node, "the test needs Node"
    assert (HERE / "node_modules/pyodide").is_dir(), "Pyodide is not installed: run make test-setup"

    # -S: no site-packages, so that the native run too has nothing but the standard library.
    native = output_of(
        sys.executable, "-S", "-B", SCRIPT, preset, environment={"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1"}
    )
    browser = output_of(
        node, HERE / "run.mjs", SOURCE, SCRIPT, preset, environment={"PATH": os.environ["PATH"]}
    )

    assert b"MatchWon" in native
    assert b'"pilotta-record"' in native
    assert browser == native
