"""How much one client may ask for, and for how long he may keep a connection waiting."""

import asyncio
import contextlib
import json
import socket as sockets
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, Player, Server, guest

from pilotta.server.limits import site_of
from pilotta.server.protocol import PROTOCOL_VERSION

CLOSED = 7
"""The state of a socket that the other side has reset, as Linux tells it."""


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::1", "2001:db8:0:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
    ],
)
def test_whom_an_address_stands_for(host: str, site: str) -> None:
    assert site_of(host) == site


async def newcomers(server: Server, addresses: list[str]) -> list[int]:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        return [
            (
                await http.post("/api/guests", json={"name": "Μαρία"}, headers={"x-forwarded-for": each})
            ).status_code
            for each in addresses
        ]


async def test_who_is_no_proxy_speaks_for_nobody(tmp_path: Path) -> None:
    with Server(tmp_path, guests_per_hour=4) as server:
        assert await newcomers(server, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) == [201, 201, 429]


async def test_addresses_behind_a_proxy(tmp_path: Path) -> None:
    with Server(tmp_path, guests_per_hour=4, trusted_proxies="127.0.0.0/8,2001:db8:ff::1") as server:
        one = [f"2001:db8:0:1::{each}" for each in (1, 2, 3)]
        # What stands before the proxy's own word is the client's, who may write what he likes.
        invented = [f"198.51.100.{each}, {one[0]}" for each in (1, 2)]
        assert await newcomers(server, [*one, *invented]) == [201, 201, 429, 429, 429]
        assert await newcomers(server, ["2001:db8:0:2::1", "192.0.2.1"]) == [201, 201]


async def test_links_and_names(tmp_path: Path) -> None:
    with Server(tmp_path, links_per_hour=4, changes_per_hour=6) as server:
        async with guest(server) as one, guest(server) as two:
            assert [(await one.post("/api/guest/link")).status_code for _ in range(3)] == [201, 201, 429]
            renamed = [
                (await one.http.patch("/api/guest", json={"name": f"Μαρία {i}"}, headers=one.headers))
                for i in range(4)
            ]
            assert [each.status_code for each in renamed] == [200, 200, 200, 429]
            assert (await one.get("/api/guest")).json()["name"] == "Μαρία 2"
            assert (await two.post("/api/guest/link")).status_code == 201


async def test_tables_that_are_asked_for_at_once(tmp_path: Path) -> None:
    with Server(tmp_path, running_tables=5) as server:
        async with guest(server) as one, guest(server) as two:
            wanted = {"rules": {}, "bot": "random", "pace_ms": 5000}
            answers = await asyncio.gather(*(one.post("/api/tables", wanted) for _ in range(30)))
            assert Counter(each.status_code for each in answers) == {201: 5, 409: 25}
            refused = next(each.json() for each in answers if each.status_code == 409)
            assert refused == {"code": "table.limit", "params": {"limit": "5"}}
            assert len((await one.get("/api/tables")).json()["tables"]) == 5
            assert (await two.post("/api/tables", wanted)).status_code == 201


async def test_sockets_of_one_guest(tmp_path: Path) -> None:
    with Server(tmp_path, sockets_per_guest=3) as server:
        async with guest(server) as one, guest(server) as two:
            table_id, other = await one.table(pace_ms=5000), await two.table(pace_ms=5000)
            async with contextlib.AsyncExitStack() as stack:
                opened = await asyncio.gather(
                    *(stack.enter_async_context(one.raw(table_id)) for _ in range(10))
                )
                for each in opened:
                    with contextlib.suppress(Exception):
                        await each.send({"type": "hello", "version": PROTOCOL_VERSION})
                firsts = [await each.read() for each in opened]
                assert Counter(each["type"] for each in firsts) == {"welcome": 3, "error": 7}
                assert {each["code"] for each in firsts if each["type"] == "error"} == {"protocol.rate"}
                refused = next(s for s, f in zip(opened, firsts, strict=True) if f["type"] == "error")
                assert await refused.closed() == 4429
                async with two.sit(other) as another:
                    assert another.view
            # Whoever has closed some may open others.
            async with one.sit(table_id) as again:
                assert again.view


async def test_hellos_of_one_guest(tmp_path: Path) -> None:
    with Server(tmp_path, hellos_per_second=0.001, hello_burst=6) as server:
        async with guest(server) as one:
            table_id = await one.table(pace_ms=5000)
            async with one.sit(table_id) as phone, one.sit(table_id) as desk:
                for _ in range(2):
                    await phone.hello()
                    await desk.hello()
                await phone.send({"type": "hello", "version": PROTOCOL_VERSION})
                assert await phone.closed() == 4429
                # Whom it did not come from plays on.
                await desk.until_my_turn()
                assert (await desk.act({"kind": "call", "call": "P"}))["type"] == "ack"


@contextlib.asynccontextmanager
async def opened(server: Server) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    yield reader, writer
    writer.close()


