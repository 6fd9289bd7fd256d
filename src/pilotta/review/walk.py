"""A record taken apart: each finished deal with all that was done in it, and the state in which it was done."""

from dataclasses import dataclass
from typing import NamedTuple

from pilotta.game.actions import Action, Deal
from pilotta.game.record import Record, RecordedDeal
from pilotta.game.referee import replay
from pilotta.game.result import DealResult
from pilotta.game.state import DealState, MatchState
from pilotta.seats import BySide


class Moment(NamedTuple):
    """An action of a seat and the state in which it was done."""

    state: MatchState
    action: Action


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that is over. ``number`` counts the match's deals from 1, ``totals`` is the score after it."""

    number: int
    recorded: RecordedDeal
    deal: DealState
    result: DealResult
    totals: BySide[int]
    moments: tuple[Moment, ...]


def played_deals(record: Record) -> list[PlayedDeal]:
    """The finished deals of a record; one that stops early is left out. IllegalRecord where the record breaks a rule."""
    before: list[BySide[int]] = []
    moments: list[list[Moment]] = []

    def watch(state: MatchState, action: Action) -> None:
        if isinstance(action, Deal):
            before.append(state.totals)
            moments.append([])
        else:
            moments[-1].append(Moment(state, action))

    state = replay(record, watch).state
    found = []
    for index, (deal, result) in enumerate(zip(state.finished, state.results, strict=True)):
        # While it refereed, the state did not carry the deals before along.
        seen = tuple(
            Moment(at._replace(finished=state.finished[:index], results=state.results[:index]), action)
            for at, action in moments[index]
        )
        totals = before[index + 1] if index + 1 < len(before) else state.totals
        found.append(PlayedDeal(index + 1, record.deals[index], deal, result, totals, seen))
    return found
