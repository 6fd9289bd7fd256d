"""A fight that is interrupted goes on where it stopped, and comes to what it would have come to."""

import errno
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pilotta.arena import journal
from pilotta.arena.fight import Fight
from pilotta.arena.journal import Journal, JournalError, fingerprint, heading
from pilotta.arena.report import latency, report
from pilotta.arena.run import CHUNK, Done, Fought, Work, do, fight_out, work_of
from pilotta.arena.times import Clock
from pilotta.rules.catalogue import PRESETS

FIGHT = Fight("cafe", "random", PRESETS["academy"], 9, 1)
ROOT = Path(journal.__file__).resolve().parent.parent
PIECES = len(work_of(FIGHT))


class Broken(Exception):
    pass


class Runner:
    """Does so many pieces, the last ones first, and then breaks; counts what it was asked for."""

    def __init__(self, count: int) -> None:
        self.count, self.asked = count, 0

    def __call__(self, pieces: Sequence[Work]) -> Iterator[tuple[Work, Done]]:
        self.asked = len(pieces)
        for number, work in enumerate(reversed(pieces)):
            if number == self.count:
                raise Broken
            yield work, do(work)


def interrupted(path: Path, count: int, fight: Fight = FIGHT) -> None:
    with Journal(path, fight) as kept, pytest.raises(Broken):
        fight_out(fight, kept=kept, runner=Runner(count))


@pytest.fixture(scope="module")
def at_once() -> Fought:
    return fight_out(FIGHT)


@pytest.mark.parametrize(("count", "jobs"), [(0, 1), (1, 2), (PIECES - 1, 1)])
def test_a_resumed_fight_comes_to_the_same(tmp_path: Path, at_once: Fought, count: int, jobs: int) -> None:
    path = tmp_path / "fight.jsonl"
    interrupted(path, count)
    assert len(path.read_bytes().splitlines()) == 1 + count
    with Journal(path, FIGHT) as kept:
        found = fight_out(FIGHT, jobs, kept=kept)
    assert found == at_once
    assert json.dumps(report(found)) == json.dumps(report(at_once))


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    interrupted(path, 2)
    heard: list[float] = []
    rest = Runner(PIECES)
    with Journal(path, FIGHT) as kept:
        first = fight_out(FIGHT, 1, heard.append, kept=kept, runner=rest)
    assert rest.asked == PIECES - 2
    assert (heard[0], heard[-1]) == (2 / PIECES, 1.0)
    nothing = Runner(0)
    with Journal(path, FIGHT) as kept:
        again = fight_out(FIGHT, kept=kept, runner=nothing)
    assert nothing.asked == 0
    # The very same, down to the time that was taken.
    assert (report(again), latency(again)) == (report(first), latency(first))


def test_a_torn_last_line_is_dropped(tmp_path: Path, at_once: Fought) -> None:
    path = tmp_path / "fight.jsonl"
    interrupted(path, 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with Journal(path, FIGHT) as kept:
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:-1])
        assert fight_out(FIGHT, kept=kept) == at_once
    for line in path.read_bytes().splitlines():
        json.loads(line)


def test_a_torn_first_line_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    Journal(path, FIGHT).close()
    head = path.read_bytes()
    path.write_bytes(head[:30])
    Journal(path, FIGHT).close()
    assert path.read_bytes() == head


@pytest.mark.parametrize("text", [b"my diary", b"my diary\n", b'{"a": 1}\n', b"[]\n", b"[" * 100_000 + b"\n"])
def test_another_file_is_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "diary"
    path.write_bytes(text)
    with pytest.raises(JournalError, match="diary is no journal of the arena"):
        Journal(path, FIGHT)
    assert path.read_bytes() == text


def test_a_line_in_the_middle_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    interrupted(path, 2)
    lines = path.read_bytes().splitlines(keepends=True)
    for bad in (
        b"\n",
        b"[" * 100_000 + b"\n",
        b"{}\n",
        b'{"kind":"deals"}\n',
        lines[1].replace(b'"kind":"', b'"kind":"x'),
    ):
        path.write_bytes(lines[0] + bad + lines[2])
        with pytest.raises(JournalError, match="line 2 cannot be read"):
            Journal(path, FIGHT)