async def drip(server: Server, first: bytes, drop: bytes) -> tuple[float, bytes]:
    """Send something and then a little more again and again: after how long the server ends it, and what it said."""
    async with opened(server) as (reader, writer):
        writer.write(first)
        start = time.monotonic()
        answer = asyncio.create_task(reader.read())
        while not answer.done() and time.monotonic() - start < PATIENCE:
            with contextlib.suppress(ConnectionError):
                writer.write(drop)
                await writer.drain()
            await asyncio.wait([answer], timeout=0.2)
        taken = time.monotonic() - start
        try:
            return taken, await answer
        except ConnectionError:
            return taken, b""


HEAD = (
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
)


async def test_requests_that_never_end(tmp_path: Path) -> None:
    with Server(tmp_path, head_patience=1, body_patience=2, ping_interval=1) as server:
        async with guest(server) as one:
            table_id = await one.table(pace_ms=5000)
            async with one.sit(table_id) as socket:
                silent, half, body, refused = await asyncio.gather(
                    drip(server, b"", b""),
                    drip(server, b"GET / HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n"),
                    drip(server, HEAD, b" "),
                    drip(server, HEAD.replace(b"1000", b"100000"), b" "),
                )
                for taken, answer in (silent, half):
                    assert 0.8 < taken < 10
                    assert answer == b""
                taken, answer = body
                assert 1.8 < taken < 10
                head, _, said = answer.partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 408 ")
                assert json.loads(said)["code"] == "request.slow"
                # What was refused at once is not waited for either.
                assert refused[0] < 10
                assert refused[1].startswith(b"HTTP/1.1 413 ")
                # On a kept connection the next head has as long, and no longer.
                async with opened(server) as (reader, writer):
                    for _ in range(2):
                        writer.write(b"GET /api/guest HTTP/1.1\r\nHost: x\r\n\r\n")
                        assert b" 204 " in await reader.readuntil(b"\r\n\r\n")
                        await asyncio.sleep(1.5)
                    writer.write(b"GET /api/guest HTTP/1.1\r\n")
                    start = time.monotonic()
                    assert await reader.read() == b""
                    assert 0.8 < time.monotonic() - start < 10
                # A WebSocket has other clocks.
                await socket.until_my_turn()
                assert (await socket.act({"kind": "call", "call": "P"}))["type"] == "ack"
        assert "Traceback" not in server.log()


def narrow(server: Server) -> sockets.socket:
    made = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    assert server.port is not None
    made.connect(("127.0.0.1", server.port))
    return made


def state_of(made: sockets.socket) -> int:
    # The client's own end closes where it has been told of the reset.
    return made.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_INFO, 1)[0] if made.fileno() >= 0 else CLOSED


async def cut_after(made: sockets.socket) -> float:
    """How long it takes until the server has cut this connection."""
    start = time.monotonic()
    while state_of(made) != CLOSED and time.monotonic() - start < PATIENCE:  # noqa: ASYNC110 - only the kernel tells
        await asyncio.sleep(0.1)
    return time.monotonic() - start


async def read_slowly(made: sockets.socket) -> int:
    """Read for some seconds slowly, then quickly to the end: how many bytes came."""
    made.settimeout(PATIENCE)
    got, start = 0, time.monotonic()
    while data := await asyncio.to_thread(made.recv, 100_000):
        got += len(data)
        if time.monotonic() - start < 6:
            await asyncio.sleep(0.05)
    return got


GET_BIG = b"GET /big.bin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.mark.skipif(not hasattr(sockets, "TCP_INFO"), reason="needs Linux's TCP_INFO")
async def test_who_reads_nothing_is_cut_and_who_reads_slowly_is_not(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<!doctype html>")
    (tmp_path / "static" / "big.bin").write_bytes(bytes(12_000_000))
    with Server(
        tmp_path / "data",
        static_dir=tmp_path / "static",
        unread_patience=1.5,
        queue_size=4,
        frames_per_second=1e6,
        frame_burst=1e6,
    ) as server:
        with narrow(server) as deaf, narrow(server) as slow:
            deaf.sendall(GET_BIG)
            slow.sendall(GET_BIG)
            cut, got = await asyncio.gather(cut_after(deaf), read_slowly(slow))
            assert cut < PATIENCE
            assert got > 12_000_000
        async with guest(server) as one:
            table_id = await one.table(pace_ms=5000)
            made = narrow(server)
            made.setblocking(False)
            async with one.raw(table_id, sock=made, max_queue=1) as deaf_too:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(5):
                        while True:
                            await deaf_too.send({"type": "hello", "version": PROTOCOL_VERSION})
                assert await cut_after(made) < PATIENCE


async def test_a_handshake_with_a_line_that_is_too_long(server: Server, player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    for line in ("Cookie: pilotta=" + "a" * 9000, "X-A: " + "b" * 12_000):
        async with opened(server) as (reader, writer):
            writer.write(
                f"GET /ws/tables/{table_id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{line}\r\n\r\n".encode()
            )
            async with asyncio.timeout(5):
                answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 431 ")
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "request.too_large"
