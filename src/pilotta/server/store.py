"""The database: guests, tokens and the logs of tables. Every write goes through one task that groups commits."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from pilotta.server import metrics
from pilotta.server.migrate import prepare
from pilotta.server.schema import guests, reviews, table_events, table_seats, tables, tokens
from pilotta.table import Entry

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[Any]]
BATCH: Final = 256
"""So many writes at most share a commit: an error of the disk fails them all."""

log = structlog.get_logger()


class LostRace(Exception):
    """Somebody else wrote this sequence number or this command first."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    id: str
    name: str
    language: str


class Store:
    """Opened with :meth:`open`, closed with :meth:`close`; in between any task may call it."""

    def __init__(self, database: Path) -> None:
        url = URL.create("sqlite+aiosqlite", database=str(database))
        # Errors are logged, and parameters are hands and tokens: they stay out of the errors' text.
        self._writing: AsyncEngine = create_async_engine(
            url, pool_size=1, max_overflow=0, hide_parameters=True
        )
        # Every reading is one statement, which needs no transaction around it.
        self._reading: AsyncEngine = create_async_engine(
            url, pool_size=4, max_overflow=4, pool_reset_on_return=None, hide_parameters=True
        )
        prepare(self._writing.sync_engine, begin="BEGIN IMMEDIATE")
        prepare(self._reading.sync_engine, begin=None)
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[Any]] | None] = asyncio.Queue(maxsize=10_000)
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write_all(), name="store-writer")

    async def close(self) -> None:
        """Commit what was handed over, then close."""
        if self._writer is not None:
            await self._jobs.put(None)
            await self._writer
            self._writer = None
        await self._writing.dispose()
        await self._reading.dispose()

    # The writer

    async def write(self, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run a job in a savepoint of the next transaction; returns once that is committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        await self._jobs.put((job, future))
        return await future

    async def _write_all(self) -> None:
        going_on = True
        while going_on:
            batch = [await self._jobs.get()]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            work = [each for each in batch if each is not None]
            going_on = len(work) == len(batch)
            if work:
                await self._commit(work)

    async def _commit(self, work: Sequence[tuple[Job, asyncio.Future[Any]]]) -> None:
        done: list[tuple[asyncio.Future[Any], Any]] = []
        try:
            async with self._writing.begin() as connection:
                for job, future in work:
                    # A job that fails takes back its own writes; alone in its transaction it needs no savepoint for that.
                    scope = connection.begin_nested() if len(work) > 1 else contextlib.nullcontext()
                    try:
                        async with scope:
                            result = await job(connection)
                    except Exception as error:
                        if not isinstance(error, IntegrityError):
                            log.exception("write failed")
                        _settle(future, error)
                        if len(work) == 1:
                            await connection.rollback()
                            return
                    else:
                        done.append((future, result))
        except Exception as error:
            log.exception("commit failed", writes=len(work))
            for _, future in work:
                _settle(future, error)
            return
        metrics.COMMITS.inc()
        metrics.WRITES.inc(len(done))
        for future, result in done:
            if not future.done():
                future.set_result(result)

    async def _rows(self, query: Any) -> Sequence[Any]:
        async with self._reading.connect() as connection:
            return (await connection.execute(query)).all()

    # Logs of tables

    async def create_table(
        self, table_id: str, payload: str, at: int, seats: Iterable[tuple[int, str]]
    ) -> None:
        """Write a table and the first entry of its log."""
        rows = [{"table_id": table_id, "seat": seat, "guest_id": guest} for seat, guest in seats]

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert(tables).values(id=table_id, created_at=at, over=False))
            await connection.execute(insert(table_seats), rows)
            await connection.execute(
                insert(table_events).values(table_id=table_id, seq=1, payload=payload, at=at)
            )

        await self.write(job)

    async def append(
        self, table_id: str, entry: Entry, *, command_id: str | None = None, over: bool = False
    ) -> None:
        """Add the next entry to a log. LostRace where that number or that command is there already."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(table_events).values(
                    table_id=table_id,
                    seq=entry.seq,
                    payload=entry.payload,
                    command_id=command_id,
                    at=entry.at,
                )
            )
            if over:
                await connection.execute(update(tables).where(tables.c.id == table_id).values(over=True))

        try:
            await self.write(job)
        except IntegrityError as error:
            metrics.LOST_RACES.inc()
            raise LostRace(table_id, entry.seq) from error

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

    async def running(self, before: int) -> dict[str, int]:
        """The last sequence number of each table that is not over and has not moved since an instant."""
        open_tables = select(tables.c.id).where(~tables.c.over)
        heads = await self._heads(table_events.c.table_id.in_(open_tables))
        return {table_id: seq for table_id, seq, at in heads if at < before}

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

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(reviews.delete().where(reviews.c.table_id == table_id))
            await connection.execute(
                insert(reviews).values(table_id=table_id, version=version, payload=payload)
            )

        await self.write(job)

    # Guests and tokens

    async def add_guest(self, guest: GuestRow, at: int, token_hash: str, expires_at: int) -> None:
        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(guests).values(id=guest.id, name=guest.name, language=guest.language, created_at=at)
            )
            await connection.execute(_token(token_hash, guest.id, "session", at, expires_at))

        await self.write(job)

    async def change_guest(self, guest: GuestRow) -> None:
        change = (
            update(guests).where(guests.c.id == guest.id).values(name=guest.name, language=guest.language)
        )
        await self.write(lambda connection: connection.execute(change))

    async def add_token(self, token_hash: str, guest_id: str, kind: str, at: int, expires_at: int) -> None:
        """Store a token, and forget those that have expired."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(tokens.delete().where(tokens.c.expires_at < at))
            await connection.execute(_token(token_hash, guest_id, kind, at, expires_at))

        await self.write(job)

    async def drop_token(self, token_hash: str) -> None:
        drop = tokens.delete().where(tokens.c.hash == token_hash)
        await self.write(lambda connection: connection.execute(drop))

    async def guest_by_token(self, token_hash: str, kind: str, now: int) -> GuestRow | None:
        query = (
            select(guests.c.id, guests.c.name, guests.c.language)
            .join(tokens, tokens.c.guest_id == guests.c.id)
            .where(tokens.c.hash == token_hash, tokens.c.kind == kind, tokens.c.expires_at > now)
        )
        rows = await self._rows(query)
        return GuestRow(*rows[0]) if rows else None

    async def alive(self) -> None:
        """Raises where the database cannot be read."""
        await self._rows(select(func.count()).select_from(guests))


def _token(token_hash: str, guest_id: str, kind: str, at: int, expires_at: int) -> Any:
    return insert(tokens).values(
        hash=token_hash, guest_id=guest_id, kind=kind, created_at=at, expires_at=expires_at
    )


def _settle(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
