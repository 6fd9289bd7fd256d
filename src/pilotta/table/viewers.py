"""Who looks at a table, and what he sees: a view of it as it stands, and his share of what happens.

A *seat* is a person's, on as many devices as he likes. A *watcher* sees what all four see. A *witness* sees that too, and once a deal is
over its four hands. Views go up from this floor, never the match they were made from.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pilotta.game.phase import Phase
from pilotta.game.view import PlayerView, SeatEvent, event_for, illegal_cards, public_event, public_view, view
from pilotta.rules.errors import Breach
from pilotta.seats import FourHands
from pilotta.table.entries import Closed, Ready
from pilotta.table.seal import opened
from pilotta.table.state import News, Table


@dataclass(frozen=True, slots=True)
class Seated:
    """A person at a seat; ``person`` is a guest's id, the same on all devices."""

    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who sees what all four see."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Somebody who sees what all four see, and all hands of a deal once it is over."""


Viewer = Seated | Watcher | Witness

TableEvent = SeatEvent | Ready | Closed


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it. ``seen`` is the game: to those who hold no cards its hand is empty and its seat -1. ``illegal``
    are the cards that the viewer's seat may not play now, and why. ``opened`` are the hands that a finished deal began with, where the
    viewer may see them."""

    seen: PlayerView
    illegal: Mapping[int, Breach]
    ready: frozenset[int]
    next_deal_at: int | None
    can_continue: bool
    closed: bool
    opened: FourHands | None


def viewer_of(table: Table, person: str) -> Seated | None:
    """The seat of this guest, if he has one."""
    for seat in range(4):
        if table.players[seat].guest == person:
            return Seated(seat, person)
    return None


def view_for(table: Table, viewer: Viewer) -> TableView:
    """The table as this viewer may see it."""
    match = opened(table.inside).match
    waits = not table.over and match.phase is Phase.DEALING and table.deals > 0
    if isinstance(viewer, Seated):
        seen, illegal = view(match, viewer.seat), illegal_cards(match, viewer.seat)
    else:
        seen, illegal = public_view(match), {}
    return TableView(
        seen=seen,
        illegal=illegal,
        ready=table.ready,
        next_deal_at=table.next_deal_at,
        can_continue=waits and isinstance(viewer, Seated) and viewer.seat not in table.ready,
        closed=table.closed,
        opened=_opened(table, viewer),
    )


def _opened(table: Table, viewer: Viewer) -> FourHands | None:
    deal = opened(table.inside).match.deal
    if not isinstance(viewer, Witness) or deal is None or (table.begun > table.deals and not table.closed):
        return None
    return deal.dealt


def events_for(news: News, viewer: Viewer) -> tuple[TableEvent, ...]:
    """What this viewer learns of what happened."""
    found: list[TableEvent] = []
    for event in opened(news.events):
        if isinstance(event, Ready | Closed):
            found.append(event)
        elif isinstance(viewer, Seated):
            found.append(event_for(event, viewer.seat))
        else:
            found.append(public_event(event))
    return tuple(found)
