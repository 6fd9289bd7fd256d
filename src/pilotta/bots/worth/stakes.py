"""What the running deal still hangs on: the contract, and a capot."""

from typing import NamedTuple

from pilotta.bots.sight.knowledge import Knowledge
from pilotta.rules.ruleset import DEAL_POINTS


class Stakes(NamedTuple):
    """Card points that we, and they, still need for the contract to be decided our or their way (0: decided or none).

    ``capot`` is what the next trick weighs because a side has taken all tricks so far.
    """

    ours: int
    theirs: int
    capot: float


DECIDED: float = 15.0
"""Card points' worth of deciding the contract with one trick."""
CAPOT: float = 35.0
REVERSE_CAPOT: float = 90.0
CAPOT_FROM = 5
"""From which trick on (0 is the first) a capot is in the air."""


def stakes(k: Knowledge) -> Stakes:
    contract = k.contract
    ours = theirs = 0
    if contract.value:
        bidders = contract.side
        needed = contract.value - _held(k, bidders) - k.points_won[bidders]
        if k.rules.must_exceed_opponents:
            even = (DEAL_POINTS + _held(k, 1 - bidders) - _held(k, bidders)) // 2 + 1
            needed = max(needed, even - k.points_won[bidders])
        against = DEAL_POINTS - (needed + k.points_won[bidders]) + 1 - k.points_won[1 - bidders]
        if needed > 0 and against > 0:
            ours, theirs = (needed, against) if bidders == k.side else (against, needed)
    return Stakes(ours, theirs, _capot(k))


def _held(k: Knowledge, side: int) -> int:
    """Points that this side has beside its tricks, as far as this player knows."""
    return k.beside.declarations[side] + k.beside.pilotta[side]


def _capot(k: Knowledge) -> float:
    if k.number < CAPOT_FROM:
        return 0.0
    taker = 0 if k.tricks_won[0] == k.number else 1 if k.tricks_won[1] == k.number else -1
    if taker < 0:
        return 0.0
    if k.contract.value and taker != k.contract.side and k.rules.reverse_capot == "match":
        return REVERSE_CAPOT
    return CAPOT


def weight(now: Stakes, ours: float, points: float) -> float:
    """What it is worth beside its points that a trick with these points is ours with this chance."""
    value = now.capot * (2 * ours - 1)
    if now.ours and now.theirs:
        # As much as the contract is in doubt: not at all where one side needs everything and the other nothing.
        doubt = DECIDED * 2 * min(now.ours, now.theirs) / (now.ours + now.theirs)
        if points >= now.ours:
            value += doubt * ours
        if points >= now.theirs:
            value -= doubt * (1 - ours)
    return value
