"""The tables that this process holds in memory: folds of their logs, kept up to date, and told to who listens.

A command is: look at the fold, ask the rules, insert the next entry, and only then acknowledge and publish. Where another
process (or task) wrote that entry first, the insert fails, the log is read on, and the command is looked at again.
"""

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

import msgspec
import structlog

from pilotta.said import Said
from pilotta.server import metrics, telling
from pilotta.server import protocol as p
from pilotta.server.store import Store
from pilotta.server.writing import LostRace
from pilotta.table import (
    BotTurn,
    Created,
    DealTurn,
    Entry,
    GiveUp,
    LogError,
    News,
    Proposal,
    Seated,
    Table,
    Viewer,
    adopt,
    fold,
    propose,
    propose_table,
)

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

    @property
    def viewer(self) -> Viewer: ...

    def push(self, frame: bytes) -> None:
        """Hand over a frame; must not wait."""


class LiveTable:
    """A table in memory. ``state`` is replaced, never changed; ``news`` are the last entries' events.

    Where its log goes on with something that this process does not understand, the table is ``frozen``: it is shown as it last stood, and
    nothing is written to it. ``head`` is the last entry that was read, whether it was understood or not.
    """

    def __init__(self, state: Table, news: Iterable[News]) -> None:
        self.state = state
        self.news: deque[News] = deque(news, maxlen=REMEMBERED)
        self.head = state.rev
        self.frozen = False
        self.listeners: set[Listener] = set()
        self.used = time.monotonic()
        self._holders = 0
        self._changed = asyncio.Event()
        # What is waited for, and until when by the clock that nobody sets.
        self._until: tuple[int, int, float] | None = None

    @property
    def id(self) -> str:
        return self.state.id

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """While somebody holds on to this very object, it is not forgotten: else there would be two of one table."""
        self._holders += 1
        try:
            yield
        finally:
            self._holders -= 1
            self.used = time.monotonic()

    def unused(self, since: float) -> bool:
        """Whether nobody holds or follows it, nor has used it since then, by the monotonic clock."""
        return not self._holders and not self.listeners and self.used < since

    def after(self, rev: int) -> list[News] | None:
        """The news after ``rev``, or None where they are not remembered (or have not happened)."""
        if rev == self.state.rev:
            return []
        if rev < 1 or not self.news or not self.news[0].seq - 1 <= rev < self.state.rev:
            return None
        return [each for each in self.news if each.seq > rev]

    def catch_up_frame(self, viewer: Viewer, rev: int | None) -> bytes:
        """What brings a client up to date that knows the table as it was at ``rev``."""
        news = None if rev is None else self.after(rev)
        if rev is None or news is None:
            return encode(telling.welcome(self.state, viewer))
        return encode(telling.update(self.state, rev, news, viewer))

    def absorb(self, entries: Iterable[Entry]) -> bool:
        """Fold entries that have been committed and tell the listeners; says whether the table has moved on."""
        since = self.state.rev
        for entry in entries:
            if entry.seq <= self.state.rev:
                continue
            grown = entry.seq > self.head
            self.head = max(self.head, entry.seq)
            if entry.seq > self.state.rev + 1:
                # It stands after what was not understood.
                continue
            try:
                self.state, news = fold(self.state, self.id, entry)
            except LogError:
                self.frozen = True
                if grown:
                    log.exception("table frozen", table=self.id, rev=self.state.rev)
            else:
                self.frozen = False
                self.news.append(news)
        return self._moved(since)

    def adopt(self, proposal: Proposal, seq: int, at: int) -> None:
        """Go on to what was proposed, now that it has been committed, and tell the listeners."""
        since = self.state.rev
        self.state, news = adopt(self.state, proposal, seq, at)
        self.head = max(self.head, seq)
        self.news.append(news)
        self._moved(since)

    def _moved(self, since: int) -> bool:
        """Tell the listeners what is new since then, if anything is."""
        if self.state.rev == since:
            return False
        self.used = time.monotonic()
        self._changed.set()
        self._changed = asyncio.Event()
        frames: dict[Viewer, bytes] = {}
        for listener in list(self.listeners):
            viewer = listener.viewer
            if viewer not in frames:
                frames[viewer] = self.catch_up_frame(viewer, since)
            listener.push(frames[viewer])
        return True

    def seconds_until(self, turn: BotTurn | DealTurn) -> float:
        """How long this turn has to wait still; less than 0 where it should have come already.

        Its instant is by the wall clock, which may be set back: so that is looked at once for each turn, and an instant which
        lies further ahead than the whole wait follows from a time in the future, which counts as now.
        """
        if self._until is None or self._until[:2] != (self.state.moves, turn.at):
            wait = min(turn.at - now_ms(), turn.wait)
            self._until = self.state.moves, turn.at, time.monotonic() + wait / 1000
        return self._until[2] - time.monotonic()

    async def changed(self, rev: int, seconds: float) -> bool:
        """Wait until the table has moved on from ``rev``, or the time is over; says which."""
        if self.state.rev == rev:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return False
        return True


