"""The WebSocket: who gets in, what is answered, and what becomes of nonsense."""

import asyncio
import contextlib
import json
import socket as sockets
import time
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, Player, Server, guest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pilotta.server.protocol import PROTOCOL_VERSION

GARBAGE = [
    "",
    "{",
    "null",
    "[]",
    "42",
    '"hello"',
    "{}",
    '{"type":"act"}',
    '{"type":"nothing"}',
    '{"type":"hello","version":"1"}',
    '{"type":"hello","version":1,"rev":-1}',
    '{"type":"act","id":"a","action":{"kind":"play","card":99}}',
    '{"type":"act","id":"a","action":{"kind":"play","card":1},"seat":3}',
    '{"type":"ping","type":"ping"}',
    '{"type":"act","id":"a","id":"b","action":{"kind":"call","call":"P"}}',
    '{"type":"act","id":"a","action":{"kind":"call","call":"P","call":"80H"}}',
    '{"type":"hello","version":1.0}',
    "[" * 4000,
    '{"type":"ping","type":"pong"' + ",",
    "\u0000",
    "🂡" * 100,
    b"\x00\xff",
    b'{"type":"ping"}',
]


async def test_welcome(player: Player) -> None:
    table_id = await player.table("club", pace_ms=5000, automatic=False)
    async with player.sit(table_id) as socket:
        assert socket.table["id"] == table_id
        assert socket.table["seat"] == 0
        assert socket.table["automatic"] is False
        assert socket.table["rules"]["preset"] == "club"
        assert socket.sheet == []
        await socket.until_my_turn()
        view = socket.view
        assert len(view["hand"]) == 8
        assert view["hand"] == sorted(view["hand"]) == view["dealt"]
        assert view["counts"] == [8, 8, 8, 8]
        assert (view["phase"], view["turn"], view["dealer"], view["deal_number"]) == ("auction", 0, 3, 1)
        assert view["legal"]["calls"]["strains"] == "SHDCNA"


async def test_a_deal_without_auction_names_what_a_card_breaks(player: Player) -> None:
    table_id = await player.table(fixed_trump="D")
    async with player.sit(table_id) as socket:
        while True:
            await socket.until_my_turn()
            assert socket.view["contract"]["text"] == "0D"
            illegal = socket.view["legal"]["illegal"]
            legal = socket.view["legal"]["cards"]
            assert sorted([*legal, *(each["card"] for each in illegal)]) == socket.view["hand"]
            if illegal:
                break
            await socket.do({"kind": "play", "card": legal[0]})
        refused = await socket.act({"kind": "play", "card": illegal[0]["card"]})
        assert refused["type"] == "refused"
        assert (refused["code"], refused["params"]) == (
            illegal[0]["duty"]["code"],
            illegal[0]["duty"]["params"],
        )


