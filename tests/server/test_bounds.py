"""Requests of unheard-of size: they are refused at once, and nobody else waits for it."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.growth import check_growth
from tests.server.harness import Player, Server, guest

from pilotta.server.bounds import (
    HEADER_BYTES,
    HEADERS,
    NAME_LETTERS,
    PATH_BYTES,
    QUERY_BYTES,
    host_of,
    too_large,
)
from pilotta.server.guests import clean_name, token_in

AT_ONCE = 10.0
"""What blocked the server once took 18 seconds for one such request on an idle machine."""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (b"cookie", lambda n: b'pilotta="' + b"\\" * n + b'"'),
        (b"cookie", lambda n: b'pilotta="' + b"\\101" * n + b'"'),
        (b"cookie", lambda n: b"pilotta=;" * n),
        (b"cookie", lambda n: b"a=b; " * n),
        (b"authorization", lambda n: b"Bearer" + b" " * n),
        (b"authorization", lambda n: b"Bearer " * n),
    ],
)
def test_tokens_are_found_in_a_line_of_any_length(name: bytes, value: Callable[[int], bytes]) -> None:
    check_growth(token_in, lambda n: [(name, value(n))], 5_000)


def test_names_are_cleaned_up_to_a_length() -> None:
    check_growth(clean_name, lambda n: "a" + "\u0301\u0316" * n, 2_000)
    assert clean_name("a" * (NAME_LETTERS + 1)) is None


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("pilotta=abc", "abc"),
        ('pilotta="abc"', "abc"),
        ("a=b; pilotta=abc; c", "abc"),
        (" pilotta = abc ", "abc"),
        ("pilotta=; other=pilotta=x", None),
        ("xpilotta=abc", None),
        ("pilotta", None),
        ("[bad;;=;{}=1; pilotta=ab-_c=", "ab-_c="),
    ],
)
def test_our_cookie_among_others(header: str, token: str | None) -> None:
    assert token_in([(b"cookie", header.encode())]) == token


def scope(path: bytes = b"/", query: bytes = b"", headers: int = 0, size: int = 0) -> dict[str, object]:
    found = [(b"a", b"")] * headers + [(b"", b"x" * size)] * (size > 0)
    return {"path": path.decode(), "raw_path": path, "query_string": query, "headers": found}


def test_bounds() -> None:
    assert too_large(scope(b"/" * PATH_BYTES, b"x" * QUERY_BYTES, HEADERS)) is None
    assert too_large(scope(size=HEADER_BYTES)) is None
    assert too_large(scope(b"/" * (PATH_BYTES + 1))) == 414
    assert too_large(scope(query=b"x" * (QUERY_BYTES + 1))) == 414
    assert too_large(scope(headers=HEADERS + 1)) == 431
    assert too_large(scope(size=HEADER_BYTES + 1)) == 431


async def said(server: Server, target: str = "/api/guest", headers: str = "") -> tuple[int, str]:
    """The status and the code with which a server answers a request as it stands here."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n".encode())
    head, _, body = (await asyncio.wait_for(reader.read(), 60)).partition(b"\r\n\r\n")
    writer.close()
    code = json.loads(body)["code"] if b"application/json" in head else ""
    return int(head.split()[1]), code


UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


async def test_what_is_too_large_has_a_code(server: Server) -> None:
    cookie = 'Cookie: pilotta="' + "\\" * HEADER_BYTES + '"\r\n'
    assert await said(server, headers=cookie) == (431, "request.too_large")
    assert await said(server, headers="A: b\r\n" * HEADERS) == (431, "request.too_large")
    assert await said(server, "/api/guest?" + "a=1&" * QUERY_BYTES) == (414, "request.too_large")
    assert await said(server, "/" + "%41" * PATH_BYTES) == (414, "request.too_large")
    assert await said(server, "/ws/tables/a?" + "a" * (QUERY_BYTES + 1), UPGRADE) == (
        414,
        "request.too_large",
    )
    forwarded = "X-Forwarded-For: " + "127.0.0.1," * 2000 + "\r\n"
    assert await said(server, headers=forwarded) == (431, "request.too_large")
    assert (await said(server, headers="Cookie: pilotta=" + "a" * 8000 + "\r\n"))[0] == 204


