"""A wall clock that is set back or forward: tables go on at their pace, over a restart too."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.table.matches import made

from pilotta.bots.catalogue import make_bot
from pilotta.game.phase import Phase
from pilotta.rules.catalogue import ACADEMY
from pilotta.server import protocol as p
from pilotta.server.migrate import migrate
from pilotta.server.store import GuestRow, Store
from pilotta.server.tables.driver import Driver
from pilotta.server.tables.live import LiveTable, Tables
from pilotta.table import BotTurn, Proposal, Seated, Table, propose, read_log, view_for

HOUR = 3600.0
PACE = 0.1
DEAL_WAIT = 0.5
SOUTH = Seated(0, "guest-S")
RULES = ACADEMY.change(target=301, fixed_trump="D")
Clock = Callable[[float], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the wall clock by so many seconds; the monotonic one goes on as it does."""
    shift, real = 0.0, time.time_ns

    def by(seconds: float) -> None:
        nonlocal shift
        shift += seconds

    monkeypatch.setattr(time, "time_ns", lambda: real() + round(shift * 1e9))
    return by


class QuickBrain:
    async def proposal(self, state: Table, turn: BotTurn) -> Proposal:
        decision = make_bot(turn.bot, turn.seed).act(turn.view)
        found = propose(state, turn.view.seat, decision.action, decision.reason)  # type: ignore[arg-type]
        assert isinstance(found, Proposal)
        return found


@contextlib.asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Tables]:
    """A server's tables and their driver; what happens here after one like it is a restart."""
    database = folder / "pilotta.sqlite3"
    fresh = not database.exists()
    migrate(database)
    store = Store(database)
    await store.open()
    if fresh:
        await store.add_guest(GuestRow("guest-S", "Μαρία", "el"), 1, "hash", 10**15)
    tables = Tables(store)
    driver = Driver(tables, QuickBrain(), sweep_interval=0.05, standstill=0.2)  # type: ignore[arg-type]
    driver.open()
    try:
        yield tables
    finally:
        await driver.close()
        await store.close()


async def a_table(tables: Tables, pace: float = PACE) -> LiveTable:
    wanted = made(RULES)
    return await tables.create(
        replace(wanted, pace_ms=round(pace * 1000), deal_wait_ms=round(DEAL_WAIT * 1000))
    )


async def until(live: LiveTable, wanted: Callable[[Table], bool]) -> float:
    """How long it took until the table was as wanted; no such wait is longer than a few seconds."""
    start = time.monotonic()
    async with asyncio.timeout(20):
        while not wanted(live.state):
            await live.changed(live.state.rev, 1)
    return time.monotonic() - start


def mine(table: Table) -> bool:
    return table.turn == 0


async def play(tables: Tables, live: LiveTable) -> None:
    cards = view_for(live.state, SOUTH).seen.legal.cards
    action = p.PlayAction(cards.bit_length() - 1)
    assert isinstance(await tables.act(live, SOUTH, p.Act(f"c{live.state.rev}", action)), p.Ack)


@pytest.mark.parametrize("seconds", [-HOUR, -0.05, HOUR])
async def test_bots_play_on_at_their_pace(tmp_path: Path, set_clock: Clock, seconds: float) -> None:
    async with running(tmp_path) as tables:
        live = await a_table(tables)
        await until(live, mine)
        set_clock(seconds)
        played = 0
        for _ in range(2):
            moves = live.state.moves
            await play(tables, live)
            taken = await until(live, mine)
            # Who takes a trick as its last player leads the next: then no bot has been asked between.
            bots = live.state.moves - moves - 1
            assert taken >= 0.9 * PACE * bots
            played += bots
        assert played >= 3
        entries = await tables.store.entries(live.id)
        assert [each.at for each in entries] == sorted(each.at for each in entries)
        assert read_log(live.id, entries) == live.state


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
async def test_the_clock_is_set_while_a_bot_waits(tmp_path: Path, set_clock: Clock, seconds: float) -> None:
    async with running(tmp_path) as tables:
        live = await a_table(tables, pace=1.0)
        await until(live, mine)
        await play(tables, live)
        await asyncio.sleep(0.1)
        rev = live.state.rev
        set_clock(seconds)
        assert 0.7 < await until(live, lambda state: state.rev > rev) < 5


@pytest.mark.parametrize("seconds", [-HOUR, -0.05, HOUR])
async def test_tables_go_on_after_a_restart(tmp_path: Path, set_clock: Clock, seconds: float) -> None:
    async with running(tmp_path) as tables:
        live = await a_table(tables)
        await until(live, mine)
        await play(tables, live)
        stood = live.state
        assert stood.turn != 0
    set_clock(seconds)
    async with running(tmp_path) as tables:
        # Nobody opens the table: it is the sweeper that finds it.
        async with asyncio.timeout(20):
            while max(entry.seq for entry in await tables.store.entries(stood.id)) < stood.rev + 3:  # noqa: ASYNC110 - only the log tells
                await asyncio.sleep(0.05)
        found = await tables.find(stood.id)
        assert found is not None
        await until(found, mine)


@pytest.mark.parametrize("restart", [False, True])
async def test_the_next_deal_comes_after_its_wait(tmp_path: Path, set_clock: Clock, restart: bool) -> None:
    async with running(tmp_path) as tables:
        live = await a_table(tables, pace=0)
        while not live.state.deals:
            await until(live, lambda state: mine(state) or state.deals > 0)
            if not live.state.deals:
                await play(tables, live)
        assert live.state.phase is Phase.DEALING
        set_clock(-HOUR)
        if not restart:
            assert 0.5 * DEAL_WAIT < await until(live, lambda state: state.begun == 2) < 5
            return
    async with running(tmp_path) as tables:
        found = await tables.find(live.id)
        assert found is not None
        await until(found, lambda state: state.begun == 2)