async def test_nothing_before_hello(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.raw(table_id) as socket:
        await socket.send({"type": "act", "id": "a", "action": {"kind": "call", "call": "P"}})
        assert await socket.read() == {"type": "error", "code": "protocol.hello_first", "params": {}}
        await socket.send({"type": "ping"})
        assert await socket.read() == {"type": "pong"}
        assert (await socket.hello())["type"] == "welcome"


@pytest.mark.parametrize("version", [PROTOCOL_VERSION - 1, 999])
async def test_another_version(player: Player, version: int) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.raw(table_id) as socket:
        await socket.send({"type": "hello", "version": version})
        error = await socket.read()
        assert (error["code"], error["params"]) == ("protocol.version", {"version": str(PROTOCOL_VERSION)})
        assert await socket.closed() == 4406


@pytest.mark.parametrize("frame", GARBAGE)
async def test_garbage_is_answered_and_harms_nobody(player: Player, frame: str | bytes) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        await socket.send(frame)
        error = await socket.until(lambda m: m["type"] == "error")
        assert error["code"] == "protocol.malformed"
        assert "Traceback" not in str(error)
        assert (await socket.act({"kind": "call", "call": "P"}))["type"] == "ack"


async def test_a_frame_that_is_too_large(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        await socket.send('{"type":"ping"}' + " " * 5000)
        assert (await socket.until(lambda m: m["type"] == "error"))["code"] == "protocol.too_large"
    async with player.sit(table_id) as socket:
        await socket.send("x" * 1_000_000)
        assert await socket.closed() == 1009


async def test_who_sends_only_garbage_is_closed(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        for _ in range(10):
            await socket.send("garbage")
        assert await socket.closed() == 4400


async def test_who_sends_too_fast_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path, frames_per_second=5, frame_burst=10) as server:
        async with guest(server) as player:
            table_id = await player.table(pace_ms=5000)
            async with player.sit(table_id) as socket:
                for _ in range(30):
                    await socket.send({"type": "ping"})
                assert await socket.closed() == 4429


async def test_another_sites_page_gets_no_socket(server: Server, player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    for origin in ("http://evil.example", "null", server.url.replace("127.0.0.1", "localhost").rstrip("/")):
        with pytest.raises(InvalidStatus) as refused:
            async with player.raw(table_id, origin=origin):
                pass
        assert refused.value.response.status_code == 403
    async with player.raw(table_id, origin=server.url.rstrip("/")) as socket:
        assert (await socket.hello())["type"] == "welcome"


async def test_strangers_get_no_view(server: Server, player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with guest(server, "Νίκος") as stranger:
        for frames, code, close in (
            (stranger.headers, "table.not_yours", 4403),
            ({}, "session.missing", 4401),
            ({"authorization": "Bearer guess"}, "session.missing", 4401),
        ):
            async with player.raw(table_id, additional_headers=frames) as socket:
                assert await socket.read() == {"type": "error", "code": code, "params": {}}
                assert await socket.closed() == close
        # A mistyped address too: a browser that is refused the handshake would try for ever.
        for unknown in ("0000", "f" * 33, table_id.upper(), "zz", "%00", "%CE%B1"):
            async with player.raw(unknown) as socket:
                assert (await socket.read())["code"] == "table.unknown"
                assert await socket.closed() == 4404
    with pytest.raises(InvalidStatus):
        async with connect(server.url.replace("http", "ws") + "ws/other"):
            pass


async def test_a_browser_comes_with_its_cookie(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        await http.post("/api/guests", json={"name": "Μαρία"})
        made = await http.post("/api/tables", json={"rules": {}, "bot": "random"})
        cookie = {"cookie": f"pilotta={http.cookies['pilotta']}"}
        address = server.url.replace("http", "ws") + f"ws/tables/{made.json()['id']}"
        async with connect(address, additional_headers=cookie, origin=server.url.rstrip("/")) as connection:  # type: ignore[arg-type]
            await connection.send(json.dumps({"type": "hello", "version": PROTOCOL_VERSION}))
            assert '"welcome"' in str(await connection.recv())


async def test_a_command_sent_twice_is_done_once(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        first = await socket.act({"kind": "call", "call": "P"}, "the-same")
        second = await socket.act({"kind": "call", "call": "P"}, "the-same")
        assert first == second == {"type": "ack", "id": "the-same", "rev": first["rev"]}
    # On another connection, and with another action under the same id, still the first counts.
    async with player.sit(table_id) as socket:
        assert await socket.act({"kind": "call", "call": "80H"}, "the-same") == first
        assert [each["seat"] for each in socket.view["calls"]] == [0]


async def test_many_copies_of_a_command_at_once(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as one, player.sit(table_id) as two:
        await one.until_my_turn()
        await two.until_my_turn()
        answers = await asyncio.gather(
            *(each.act({"kind": "call", "call": "80H"}, "copy") for each in (one, two)),
        )
        assert answers[0] == answers[1]
        assert answers[0]["type"] == "ack"
        assert one.view["calls"] == [{"seat": 0, "call": "80H"}]


async def test_a_command_for_a_table_that_moved_on(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        assert socket.rev is not None
        stale = await socket.act({"kind": "call", "call": "P"}, rev=socket.rev - 1)
        assert (stale["type"], stale["code"], stale["rev"]) == ("refused", "table.stale", socket.rev)
        assert (await socket.act({"kind": "call", "call": "P"}, rev=socket.rev))["type"] == "ack"


async def test_refusals_tell_why(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        low = await socket.act({"kind": "call", "call": "70H"})
        assert (low["code"], low["params"]["lowest"]) == ("call.too_low", "80")
        assert (await socket.act({"kind": "call", "call": "pass!"}))["code"] == "call.not_a_call"
        assert (await socket.act({"kind": "play", "card": 0}))["code"] == "play.not_now"
        assert (await socket.act({"kind": "continue", "deal": 3}))["code"] == "table.stale"
        await socket.act({"kind": "call", "call": "P"})
        late = await socket.act({"kind": "call", "call": "P"})
        assert (late["code"], late["params"]["turn"]) == ("call.wrong_turn", "E")


async def test_a_second_device_sees_the_same(player: Player) -> None:
    table_id = await player.table()
    async with player.sit(table_id) as phone, player.sit(table_id) as desk:
        for _ in range(12):
            await phone.until_my_turn()
            await phone.do(phone.choices()[0])
        await phone.until_my_turn()
        while desk.rev != phone.rev:
            await (desk if (desk.rev or 0) < (phone.rev or 0) else phone).read()
        assert desk.view == phone.view
        assert desk.events[-20:] == phone.events[-20:]


async def test_who_comes_back_gets_what_was_missed(player: Player) -> None:
    table_id = await player.table()
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        rev, seen = socket.rev, len(socket.events)
        assert rev is not None
        await socket.do(socket.choices()[0])
        await socket.until_my_turn()
        missed, view, now = socket.events[seen:], socket.view, socket.rev
    async with player.raw(table_id) as socket:
        update = await socket.hello(rev)
        assert update["type"] == "update"
        assert (update["since"], update["rev"], update["events"]) == (rev, now, missed)
        assert update["view"] == view
        nothing = await socket.hello(now)
        assert (nothing["type"], nothing["since"], nothing["events"]) == ("update", now, [])
        # From a future that this log has not seen, there is no way but the whole table.
        assert (await socket.hello(10**6))["type"] == "welcome"
        assert (await socket.hello(0))["type"] == "welcome"


async def test_a_closed_table_says_so(player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        await player.http.delete(f"/api/tables/{table_id}", headers=player.headers)
        update = await socket.until(lambda m: m["type"] == "update")
        assert update["events"] == [{"kind": "closed", "seat": 0}]
        assert update["view"]["closed"]
        assert (await socket.act({"kind": "call", "call": "P"}))["code"] == "table.closed"


async def test_a_silent_client_is_asked_and_then_given_up(tmp_path: Path) -> None:
    with Server(tmp_path, ping_interval=0.2, dead_after=1) as server:
        async with guest(server) as player:
            table_id = await player.table(pace_ms=5000)
            async with player.sit(table_id) as alive, player.sit(table_id) as silent:

                async def mute() -> None:
                    while True:
                        await silent.connection.recv()

                async def lively() -> None:
                    while True:
                        await alive.read()

                task = asyncio.create_task(lively())
                with pytest.raises(ConnectionClosed):
                    await mute()
                assert silent.connection.close_code == 4410
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                assert {"type": "ping"} in alive.frames
                assert (await alive.act({"kind": "call", "call": "P"}))["type"] in ("ack", "refused")


async def test_a_client_that_does_not_read_is_closed_and_can_come_back(tmp_path: Path) -> None:
    with Server(tmp_path, queue_size=4, frames_per_second=1e6, frame_burst=1e6) as server:
        async with guest(server) as player:
            table_id = await player.table(pace_ms=5000)
            narrow = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
            narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            narrow.setblocking(False)
            assert server.port is not None
            await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", server.port))
            async with player.raw(table_id, sock=narrow, max_queue=1) as deaf:
                overflows = 0.0
                until = time.monotonic() + 60
                while time.monotonic() < until:
                    # Once the server has stopped to listen, the client's own buffers fill up too.
                    with contextlib.suppress(ConnectionClosed, TimeoutError):
                        async with asyncio.timeout(2):
                            for _ in range(50):
                                await deaf.send({"type": "hello", "version": PROTOCOL_VERSION})
                    overflows = await counter(player, "pilotta_overflows_total")
                    if overflows:
                        break
            assert await counter(player, "pilotta_overflows_total") == 1
            async with player.sit(table_id) as socket:
                assert (await socket.act({"kind": "call", "call": "P"}))["type"] in ("ack", "refused")
            assert "Traceback" not in server.log()


async def counter(player: Player, name: str) -> float:
    text = (await player.get("/metrics")).text
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")))
