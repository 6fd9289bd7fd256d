"""What was held and not said: announcements, shows and pilottas that a record says were forgotten, and what that cost.

The price is exact: the same deal is scored once more with this one lapse undone. Silence that cost nothing, since the opponents'
declarations were better anyway, is no mistake.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from pilotta.game.record import Record, RecordedDeal
from pilotta.game.referee import replay
from pilotta.review.walk import PlayedDeal
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import NS, side_of

LapseKind = Literal["announce", "show", "pilotta", "miscall"]


@dataclass(frozen=True, slots=True)
class Lapse:
    """``kind`` says what was forgotten (or, for ``miscall``, said wrongly), ``loss`` what it cost in tens.

    ``points`` are those of the declarations or of the pilotta; for a wrong call, of the fine.
    """

    seat: int
    kind: LapseKind
    points: int
    loss: float


def lapses_of(rules: RuleSet, played: PlayedDeal) -> tuple[Lapse, ...]:
    """Those that cost something, by kind and seat."""
    declared = played.deal.declared
    if declared is None:
        return ()
    found = []
    for seat, kind, undone in _undone(played.recorded):
        score = replay(Record(rules, (undone,))).state.results[0].score
        before = played.result.score
        gain = (score.ns - score.ew) - (before.ns - before.ew)
        loss = (gain if side_of(seat) == NS else -gain) / rules.unit
        if loss <= 0:
            continue
        if kind == "miscall":
            points = rules.miscall_penalty
        elif kind == "pilotta":
            points = rules.pilotta_points
        else:
            points = sum(each.points for each in declared.held[seat])
        found.append(Lapse(seat, kind, points, loss))
    return tuple(found)


def _undone(deal: RecordedDeal) -> Iterator[tuple[int, LapseKind, RecordedDeal]]:
    """The deal with each of its lapses undone by itself."""
    for seat in deal.silent:
        yield seat, "announce", replace(deal, silent=_without(deal.silent, seat))
    for seat in deal.unshown:
        yield seat, "show", replace(deal, unshown=_without(deal.unshown, seat))
    for lapse in deal.uncalled:
        yield (
            lapse[0],
            "pilotta",
            replace(deal, uncalled=tuple(each for each in deal.uncalled if each != lapse)),
        )
    for lapse in deal.miscalled:
        yield (
            lapse[0],
            "miscall",
            replace(deal, miscalled=tuple(each for each in deal.miscalled if each != lapse)),
        )


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(each for each in seats if each != seat)
