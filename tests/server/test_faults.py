"""What is no fault of anybody's playing: a disk without room, sessions that end, frames that are no text."""

import asyncio
import resource
import sys
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, Player, Server, guest
from websockets.frames import Frame, Opcode

from pilotta.server.settings import Settings


async def health(server: Server) -> int:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        return (await http.get("/api/health")).status_code


def largest(folder: Path) -> int:
    return max(path.stat().st_size for path in folder.iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's prlimit")
async def test_a_disk_without_room(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        pid, most = server.process.pid, resource.RLIM_INFINITY
        async with guest(server) as player:
            table_id = await player.table(pace_ms=100)
            async with player.sit(table_id) as socket:
                await socket.until_my_turn()
                assert await health(server) == 200
                # No file may grow beyond what the largest of them is: as if there were no room any more.
                size = largest(tmp_path)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))
                refused = 0
                for _ in range(40):
                    answer = await player.post("/api/tables", {"rules": {}, "bot": "random", "pace_ms": 0})
                    refused += answer.status_code == 500
                assert refused > 20
                assert await health(server) == 503
                await asyncio.sleep(4)
                assert await health(server) == 503
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
                await asyncio.sleep(1.5)
                assert await health(server) == 200
                assert (await player.post("/api/tables", {"rules": {}})).status_code == 201
                assert (await socket.act({"kind": "call", "call": "P"}))["type"] == "ack"
        assert server.stop() == 0
        log = server.log()
    assert "Traceback" not in log
    lines = [line for line in log.splitlines() if '"error"' in line]
    assert 1 <= len(lines) <= 4, log
    assert all('"database failed"' in line for line in lines)


async def test_an_open_socket_ends_with_its_session(server: Server, player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    token = (await player.post("/api/guest/link")).json()["url"].split("#guest=")[1]
    opened = await player.http.post("/api/session", json={"token": token, "bearer": True})
    phone = {"authorization": f"Bearer {opened.json()['token']}"}
    async with (
        player.raw(table_id, additional_headers=phone) as leaves,
        player.raw(table_id, additional_headers=phone) as leaves_too,
        player.sit(table_id) as stays,
    ):
        await leaves.hello()
        await stays.until_my_turn()
        assert (await player.http.delete("/api/session", headers=phone)).status_code == 204
        for each in (leaves, leaves_too):
            async with asyncio.timeout(5):
                assert await each.closed() == 4401
            assert each.frames[-1]["code"] == "session.missing"
        assert (await stays.act({"kind": "call", "call": "P"}))["type"] == "ack"


async def test_a_session_that_another_process_ends(tmp_path: Path) -> None:
    with Server(tmp_path, session_interval=0.3) as one, Server(tmp_path) as two:
        async with guest(one) as player, guest(one) as other:
            table_id, theirs = await player.table(pace_ms=5000), await other.table(pace_ms=5000)
            async with player.sit(table_id) as socket, other.sit(theirs) as stays:
                async with httpx.AsyncClient(base_url=two.url, timeout=PATIENCE) as http:
                    assert (await http.delete("/api/session", headers=player.headers)).status_code == 204
                async with asyncio.timeout(10):
                    assert await socket.closed() == 4401
                await stays.until_my_turn()
                assert (await stays.act({"kind": "call", "call": "P"}))["type"] == "ack"


async def test_a_text_frame_that_is_no_text(server: Server, player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    before = len(server.log())
    for data in (b"\xff\xfe", b'{"type":"ping"}\xc3'):
        async with player.sit(table_id) as socket:
            raw = Frame(Opcode.TEXT, data).serialize(mask=True)
            socket.connection.transport.write(raw)
            assert await socket.closed() == 1007
    assert server.log()[before:] == ""


async def test_metrics_are_told_only_where_the_host_lets_it(server: Server, tmp_path: Path) -> None:
    assert not Settings.load({}).metrics
    with Server(tmp_path, metrics="off") as quiet:
        for each, status in ((server, 200), (quiet, 404)):
            async with httpx.AsyncClient(base_url=each.url, timeout=PATIENCE) as http:
                assert (await http.get("/metrics")).status_code == status
