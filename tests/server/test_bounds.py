"""Requests of unheard-of size: they are refused at once, and nobody else waits for it."""

import asyncio
import json
import time
from collections.abc import Callable

import httpx
import pytest
from tests.growth import check_growth
from tests.server.harness import Player, Server, guest

from pilotta.server.bounds import HEADER_BYTES, HEADERS, NAME_LETTERS, PATH_BYTES, QUERY_BYTES, too_large
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
