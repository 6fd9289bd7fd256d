"""Work in processes of its own: in order, or as it comes; and how it ends before its time."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pilotta.processes import as_done, in_order

ROOT = Path(__file__).parents[1]
LONG = 300.0
SOON = 60.0


def work(task: tuple[str, float]) -> int:
    """Leaves a file named after its process in a folder, and takes so many seconds."""
    folder, seconds = task
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(seconds)
    return os.getpid()


def alive(pid: int) -> bool:
    try:
        # A process that has ended and that nobody has asked about is not alive.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


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
