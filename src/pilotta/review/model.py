"""A review as data: what it found of each decision, each deal and each player. ``docs/review.md`` describes the JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pilotta.bots.bot import Reason
from pilotta.bots.hint import reason_data
from pilotta.cards import CARD_NAMES
from pilotta.game.notation import deal_text
from pilotta.game.referee import deal_summary
from pilotta.game.result import DealResult
from pilotta.review.lapses import LapseKind
from pilotta.review.opened import CardOpened, Opened
from pilotta.review.par import Par
from pilotta.rules.catalogue import to_data
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, SIDES, BySide, FourHands

FORMAT: Final = "pilotta-review"
VERSION: Final = 1

Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Judged:
    """A call, a card, or something that was not said though it was worth saying.

    ``number`` is the call's in the auction or the trick's, from 1, and 0 for what was not said. ``done`` and ``best`` are what the player
    did and what the teacher would have done (``best`` None: nobody was asked, or nothing else was possible). ``real``: a decision
    that counts for the averages. ``cost``, ``error`` and ``loss`` are in tens, ``options`` the weighed options as plain data, ``opened``
    what double dummy says of a card.
    """

    seat: int
    kind: Literal["call", "card"] | LapseKind
    number: int
    done: Plain
    best: Plain | None = None
    real: bool = False
    cost: float = 0.0
    error: float = 0.0
    loss: float = 0.0
    worlds: int = 0
    reason: Reason | None = None
    because: tuple[Reason, ...] = ()
    options: tuple[Plain, ...] = ()
    signal: Reason | None = None
    opened: CardOpened | None = None

    def to_data(self) -> dict[str, Any]:
        return {
            "seat": SEATS[self.seat],
            "kind": self.kind,
            "number": self.number,
            "done": dict(self.done),
            "best": None if self.best is None else dict(self.best),
            "real": self.real,
            "cost": _tens(self.cost),
            "error": _tens(self.error),
            "loss": _tens(self.loss),
            "worlds": self.worlds,
            "reason": None if self.reason is None else reason_data(self.reason),
            "because": [reason_data(each) for each in self.because],
            "options": [dict(each) for each in self.options],
            "missed_signal": None if self.signal is None else reason_data(self.signal),
            "opened": None if self.opened is None else _opened_card(self.opened),
        }


@dataclass(frozen=True, slots=True)
class DealReview:
    """A finished deal. ``worth`` is what each hand is worth above the average, in points; ``opened`` None where the rule set's deals
    cannot be solved. ``decisions`` are in order of play, with what was not said at the end."""

    number: int
    dealer: int
    hands: FourHands
    result: DealResult
    totals: BySide[int]
    opened: Opened | None
    worth: tuple[float, float, float, float]
    decisions: tuple[Judged, ...]

    @property
    def par(self) -> float | None:
        """NS's score less EW's in tens at par: the luck of the cards in this deal."""
        return None if self.opened is None else self.opened.par.difference

    def to_data(self) -> dict[str, Any]:
        opened = self.opened
        return {
            "number": self.number,
            "dealer": SEATS[self.dealer],
            "hands": deal_text(self.hands),
            "result": deal_summary(self.result),
            "total": self.totals.as_dict(),
            "par": None if opened is None else _par(opened.par),
            "opened": None if opened is None or opened.value is None else _opened_value(opened.value),
            "line": [CARD_NAMES[card] for card in opened.line] if opened is not None else [],
            "worth": {SEATS[seat]: round(worth, 1) for seat, worth in enumerate(self.worth)},
            "decisions": [each.to_data() for each in self.decisions],
        }


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A player over all deals. Losses are in tens; ``tricks`` by trick. ``accuracy`` is in percent, None where he had nothing to decide.

    ``costliest`` are at most three (number of the deal, place among its decisions from 0), the worst first. ``opened_loss`` is what his
    cards gave away with all hands open. ``worth`` is the mean of what his hands were worth above the average.
    """

    seat: int
    name: str
    deals: int
    decisions: int
    mistakes: int
    loss: float
    accuracy: float | None
    auction: float
    tricks: tuple[float, ...]
    unsaid: float
    missed_declarations: int
    missed_signals: int
    opened_loss: float | None
    worth: float
    costliest: tuple[tuple[int, int], ...]

    def to_data(self) -> dict[str, Any]:
        per_deal = max(self.deals, 1)
        return {
            "name": self.name,
            "deals": self.deals,
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "loss": _tens(self.loss),
            "loss_per_deal": _tens(self.loss / per_deal),
            "accuracy": None if self.accuracy is None else round(self.accuracy, 1),
            "phases": {
                "auction": _tens(self.auction),
                "tricks": [_tens(each) for each in self.tricks],
                "unsaid": _tens(self.unsaid),
            },
            "missed_declarations": self.missed_declarations,
            "missed_signals": self.missed_signals,
            "opened_loss_per_deal": None if self.opened_loss is None else _tens(self.opened_loss / per_deal),
            "worth": round(self.worth, 1),
            "costliest": [{"deal": deal, "decision": place} for deal, place in self.costliest],
        }


@dataclass(frozen=True, slots=True)
class SideReview:
    """Both sides over all deals, in tens, own less theirs: ``score`` is what came of them, ``luck`` what par says of the cards (None
    where some deal could not be solved)."""

    score: float
    luck: float | None

    def to_data(self) -> dict[str, Any]:
        play = None if self.luck is None else _tens(self.score - self.luck)
        return {
            "score": _tens(self.score),
            "luck": None if self.luck is None else _tens(self.luck),
            "play": play,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A match, or some of its deals. ``seats`` are those whose decisions were weighed."""

    rules: RuleSet
    seed: int
    worlds: int | None
    seats: tuple[int, ...]
    names: Mapping[str, str]
    deals: tuple[DealReview, ...]
    players: tuple[PlayerReview, ...]
    sides: BySide[SideReview]

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON; the same record, seed and worlds always give the same."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": to_data(self.rules),
            "seed": self.seed,
            "worlds": self.worlds,
            "seats": [SEATS[seat] for seat in self.seats],
            "names": {seat: self.names[seat] for seat in SEATS if seat in self.names},
            "players": {SEATS[each.seat]: each.to_data() for each in self.players},
            "sides": {SIDES[side]: self.sides[side].to_data() for side in (0, 1)},
            "deals": [each.to_data() for each in self.deals],
        }


def _tens(value: float) -> float:
    # Never a negative nothing.
    return round(value, 2) + 0.0


def _par(par: Par) -> dict[str, Any]:
    contract = par.contract
    named = contract if contract is not None and contract.value else None
    return {
        "contract": named.text if named else None,
        "side": SIDES[named.side] if named else None,
        "multiplier": named.multiplier if named else 1,
        "score": _differences(par.difference),
    }


def _opened_value(value: float) -> dict[str, float]:
    return _differences(value)


def _differences(ns: float) -> dict[str, float]:
    """What each side writes more than the other."""
    return {"NS": _tens(ns), "EW": _tens(-ns)}


def _opened_card(card: CardOpened) -> dict[str, float]:
    return {"before": _tens(card.before), "after": _tens(card.after), "loss": _tens(card.loss)}