@pytest.mark.parametrize(
    "host",
    [
        "x",
        "x:80",
        "127.0.0.1:8000",
        "[::1]",
        "[::1]:65535",
        "pilotta.example.:443",
        "xn--mxahbxey0c.gr",
        "my_pc",
    ],
)
def test_what_a_host_may_be(host: str) -> None:
    assert host_of({"headers": [(b"host", host.upper().encode())]}) == host


NO_HOSTS = [
    "x:", "x:abc", "x:-1", "x:65536", "x:99999999", ":80", "[", "[]", "[::1", "[x]", "[1.2.3.4]", "[::1]80", "@", "a@b",
    "a/b", "a?b", "a#b", "a b", "a,b", "..", "x..y", "x:80:80", "::1", "x\\y", "%41", "\u00e9", "x:\u00b2",
]  # fmt: skip


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_no_host_is(host: str) -> None:
    assert host_of({"headers": [(b"host", host.encode("latin-1"))]}) is None


def test_a_request_names_one_host_or_none() -> None:
    assert host_of({"headers": []}) == host_of({"headers": [(b"host", b"")]}) == ""
    assert host_of({"headers": [(b"host", b"x"), (b"host", b"x")]}) is None


async def raw(server: Server, request: str) -> tuple[int, bytes, bytes]:
    """Status, head and body of what a server answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request.encode("latin-1"))
    head, _, body = (await asyncio.wait_for(reader.read(), 60)).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), head.lower(), body


async def test_a_host_that_is_none_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    new = json.dumps({"name": "Maria", "language": "el"})
    post = f"Content-Type: application/json\r\nContent-Length: {len(new)}\r\nConnection: close\r\n\r\n{new}"
    with Server(tmp_path) as server:
        for host in ("x:abc", "x:99999999", "[", "@"):
            for request in (
                f"POST /api/guests HTTP/1.1\r\nHost: {host}\r\n{post}",
                f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
                f"GET /ws/tables/a HTTP/1.1\r\nHost: {host}\r\n{UPGRADE}\r\n",
            ):
                status, head, body = await raw(server, request)
                assert (status, json.loads(body)["code"]) == (400, "request.malformed")
                assert b"content-type: application/json" in head
                if not request.startswith("GET /ws"):
                    assert b"x-content-type-options: nosniff" in head
        assert (await raw(server, "GET /api/guest HTTP/1.0\r\n\r\n"))[0] == 204
        assert (await raw(server, f"POST /api/guests HTTP/1.0\r\n{post}"))[0] == 201
        assert (await raw(server, f"POST /api/guests HTTP/1.1\r\nHost:\r\n{post}"))[0] == 201
        assert (await raw(server, f"POST /api/guests HTTP/1.1\r\nHost: [::1]:8000\r\n{post}"))[0] == 201
        assert "Traceback" not in server.log()
    with closing(sqlite3.connect(tmp_path / "pilotta.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM guests").fetchone() == (3,)


@pytest.mark.parametrize("backslashes", [40_000, 120_000])
async def test_nobody_waits_for_an_endless_cookie(server: Server, backslashes: int) -> None:
    start = time.monotonic()
    endless = 'Cookie: pilotta="' + "\\" * backslashes + '"\r\n'
    async with guest(server) as other:
        refused = asyncio.gather(*(said(server, headers=endless) for _ in range(5)))
        for _ in range(20):
            assert (await other.get("/api/guest")).status_code == 200
        # The parser's own refusal, where it has not even read it to its end.
        assert {status for status, _ in await refused} <= {400, 431}
    assert time.monotonic() - start < AT_ONCE


async def test_names_and_rules_of_endless_length(server: Server, player: Player) -> None:
    start = time.monotonic()
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        answer = await http.post("/api/guests", json={"name": "a" + "\u0301\u0316" * 2000})
        assert answer.status_code == 400
    for rules in ({"target": 10**4000}, {"strains": "S" * 30_000}, {"four_points": [10] * 10_000}):
        assert (await player.post("/api/tables", {"rules": rules})).status_code == 400
    assert time.monotonic() - start < AT_ONCE
