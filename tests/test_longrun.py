"""A run of the long tests that is broken off goes on, and says at its end how it went."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.longrun import Journal, state_of_sources

ROOT = Path(__file__).resolve().parent.parent
STATE = {"commit": "0123", "changes": None}

SUITE = """
import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent

pytestmark = pytest.mark.long

@pytest.mark.parametrize("number", range(4))
def test_one(number):
    with (HERE / "ran").open("a") as file:
        file.write(str(number))
    if number == 2 and (HERE / "interrupt").exists():
        raise KeyboardInterrupt
    assert not (number == 1 and (HERE / "fail").exists())
"""

PLUGIN = """
import pytest
from pathlib import Path
from tests.longrun import Journal, LongRun

def pytest_configure(config):
    here = Path({here!r})
    state = {{"commit": (here / "commit").read_text(), "changes": None}}
    config.pluginmanager.register(LongRun(Journal(here / "long.jsonl", state), here / "long.json"))
"""


class Suite:
    """Four long tests in a folder of their own, which note that they were run."""

    def __init__(self, here: Path) -> None:
        self.here = here
        (here / "test_suite.py").write_text(SUITE)
        (here / "plugin.py").write_text(PLUGIN.format(here=str(here)))
        (here / "pytest.ini").write_text("[pytest]\nmarkers =\n    long: long\n")
        (here / "commit").write_text("0123")

    def run(self, *words: str) -> tuple[int, str]:
        """The exit status, and the tests that were run."""
        (self.here / "ran").write_text("")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "plugin", "-p", "no:cacheprovider", *words]
        done = subprocess.run(
            command,
            cwd=self.here,
            env={"PYTHONPATH": f"{self.here}:{ROOT}", "PATH": "/usr/bin:/bin"},
            capture_output=True,
            check=False,
            timeout=60,
        )
        return done.returncode, (self.here / "ran").read_text()

    @property
    def result(self) -> dict[str, object]:
        return json.loads((self.here / "long.json").read_text())


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return Suite(tmp_path)


def test_a_run_that_was_broken_off_goes_on(suite: Suite) -> None:
    (suite.here / "interrupt").touch()
    assert suite.run() == (2, "012")
    assert not (suite.here / "long.json").exists()
    (suite.here / "interrupt").unlink()
    assert suite.run() == (0, "23")
    assert {name: suite.result[name] for name in ("commit", "passed", "failed", "skipped")} == {
        "commit": "0123",
        "passed": 4,
        "failed": [],
        "skipped": [],
    }
    assert list(suite.result["seconds"]) == [f"test_suite.py::test_one[{number}]" for number in range(4)]
    # Nothing is left to do, and nothing is wrong with that.
    assert suite.run() == (0, "")
    assert suite.result["passed"] == 4


def test_on_other_sources_all_begins_anew(suite: Suite) -> None:
    assert suite.run() == (0, "0123")
    (suite.here / "commit").write_text("4567")
    assert suite.run() == (0, "0123")
    assert suite.result["commit"] == "4567"


def test_what_fails_is_named_and_tried_again(suite: Suite) -> None:
    (suite.here / "fail").touch()
    assert suite.run() == (1, "0123")
    assert (suite.result["passed"], suite.result["failed"]) == (3, ["test_suite.py::test_one[1]"])
    (suite.here / "fail").unlink()
    assert suite.run() == (0, "1")
    assert (suite.result["passed"], suite.result["failed"]) == (4, [])


def test_a_part_of_the_tests_says_nothing_of_all(suite: Suite) -> None:
    assert suite.run("-k", "one and 3") == (0, "3")
    assert not (suite.here / "long.json").exists()
    assert suite.run() == (0, "012")
    assert suite.result["passed"] == 4


def test_a_journal_that_was_broken_off_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    Journal(path, STATE).add("a", 1.5)
    with path.open("a") as file:
        file.write('{"test": "b", "seco')
    again = Journal(path, STATE)
    assert again.passed == {"a": 1.5}
    again.add("c", 2.0)
    assert Journal(path, STATE).passed == {"a": 1.5, "c": 2.0}
    path.write_text("no journal")
    assert Journal(path, STATE).passed == {}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a source package has no commit")
def test_the_sources_have_a_commit() -> None:
    assert len(state_of_sources()["commit"]) == 40
