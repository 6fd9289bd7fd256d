"""How hard a puzzle is: by who errs there, and by how much."""

from collections.abc import Mapping
from typing import Final

from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.levels.mastoras import Mastoras
from pilotta.bots.levels.mathitis import Mathitis
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.view import PlayerView
from pilotta.puzzles.judging import Verdict, text_of

GRADES: Final = (1, 2, 3, 4, 5)
PLAIN: Final = 6.0
"""Tens that a mistake must cost to be one that anybody sees afterwards."""
FINE: Final = 3.5
"""Tens below which only a good player feels the difference."""


def typical(view: PlayerView) -> dict[str, str]:
    """What the apprentice and the player of the coffee house do here, in notation."""
    decisions = {"mathitis": Mathitis().act(view), "cafe": Cafe().act(view)}
    return {
        name: text_of(decision.action)
        for name, decision in decisions.items()
        if isinstance(decision.action, MakeCall | PlayCard)
    }


def mistakes(view: PlayerView, verdict: Verdict) -> dict[str, str]:
    """By bot, from the weakest, the weighed option that it takes and that is wrong. ``mastoras`` bids as ``cafe`` does, so he is
    asked for cards alone."""
    found = typical(view)
    if view.legal.cards:
        action = Mastoras().act(view).action
        assert isinstance(action, PlayCard)
        found["mastoras"] = text_of(action)
    return {
        name: action
        for name, action in found.items()
        if action in verdict.options and action not in verdict.solution
    }


def grade(wrong: Mapping[str, str], gap: float) -> int:
    """1 (easy) to 5 (hard), by the best player who errs: the apprentice alone 1 or 2, the player of the coffee house 3 to 5, the
    craftsman 5; the higher, the less there is to see in the score."""
    if "mastoras" in wrong:
        return 5
    if "cafe" in wrong:
        return 3 if gap >= PLAIN else 4 if gap >= FINE else 5
    return 1 if gap >= PLAIN else 2
