"""What happened, in the past tense. Only :class:`Dealt` holds what not everybody may know; see :mod:`pilotta.game.view`."""

from dataclasses import dataclass

from pilotta.game.result import DealResult
from pilotta.rules.auction import Call, Contract
from pilotta.rules.declarations import Announcement, Declaration
from pilotta.seats import BySide


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt; ``number`` counts the match's deals from 1. Never goes out whole."""

    number: int
    dealer: int
    hands: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class CallMade:
    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class ContractSet:
    """The auction is over (or a deal without one began); ``leader`` plays first."""

    contract: Contract
    leader: int


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat said what kinds of declarations it holds; empty where it was asked and said none."""

    seat: int
    declarations: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class DeclarationsCompared:
    """All who wanted to have announced: ``side``'s declarations count, nobody's where it is None."""

    side: int | None


@dataclass(frozen=True, slots=True)
class DeclarationsShown:
    seat: int
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class ShowingDeclined:
    """A seat of the winning side was asked to show its declarations and did not."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class PilottaCalled:
    """A pilotta was called with the first of king and queen of this suit, or once more (``again``) with the second."""

    seat: int
    suit: int
    again: bool


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was won; ``number`` counts from 1, ``points`` are its card points (with the last trick's ten)."""

    number: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over (played or passed out); ``totals`` and ``wins`` are the match's after it."""

    result: DealResult
    totals: BySide[int]
    wins: BySide[int]


@dataclass(frozen=True, slots=True)
class MatchWon:
    """The match is over; ``reverse_capot`` where the defence took every trick and that alone decided it."""

    side: int
    reverse_capot: bool


PublicEvent = (
    CallMade
    | ContractSet
    | Announced
    | DeclarationsCompared
    | DeclarationsShown
    | ShowingDeclined
    | CardPlayed
    | PilottaCalled
    | TrickTaken
    | DealScored
    | MatchWon
)
"""What everybody at the table may know as it is."""

Event = Dealt | PublicEvent
