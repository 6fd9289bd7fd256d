"""What card points are worth in the end: the difference of the deal scores that they come to."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pilotta.arithmetic import add
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.worth.equity import Equity
from pilotta.engine.score import Outcome, Stakes, account_of
from pilotta.rules.auction import Contract
from pilotta.rules.ruleset import DEAL_POINTS, RuleSet
from pilotta.seats import EW, NS, BySide

ALL_TO_NS, ALL_TO_EW = DEAL_POINTS + 1, DEAL_POINTS + 2
"""Places of the capots in a table of payoffs, behind 0 to 162 points."""

POINT: Final = 0.01
"""What a card point is worth in tens where the score does not hang on it: rounding, and errors still to come."""


def payoffs(known: Knowledge, *, match: bool = False) -> "Payoffs":
    """NS's score less EW's, in tens: by NS's card points, then for the capots. Declarations and pilotta count as far as this
    player knows of them. Where the rule of 6 asks who takes the jack of trumps, the mean of both answers. ``match``: not the difference
    itself, but what it is worth at this stand of the match."""
    declarations, pilotta = known.beside
    totals = known.view.totals if match else None
    return payoffs_under(known.rules, known.contract, declarations, pilotta, totals)


class Payoffs:
    """A table of payoffs that works each of them out when it is first asked for."""

    def __init__(self, stakes: Stakes, equity: Equity | None) -> None:
        self._takers = (NS, EW) if stakes.rules.sixes_up == "trump_jack" else (None,)
        self._stakes, self._equity = stakes, equity
        self._found: list[float | None] = [None] * (DEAL_POINTS + 3)

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, at: int) -> float:
        found = self._found[at]
        if found is None:
            found = self._found[at] = self._difference(at)
        return found

    def worth(self, points: int, tricks: Sequence[int] = (0, 0)) -> float:
        """Of a deal that ends with so many points for NS, the points themselves counted a little; ``tricks`` are those that NS and EW
        have taken so far, for all the points mean all the tricks only where the others have none."""
        if points == DEAL_POINTS and not tricks[EW]:
            return self[ALL_TO_NS]
        if points == 0 and not tricks[NS]:
            return self[ALL_TO_EW]
        return self[points] + POINT * points

    def _difference(self, at: int) -> float:
        points, capot = {ALL_TO_NS: (DEAL_POINTS, NS), ALL_TO_EW: (0, EW)}.get(at, (at, None))
        accounts = [account_of(self._stakes, Outcome(points, capot, jack)) for jack in self._takers]
        if self._equity is None:
            unit = len(accounts) * self._stakes.rules.unit
            return sum(account.score.ns - account.score.ew for account in accounts) / unit
        worths = [
            self._equity.worth(account.score, account.capot if account.wins_match else None)
            for account in accounts
        ]
        return add(worths) / len(worths)


@lru_cache(maxsize=4096)
def payoffs_under(
    rules: RuleSet,
    contract: Contract,
    declarations: BySide[int],
    pilotta: BySide[int],
    totals: BySide[int] | None = None,
) -> Payoffs:
    """The same where the declarations and the pilottas that count for each side are given."""
    equity = None if totals is None else Equity(rules, totals)
    return Payoffs(Stakes(rules, contract, declarations, pilotta), equity)