def damage(line: bytes) -> Iterator[bytes]:
    """The line of a piece of deals with one thing about it that cannot be."""
    changes: list[dict[str, object]] = [
        {"rows": []},
        {"rows": json.loads(line)["rows"] * 2},
        {"start": 1},
        {"start": -CHUNK},
        {"start": [0]},
    ]
    for change in changes:
        yield json.dumps({**json.loads(line), **change}).encode()
    for value in ("x", None, 1.5, True, float("inf"), float("nan")):
        data = json.loads(line)
        data["rows"][0][0][0] = value
        yield json.dumps(data).encode()
    data = json.loads(line)
    data["clocks"][0][0][1] = 123.456
    yield json.dumps(data).replace("123.456", "1e999").encode()


def test_a_line_that_cannot_be_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    with Journal(path, FIGHT) as kept:
        work = work_of(FIGHT)[0]
        kept.keep(work, do(work))
    head, line = path.read_bytes().splitlines()
    Journal(path, FIGHT).close()
    for bad in damage(line):
        path.write_bytes(head + b"\n" + bad + b"\n")
        with pytest.raises(JournalError, match="line 2 cannot be read"):
            Journal(path, FIGHT)


def test_what_nobody_won_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    fight = replace(FIGHT, deals=20)
    with Journal(path, fight) as kept:
        kept.keep(work_of(fight)[-1], Done((), ((1.0, 0.5),), (Clock(), Clock())))
    Journal(path, fight).close()
    path.write_bytes(path.read_bytes().replace(b"[[1.0,0.5]]", b"[[1.0,7.0]]"))
    with pytest.raises(JournalError, match="line 2 cannot be read"):
        Journal(path, fight)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such devices")
def test_a_device_keeps_no_fight() -> None:
    # /dev/zero would be read for ever.
    for device in ("/dev/null", "/dev/zero"):
        with pytest.raises(JournalError, match="is no file"):
            Journal(Path(device), FIGHT)


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int, _line: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "fight.jsonl"
    work = work_of(FIGHT)[0]
    with Journal(path, FIGHT) as kept:
        found = do(work)
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(JournalError, match=r"fight\.jsonl: No space left on device"):
            kept.keep(work, found)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"a": "mastoras"}, "a cafe@1, not mastoras@1"),
        ({"b": "pimc-10"}, "b random@1, not pimc-10"),
        ({"deals": 10}, "deals 9, not 10"),
        ({"seed": 2}, "seed 1, not 2"),
        ({"track": "play"}, "track match, not play"),
        ({"reference": "random"}, "reference cafe@1, not random@1"),
        ({"rules": PRESETS["club"]}, "rules academy, not club"),
        ({"seed": 2, "deals": 10}, "deals 9, not 10; seed 1, not 2"),
    ],
)
def test_another_fight_is_told_apart(tmp_path: Path, other: dict[str, object], said: str) -> None:
    path = tmp_path / "fight.jsonl"
    interrupted(path, 1)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal(path, replace(FIGHT, **other))
    assert str(caught.value) == f"{path} keeps another fight: {said}"
    assert path.read_bytes() == before


def test_another_program_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fight.jsonl"
    Journal(path, FIGHT).close()
    monkeypatch.setattr("pilotta.arena.journal.fingerprint", lambda: "another")
    with pytest.raises(JournalError, match=rf"program 0\.1\.0 {fingerprint()}, not 0\.1\.0 another"):
        Journal(path, FIGHT)


def test_the_heading_says_which_versions_play() -> None:
    found = heading(replace(FIGHT, a="mastoras"))
    assert (found["a"], found["b"], found["chunk"]) == ("mastoras@1", "random@1", CHUNK)


def test_the_fingerprint_is_of_what_plays_and_of_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew = fingerprint.__wrapped__
    before = anew()
    sources = {file.relative_to(ROOT).as_posix() for file in journal._sources()}
    assert {
        "cards.py",
        "rules/scoring.py",
        "bots/play/following.py",
        "bots/levels/mastoras.py",
        "engine/many.py",
    } <= sources
    assert not [name for name in sources if name.startswith(("cli/", "server/", "review/", "puzzles/"))]
    # The same package, and then one line more in a module that plays, in one that does not, and in a table of numbers.
    copy = tmp_path / "pilotta"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "server", "static"))
    monkeypatch.setattr(journal, "_ROOT", copy)
    assert anew() == before
    with (copy / "cli" / "solve.py").open("a", encoding="utf-8") as file:
        file.write("# more\n")
    assert anew() == before
    (copy / "bots" / "weights.bin").write_bytes(b"1")
    with_weights = anew()
    (copy / "bots" / "weights.bin").unlink()
    with (copy / "bots" / "play" / "following.py").open("a", encoding="utf-8") as file:
        file.write("# more\n")
    assert len({before, with_weights, anew()}) == 3
