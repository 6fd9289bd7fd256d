"""Whole matches over the socket, servers that die, and two servers on one database."""

import asyncio
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.harness import Player, Server, Socket, choices, guest
from websockets.exceptions import ConnectionClosed

from pilotta.game.record import parse_record
from pilotta.game.referee import replay
from pilotta.rules.catalogue import PRESETS
from pilotta.server.telling import table_view
from pilotta.server.views import View
from pilotta.table import BotTurn, Entry, Seated, Table, due, read_log, view_for


async def play(socket: Socket, rng: random.Random, deals: int = 10**6) -> None:
    """Play at random until the match is over, or so many deals are."""
    while True:
        await socket.until_my_turn()
        if socket.view["phase"] == "over" or len(socket.sheet) >= deals:
            return
        await socket.do(rng.choice(socket.choices()))


def log_of(data: Path, table_id: str) -> list[Entry]:
    connection = sqlite3.connect(data / "pilotta.sqlite3")
    rows = connection.execute(
        "SELECT seq, payload, at FROM table_events WHERE table_id = ? ORDER BY seq", (table_id,)
    ).fetchall()
    connection.close()
    return [Entry(*row) for row in rows]


def shown(state: Table, person: str) -> View:
    viewer = Seated(0, person)
    return table_view(state, viewer, view_for(state, viewer))


def plain(message: object) -> Any:
    return json.loads(msgspec.json.encode(message))


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_whole_match(player: Player, preset: str) -> None:
    rules = {"target": 101 * PRESETS[preset].unit, "wins_needed": 1}
    table_id = await player.table(preset, automatic=preset in ("academy", "club"), **rules)
    async with player.sit(table_id) as socket:
        await play(socket, random.Random(preset))
        view = socket.view
        assert view["winner"] in (0, 1)
        assert max(view["totals"]) >= rules["target"] or view["by_reverse_capot"]
        assert [sum(each["score"][side] for each in socket.sheet) for side in (0, 1)] == view["totals"]
        assert socket.events[-1]["kind"] == "won"
        assert [each["result"] for each in socket.events if each["kind"] == "scored"] == socket.sheet
        for each in socket.sheet:
            if each["account"]:
                lines = each["account"]["lines"]
                assert [sum(x["score"] for x in lines if x["side"] == side) for side in (0, 1)] == each[
                    "score"
                ]
        assert (await socket.act({"kind": "call", "call": "P"}))["code"] in (
            "action.match_over",
            "call.auction_over",
        )
    assert (await player.get("/api/tables")).json() == {"tables": []}
    record = await player.get(f"/api/tables/{table_id}/record")
    assert record.status_code == 200
    assert ".pilotta.json" in record.headers["content-disposition"]
    state = replay(parse_record(record.text)).state
    assert [state.totals.ns, state.totals.ew] == view["totals"]
    assert state.winner == view["winner"]


async def test_a_table_deals_by_itself_after_a_while(tmp_path: Path) -> None:
    with Server(tmp_path, deal_wait=0.3) as server:
        async with guest(server) as player:
            table_id = await player.table(fixed_trump="D")
            async with player.sit(table_id) as socket:
                rng = random.Random(2)
                while not socket.sheet:
                    await socket.until_my_turn()
                    if socket.sheet:
                        break
                    await socket.do(rng.choice(socket.choices()))
                assert socket.view["next_deal_at"] is not None
                await socket.until(lambda m: any(e["kind"] == "dealt" for e in m.get("events", [])))
                assert socket.view["deal_number"] == 2


