"""The perft files, asked of a backend."""

from pathlib import Path

from tests.engine.asking import ask, the_native
from tests.rules import perft

from pilotta.cards import parse_card
from pilotta.engine.door import PERFT, Backend
from pilotta.engine.position import Position, position
from pilotta.game.notation import parse_hands
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import parse_seat


def counted(positions: list[Position], depths: list[int], by: Backend | None = None) -> list[int]:
    """By the native module, or by this backend."""
    rows = ask(PERFT, positions, depths, by=by or the_native())
    return [row.result + (row.listed[0] << 31) for row in rows]


def check_file(path: Path, by: Backend | None = None, most: int = 32) -> None:
    """All counts of a perft file, of so many cards at the most."""
    positions, depths, expected = [], [], {}
    for given in perft.positions(path):
        at = position(
            given.rules,
            STRAINS.index(given.strain),
            parse_hands(given.deal),
            parse_seat(given.leader),
            [parse_card(word) for word in given.plays],
        )
        for depth, count in given.counts:
            if depth <= most:
                positions.append(at)
                depths.append(depth)
                expected[f"{given.name}, {depth} cards"] = count
    assert dict(zip(expected, counted(positions, depths, by), strict=True)) == expected
