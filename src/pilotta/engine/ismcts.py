"""Information-set Monte Carlo tree search for one card, in native code. It is there for measuring other players: no fallback."""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from pilotta.engine.backend import native
from pilotta.engine.door import MOVES, NeedsCore
from pilotta.engine.position import check_game
from pilotta.engine.rows import game_bytes, words_of
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import FourHands

MOST_ITERATIONS = 1 << 20


class Tried(NamedTuple):
    """What the search found of one card: how often it played it, and what NS's payoff was then on average."""

    visits: int
    worth: float


def ismcts(
    rules: RuleSet,
    strain: int,
    may: FourHands,
    leader: int,
    trick: Sequence[int],
    payoff: Sequence[float],
    *,
    iterations: int,
    seed: int,
) -> dict[int, Tried]:
    """What a search of so many iterations (1 to 2**20) finds of each card that it played, by card.

    ``may`` are the cards that each seat may hold while those of ``trick``, led by ``leader``, lie on the table; for the seat to
    play they are its own hand. Each iteration is in one of the deals that fit, all equally likely. ``payoff`` is what it is worth
    to NS to take 0, 1, … to all of the points that are to come, then to take all tricks from here on, then none. The same seed
    (0 to 2**64 - 1) finds the same.

    ValueError for numbers out of range and where no deal fits, PositionError for what is no strain of the rule set, NeedsCore
    where the native module is not built.
    """
    check_game(rules, strain)
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise ValueError(f"{iterations} iterations: 1 to {MOST_ITERATIONS} can be had")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"{seed} is no seed: 0 to 2**64 - 1")
    core = native()
    if core is None:
        raise NeedsCore("information-set search needs the native module, which is not built here")
    visits, worth = array("I", bytes(4 * 32)), array("d", bytes(8 * 32))
    question = array("I", words_of(MOVES, 0, may, leader, trick))
    core.ismcts(game_bytes(rules, strain), question, array("d", payoff), iterations, seed, visits, worth)
    return {card: Tried(visits[card], worth[card]) for card in range(32) if visits[card]}
