"""Between a table and the wire: what a viewer is told of it, and what a player's frame asks of it."""

from collections.abc import Iterable

from pilotta.game import events as happened
from pilotta.game.actions import Announce, MakeCall, PlayCard, Show
from pilotta.game.phase import Phase
from pilotta.rules.auction import parse_call
from pilotta.said import Said
from pilotta.server import protocol as p
from pilotta.server import rest
from pilotta.server import views as v
from pilotta.server.wire import event_message, sheet_messages, view_message
from pilotta.table import (
    Closed,
    Command,
    Continue,
    Lesson,
    News,
    Ready,
    Seated,
    Table,
    TableView,
    Viewer,
    events_for,
    hushed,
    view_for,
)


def table_message(table: Table, viewer: Viewer) -> v.TableInfo:
    return v.TableInfo(
        id=table.id,
        created_at=table.created_at,
        seat=viewer.seat if isinstance(viewer, Seated) else -1,
        rules=table.rules,
        automatic=table.automatic,
        training=table.training,
        pace_ms=table.pace_ms,
        players=[
            v.PlayerInfo(at, "human" if player.guest else "bot", player.name, player.bot)
            for at, player in enumerate(table.players)
        ],
    )


def summary_message(table: Table) -> rest.TableSummary:
    return rest.TableSummary(
        id=table.id,
        created_at=table.created_at,
        last_at=table.last_at,
        rev=table.rev,
        rules=table.rules,
        deal_number=table.deals + (table.phase not in (Phase.DEALING, Phase.OVER)),
        totals=(table.totals.ns, table.totals.ew),
        wins=(table.wins.ns, table.wins.ew),
        winner=table.winner,
        over=table.over,
    )


def table_view(table: Table, viewer: Viewer, found: TableView) -> v.View:
    """What a viewer sees, and which lessons he may ask for: no client knows the rules for that."""
    return view_message(
        found.seen,
        found.illegal,
        ready=found.ready,
        next_deal_at=found.next_deal_at,
        can_continue=found.can_continue,
        can_hint=hushed(table, viewer, Lesson.HINT) is None,
        closed=found.closed,
        reasons_told=hushed(table, viewer, Lesson.REASON, table.begun) is None,
    )


def welcome(table: Table, viewer: Viewer) -> p.Welcome:
    found = view_for(table, viewer)
    return p.Welcome(
        version=p.PROTOCOL_VERSION,
        rev=table.rev,
        table=table_message(table, viewer),
        sheet=sheet_messages(found.seen.results),
        view=table_view(table, viewer, found),
    )


def update(table: Table, since: int, news: Iterable[News], viewer: Viewer) -> p.Update:
    """What ``news`` (every entry after ``since``) tell this viewer, and the table as it stands."""
    events: list[p.AnyEvent] = []
    scored = False
    for each in news:
        for event in events_for(each, viewer):
            match event:
                case Ready(seat):
                    events.append(p.Ready(seat))
                case Closed(seat):
                    events.append(p.Closed(seat))
                case _:
                    scored = scored or isinstance(event, happened.DealScored)
                    events.append(event_message(event, each.deals))
    found = view_for(table, viewer)
    return p.Update(
        rev=table.rev,
        since=since,
        events=events,
        sheet=sheet_messages(found.seen.results) if scored else None,
        view=table_view(table, viewer, found),
    )


def command_of(seat: int, action: p.AnyAction) -> Command | Said:
    """What a player's action asks of the table; why that is nothing that can be asked."""
    match action:
        case v.CallAction(call=text):
            try:
                return MakeCall(seat, parse_call(text))
            except ValueError:
                return Said("call.not_a_call", {"call": text})
        case v.PlayAction(card=card, pilotta=pilotta):
            return PlayCard(seat, card, pilotta)
        case v.AnnounceAction(yes=yes):
            return Announce(seat, yes)
        case v.ShowAction(yes=yes):
            return Show(seat, yes)
        case p.ContinueAction(deal=deal):
            return Continue(deal)
