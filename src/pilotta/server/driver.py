"""Drives tables: bots' moves and deals that are due. Both follow from the log, so it does not matter who drives, or twice.

Whoever wrote an entry drives what comes next. Where that process died, the sweeper of any other takes the table up.
"""

import asyncio
import secrets
from random import Random

import structlog

from pilotta.server import table
from pilotta.server.brain import Brain
from pilotta.server.lobby import LiveTable, Lobby, now_ms
from pilotta.server.logbook import LogError
from pilotta.server.table import BotTurn

log = structlog.get_logger()


class Driver:
    """Runs a task for each table that has something due, and the sweeper."""

    def __init__(
        self,
        lobby: Lobby,
        brain: Brain,
        *,
        sweep_interval: float,
        standstill: float,
        rng: Random | None = None,
    ) -> None:
        self._lobby, self._brain = lobby, brain
        self._sweep_interval, self._standstill = sweep_interval, standstill
        self._rng = rng or secrets.SystemRandom()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        # Tables that waited for a person when last looked at, with their rev: no need to read them again.
        self._waiting: dict[str, int] = {}
        self._lost: set[str] = set()

    def open(self) -> None:
        self._lobby.on_written = self.wake
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
        if table.due(live.state) is None:
            return
        task = asyncio.create_task(self._drive(live), name=f"drive-{live.id}")
        self._tasks[live.id] = task
        task.add_done_callback(lambda done: self._ended(live, done))

    def _ended(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        if self._tasks.get(live.id) is task:
            del self._tasks[live.id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("driving failed", table=live.id, rev=live.state.rev, exc_info=error)

    async def _drive(self, live: LiveTable) -> None:
        while (due := table.due(live.state)) is not None:
            state = live.state
            wait = (due.at - now_ms()) / 1000
            if wait > 0 and await live.changed(state.rev, wait):
                continue
            if isinstance(due, BotTurn):
                entry = await self._brain.entry(state, due)
            else:
                entry = table.deal_entry(state, self._rng)
            if live.state.rev == state.rev and not await self._lobby.append(live, state.rev, entry):
                # Another process drives this table; should it die, the sweeper will notice.
                return

    async def _sweep_for_ever(self) -> None:
        rounds = 0
        while True:
            try:
                await self._read_on()
                if rounds * self._sweep_interval >= self._standstill or rounds == 0:
                    rounds = 0
                    await self.sweep()
                    self._lobby.forget()
            except Exception:
                log.exception("sweeping failed")
            rounds += 1
            await asyncio.sleep(self._sweep_interval)

    async def _read_on(self) -> None:
        """Take in what other processes wrote to tables that somebody here follows."""
        followed = self._lobby.followed()
        if not followed:
            return
        heads = await self._lobby.store.heads(live.id for live in followed)
        for live in followed:
            if heads.get(live.id, 0) > live.state.rev and live.id not in self._lost:
                await self._check(live)

    async def sweep(self) -> None:
        """Drive every table that has stood still although something was due."""
        horizon = now_ms() - round(self._standstill * 1000)
        heads = await self._lobby.store.running(horizon)
        self._waiting = {each: rev for each, rev in self._waiting.items() if heads.get(each) == rev}
        for table_id, rev in heads.items():
            if table_id in self._waiting or table_id in self._lost:
                continue
            try:
                live = await self._lobby.find(table_id)
            except LogError as error:
                self._give_up(table_id, error)
                continue
            if live is None or (live.state.rev < rev and not await self._check(live)):
                continue
            due = table.due(live.state)
            if due is None:
                self._waiting[table_id] = live.state.rev
            elif due.at <= horizon:
                self.wake(live)

    async def _check(self, live: LiveTable) -> bool:
        """Read a table's log on; False where it cannot be followed."""
        try:
            await self._lobby.read_on(live)
        except LogError as error:
            self._give_up(live.id, error)
            return False
        return True

    def _give_up(self, table_id: str, error: LogError) -> None:
        """Say once that a log cannot be followed, and leave it alone: it will not get better."""
        self._lost.add(table_id)
        log.error("table cannot be read", table=table_id, reason=str(error))