class Tables:
    """Finds and makes tables, and writes their logs. ``on_written`` is told of every table that this process wrote to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.on_written: Callable[[LiveTable], None] = _ignore
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def create(self, created: Created, *, most: int | None = None) -> LiveTable:
        """Begin a table's log. TooManyTables where ``most`` tables of one of its guests are running already."""
        table_id = secrets.token_hex(8)
        proposal = propose_table(table_id, created)
        seats = [(seat, who.guest) for seat, who in enumerate(created.players) if who.guest]
        at = await self.store.create_table(table_id, proposal.text, now_ms(), seats, most=most)
        metrics.EVENTS.labels(proposal.kind).inc()
        state, news = adopt(None, proposal, 1, at)
        live = self._keep(LiveTable(state, [news]))
        self.on_written(live)
        return live

    async def find(self, table_id: str) -> LiveTable | None:
        """The table of this id, read from its log where it is not in memory. LogError where its log does not even begin with
        a table that is understood here."""
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
        entries = await self.store.entries(table_id)
        if not entries:
            return None
        state, news = fold(None, table_id, entries[0])
        live = LiveTable(state, [news])
        live.absorb(entries[1:])
        return self._keep(live)

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
            if live.unused(horizon):
                del self._live[live.id]
        metrics.TABLES.set(len(self._live))

    async def read_on(self, live: LiveTable) -> bool:
        """Take in what others have written; says whether there was anything."""
        return live.absorb(await self.store.entries(live.id, live.state.rev))

    async def append(self, live: LiveTable, proposal: Proposal, command_id: str | None = None) -> bool:
        """Write what was proposed. False where somebody else wrote there first; then that has been read."""
        state = live.state
        if live.frozen or state.rev != proposal.rev:
            return False
        # The clock may have been set back; a log's times may not.
        seq, at = state.rev + 1, max(now_ms(), state.last_at)
        row = Entry(seq, proposal.text, at)
        try:
            await self.store.append(live.id, row, command_id=command_id, over=proposal.over)
        except LostRace:
            await self.read_on(live)
            return False
        metrics.EVENTS.labels(proposal.kind).inc()
        # Perhaps it has been read already, by somebody who read on.
        if live.state.rev == proposal.rev:
            live.adopt(proposal, seq, at)
        self.on_written(live)
        return True

    async def act(self, live: LiveTable, viewer: Seated, act: p.Act) -> p.Ack | p.Refused:
        """Carry out a player's command, once."""
        command_id = f"{viewer.person}:{act.id}"
        for _ in range(TRIES):
            state = live.state
            answer = _answer(live, viewer, act)
            if isinstance(answer, Proposal) and await self.append(live, answer, command_id):
                return p.Ack(act.id, answer.rev + 1)
            # Not written: perhaps because it stands in the log already (and has changed what is legal).
            if (seq := await self.store.command_seq(live.id, command_id)) is not None:
                if seq > live.state.rev:
                    await self.read_on(live)
                return p.Ack(act.id, seq)
            if answer is None:
                return p.Ack(act.id, state.rev)
            # Perhaps it is the fold that lags behind another process.
            if isinstance(answer, Said) and live.state is state and not await self.read_on(live):
                metrics.REFUSALS.labels(answer.code).inc()
                return p.Refused(act.id, answer.code, answer.params, live.state.rev)
        log.warning("command given up", table=live.id, tries=TRIES)
        return p.Refused(act.id, "table.stale", {"rev": str(live.state.rev)}, live.state.rev)

    async def close(self, live: LiveTable, viewer: Seated) -> Said | None:
        """A player gives the table up; why that cannot be."""
        while not live.frozen:
            proposal = propose(live.state, viewer.seat, GiveUp())
            if not isinstance(proposal, Proposal):
                return proposal
            if await self.append(live, proposal):
                return None
        return NEWER


NEWER: Final = Said("table.newer")


def _answer(live: LiveTable, viewer: Seated, act: p.Act) -> Proposal | Said | None:
    """What a command adds to the log as it stands, or why it may not."""
    state = live.state
    if live.frozen:
        return NEWER
    # What else was written since then has changed nothing of the game that was seen.
    if act.rev is not None and not state.moved_rev <= act.rev <= state.rev:
        return Said("table.stale", {"rev": str(state.rev)})
    command = telling.command_of(viewer.seat, act.action)
    return command if isinstance(command, Said) else propose(state, viewer.seat, command)
