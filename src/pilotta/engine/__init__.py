"""The exact solver: what both sides end a deal with when all four see all cards. ``docs/engine.md`` shows how to ask it.

Ask about one :func:`position` with :func:`value`, :func:`moves`, :func:`best_line`, :func:`reaches` and :func:`takes_all`, about many
at once with :func:`solve`, about every strain with :func:`par_table`, and for the score in place of card points with
:func:`best_score` and :func:`score_moves`. Whoever has numpy asks for whole columns of deals: :mod:`pilotta.engine.arrays`.

The search is native (``pilotta.engine._native``) or the same in WebAssembly (:mod:`pilotta.engine.wasm`), and
:mod:`pilotta.engine.reference` gives the same answers slowly. :func:`use_backend` says which of them is asked; all of them stand
behind one door, :mod:`pilotta.engine.door`.
"""

from typing import TYPE_CHECKING

from pilotta.engine.backend import use_backend
from pilotta.engine.batch import Answer, NotFinished, Question, par_table, playouts, solve
from pilotta.engine.door import NeedsCore
from pilotta.engine.position import IllegalPlay, Position, PositionError, position
from pilotta.engine.solver import best_line, moves, reaches, takes_all, value

if TYPE_CHECKING:
    from pilotta.engine.score import BestScore, best_score, score_moves

__all__ = [
    "Answer",
    "BestScore",
    "IllegalPlay",
    "NeedsCore",
    "NotFinished",
    "Position",
    "PositionError",
    "Question",
    "best_line",
    "best_score",
    "moves",
    "par_table",
    "playouts",
    "position",
    "reaches",
    "score_moves",
    "solve",
    "takes_all",
    "use_backend",
    "value",
]


def __getattr__(name: str) -> object:
    """What the scoring is needed for: it is loaded when somebody asks for it, for not every question is about the score."""
    if name not in ("BestScore", "best_score", "score_moves"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pilotta.engine import score  # noqa: PLC0415

    return getattr(score, name)
