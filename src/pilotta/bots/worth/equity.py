"""What a deal's score is worth at this stand of the match: in tens where much is still to be played, ever less like them at its end."""

from math import sqrt
from typing import Final

from pilotta.arithmetic import erf, exp
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import winner_of
from pilotta.seats import EW, NS, BySide

SPREAD: Final = 25.0
"""Tens by which the two sides' scores of one deal differ (standard deviation over deals of ``cafe`` against itself)."""
PACE: Final = 9.0
"""Tens that the stronger side of a match writes in a deal beside what is added for a bid, and
:data:`BID_ADDED` where a made contract is added to the score."""
BID_ADDED: Final = 6.0
FAR: Final = 2.5
"""Standard deviations from which on a lead counts as no greater: nobody gives a match up."""


EARLY: Final = 8.0
"""While so many deals are left, and neither side leads by more than one of them, a ten is a ten."""


def early(rules: RuleSet, totals: BySide[int]) -> bool:
    """Whether so much is still to be played that the match makes nothing else of a deal's score than its tens."""
    lead = abs(totals[NS] - totals[EW]) / rules.unit
    return lead < SPREAD and _deals_left(rules, totals) >= EARLY


def _deals_left(rules: RuleSet, totals: BySide[int]) -> float:
    """How many deals are probably still to be played."""
    pace = PACE + BID_ADDED * bool(rules.made_adds_bid)
    needed = rules.target + (rules.target_met == "exceeded")
    return max(1.0, (needed - max(totals[NS], totals[EW])) / rules.unit / pace)


class Equity:
    """The worth of scores for NS, when the match (or this win of it) stands at ``totals`` in the rule set's unit.

    The chance to win is that of a sum of independent deals to stay ahead; it is scaled so that one ten now is worth 1.
    """

    def __init__(self, rules: RuleSet, totals: BySide[int]) -> None:
        self._rules, self._totals = rules, totals
        at = max(-FAR, min(FAR, self._lead(totals)))
        # By how much the chance rises for one ten.
        self._ten = (
            exp(-at * at / 2) / sqrt(6.283185307179586) / (SPREAD * sqrt(_deals_left(self._rules, totals)))
        )
        self._now = self._chance(totals)

    def worth(self, score: BySide[int], wins_match: int | None = None) -> float:
        """Of a deal in which the sides write so much; ``wins_match``: the side that wins by the deal itself (reverse capot)."""
        after = BySide(self._totals.ns + score.ns, self._totals.ew + score.ew)
        winner = winner_of(self._rules, after) if wins_match is None else wins_match
        chance = self._chance(after) if winner is None else float(winner == NS)
        return (chance - self._now) / self._ten

    def _lead(self, totals: BySide[int]) -> float:
        """In standard deviations of what is to come."""
        return (
            (totals[NS] - totals[EW]) / self._rules.unit / (SPREAD * sqrt(_deals_left(self._rules, totals)))
        )

    def _chance(self, totals: BySide[int]) -> float:
        return (1 + erf(self._lead(totals) / sqrt(2))) / 2
