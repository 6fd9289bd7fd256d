"""Work in processes of its own: in order, or as it comes; and how it ends before its time."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pilotta.processes import AHEAD, as_done, in_order

ROOT = Path(__file__).parents[1]
LONG = 300.0
SOON = 60.0
INTERRUPTED = 15.0
"""A second when nothing else runs."""


def work(task: tuple[str, float]) -> int:
    """Leaves a file named after its process in a folder, and takes so many seconds."""
    folder, seconds = task
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(seconds)
    return os.getpid()


def waver(number: int) -> int:
    """The even ones take long, and one of them fails."""
    if number % 2 == 0:
        time.sleep(0.3)
    if number == 4:
        raise ValueError(number)
    return number


class Counted:
    """Numbers that count how many of them somebody has looked at."""

    def __init__(self, count: int) -> None:
        self.count, self.seen = count, 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        self.seen = max(self.seen, index + 1)
        return index


def alive(pid: int) -> bool:
    try:
        # A process that has ended and that nobody has asked about is not alive.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def workers(folder: Path) -> list[int]:
    return [int(each.name) for each in folder.iterdir()]


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize("jobs", [1, 2])
def test_everything_is_done(tmp_path: Path, jobs: int) -> None:
    works = [(str(tmp_path), 0.0)] * 5
    assert len(list(in_order(work, works, jobs))) == 5
    assert [each for each, _ in as_done(work, works, jobs)] == works


def test_order_is_kept_up_to_what_failed() -> None:
    results = in_order(waver, range(20), 2)
    assert [next(results) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="4"):
        next(results)


@pytest.mark.parametrize("way", [in_order, as_done])
def test_few_pieces_are_asked_for_at_a_time(way: Callable[..., Iterator[object]]) -> None:
    works = Counted(100_000)
    results = way(abs, works, 2)
    for taken in range(1, 4):
        next(results)
        assert works.seen < AHEAD * 2 + taken
    results.close()  # type: ignore[attr-defined]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes")
@pytest.mark.parametrize(
    ("words", "seconds", "times"),
    [
        ("arena cafe random --deals 100000", 2.0, 1),
        ("arena cafe random --deals 100000", 3.0, 2),
        ("puzzles make --deals 100000", 2.5, 1),
        ("review tests/data/records/transcript-academy.pilotta.json --worlds 2000", 2.5, 1),
    ],
)
def test_an_interruption_ends_everything_soon(words: str, seconds: float, times: int) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "pilotta", *words.split(), "--jobs", "2"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        time.sleep(seconds)
        for _ in range(times):
            # As a terminal does it: to every process of the command.
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.02)
        assert running.wait(INTERRUPTED) != 0
        wait_until(lambda: not group_alive(running.pid))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("way", [in_order, as_done])
def test_who_leaves_early_waits_for_nothing(tmp_path: Path, way: Callable[..., Iterator[object]]) -> None:
    results = way(work, [(str(tmp_path), 0.0), *[(str(tmp_path), LONG)] * 3], 2)
    next(results)
    before = time.monotonic()
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - before < SOON
    assert not [pid for pid in workers(tmp_path) if alive(pid)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    script = (
        "from tests.test_processes import *\n"
        "if __name__ == '__main__':\n"
        "    list(in_order(work, [(sys.argv[1], LONG)] * 2, 2))\n"
    )
    file = tmp_path / "script.py"
    file.write_text(script)
    folder = tmp_path / "pids"
    folder.mkdir()
    parent = subprocess.Popen(
        [sys.executable, str(file), str(folder)], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    wait_until(lambda: len(workers(folder)) == 2)
    assert all(alive(pid) for pid in workers(folder))
    parent.kill()
    parent.wait(SOON)
    wait_until(lambda: not any(alive(pid) for pid in workers(folder)))
