"""The running sheet of a match with real cards: deals, totals, wins, the end; and what becomes of all that is corrected."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pilotta.rules.catalogue import to_data
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import ZERO, DealScore, Tally, score_deal, winner_of
from pilotta.seats import SIDES, BySide
from pilotta.sheet.line import LineError
from pilotta.sheet.tally import line_of, parse_line


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal on the sheet: its line in the plainest form, its tally and account (None where all four passed).

    ``totals`` and ``wins`` stand after it, in the sheet's unit; ``won`` is the side to which it gave a win.
    """

    line: str
    tally: Tally | None
    account: DealScore | None
    totals: BySide[int]
    wins: BySide[int]
    won: int | None

    @property
    def score(self) -> BySide[int]:
        """What the deal added, in the sheet's unit."""
        return self.account.score if self.account else ZERO


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match so far. ``names`` are what NS and EW are called, if they are called anything. Every change gives a new sheet."""

    rules: RuleSet
    names: tuple[str, str] | None = None
    entries: tuple[Entry, ...] = ()

    @property
    def totals(self) -> BySide[int]:
        """The totals that the next deal adds to: nothing again after a win."""
        if not self.entries or (self.entries[-1].won is not None and self.winner is None):
            return ZERO
        return self.entries[-1].totals

    @property
    def wins(self) -> BySide[int]:
        """How many wins each side has; most rule sets end with the first."""
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
        """Whether the last deal was a reverse capot that ends the match at once."""
        account = self.entries[-1].account if self.entries else None
        return account is not None and account.wins_match

    def add(self, line: str) -> "Sheet":
        """The sheet with one deal more. LineError where the line is wrong or its deal cannot be."""
        return self.add_tally(parse_line(self.rules, line))

    def add_tally(self, tally: Tally | None) -> "Sheet":
        """The sheet with one deal more, None for one that all four passed. LineError where the match was over."""
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
        return replace(self, entries=(*self.entries, entry))

    # Corrections. Deals are counted from 1, as people do; what follows the place is reckoned anew.

    def first(self, deals: int) -> "Sheet":
        """The sheet as it stood after so many deals."""
        return replace(self, entries=self.entries[:deals])

    def without_last(self) -> "Sheet":
        """The sheet before the last deal; of an empty one, the same."""
        return replace(self, entries=self.entries[:-1])

    def correct(self, deal: int, line: str) -> "Sheet":
        """The sheet with another line in the place of this deal.

        IndexError where there is no such deal, LineError where the line is wrong or the match would be over before a later deal.
        """
        return self._again(deal, [parse_line(self.rules, line)], self._after(deal))

    def insert(self, deal: int, line: str) -> "Sheet":
        """The sheet with one more line, which becomes deal number ``deal``; errors as in :meth:`correct`."""
        if deal == len(self.entries) + 1:
            return self.add(line)
        return self._again(deal, [parse_line(self.rules, line)], (self._at(deal), *self._after(deal)))

    def remove(self, deal: int) -> "Sheet":
        """The sheet without this deal; errors as in :meth:`correct`."""
        return self._again(deal, [], self._after(deal))

    def _at(self, deal: int) -> Entry:
        if not 1 <= deal <= len(self.entries):
            raise IndexError(f"deal {deal} is not on the sheet")
        return self.entries[deal - 1]

    def _after(self, deal: int) -> tuple[Entry, ...]:
        self._at(deal)
        return self.entries[deal:]

    def _again(self, deal: int, new: Iterable[Tally | None], then: Iterable[Entry]) -> "Sheet":
        sheet = self.first(deal - 1)
        for tally in (*new, *(entry.tally for entry in then)):
            sheet = sheet.add_tally(tally)
        return sheet


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The whole sheet as plain data, every line of every account included (``docs/notation.md``)."""
    winner = None if sheet.winner is None else SIDES[sheet.winner]
    return {
        "rules": to_data(sheet.rules),
        "deals": [_entry_data(entry) for entry in sheet.entries],
        "total": sheet.totals.as_dict(),
        "wins": sheet.wins.as_dict(),
        "winner": winner,
        "reverse_capot": sheet.by_reverse_capot and winner is not None,
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
