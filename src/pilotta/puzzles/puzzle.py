"""A puzzle: what one seat knows of a deal, the call or the card that is asked for, and the answer with its figures."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pilotta.bots.bot import Reason
from pilotta.cards import CARD_NAMES, hand_text
from pilotta.game.notation import deal_text
from pilotta.game.record import Record, RecordedDeal
from pilotta.game.referee import replay
from pilotta.game.state import MatchState
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import to_data
from pilotta.rules.declarations import Announcement, Declaration
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS

ID_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position out of a deal that is played by itself, no score standing, at a table that announces, shows and calls whatever
    is held.

    ``deal`` is whole and ends where the seat to act has to decide: its hands are for the page of the solution, its calls and plays
    are what everybody saw. Actions are in notation (``JH``, ``100S``, ``P``). ``options`` are the calls or cards that were weighed,
    the best first, with our side's expected deal score less theirs in tens; ``solution`` those of them that are right (touching cards
    are one card); ``error`` is the standard error of what the best wrong option lies behind, over ``worlds`` deals. ``mistakes``
    says what bots play there that do not find the solution.
    """

    rules: RuleSet
    deal: RecordedDeal
    options: Mapping[str, float]
    solution: tuple[str, ...]
    error: float
    worlds: int
    theme: str
    grade: int
    explanation: Reason
    mistakes: Mapping[str, str]

    @property
    def id(self) -> str:
        """Eight hexadecimal digits that are made of the position alone."""
        deal = self.deal
        plays = (CARD_NAMES[card] for card in deal.plays)
        parts = (
            json.dumps(to_data(self.rules)),
            SEATS[deal.dealer],
            deal_text(deal.hands),
            *deal.calls,
            *plays,
        )
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:ID_LENGTH]

    @property
    def state(self) -> MatchState:
        """The whole table at this point. IllegalRecord where the deal breaks its rules."""
        return replay(Record(self.rules, (self.deal,))).state

    @property
    def view(self) -> PlayerView:
        """What the seat to act sees."""
        return seen(self.state)

    @property
    def asks_card(self) -> bool:
        """Whether a card is asked for; else it is a call."""
        return self.solution[0] in CARD_NAMES

    @property
    def gap(self) -> float:
        """What the best wrong option costs, in tens."""
        best = self.options[self.solution[0]]
        return best - max(score for action, score in self.options.items() if action not in self.solution)

    def cost(self, action: str) -> float | None:
        """What an answer costs against the solution, in tens; None for one that was not weighed (an odd call)."""
        if action in self.solution:
            return 0.0
        score = self.options.get(action)
        return None if score is None else round(self.options[self.solution[0]] - score, 1)

    def question_data(self) -> dict[str, Any]:
        """The question alone as plain data: who gets it learns nothing that the seat does not know, nor what the puzzle is about."""
        return {"id": self.id, "view": view_data(self.view, self.deal), "grade": self.grade}

    def to_data(self) -> dict[str, Any]:
        """Plain data as ``docs/puzzles.md`` describes it. ``view`` holds nothing that the seat does not know; everything else
        gives the answer away."""
        return {
            "id": self.id,
            "view": view_data(self.view, self.deal),
            "theme": self.theme,
            "grade": self.grade,
            "solution": list(self.solution),
            "options": dict(self.options),
            "error": self.error,
            "worlds": self.worlds,
            "explanation": {"code": self.explanation.code, "params": dict(self.explanation.params)},
            "mistakes": dict(self.mistakes),
            "deal": deal_text(self.deal.hands),
        }


def seen(state: MatchState) -> PlayerView:
    """What the seat that has to act sees."""
    return view(state, state.turn)


def view_data(view: PlayerView, deal: RecordedDeal) -> dict[str, Any]:
    """The view of the seat that has to act as plain data; of ``deal`` only what everybody saw is read."""
    data: dict[str, Any] = {
        "rules": to_data(view.rules),
        "dealer": SEATS[view.dealer],
        "seat": SEATS[view.seat],
        "hand": hand_text(view.dealt),
        "calls": list(deal.calls),
        "plays": [CARD_NAMES[card] for card in deal.plays],
    }
    announced = {
        SEATS[seat]: [_said(each) for each in said] for seat, said in enumerate(view.announced) if said
    }
    shown = {SEATS[seat]: [_named(each) for each in held] for seat, held in enumerate(view.shown) if held}
    if announced:
        data["announced"] = announced
    if shown:
        data["shown"] = shown
    if view.pilotta:
        data["pilotta"] = [SEATS[seat] + "SHDC"[suit] for seat, suit in view.pilotta]
    return data


def _said(announced: Announcement) -> str:
    return f"{'four' if announced.is_four else announced.length} {announced.points}"


def _named(shown: Declaration) -> str:
    return hand_text(shown.cards)
