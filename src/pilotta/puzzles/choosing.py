"""Out of all that was mined: a set without near doubles, its themes and grades in balance."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from pilotta.puzzles.puzzle import Puzzle
from pilotta.puzzles.themes import THEMES

FROM_A_DEAL: Final = 3
"""Puzzles of one deal at most, each of another theme."""


def choose(deals: Iterable[Sequence[Puzzle]], most: int | None = None) -> list[Puzzle]:
    """A set of at most so many, the easy ones first. ``deals`` are the puzzles of each deal.

    Of one deal and theme only the clearest is kept. The set is then filled in turns: a theme, then the next theme, and in each of
    them grade after grade, so that what is frequent in the mine does not crowd out what is rare.
    """
    kept = [puzzle for found in deals for puzzle in _apart(found)]
    if most is not None:
        kept = _in_turns(kept, most)
    return sorted(kept, key=lambda puzzle: (puzzle.grade, THEMES.index(puzzle.theme), puzzle.id))


def _clearest(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """By falling gap; the id decides where that is the same."""
    return sorted(puzzles, key=lambda puzzle: (-round(puzzle.gap, 1), puzzle.id))


def _apart(found: Sequence[Puzzle]) -> list[Puzzle]:
    by_theme: dict[str, Puzzle] = {}
    for puzzle in _clearest(found):
        by_theme.setdefault(puzzle.theme, puzzle)
    return list(by_theme.values())[:FROM_A_DEAL]


def _in_turns(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    waiting: dict[str, list[Puzzle]] = {}
    for theme in THEMES:
        grades: defaultdict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in _clearest(each for each in puzzles if each.theme == theme):
            grades[puzzle.grade].append(puzzle)
        # One of each grade, then the second of each grade, and so on.
        turns = [(turn, grade, puzzle) for grade, row in grades.items() for turn, puzzle in enumerate(row)]
        waiting[theme] = [puzzle for _, _, puzzle in sorted(turns, key=lambda each: each[:2])]
    chosen: list[Puzzle] = []
    turn = 0
    while len(chosen) < most and any(turn < len(row) for row in waiting.values()):
        chosen += [row[turn] for row in waiting.values() if turn < len(row)]
        turn += 1
    return chosen[:most]