async def test_killed_and_started_again_at_the_same_card(tmp_path: Path) -> None:
    rng = random.Random(5)
    server = Server(tmp_path)
    async with guest(server) as player:
        table_id = await player.table(fixed_trump="D")
        async with player.sit(table_id) as socket:
            for _ in range(3):
                await socket.until_my_turn()
                await socket.do({"kind": "play", "card": rng.choice(socket.view["legal"]["cards"])})
            await socket.until_my_turn()
            view, rev = socket.view, socket.rev
            server.kill()
        entries = log_of(tmp_path, table_id)
        assert entries[-1].seq == rev
        assert plain(shown(read_log(table_id, entries), player.guest["id"])) == view
        with Server(tmp_path) as again:
            async with player.sit(table_id, again, rev) as socket:
                assert socket.frames[0]["type"] == "update"
                assert socket.frames[0]["view"] == view
                assert socket.frames[0]["events"] == []
                await play(socket, rng, deals=1)
                assert len(socket.sheet) == 1


async def test_killed_while_a_bot_was_to_play(tmp_path: Path) -> None:
    server = Server(tmp_path)
    async with guest(server) as player:
        table_id = await player.table(pace_ms=5000)
        async with player.sit(table_id) as socket:
            await socket.until_my_turn()
            ack = await socket.act({"kind": "call", "call": "P"})
            server.kill()
    # The pace is the log's, so what was due five seconds after the last call still is; nobody is connected.
    with Server(tmp_path) as again:
        for _ in range(150):
            entries = log_of(tmp_path, table_id)
            if entries[-1].seq > ack["rev"]:
                break
            await asyncio.sleep(0.1)
        assert entries[-1].seq > ack["rev"]
        assert entries[ack["rev"]].at - entries[ack["rev"] - 1].at >= 5000
        assert isinstance(due(read_log(table_id, entries[: ack["rev"]])), BotTurn)
        assert again.stop() == 0


async def test_what_else_is_written_makes_no_command_stale(tmp_path: Path) -> None:
    """A newer server writes beside the game, of a kind that may be passed over: the move that was seen before it still counts."""
    with Server(tmp_path) as server:
        async with guest(server) as player:
            table_id = await player.table(fixed_trump="D")
            async with player.sit(table_id) as socket:
                await socket.until_my_turn()
                rev, cards = socket.rev, socket.view["legal"]["cards"]
                assert rev is not None
                with contextlib.closing(
                    sqlite3.connect(tmp_path / "pilotta.sqlite3", timeout=30)
                ) as database:
                    for seq in (rev + 1, rev + 2):
                        database.execute(
                            "INSERT INTO table_events (table_id, seq, payload, at) VALUES (?, ?, ?, 0)",
                            (table_id, seq, '{"kind":"talk?","seat":"S"}'),
                        )
                    database.commit()
                await socket.until(lambda m: m["type"] == "update" and m["rev"] == rev + 2)
                assert socket.frames[-1]["events"] == []
                answer = await socket.act({"kind": "play", "card": cards[0]}, rev=rev)
                assert (answer["type"], answer["rev"]) == ("ack", rev + 3)
                # The game has gone on now, and with it every command for what was seen before.
                answer = await socket.act({"kind": "play", "card": cards[-1]}, rev=rev + 2)
                assert (answer["type"], answer["code"]) == ("refused", "table.stale")


async def test_acknowledged_is_written_whenever_the_server_dies(tmp_path: Path) -> None:
    rng = random.Random(8)
    acknowledged = seen = 0
    with Server(tmp_path) as server:
        async with guest(server) as player:
            table_id = await player.table()
    for _ in range(3):
        server = Server(tmp_path)
        with contextlib.suppress(ConnectionClosed):
            async with player.sit(table_id, server, seen or None) as socket:
                # In the middle of whatever it does: bots play at full speed.
                asyncio.get_running_loop().call_later(0.3 + rng.random(), server.process.kill)
                while True:
                    await socket.until_my_turn()
                    if not socket.choices():
                        # A quick machine plays the whole match meanwhile.
                        await socket.read()
                        continue
                    answer = await socket.act(rng.choice(socket.choices()))
                    seen = socket.rev or 0
                    if answer["type"] == "ack":
                        acknowledged = max(acknowledged, answer["rev"])
        server.kill()
        entries = log_of(tmp_path, table_id)
        read_log(table_id, entries)
        assert 0 < acknowledged <= entries[-1].seq
        assert seen <= entries[-1].seq


