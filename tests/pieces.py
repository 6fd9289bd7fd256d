"""What tests need beyond ``make setup``: the WebAssembly module, Pyodide, Chromium. ``make test-setup`` brings them.

Under ``make test`` (which says so in ``TESTS_COMPLETE``) and in CI a test fails where its piece is missing. A bare ``pytest`` skips
it and says in one line at the end what would bring the piece.
"""

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WASM: Final = ROOT / "build/wasm/pilotta.wasm"
PYODIDE: Final = ROOT / "tests/pyodide/node_modules/pyodide/package.json"

NAMES: Final = {WASM: "the WebAssembly module", PYODIDE: "Pyodide"}
BRINGS: Final = "make test-setup installs"


class Missing(Exception):
    """A test's piece is not there; ``piece`` is what people call it."""

    def __init__(self, piece: str) -> None:
        super().__init__(f"{piece} is missing: {BRINGS} it")
        self.piece = piece


def needed(path: Path) -> Path:
    """The file of a piece. Missing where it is not there."""
    if not path.is_file():
        raise Missing(NAMES[path])
    return path


def chromium() -> Path:
    """The browser, or the one that CHROMIUM names. Missing where there is none."""
    path = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    if not os.access(path, os.X_OK):
        raise Missing("Chromium")
    return path


def all_must_be_there() -> bool:
    """Whether a missing piece is a failure: nothing may hide behind a skip where all was to be set up."""
    return bool(os.environ.get("TESTS_COMPLETE") or os.environ.get("CI"))
