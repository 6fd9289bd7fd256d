"""The tables on a real database: what one command costs, and what is written beside the game."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from tests.table.matches import made

from pilotta.bots.catalogue import make_bot
from pilotta.rules.catalogue import ACADEMY
from pilotta.server import protocol as p
from pilotta.server.gateway import Gateway
from pilotta.server.guests import Guests
from pilotta.server.limits import Limits
from pilotta.server.migrate import migrate
from pilotta.server.settings import Settings
from pilotta.server.store import GuestRow, Store
from pilotta.server.tables import live as live_module
from pilotta.server.tables.driver import Driver
from pilotta.server.tables.live import LiveTable, Tables
from pilotta.server.thinkers.pool import Thinkers
from pilotta.table import (
    BotTurn,
    Entry,
    Player,
    Proposal,
    Seated,
    Table,
    folding,
    proposals,
    propose,
    propose_deal,
    read_log,
    view_for,
)

FOUR = [Seated(seat, f"guest-{letter}") for seat, letter in enumerate("SENW")]
RULES = ACADEMY.change(target=101, fixed_trump="D")


@pytest_asyncio.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    migrate(tmp_path / "pilotta.sqlite3")
    store = Store(tmp_path / "pilotta.sqlite3")
    await store.open()
    for viewer in FOUR:
        await store.add_guest(GuestRow(viewer.person, "Μαρία", "el"), 1, f"hash-{viewer.person}", 10**15)
    yield Tables(store)
    await store.close()


class Ear:
    def __init__(self, viewer: Seated) -> None:
        self.viewer = viewer
        self.heard: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.heard.append(frame)


async def dealt(tables: Tables, humans: str) -> LiveTable:
    live = await tables.create(made(RULES, humans=humans))
    proposal = propose_deal(live.state, Random(2))
    assert isinstance(proposal, Proposal)
    assert await tables.append(live, proposal)
    return live


def card(live: LiveTable) -> tuple[Seated, p.PlayAction]:
    viewer = FOUR[live.state.turn]
    legal = view_for(live.state, viewer).seen.legal.cards
    return viewer, p.PlayAction(legal.bit_length() - 1)


async def test_a_command_costs_one_application_of_the_rules(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await dealt(tables, "SENW")
    live.listeners.update(Ear(viewer) for viewer in FOUR)
    applied = read = 0
    apply, read_text = proposals.apply, folding.read

    def count(*given: Any) -> Any:
        nonlocal applied
        applied += 1
        return apply(*given)

    def reading(text: str) -> Any:
        nonlocal read
        read += 1
        return read_text(text)

    monkeypatch.setattr(proposals, "apply", count)
    monkeypatch.setattr(folding, "apply", count)
    monkeypatch.setattr(folding, "read", reading)
    for number in range(32):
        viewer, action = card(live)
        answer = await tables.act(live, viewer, p.Act(f"c{number}", action, live.state.rev))
        assert isinstance(answer, p.Ack)
    assert (applied, read) == (32, 0)
    monkeypatch.undo()
    assert read_log(live.id, await tables.store.entries(live.id)) == live.state
    assert live.state.deals == 1


async def test_the_same_id_of_two_people_is_two_commands(tables: Tables) -> None:
    live = await dealt(tables, "SENW")
    for number in range(4):
        viewer, action = card(live)
        answer = await tables.act(live, viewer, p.Act("the same", action))
        assert answer == p.Ack("the same", 3 + number)
        # Said again, by the same person, it is the same command.
        assert await tables.act(live, viewer, p.Act("the same", action)) == answer


async def test_two_lobbies_that_play_the_same_card_play_it_once(tables: Tables) -> None:
    live = await dealt(tables, "SENW")
    other = Tables(tables.store)
    there = await other.find(live.id)
    assert there is not None
    viewer, action = card(live)
    act = p.Act("once", action, live.state.rev)
    answers = await asyncio.gather(tables.act(live, viewer, act), other.act(there, viewer, act))
    assert answers == [p.Ack("once", 3), p.Ack("once", 3)]
    assert live.state == there.state
    assert len(await tables.store.entries(live.id)) == 3


class SlowBrain:
    """Thinks until it is let go, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked, self.begun, self.go = 0, asyncio.Event(), asyncio.Event()

    async def proposal(self, state: Table, turn: BotTurn) -> Proposal:
        self.asked += 1
        self.begun.set()
        await self.go.wait()
        decision = make_bot(turn.bot, turn.seed).act(turn.view)
        found = propose(state, turn.view.seat, decision.action, decision.reason)
        assert isinstance(found, Proposal)
        return found


