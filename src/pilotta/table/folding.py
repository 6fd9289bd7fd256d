"""A table is a fold over its log: :func:`fold` reads an entry, applies the rules once, and gives the table that follows.

What follows from an entry stands in one function, which the adoption of a proposal uses as well: a table that adopted is the table
that folded.
"""

from dataclasses import replace
from typing import Final

from pilotta.game.actions import Action, Deal
from pilotta.game.state import new_match
from pilotta.game.transition import Applied, Refusal, apply
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.table.entries import (
    Closed,
    Content,
    Created,
    Done,
    Entry,
    LogError,
    PassedOver,
    Ready,
    kind_of,
    read,
)
from pilotta.table.seal import Sealed, opened
from pilotta.table.state import Decided, Inside, News, Table

NOBODY_READY: Final[frozenset[int]] = frozenset()


def fold(table: Table | None, table_id: str, entry: Entry) -> tuple[Table, News]:
    """The table after one more entry, and what it brought. LogError where the entry cannot follow."""
    rev = 0 if table is None else table.rev
    if entry.seq != rev + 1:
        raise LogError(f"entry {entry.seq} of {table_id} cannot follow entry {rev}")
    content = read(entry.payload)
    if table is None:
        if not isinstance(content, Created):
            raise LogError(f"the log of {table_id} does not begin with its table")
        return begin(table_id, content, entry.at)
    if isinstance(content, Created):
        raise LogError(f"entry {entry.seq} of {table_id} makes the table once more")
    _check_follows(table, content, entry.seq)
    applied = None
    if isinstance(content, Done):
        outcome = apply(opened(table.inside).match, content.action)
        if isinstance(outcome, Refusal):
            raise LogError(f"entry {entry.seq} of {table_id} breaks the rules: {outcome.code}")
        applied = outcome
    return follow(table, content, applied, entry.seq, entry.at)


def _check_follows(table: Table, content: Content, seq: int) -> None:
    """LogError for what nobody could have proposed at this table as it stands; the rules of the game speak for themselves."""
    match content:
        case Done():
            possible = not table.closed
        case Ready(seat):
            possible = table.can_be_ready(seat)
        case Closed(seat):
            possible = table.can_close(seat)
        case _:
            return
    if not possible:
        who = f" of {SEATS[content.seat]}" if isinstance(content, Ready | Closed) else ""
        state = "the table was given up" if table.closed else f"entry {table.rev}"
        raise LogError(f"entry {seq} of {table.id}: {kind_of(content)}{who} cannot follow after {state}")


def begin(table_id: str, created: Created, at: int) -> tuple[Table, News]:
    """The table at its first entry."""
    match = new_match(created.rules, created.dealer, automatic=created.automatic)
    table = Table(
        id=table_id,
        created_at=at,
        players=created.players,
        pace_ms=created.pace_ms,
        deal_wait_ms=created.deal_wait_ms,
        training=created.training,
        rev=1,
        last_at=at,
        moves=0,
        moved_rev=1,
        moved_at=at,
        ready_at=at,
        inside=Sealed(Inside(match, created.secret)),
    )
    return table, News(1, 0, Sealed(()))


def follow(table: Table, content: Content, applied: Applied | None, seq: int, at: int) -> tuple[Table, News]:
    """The table after this entry; ``applied`` is what the rules made of it where it is an action of the game."""
    match content:
        case Done(action, why):
            assert applied is not None
            inside = opened(table.inside)
            inside = Inside(
                applied.state,
                inside.secret,
                _decided(inside.decided, action, why),
                (*inside.begun, applied.state) if isinstance(action, Deal) else inside.begun,
            )
            # Written out, since one is made for every action and `replace` takes three times as long.
            table = Table(
                table.id,
                table.created_at,
                table.players,
                table.pace_ms,
                table.deal_wait_ms,
                table.training,
                rev=seq,
                last_at=at,
                moves=table.moves + 1,
                moved_rev=seq,
                moved_at=at,
                ready_at=at,
                inside=Sealed(inside),
                ready=NOBODY_READY,
                closed=table.closed,
            )
            return table, News(seq, table.deals, Sealed(applied.events))
        case Ready(seat):
            table = replace(table, rev=seq, last_at=at, ready=table.ready | {seat}, ready_at=at)
            return table, News(seq, table.deals, Sealed((content,)))
        case Closed():
            return replace(table, rev=seq, last_at=at, closed=True), News(
                seq, table.deals, Sealed((content,))
            )
        case PassedOver():
            return replace(table, rev=seq, last_at=at), News(seq, table.deals, Sealed(()))
        case Created():
            raise LogError(f"entry {seq} of {table.id} makes the table once more")


def _decided(
    before: tuple[tuple[Decided, ...], ...], action: Action, why: Said | None
) -> tuple[tuple[Decided, ...], ...]:
    if isinstance(action, Deal):
        return (*before, ())
    return (*before[:-1], (*before[-1], Decided(action, why)))
