"""Deals that are likely by what one player saw and heard, drawn by the core.

What is likely comes in as tables of weights; :mod:`pilotta.bots.sight.reading` has the ones that were learned.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from pilotta.engine.backend import backend
from pilotta.engine.door import MOST_TRIES, NOBODY
from pilotta.engine.rows import game_bytes
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import FourHands


class Seen(NamedTuple):
    """What a player knows: its seat, what it still holds, the declarer's seat (None: nobody has bought the contract), how many cards
    each seat still holds, and the tricks so far as (leader, cards), the running one last."""

    seat: int
    hand: int
    declarer: int | None
    left: Sequence[int]
    tricks: Sequence[tuple[int, Sequence[int]]]


class Tables(NamedTuple):
    """What is likely, in the doubles that :mod:`pilotta.engine.door` describes. ``cells`` None: the plays tell nothing but who cannot
    hold what, as the weights have it. ``doubt`` is the share of plays that nobody could foresee."""

    weights: "array[float]"
    shapes: "array[float]"
    cells: "array[float] | None"
    doubt: float


class Drawn(NamedTuple):
    """Deals (what each seat holds now), and how many equally likely ones those they were drawn from were worth."""

    deals: list[FourHands]
    worth: float


def draw_deals(
    rules: RuleSet, strain: int, seen: Seen, tables: Tables, *, count: int, tries: int, seed: int
) -> Drawn:
    """So many deals, drawn from ``tries`` (1 to 2**20) that are possible. The same seed (0 to 2**64 - 1) gives the same ones.

    ValueError where no deal fits what was seen, NeedsCore where there is but plain Python.
    """
    if not 1 <= tries <= MOST_TRIES:
        raise ValueError(f"{tries} deals to choose from: 1 to {MOST_TRIES} can be had")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"{seed} is no seed: 0 to 2**64 - 1")
    hands = array("I", bytes(16 * count))
    worth = backend().deals(
        game_bytes(rules, strain),
        array(
            "I",
            (seen.seat, seen.hand, NOBODY if seen.declarer is None else seen.declarer, *seen.left),
        ),
        bytes(
            byte
            for leader, cards in seen.tricks
            for turn, card in enumerate(cards)
            for byte in (leader + turn & 3, card)
        ),
        tables.weights,
        tables.shapes,
        b"" if tables.cells is None else tables.cells,
        doubt=tables.doubt,
        tries=tries,
        seed=seed,
        hands=hands,
    )
    flat = hands.tolist()
    return Drawn(
        [(flat[at], flat[at + 1], flat[at + 2], flat[at + 3]) for at in range(0, len(flat), 4)], worth
    )
