"""The tables that this process holds in memory: folds of their logs, kept up to date, and told to who listens.

A command is: look at the fold, ask the rules, insert the next entry, and only then acknowledge and publish. Where another
process (or task) wrote that entry first, the insert fails, the log is read on, and the command is looked at again.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import msgspec
import structlog

from pilotta.seats import SEATS
from pilotta.server import logbook, metrics, table
from pilotta.server import protocol as p
from pilotta.server.logbook import Entry
from pilotta.server.store import LostRace, Store
from pilotta.server.table import Happened, No, Table

REMEMBERED: Final = 128
"""So many entries can be told again to a client that missed them; one that missed more gets the whole table."""
TRIES: Final = 16
FORGET_AFTER: Final = 600.0

log = structlog.get_logger()
encode = msgspec.json.Encoder().encode


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _ignore(_live: "LiveTable") -> None:
    """Nobody wants to know."""


class Listener(Protocol):
    """A connection that follows a table."""

    seat: int

    def push(self, frame: bytes) -> None:
        """Hand over a frame; must not wait."""


class LiveTable:
    """A table in memory. ``state`` is replaced, never changed; ``news`` are the last entries' events."""

    def __init__(self, state: Table, news: Iterable[Happened]) -> None:
        self.state = state
        self.news: deque[Happened] = deque(news, maxlen=REMEMBERED)
        self.listeners: set[Listener] = set()
        self.used = time.monotonic()
        self._changed = asyncio.Event()

    @property
    def id(self) -> str:
        return self.state.id

    def after(self, rev: int) -> list[Happened] | None:
        """The news after ``rev``, or None where they are not remembered (or have not happened)."""
        if rev == self.state.rev:
            return []
        if rev < 1 or not self.news or not self.news[0].seq - 1 <= rev < self.state.rev:
            return None
        return [each for each in self.news if each.seq > rev]

    def catch_up_frame(self, seat: int, rev: int | None) -> bytes:
        """What brings a client up to date that knows the table as it was at ``rev``."""
        news = None if rev is None else self.after(rev)
        if rev is None or news is None:
            return encode(table.welcome(self.state, seat))
        return encode(table.update(self.state, rev, news, seat))

    def absorb(self, entries: Iterable[Entry]) -> bool:
        """Fold entries that have been committed and tell the listeners; says whether anything was new."""
        since = self.state.rev
        for entry in entries:
            if entry.seq <= self.state.rev:
                continue
            self.state, happened = table.fold(self.state, self.id, entry)
            self.news.append(happened)
        if self.state.rev == since:
            return False
        self.used = time.monotonic()
        self._changed.set()
        self._changed = asyncio.Event()
        frames: dict[int, bytes] = {}
        for listener in list(self.listeners):
            if listener.seat not in frames:
                frames[listener.seat] = self.catch_up_frame(listener.seat, since)
            listener.push(frames[listener.seat])
        return True

    async def changed(self, rev: int, seconds: float) -> bool:
        """Wait until the table has moved on from ``rev``, or the time is over; says which."""
        if self.state.rev == rev:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return False
        return True


