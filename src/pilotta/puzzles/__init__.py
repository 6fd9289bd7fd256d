"""Puzzles: positions in which one call or card is clearly best and a typical player errs. ``docs/puzzles.md`` tells of them.

:func:`shipped` are those that come with the package, :class:`Puzzle` is one of them, and :func:`parse_puzzles` reads a file.
"""

import os
from functools import cache
from typing import Final

from pilotta.puzzles.file import PuzzleError, parse_puzzles, puzzles_text
from pilotta.puzzles.puzzle import Puzzle

__all__ = ["SHIPPED", "Puzzle", "PuzzleError", "parse_puzzles", "puzzles_text", "shipped"]

SHIPPED: Final = os.path.join(os.path.dirname(__file__), "shipped.jsonl")  # noqa: PTH118, PTH120  (pathlib is slow to load)
"""The file of the puzzles that come with the package."""


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, the easy ones first."""
    with open(SHIPPED, "rb") as file:  # noqa: PTH123
        return parse_puzzles(file.read())