async def test_a_stopped_server_leaves_nothing_behind(tmp_path: Path) -> None:
    for how in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        server = Server(tmp_path)
        async with guest(server) as player:
            table_id = await player.table()
            async with player.sit(table_id) as socket:
                await socket.until_my_turn()
                children = children_of(server.process.pid)
                assert children
                server.process.send_signal(how)
                code = await socket.closed()
                assert code == (1006 if how is signal.SIGKILL else 1012)
        status = server.process.wait(20)
        server.kill()
        assert status == (-signal.SIGKILL if how is signal.SIGKILL else 0)
        for _ in range(100):
            if not any(alive(pid) for pid in children):
                break
            await asyncio.sleep(0.1)
        assert not any(alive(pid) for pid in children)
        assert "Traceback" not in server.log(), server.log()


def children_of(pid: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(each) for each in found.stdout.split()]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie has ended, whoever has not asked for its status.
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"


async def test_two_servers_on_one_database(tmp_path: Path) -> None:
    rng = random.Random(6)
    with Server(tmp_path) as one, Server(tmp_path) as two:
        async with guest(one) as player:
            table_id = await player.table(fixed_trump="D")
            async with player.sit(table_id, one) as here, player.sit(table_id, two) as there:
                taken = 0
                while not here.sheet:
                    await here.until_my_turn()
                    await there.until_my_turn()
                    while here.rev != there.rev:
                        await (here if (here.rev or 0) < (there.rev or 0) else there).read()
                    assert here.view == there.view
                    if here.sheet:
                        break
                    cards = here.view["legal"]["cards"]
                    before = here.rev
                    # Both devices play at the same moment, each its own card: one is first.
                    answers = await asyncio.gather(
                        here.act({"kind": "play", "card": cards[0]}, rev=before),
                        there.act({"kind": "play", "card": cards[-1]}, rev=before),
                    )
                    kinds = sorted(each["type"] for each in answers)
                    assert kinds == ["ack", "refused"], answers
                    assert next(a["code"] for a in answers if a["type"] == "refused") == "table.stale"
                    taken += 1
                    for each in (here, there):
                        while each.rev == before:
                            await each.read()
                assert taken == 8
                # The same command through both doors is done once.
                action = {"kind": "continue", "deal": 1}
                answers = await asyncio.gather(here.act(action, "both"), there.act(action, "both"))
                assert [each["type"] for each in answers] == ["ack", "ack"]
                await play(rng.choice([here, there]), rng, deals=2)
        entries = log_of(tmp_path, table_id)
        read_log(table_id, entries)
        assert sum('"ready"' in entry.payload for entry in entries) == 1
        assert "Traceback" not in one.log() + two.log()


async def test_one_server_takes_up_what_another_left(tmp_path: Path) -> None:
    one, two = Server(tmp_path), Server(tmp_path)
    async with guest(one) as player:
        table_id = await player.table(pace_ms=400)
        async with player.sit(table_id, two) as socket, player.raw(table_id, one) as doomed:
            await doomed.hello()
            await doomed.until_my_turn()
            ack = await doomed.act(doomed.choices()[0])
            assert ack["type"] == "ack"
            one.kill()
            # Nobody but the dead one was to drive this table; the other's sweeper notices.
            while (socket.rev or 0) <= ack["rev"]:
                await socket.read()
            await socket.until_my_turn()
            assert choices(socket.view)
    two.stop()


async def test_many_tables_at_once(player: Player) -> None:
    ids = [await player.table(fixed_trump="D") for _ in range(8)]

    async def one(table_id: str) -> int:
        async with player.sit(table_id) as socket:
            await play(socket, random.Random(table_id), deals=1)
            return len(socket.sheet)

    assert await asyncio.gather(*(one(each) for each in ids)) == [1] * 8