class Lobby:
    """Finds and makes tables, and writes their logs. ``on_written`` is told of every table that this process wrote to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.on_written: Callable[[LiveTable], None] = _ignore
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def create(self, entry: logbook.CreatedEntry) -> LiveTable:
        """Begin a table's log."""
        table_id, at = secrets.token_hex(8), now_ms()
        text = logbook.payload(entry)
        seats = [(SEATS.index(seat), who.guest) for seat, who in entry.players.items() if who.guest]
        state, happened = table.fold(None, table_id, Entry(1, text, at))
        await self.store.create_table(table_id, text, at, seats)
        metrics.EVENTS.labels("created").inc()
        live = self._keep(LiveTable(state, [happened]))
        self.on_written(live)
        return live

    async def find(self, table_id: str) -> LiveTable | None:
        """The table of this id, read from its log where it is not in memory. LogError where the log cannot be followed."""
        live = self._live.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            return live
        if table_id not in self._loading:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def fresh(self, table_id: str) -> LiveTable | None:
        """As :meth:`find`, and up to date with what other processes wrote."""
        live = await self.find(table_id)
        if live is not None:
            await self.read_on(live)
        return live

    async def _load(self, table_id: str) -> LiveTable | None:
        state: Table | None = None
        news: deque[Happened] = deque(maxlen=REMEMBERED)
        for entry in await self.store.entries(table_id):
            state, happened = table.fold(state, table_id, entry)
            news.append(happened)
        return self._keep(LiveTable(state, news)) if state else None

    def _keep(self, live: LiveTable) -> LiveTable:
        kept = self._live.setdefault(live.id, live)
        metrics.TABLES.set(len(self._live))
        return kept

    def followed(self) -> list[LiveTable]:
        """Tables that somebody listens to."""
        return [live for live in self._live.values() if live.listeners]

    def forget(self) -> None:
        """Let go of tables that nobody has used for a while."""
        horizon = time.monotonic() - FORGET_AFTER
        for live in list(self._live.values()):
            if not live.listeners and live.used < horizon:
                del self._live[live.id]
        metrics.TABLES.set(len(self._live))

    async def read_on(self, live: LiveTable) -> bool:
        """Take in what others have written; says whether there was anything."""
        return live.absorb(await self.store.entries(live.id, live.state.rev))

    async def append(
        self, live: LiveTable, rev: int, entry: logbook.AnyEntry, command_id: str | None = None
    ) -> bool:
        """Write the entry that follows ``rev``. False where somebody else wrote there first; then that has been read."""
        if live.state.rev == rev:
            ends = table.ends(live.state, entry)
            # The clock may have been set back; a log's times may not.
            row = Entry(rev + 1, logbook.payload(entry), max(now_ms(), live.state.last_at))
            try:
                await self.store.append(live.id, row, command_id=command_id, over=ends)
            except LostRace:
                await self.read_on(live)
                return False
            metrics.EVENTS.labels(logbook.kind(entry)).inc()
            live.absorb([row] if live.state.rev == rev else await self.store.entries(live.id, live.state.rev))
            self.on_written(live)
            return True
        return False

    async def act(self, live: LiveTable, seat: int, act: p.Act) -> p.Ack | p.Refused:
        """Carry out a player's command, once."""
        command_id = f"{SEATS[seat]}:{act.id}"
        for _ in range(TRIES):
            state = live.state
            stale = act.rev is not None and act.rev != state.rev
            answer = (
                No("table.stale", {"rev": str(state.rev)}) if stale else table.decide(state, seat, act.action)
            )
            entry = None if isinstance(answer, No) else answer
            if entry is not None and await self.append(live, state.rev, entry, command_id):
                return p.Ack(act.id, state.rev + 1)
            # Not written: perhaps because it stands in the log already (and has changed what is legal).
            if (seq := await self.store.command_seq(live.id, command_id)) is not None:
                if seq > live.state.rev:
                    await self.read_on(live)
                return p.Ack(act.id, seq)
            if answer is None:
                return p.Ack(act.id, state.rev)
            # Perhaps it is the fold that lags behind another process.
            if isinstance(answer, No) and live.state is state and not await self.read_on(live):
                metrics.REFUSALS.labels(answer.code).inc()
                return p.Refused(act.id, answer.code, answer.params, live.state.rev)
        log.warning("command given up", table=live.id, tries=TRIES)
        return p.Refused(act.id, "table.stale", {"rev": str(live.state.rev)}, live.state.rev)

    async def close(self, live: LiveTable, seat: int) -> None:
        """A player gives the table up."""
        while (entry := table.close(live.state, seat)) is not None:
            if await self.append(live, live.state.rev, entry):
                return
