"""A fight's journal: a file to which every finished piece is added, so that an interrupted fight goes on where it stopped.

The first line says which fight it is, under which program; every other line holds one piece. A line is written at once, so only
the last one can be torn: it is dropped, and its piece played again.
"""

import ast
import hashlib
import json
import math
import os
import stat
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Self

from pilotta import __version__
from pilotta.arena.fight import Fight, Played
from pilotta.arena.run import CHUNK, Done, Kind, Work, work_of
from pilotta.arena.times import Clock
from pilotta.arena.yardsticks import full_name, is_own
from pilotta.bots.own import source_print
from pilotta.cards import shown
from pilotta.rules.catalogue import to_data

FORMAT: Final = "pilotta arena 1"
_ROOT: Final = Path(__file__).resolve().parent.parent


class JournalError(ValueError):
    """This file cannot keep this fight."""


class Journal:
    """The file at ``path``, made where there is none. JournalError says what is wrong with it, how its fight differs from this
    one, or why nothing can be added to it; OSError where the system does not open it."""

    def __init__(self, path: Path, fight: Fight) -> None:
        self._path = path
        self._rows = {work.key: len(work.indices) for work in work_of(fight)}
        head = heading(fight)
        # Append, so that nothing which is there can be written over.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            self._done = self._begin(head)
        except BaseException:
            self.close()
            raise

    def _begin(self, head: dict[str, Any]) -> dict[tuple[Kind, int], Done]:
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            # A device or a pipe may have no end, and keeps nothing.
            raise JournalError(f"{self._path} is no file")
        text, first = self._path.read_bytes(), _line(head)
        whole, newline, torn = text.rpartition(b"\n")
        if newline:
            lines = whole.split(b"\n")
            self._agree(lines[0], head)
            found = dict(self._read(lines))
            os.ftruncate(self._file, len(text) - len(torn))
            return found
        if not first.startswith(text):
            raise JournalError(f"{self._path} is no journal of the arena")
        # Empty, or torn in its first line.
        os.ftruncate(self._file, 0)
        self._write(first)
        return {}

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def found(self, work: Work) -> Done | None:
        """What came of this piece, where it was done."""
        return self._done.get(work.key)

    def keep(self, work: Work, done: Done) -> None:
        """Add a piece to the file."""
        self._write(_line(_to_data(work, done)))

    def _write(self, line: bytes) -> None:
        # One call for the whole line: another process that writes to this file cannot come between.
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise JournalError(f"{self._path}: {error.strerror or type(error).__name__}") from error
        if written != len(line):
            raise JournalError(f"{self._path}: only {written} of {len(line)} bytes could be written")

    def _agree(self, first: bytes, head: dict[str, Any]) -> None:
        try:
            there = json.loads(first)
        except (ValueError, RecursionError):
            there = None
        if not isinstance(there, dict) or there.get("journal") != FORMAT:
            raise JournalError(f"{self._path} is no journal of the arena")
        differ = [
            f"{name} {_said(there.get(name))}, not {_said(value)}"
            for name, value in head.items()
            if there.get(name) != value
        ]
        if differ:
            raise JournalError(f"{self._path} keeps another fight: {'; '.join(differ)}")

    def _read(self, lines: list[bytes]) -> Iterator[tuple[tuple[Kind, int], Done]]:
        for number, line in enumerate(lines[1:], 2):
            try:
                yield self._piece(json.loads(line, parse_float=_finite, parse_constant=_finite))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise JournalError(f"{self._path}: line {number} cannot be read") from error

    def _piece(self, data: dict[str, Any]) -> tuple[tuple[Kind, int], Done]:
        """A piece of this fight, whole. ValueError, TypeError or KeyError where the data is something else."""
        key, done = _from_data(data)
        if len(done.deals or done.matches) != self._rows[key]:
            raise ValueError("another number of rows than this piece has")
        return key, done


def heading(fight: Fight) -> dict[str, Any]:
    """All that must be the same for two runs to play the same."""
    return {
        "journal": FORMAT,
        "a": full_name(fight.a),
        "b": full_name(fight.b),
        "reference": full_name(fight.reference),
        "track": fight.track,
        "rules": to_data(fight.rules),
        "deals": fight.deals,
        "seed": fight.seed,
        "chunk": CHUNK,
        "program": f"{__version__} {fingerprint()}",
        **_of_own(fight),
    }


def _of_own(fight: Fight) -> dict[str, Any]:
    """What hangs on somebody's own bots: how long they may think, and what their modules are."""
    names = [name for name in (fight.a, fight.b) if is_own(name)]
    if not names:
        return {}
    return {"time_limit": fight.time_limit, "own": {name: source_print(name) for name in names}}


@cache
def fingerprint() -> str:
    """Twelve letters that change with anything in the package that can change how a deal is played: the modules that the arena
    loads, data beside them, and the native core. A change elsewhere, to the terminal or to a review, lets a fight go on."""
    found = hashlib.sha256()
    for file in sorted(_sources() | _data()):
        found.update(f"{file.relative_to(_ROOT).as_posix()}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    native = find_spec("pilotta.engine._native")
    if native is not None and native.origin is not None:
        found.update(hashlib.sha256(Path(native.origin).read_bytes()).digest())
    return found.hexdigest()[:12]


def _sources() -> set[Path]:
    """The modules of the package that playing a fight imports, one through another, wherever in them it is written."""
    found: set[Path] = set()
    waiting = ["pilotta.arena.run"]
    while waiting:
        at = _ROOT.joinpath(*waiting.pop().split(".")[1:])
        file = at.with_suffix(".py") if not at.is_dir() else at / "__init__.py"
        if file in found or not file.is_file():
            continue
        found.add(file)
        for node in ast.walk(ast.parse(file.read_bytes())):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                # What is imported from a package can be a module itself.
                names = [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
            waiting += [name for name in names if name.split(".")[0] == "pilotta"]
    return found


def _data() -> set[Path]:
    """Numbers that lie beside the bots. Sentences are for people, and compiled files come and go."""
    inside = (_ROOT / "bots").rglob("*")
    return {
        file
        for file in inside
        if file.is_file() and file.suffix != ".py" and not {"__pycache__", "locale"} & set(file.parts)
    }


def _said(value: object) -> str:
    return value if isinstance(value, str) else shown(value)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _to_data(work: Work, done: Done) -> dict[str, Any]:
    return {
        "kind": work.kind,
        "start": work.indices.start,
        "rows": done.deals if work.kind == "deals" else done.matches,
        "clocks": [clock.to_data() for clock in done.clocks],
    }


def _from_data(data: dict[str, Any]) -> tuple[tuple[Kind, int], Done]:
    kind, rows = data["kind"], data["rows"]
    a, b = (Clock.from_data(clock) for clock in data["clocks"])
    if kind == "deals":
        return (kind, data["start"]), Done(
            tuple((_played(one), _played(two)) for one, two in rows), (), (a, b)
        )
    if kind == "matches":
        return (kind, data["start"]), Done((), tuple((_won(one), _won(two)) for one, two in rows), (a, b))
    raise ValueError(f"{shown(kind)} is no kind of work")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number")
    return number


def _played(row: list[Any]) -> Played:
    played = Played(*row)
    for value, wanted in zip(played, Played.__annotations__.values(), strict=True):
        if type(value) is not wanted:
            raise TypeError(f"{shown(value)} is no {wanted.__name__}")
    return played


def _won(share: object) -> float:
    if share not in (0.0, 0.5, 1.0):
        raise ValueError(f"{shown(share)} is no outcome of a match")
    return float(share)
