"""Drives tables: bots' moves and deals that are due. Both follow from the log, so it does not matter who drives, or twice.

Whoever wrote an entry drives what comes next. Where that process died, the sweeper of any other takes the table up.
"""

import asyncio
import secrets
from random import Random

import structlog
from sqlalchemy.exc import OperationalError

from pilotta.server.tables.live import LiveTable, Tables, now_ms
from pilotta.server.thinkers.pool import Thinkers
from pilotta.table import BotTurn, LogError, Proposal, due, propose_deal, renew, waits_for_none

log = structlog.get_logger()


class Driver:
    """Runs a task for each table that has something due, and the sweeper."""

    def __init__(
        self,
        tables: Tables,
        thinkers: Thinkers,
        *,
        sweep_interval: float,
        standstill: float,
        rng: Random | None = None,
    ) -> None:
        self._tables, self._thinkers = tables, thinkers
        self._sweep_interval, self._standstill = sweep_interval, standstill
        self._rng = rng or secrets.SystemRandom()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        # Tables that waited for a person, or could not be followed, when last looked at, with the end of their logs: no need to
        # look at them again before those have grown.
        self._waiting: dict[str, int] = {}

    def open(self) -> None:
        self._tables.on_written = self.wake
        self._sweeper = asyncio.create_task(self._sweep_for_ever(), name="sweeper")

    async def close(self) -> None:
        """Stop; what was due stays due, for the next start."""
        tasks = list(self._tasks.values())
        if self._sweeper is not None:
            tasks.append(self._sweeper)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, live: LiveTable) -> None:
        """Drive this table, unless it is driven already."""
        running = self._tasks.get(live.id)
        if running is not None and not running.done():
            return
        if live.frozen or not waits_for_none(live.state):
            return
        task = asyncio.create_task(self._drive(live), name=f"drive-{live.id}")
        self._tasks[live.id] = task
        task.add_done_callback(lambda done: self._ended(live, done))

    def _ended(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        if self._tasks.get(live.id) is task:
            del self._tasks[live.id]
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, OperationalError):
                # The store has said so; the sweeper tries again.
                return
            log.error("driving failed", table=live.id, rev=live.state.rev, exc_info=error)

    async def _drive(self, live: LiveTable) -> None:
        with live.held():
            await self._drive_on(live)

    async def _drive_on(self, live: LiveTable) -> None:
        while not live.frozen and (turn := due(live.state)) is not None:
            state = live.state
            wait = live.seconds_until(turn)
            if wait > 0 and await live.changed(state.rev, wait):
                continue
            if isinstance(turn, BotTurn):
                proposal = await self._thinkers.proposal(state, turn)
            else:
                dealt = propose_deal(state, self._rng)
                assert isinstance(dealt, Proposal), "cards are due"
                proposal = dealt
            if not await self._written(live, proposal):
                # Another process drives this table; should it die, the sweeper will notice.
                return

    async def _written(self, live: LiveTable, proposal: Proposal) -> bool:
        """Write what was decided, also where other things were written to the table meanwhile; False where another process was first."""
        lost = False
        while (wanted := renew(live.state, proposal)) is not None and not live.frozen:
            if await self._tables.append(live, wanted):
                return True
            lost = True
        return not lost

    async def _sweep_for_ever(self) -> None:
        rounds = 0
        while True:
            try:
                await self._read_on()
                if rounds * self._sweep_interval >= self._standstill or rounds == 0:
                    rounds = 0
                    await self.sweep()
                    self._tables.forget()
            except OperationalError:
                # The store has said so.
                pass
            except Exception:
                log.exception("sweeping failed")
            rounds += 1
            await asyncio.sleep(self._sweep_interval)

    async def _read_on(self) -> None:
        """Take in what other processes wrote to tables that somebody here follows."""
        followed = self._tables.followed()
        if not followed:
            return
        heads = await self._tables.store.heads(live.id for live in followed)
        for live in followed:
            if heads.get(live.id, 0) > live.head:
                await self._tables.read_on(live)

    async def sweep(self) -> None:
        """Drive every table that has stood still although something was due."""
        now = now_ms()
        heads = await self._tables.store.running(now - round(self._standstill * 1000), now)
        self._waiting = {each: rev for each, rev in self._waiting.items() if heads.get(each) == rev}
        for table_id, rev in heads.items():
            if table_id in self._waiting:
                continue
            try:
                live = await self._tables.find(table_id)
            except LogError:
                log.exception("table cannot be read", table=table_id)
                self._waiting[table_id] = rev
                continue
            if live is None:
                continue
            if live.head < rev:
                await self._tables.read_on(live)
            turn = None if live.frozen else due(live.state)
            if turn is None:
                self._waiting[table_id] = live.head
            elif live.seconds_until(turn) <= -self._standstill:
                self.wake(live)
