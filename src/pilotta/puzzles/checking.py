"""Whether puzzles still hold: the teacher is asked anew, with deals that no puzzle was mined with."""

from dataclasses import dataclass
from typing import Final

from pilotta.puzzles.grading import typical
from pilotta.puzzles.judging import Verdict, judge, least_gap
from pilotta.puzzles.puzzle import Puzzle
from pilotta.rules.auction import parse_call

HOLDS, CLOSER, FAILS = "holds", "closer", "fails"
CHECK_SEED: Final = 1000
"""The first seed of a check, far from those of mining."""


@dataclass(frozen=True, slots=True)
class Checked:
    """``result`` is ``holds``; ``closer`` where the solution is still the best but no longer clearly; or ``fails``."""

    puzzle: Puzzle
    result: str
    verdict: Verdict | None


def check(puzzle: Puzzle, seed: int = CHECK_SEED) -> Checked:
    """Weigh the puzzle's position again, its own wrong calls with it."""
    view = puzzle.view
    calls = () if view.legal.cards else {*puzzle.options, *typical(view).values()}
    verdict = judge(view, [parse_call(call) for call in sorted(calls)], seed)
    if verdict is None or verdict.solution[0] not in puzzle.solution:
        return Checked(puzzle, FAILS, verdict)
    return Checked(puzzle, HOLDS if verdict.clear(least_gap(view)) else CLOSER, verdict)
