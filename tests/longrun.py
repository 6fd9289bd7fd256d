"""A run of the long tests that may be broken off and goes on where it stopped: ``make test-long`` loads this plugin.

What has passed is kept in ``build/long.jsonl``, with the state of the sources that it passed on; on another state all begins anew.
When every test has had its turn, ``tests/long.json`` says how it ended and on which commit. It belongs into the repository.
"""

import hashlib
import json
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
JOURNAL: Final = ROOT / "build/long.jsonl"
RESULT: Final = ROOT / "tests/long.json"


def git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def state_of_sources() -> dict[str, Any]:
    """The commit, and what stands in tracked files beside it: a digest of the changes, or None where there are none."""
    changes = git("diff", "HEAD", "--", ".", f":!{RESULT.relative_to(ROOT)}")
    return {
        "commit": git("rev-parse", "HEAD").decode().strip(),
        "changes": hashlib.sha256(changes).hexdigest()[:12] if changes else None,
    }


class Journal:
    """Which tests have passed on this state of the sources, and how many seconds each took."""

    def __init__(self, path: Path, state: dict[str, Any]) -> None:
        self.path, self.state = path, state
        self.passed: dict[str, float] = {}
        try:
            head, *lines = path.read_text(encoding="utf-8").splitlines()
            if json.loads(head) == state:
                for line in lines:
                    # The last line may have been broken off with the run.
                    if line.endswith("}"):
                        found = json.loads(line)
                        self.passed[found["test"]] = found["seconds"]
        except (FileNotFoundError, ValueError):
            pass
        path.parent.mkdir(parents=True, exist_ok=True)
        self._write(*({"test": name, "seconds": seconds} for name, seconds in self.passed.items()), anew=True)

    def add(self, name: str, seconds: float) -> None:
        self.passed[name] = seconds
        self._write({"test": name, "seconds": seconds})

    def _write(self, *lines: dict[str, Any], anew: bool = False) -> None:
        with self.path.open("w" if anew else "a", encoding="utf-8") as file:
            for line in (self.state, *lines) if anew else lines:
                file.write(json.dumps(line) + "\n")


class LongRun:
    def __init__(self, journal: Journal, result: Path) -> None:
        self.journal, self.result = journal, result
        self.wanted: list[str] = []
        self.failed: dict[str, str] = {}
        self.skipped: list[str] = []
        self.whole = True

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what has passed already. A run of some long tests alone says nothing about all of them."""
        self.whole = not config.option.keyword and not any(
            "::" in each or each.endswith(".py") for each in config.args
        )
        self.wanted = [item.nodeid for item in items]
        done = [item for item in items if item.nodeid in self.journal.passed]
        if done:
            items[:] = [item for item in items if item.nodeid not in self.journal.passed]
            config.hook.pytest_deselected(items=done)

    def pytest_report_collectionfinish(self) -> str:
        done = [name for name in self.wanted if name in self.journal.passed]
        return f"long run: {len(done)} of {len(self.wanted)} passed before on these sources"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = report.when
        elif report.skipped:
            self.skipped.append(report.nodeid)
        elif report.when == "call":
            self.journal.add(report.nodeid, round(report.duration, 1))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ended = exitstatus in (
            pytest.ExitCode.OK,
            pytest.ExitCode.TESTS_FAILED,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        )
        if ended and self.whole and self.wanted and not session.shouldstop and not session.shouldfail:
            self.result.write_text(json.dumps(self.outcome(), indent=1) + "\n", encoding="utf-8")
            if not self.failed:
                # What has passed is known by now from the commit, not from the journal.
                session.exitstatus = pytest.ExitCode.OK

    def outcome(self) -> dict[str, Any]:
        passed = {name: self.journal.passed[name] for name in self.wanted if name in self.journal.passed}
        return {
            **self.journal.state,
            "ended": time.strftime("%Y-%m-%d", time.gmtime()),
            "passed": len(passed),
            "failed": sorted(self.failed),
            "skipped": sorted(self.skipped),
            "minutes": round(sum(passed.values()) / 60, 1),
            "seconds": dict(sorted(passed.items())),
        }


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(LongRun(Journal(JOURNAL, state_of_sources()), RESULT), "long-run")
