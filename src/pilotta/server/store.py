"""The database: guests, tokens and the logs of tables. Every write goes through one thread that groups commits."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Executable, func, insert, select, update
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from pilotta.server import metrics
from pilotta.server.faults import Faults
from pilotta.server.migrate import prepare
from pilotta.server.schema import guests, reviews, table_events, table_seats, tables, tokens
from pilotta.server.writing import LostRace, Writer
from pilotta.table import Entry

T = TypeVar("T")
LOOK_AGAIN: Final = 1.0
AT_ONCE: Final = 1000
"""So many values at most stand in one statement."""

_LOST: Final = {
    ("SQLITE_CONSTRAINT_PRIMARYKEY", "UNIQUE constraint failed: table_events.table_id, table_events.seq"),
    ("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: table_events.table_id, table_events.command_id"),
}
"""Errors that say that this entry of a log, or this command, is there already. Any other is a failure."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    id: str
    name: str
    language: str


class TooManyTables(Exception):
    """A guest has as many running tables as he may."""


class Store:
    """Opened with :meth:`open`, closed with :meth:`close`; in between any task may call it."""

    def __init__(self, database: Path) -> None:
        self._faults = Faults()
        self._writer = Writer(database, self._faults)
        self._look: asyncio.Task[bool] | None = None
        self._looked = 0.0
        # Every reading is one statement, which needs no transaction around it. Errors are logged, and parameters are hands and
        # tokens: they stay out of the errors' text.
        self._reading: AsyncEngine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(database)),
            pool_size=4,
            max_overflow=4,
            pool_reset_on_return=None,
            hide_parameters=True,
        )
        prepare(self._reading.sync_engine, begin=None)

    async def open(self) -> None:
        self._writer.open()

    async def close(self) -> None:
        """Commit what was handed over, then close."""
        await self._writer.close()
        await self._reading.dispose()

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in the next transaction; returns once that is committed."""
        return await self._writer.write(job)

    async def _execute(self, *statements: Executable) -> None:
        def job(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self.write(job)

    async def _rows(self, query: Any) -> Sequence[Any]:
        try:
            async with self._reading.connect() as connection:
                return (await connection.execute(query)).all()
        except OperationalError as error:
            self._faults.tell(error)
            raise

    # Logs of tables

    async def create_table(
        self,
        table_id: str,
        payload: str,
        at: int,
        seats: Sequence[tuple[int, str]],
        *,
        most: int | None = None,
    ) -> int:
        """Write a table and the first entry of its log; the instant when it began. That is ``at``, or later where the clock has been set
        back since its guests' tables before it: a guest's newest table is the one that he made last.

        TooManyTables where ``most`` tables of a guest are running already, looked at in the same transaction.
        """
        rows = [{"table_id": table_id, "seat": seat, "guest_id": guest} for seat, guest in seats]
        c = tables.c
        before = (
            select(func.count().filter(~c.over), func.max(c.created_at))
            .join(table_seats, table_seats.c.table_id == c.id)
            .where(table_seats.c.guest_id.in_([guest for _, guest in seats]))
            .group_by(table_seats.c.guest_id)
        )

        def job(connection: Connection) -> int | None:
            begun = at
            for running, newest in connection.execute(before):
                if most is not None and running >= most:
                    return None
                begun = max(begun, newest + 1)
            connection.execute(insert(tables).values(id=table_id, created_at=begun, over=False))
            connection.execute(insert(table_seats).values(rows))
            connection.execute(
                insert(table_events).values(table_id=table_id, seq=1, payload=payload, at=begun)
            )
            return begun

        begun = await self.write(job)
        if begun is None:
            raise TooManyTables
        return begun

    async def append(
        self, table_id: str, entry: Entry, *, command_id: str | None = None, over: bool = False
    ) -> None:
        """Add the next entry to a log. LostRace where that number or that command is there already."""
        row = insert(table_events).values(
            table_id=table_id, seq=entry.seq, payload=entry.payload, command_id=command_id, at=entry.at
        )

        def job(connection: Connection) -> None:
            try:
                connection.execute(row)
            except IntegrityError as error:
                if (getattr(error.orig, "sqlite_errorname", None), str(error.orig)) in _LOST:
                    raise LostRace(table_id, entry.seq) from error
                raise
            if over:
                connection.execute(update(tables).where(tables.c.id == table_id).values(over=True))

        try:
            await self.write(job)
        except LostRace:
            metrics.LOST_RACES.inc()
            raise

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log after a sequence number, in order; nothing where there is no such table."""
        c = table_events.c
        query = select(c.seq, c.payload, c.at).where(c.table_id == table_id, c.seq > after).order_by(c.seq)
        return [Entry(*row) for row in await self._rows(query)]

    async def command_seq(self, table_id: str, command_id: str) -> int | None:
        """Where a command stands in the log, if it does."""
        c = table_events.c
        rows = await self._rows(select(c.seq).where(c.table_id == table_id, c.command_id == command_id))
        return int(rows[0].seq) if rows else None

    async def heads(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The last sequence number of each of these tables."""
        return {
            table_id: seq
            for table_id, seq, _ in await self._heads(table_events.c.table_id.in_(list(table_ids)))
        }

    async def running(self, before: int, now: int) -> dict[str, int]:
        """The last sequence number of each table that is not over and has not moved since an instant, as far as one can tell: of a
        table that moved in the future (the clock has been set back) nobody knows when that was."""
        open_tables = select(tables.c.id).where(~tables.c.over)
        heads = await self._heads(table_events.c.table_id.in_(open_tables))
        return {table_id: seq for table_id, seq, at in heads if at < before or at > now}

    async def _heads(self, which: ColumnElement[bool]) -> Sequence[Any]:
        c = table_events.c
        return await self._rows(
            select(c.table_id, func.max(c.seq), func.max(c.at)).where(which).group_by(c.table_id)
        )

    async def tables_of(self, guest_id: str) -> list[str]:
        """A guest's tables that are not over, newest first."""
        query = (
            select(tables.c.id)
            .join(table_seats, table_seats.c.table_id == tables.c.id)
            .where(table_seats.c.guest_id == guest_id, ~tables.c.over)
            .order_by(tables.c.created_at.desc(), tables.c.id)
        )
        return [row.id for row in await self._rows(query)]

    # Reviews

    async def review(self, table_id: str, version: str) -> bytes | None:
        """The review of a table by this version of the reviewer, if it has been thought out."""
        c = reviews.c
        rows = await self._rows(select(c.payload).where(c.table_id == table_id, c.version == version))
        return bytes(rows[0].payload) if rows else None

    async def keep_review(self, table_id: str, version: str, payload: bytes) -> None:
        """Keep a review in the place of an older one."""
        await self._execute(
            reviews.delete().where(reviews.c.table_id == table_id),
            insert(reviews).values(table_id=table_id, version=version, payload=payload),
        )

    # Guests and tokens

    async def add_guest(self, guest: GuestRow, at: int, token_hash: str, expires_at: int) -> None:
        await self._execute(
            insert(guests).values(id=guest.id, name=guest.name, language=guest.language, created_at=at),
            _token(token_hash, guest.id, "session", at, expires_at),
        )

    async def change_guest(self, guest: GuestRow) -> None:
        change = (
            update(guests).where(guests.c.id == guest.id).values(name=guest.name, language=guest.language)
        )
        await self._execute(change)

    async def add_token(self, token_hash: str, guest_id: str, kind: str, at: int, expires_at: int) -> None:
        """Store a token, and forget those that have expired."""
        await self._execute(
            tokens.delete().where(tokens.c.expires_at < at),
            _token(token_hash, guest_id, kind, at, expires_at),
        )

    async def drop_token(self, token_hash: str) -> None:
        drop = tokens.delete().where(tokens.c.hash == token_hash)
        await self._execute(drop)

    async def guest_by_token(self, token_hash: str, kind: str, now: int) -> GuestRow | None:
        query = (
            select(guests.c.id, guests.c.name, guests.c.language)
            .join(tokens, tokens.c.guest_id == guests.c.id)
            .where(tokens.c.hash == token_hash, tokens.c.kind == kind, tokens.c.expires_at > now)
        )
        rows = await self._rows(query)
        return GuestRow(*rows[0]) if rows else None

    async def sessions(self, hashes: Sequence[str], now: int) -> set[str]:
        """Those of these sessions' tokens that are good still."""
        found: set[str] = set()
        for start in range(0, len(hashes), AT_ONCE):
            some = tokens.c.hash.in_(hashes[start : start + AT_ONCE])
            query = select(tokens.c.hash).where(some, tokens.c.kind == "session", tokens.c.expires_at > now)
            found.update(row.hash for row in await self._rows(query))
        return found

    # The database itself

    async def ready(self) -> bool:
        """Whether the database can be read and written: tried, at most once a second, and where something has failed since it was well."""
        look, now = self._look, time.monotonic()
        # What was well may be so no more.
        if look is None or (
            look.done()
            and (now - self._looked > LOOK_AGAIN or (look.result() and self._faults.last > self._looked))
        ):
            self._looked = now
            look = self._look = asyncio.create_task(self._try(), name="store-ready")
        return await asyncio.shield(look)

    async def _try(self) -> bool:
        def write(connection: Connection) -> None:
            # Changes nothing, and is written to the disk all the same.
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            connection.exec_driver_sql(f"PRAGMA user_version={version}")

        try:
            await self._rows(select(guests.c.id).limit(1))
            await self.write(write)
        except OperationalError:
            return False
        return True


def _token(token_hash: str, guest_id: str, kind: str, at: int, expires_at: int) -> Any:
    return insert(tokens).values(
        hash=token_hash, guest_id=guest_id, kind=kind, created_at=at, expires_at=expires_at
    )
