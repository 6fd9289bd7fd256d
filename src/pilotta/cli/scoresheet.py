"""The running sheet of a match with real cards: deals, totals, wins, the end; and its file."""

import contextlib
import errno
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pilotta.cli.common import fail, printable, read_bytes, reason
from pilotta.cli.scoreline import LineError
from pilotta.cli.scoretally import line_of, parse_line
from pilotta.rules.catalogue import from_data, to_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import ZERO, DealScore, Tally, score_deal, winner_of
from pilotta.seats import SIDES, BySide

FORMAT: Final = "pilotta-sheet"
VERSION: Final = 1
NAME_LENGTH: Final = 20
_MOST_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal on the sheet. ``totals`` and ``wins`` stand after it, ``won`` is the side to which it gave a win."""

    line: str
    tally: Tally | None
    account: DealScore | None
    totals: BySide[int]
    wins: BySide[int]
    won: int | None

    @property
    def score(self) -> BySide[int]:
        return self.account.score if self.account else ZERO


@dataclass(slots=True)
class Sheet:
    rules: RuleSet
    names: tuple[str, str] | None = None
    entries: list[Entry] = field(default_factory=list)
    called: tuple[str, str] | None = None
    """What the sides are called where they have no names of their own; not kept."""

    @property
    def totals(self) -> BySide[int]:
        """The totals that the next deal adds to: nothing again after a win."""
        if not self.entries or (self.entries[-1].won is not None and self.winner is None):
            return ZERO
        return self.entries[-1].totals

    @property
    def wins(self) -> BySide[int]:
        return self.entries[-1].wins if self.entries else ZERO

    @property
    def winner(self) -> int | None:
        """The side that has won the match."""
        last = self.entries[-1] if self.entries else None
        if last is None or last.won is None:
            return None
        return last.won if self.by_reverse_capot or last.wins[last.won] >= self.rules.wins_needed else None

    @property
    def by_reverse_capot(self) -> bool:
        account = self.entries[-1].account if self.entries else None
        return account is not None and account.wins_match

    def add(self, line: str) -> Entry:
        """Score a deal and write it down. LineError where the line or the deal is wrong."""
        return self.add_tally(parse_line(self.rules, line))

    def add_tally(self, tally: Tally | None) -> Entry:
        if self.winner is not None:
            raise LineError("score.match_over")
        account = score_deal(self.rules, tally) if tally else None
        score = account.score if account else ZERO
        before = self.totals
        totals = BySide(before.ns + score.ns, before.ew + score.ew)
        won = None
        if account is not None:
            won = account.capot if account.wins_match else winner_of(self.rules, totals)
        wins = BySide(self.wins.ns + (won == 0), self.wins.ew + (won == 1))
        entry = Entry(line_of(self.rules, tally), tally, account, totals, wins, won)
        self.entries.append(entry)
        return entry

    def undo(self) -> Entry | None:
        """Take the last deal off the sheet."""
        return self.entries.pop() if self.entries else None

    def data(self) -> dict[str, Any]:
        """The whole sheet as plain data, every line of every account included."""
        winner = None if self.winner is None else SIDES[self.winner]
        return {
            "rules": to_data(self.rules),
            "deals": [_entry_data(entry) for entry in self.entries],
            "total": self.totals.as_dict(),
            "wins": self.wins.as_dict(),
            "winner": winner,
            "reverse_capot": self.by_reverse_capot and winner is not None,
        }


def _entry_data(entry: Entry) -> dict[str, Any]:
    tally, account = entry.tally, entry.account
    data: dict[str, Any] = {"line": entry.line, "passed_out": tally is None}
    if tally is not None and account is not None:
        contract = tally.contract
        data |= {
            "contract": contract.text if contract.value else None,
            "side": SIDES[contract.side] if contract.value else None,
            "multiplier": contract.multiplier,
            "made": account.made,
            "capot": None if account.capot is None else SIDES[account.capot],
            "lines": [
                {"side": SIDES[line.side], "code": line.code, "points": line.points, "score": line.score}
                for line in account.lines
            ],
        }
    data |= {"score": entry.score.as_dict(), "total": entry.totals.as_dict(), "wins": entry.wins.as_dict()}
    return data


# The file, with which the match goes on tomorrow


def is_name(text: object) -> bool:
    """Whether a side can be called so: one line, short enough for its column."""
    return isinstance(text, str) and 0 < len(text.strip()) <= NAME_LENGTH and printable(text) == text


def load(path: str) -> Sheet | None:
    """The sheet in a file, or None where there is no such file yet. CommandError where it is something else."""
    if not os.path.lexists(path):
        return None
    name = printable(path)
    try:
        data = json.loads(read_bytes(path, _MOST_BYTES))
    except (ValueError, RecursionError) as error:
        fail(f"{name}: no sheet: {printable(str(error))}")
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        fail(f"{name}: no sheet of the score keeper (format {FORMAT!r}, version {VERSION})")
    deals, names = data.get("deals"), data.get("names")
    if not isinstance(deals, list) or not all(isinstance(line, str) for line in deals):
        fail(f"{name}: deals: a list of lines is needed")
    if names is not None and not (
        isinstance(names, list) and len(names) == 2 and all(is_name(each) for each in names)
    ):
        fail(f"{name}: names: two names of up to {NAME_LENGTH} letters are needed")
    try:
        sheet = Sheet(from_data(data.get("rules")), (names[0], names[1]) if names else None)
    except RuleSetError as error:
        fail(f"{name}: rules: {error}")
    for number, line in enumerate(deals, 1):
        try:
            sheet.add(line)
        except LineError as error:
            fail(f"{name}: deal {number}: {error}")
    return sheet


def save(path: str, sheet: Sheet) -> None:
    """Write the sheet so that the file is always whole: the old one or the new one, whatever happens meanwhile."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "rules": to_data(sheet.rules)}
    if sheet.names:
        data["names"] = list(sheet.names)
    data["deals"] = [entry.line for entry in sheet.entries]
    replace_file(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def replace_file(path: str, text: str) -> None:
    """Put a new file in the place of an old one in a single step. CommandError where that cannot be."""
    try:
        target, handle, temporary = _beside(path)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            Path(temporary).chmod(mode)
            Path(temporary).replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        fail(f"{printable(path)}: {reason(error)}")


def check_writable(path: str) -> None:
    """Find out before the first deal, not after it, that a file cannot be written. CommandError says why."""
    try:
        _, handle, temporary = _beside(path)
        os.close(handle)
        Path(temporary).unlink()
    except OSError as error:
        fail(f"{printable(path)}: {reason(error)}")


def _beside(path: str) -> tuple[Path, int, str]:
    """The file that this path means, and a new one in the same folder, open for writing. OSError where that cannot be."""
    if not path or "\0" in path:
        fail(f"{printable(path)}: no file can have this name")
    # A link stays a link: the file behind it is replaced.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not target.is_file():
        # A device or a pipe would be gone, with a file in its place.
        fail(f"{printable(path)}: not a file")
    return target, *tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
