"""What a call gains over the usual one, in deal score: learned from self-play (``python -m training.calling``), for a bare Python.

The file ``data/calling.json`` holds boosted trees over :data:`~pilotta.bots.bidding.traits.TRAITS`, all in whole numbers, so that every machine
adds up the same.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from pilotta.bots.bidding.traits import TRAITS, Situation, keeps_word
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Call, LegalCalls, bid
from pilotta.seats import side_of

VERSION: Final = 1
CENTS: Final = 100
"""What the leaves of the trees count in: so many to the ten."""
HIGHER: Final = 60
"""Bids are thought of from the lowest that is allowed to less than so many points above it,"""
SPARE: Final = -40
"""and where the hands are worth no less than so many points more than they ask for."""
UNDOUBLED: Final = -4.6
"""Tens that it brings at most to call something else where the convention doubles or redoubles: such hands are too rare to be learned one by
one. In the 221 doubles of the training in which pass was tried instead it lost so much on average (± 2.2)."""


class Tree(NamedTuple):
    """Of each fork its trait, the most that goes left, and where left and right lead (a leaf: its number, inverted); of each leaf
    what it adds."""

    traits: Sequence[int]
    most: Sequence[int]
    left: Sequence[int]
    right: Sequence[int]
    leaves: Sequence[int]


@cache
def _trees() -> tuple[Tree, ...]:
    data = json.loads((files("pilotta.bots") / "data" / "calling.json").read_text(encoding="utf-8"))
    if data["version"] != VERSION or tuple(data["traits"]) != TRAITS:
        raise ValueError(
            "data/calling.json was learned with other traits; python -m training.calling makes it anew"
        )
    return tuple(Tree(*tree) for tree in data["trees"])


def gain(situation: Situation, usual: Call, call: Call) -> float:
    """Tens of the deal score that this call brings more than ``usual``, the convention's, on average."""
    if call == usual:
        return 0.0
    found = situation.gained.get((usual, call))
    if found is None:
        found = situation.gained[usual, call] = _added_up(situation, usual, call)
    return found


def _added_up(situation: Situation, usual: Call, call: Call) -> float:
    row, total = situation.row(usual, call), 0
    for traits, most, left, right, leaves in _trees():
        at = 0
        while at >= 0:
            at = left[at] if row[traits[at]] <= most[at] else right[at]
        total += leaves[~at]
    return total / CENTS if usual.kind in ("pass", "bid") else min(UNDOUBLED, total / CENTS)


def heights(legal: LegalCalls) -> range:
    """The bids that are thought of, by whole tens; none where none is legal."""
    if not legal.lowest:
        return range(0)
    lowest = -(-legal.lowest // 10) * 10
    return range(lowest, min(lowest + HIGHER, legal.highest + 1), 10)


def worth_weighing(situation: Situation, spoken: Situation | None = None) -> Iterator[Call]:
    """Pass, and what tells partner nothing untrue: a double, a redouble, each bid that a player may think of, by whole tens. ``spoken``
    is the same by the convention that partner reads, if that is another one."""
    turn, heard = situation.turn, situation.heard
    legal, theirs = turn.legal, 1 - side_of(turn.seat)
    spoken = spoken or situation
    yield PASS
    if legal.can_double and keeps_word(spoken, DOUBLE):
        yield DOUBLE
    if legal.can_redouble and keeps_word(spoken, REDOUBLE):
        yield REDOUBLE
    for strain, worth in situation.worths.items():
        if (theirs, strain) in heard.named:
            continue
        for value in heights(legal):
            call = bid(value, strain)
            if worth - value >= SPARE and keeps_word(spoken, call):
                yield call
