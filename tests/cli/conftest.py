"""Running a command as a person's shell does, or quickly in this process."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pilotta.cli.main import main

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


@pytest.fixture
def shell() -> Callable[..., Ran]:
    """Run ``python -m pilotta`` as a process; ``stdin`` is given as bytes or text."""

    def run(
        *words: str,
        stdin: bytes | str = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        seconds: float = 60,
    ) -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **(env or {})}
        done = subprocess.run(
            [sys.executable, "-m", "pilotta", *words],
            input=given,
            capture_output=True,
            timeout=seconds,
            env=environment,
            cwd=cwd,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run ``main`` in this process."""
    monkeypatch.setenv("PILOTTA_LANG", "en")

    def run(*words: str) -> Ran:
        status = main(words)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return run


@pytest.fixture(params=["academy", "kafeneio", "bourlot", "club"])
def record(request: pytest.FixtureRequest) -> Path:
    """A legal match of each rule set; three of them with forgotten announcements, shows and calls."""
    return RECORDS / f"cli-{request.param}.pilotta.json"
