"""A test whose piece is missing says so: skipped where one may have set up less, failed where all was to be there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import pieces

ROOT = Path(__file__).resolve().parent.parent


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    """The tests of one file that wants Chromium, where there is none."""
    unset = {"TESTS_COMPLETE", "CI"} - set(environment)
    variables = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/browser/test_cards.py"],
        cwd=ROOT,
        env={**variables, "CHROMIUM": "/no/such/browser", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_bare_run_skips_what_misses_a_piece_and_says_what_brings_it() -> None:
    done = run()
    assert done.returncode == 0, done.stdout
    assert " were left out for want of Chromium: make test-setup installs what is missing.\n" in done.stdout
    assert "passed" not in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", ["TESTS_COMPLETE", "CI"])
def test_where_all_was_set_up_it_fails(name: str) -> None:
    done = run(**{name: "true"})
    assert done.returncode == 1
    assert "Chromium is missing: make test-setup installs it" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_make_says_that_all_was_set_up() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    runs = [line for line in makefile.splitlines() if line.lstrip("\t@").find("pytest -m") >= 0]
    assert len(runs) == 2
    assert all(line.startswith("\t@TESTS_COMPLETE=1 $(BIN)/pytest -m ") for line in runs)


def test_a_piece_that_is_there_is_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, away = tmp_path / "here", tmp_path / "away"
    here.touch()
    monkeypatch.setattr(pieces, "NAMES", {away: "A piece"})
    assert pieces.needed(here) == here
    with pytest.raises(pieces.Missing, match="A piece is missing: make test-setup installs it"):
        pieces.needed(away)