async def test_nobody_makes_a_bot_think_twice_by_what_is_written_meanwhile(tables: Tables) -> None:
    live = await dealt(tables, "S")
    thinkers = SlowBrain()
    driver = Driver(tables, thinkers, sweep_interval=60.0, standstill=60.0)  # type: ignore[arg-type]
    assert not isinstance(thinkers, Thinkers)
    viewer, action = card(live)
    tables.on_written = driver.wake
    await tables.act(live, viewer, p.Act("a", action))
    await thinkers.begun.wait()
    for seq in range(live.state.rev + 1, live.state.rev + 4):
        await tables.store.append(live.id, Entry(seq, '{"kind":"talk?"}', live.state.last_at))
        await tables.read_on(live)
    # One more that this process has not read when it writes: the race is lost, and the same move is written after it.
    await tables.store.append(live.id, Entry(live.state.rev + 1, '{"kind":"talk?"}', live.state.last_at))
    moves = live.state.moves
    thinkers.go.set()
    async with asyncio.timeout(20):
        while live.state.turn != 0 and not live.state.deals:
            await live.changed(live.state.rev, 5)
    # One thought for each move, the first of them too.
    assert thinkers.asked == live.state.moves - moves >= 3
    assert read_log(live.id, await tables.store.entries(live.id)) == live.state
    await driver.close()


# Who holds a table


async def test_a_connection_and_a_driver_hold_their_table_and_let_it_go(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late a hello or the next deal comes, nobody is left with a table that others have forgotten."""
    monkeypatch.setattr(live_module, "FORGET_AFTER", -1.0)
    live = await dealt(tables, "SENW")
    with live.held(), live.held():
        tables.forget()
        assert await tables.find(live.id) is live
    tables.forget()
    assert await tables.find(live.id) is not live


async def test_a_table_that_waits_for_its_deal_is_not_forgotten(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "FORGET_AFTER", -1.0)
    thinkers = Thinkers(1, 5.0)
    driver = Driver(tables, thinkers, sweep_interval=0.02, standstill=0.02)
    live = await dealt(tables, "SENW")
    number = 0
    while live.state.deals < 1:
        number += 1
        viewer, action = card(live)
        assert isinstance(await tables.act(live, viewer, p.Act(f"c{number}", action)), p.Ack)
    driver.open()
    driver.wake(live)
    try:
        await asyncio.sleep(0.2)
        for viewer in FOUR:
            found = await tables.find(live.id)
            assert found is live
            await tables.act(found, viewer, p.Act("on", p.ContinueAction(1)))
        while live.state.begun < 2:
            assert await live.changed(live.state.rev, 5)
    finally:
        await driver.close()
        thinkers.close()


class Wire:
    """A client's end of a WebSocket, without a network."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(self, message: Any) -> None:
        self.sent.put_nowait(message)

    async def frame(self, wanted: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.sent.get(), 5)
            frame = json.loads(message.get("text", "{}"))
            if frame.get("type") == wanted:
                return frame

    def say(self, **message: object) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})


async def test_a_late_hello_and_a_second_one_listen_to_the_table_that_all_have(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "FORGET_AFTER", -1.0)
    settings = Settings()
    guests = Guests(tables.store)
    gateway = Gateway(tables, guests, settings, Limits.of(settings).hellos)
    guest, token = await guests.create("Μαρία", "el")
    first = made(RULES, humans="SENW")
    south = Player(guest.name, guest.id)
    live = await tables.create(replace(first, players=(south, *first.players[1:])))
    wire = Wire()
    wire.incoming.put_nowait({"type": "websocket.connect"})
    scope = {"path": f"/ws/tables/{live.id}", "headers": [(b"authorization", f"Bearer {token}".encode())]}
    serving = asyncio.create_task(gateway(scope, wire.incoming.get, wire.send))
    try:
        wire.say(type="ping")
        await wire.frame("pong")
        tables.forget()
        hello = {"type": "hello", "version": p.PROTOCOL_VERSION, "rev": None}
        wire.say(**hello)
        await wire.frame("welcome")
        # While the second one is read on, nobody takes its place away.
        read_on = tables.read_on

        async def forgetful(live: LiveTable) -> bool:
            assert live.listeners
            tables.forget()
            return await read_on(live)

        monkeypatch.setattr(tables, "read_on", forgetful)
        wire.say(**hello)
        await wire.frame("welcome")
        monkeypatch.undo()
        now = await tables.find(live.id)
        assert now is not None
        proposal = propose_deal(now.state, Random(2))
        assert isinstance(proposal, Proposal)
        assert await tables.append(now, proposal)
        assert (await wire.frame("update"))["rev"] == 2
    finally:
        wire.incoming.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(serving, 5)
