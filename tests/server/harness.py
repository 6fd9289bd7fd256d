"""Real servers in processes of their own, and clients that speak to them over real sockets."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from pilotta.server.protocol import PROTOCOL_VERSION

RUN = Path(__file__).with_name("run_server.py")
START = 60.0
PATIENCE = 30.0

# Loose limits and a fast clock: what a test wants otherwise it says.
FAST = {
    "PORT": "0",
    "GUESTS_PER_HOUR": "1000000",
    "TABLES_PER_HOUR": "1000000",
    "LINKS_PER_HOUR": "1000000",
    "CHANGES_PER_HOUR": "1000000",
    "HELLOS_PER_SECOND": "100000",
    "HELLO_BURST": "100000",
    "FRAMES_PER_SECOND": "1000",
    "FRAME_BURST": "1000",
    "QUESTIONS_PER_SECOND": "1000",
    "DEAL_WAIT": "20",
    "SWEEP_INTERVAL": "0.1",
    "STANDSTILL": "0.3",
    "METRICS": "on",
    "LOG_FORMAT": "json",
}


class Server:
    """One server process on a data directory."""

    def __init__(self, data: Path, **settings: object) -> None:
        wanted = {
            **FAST,
            "DATA_DIR": str(data),
            **{name.upper(): str(each) for name, each in settings.items()},
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PILOTTA_")}
        environment = kept | {f"PILOTTA_{name}": value for name, value in wanted.items()}
        self.process = subprocess.Popen(
            [sys.executable, str(RUN)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._errors: list[str] = []
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        assert self.process.stdout is not None
        timer = threading.Timer(START, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        assert line.startswith("Pilotta: http://"), (line, self.log())
        self.url = line.split()[1]
        self.port = httpx.URL(self.url).port

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._errors.append(line)

    def log(self) -> str:
        return "".join(self._errors)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: int) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(signal.SIGTERM)


class Socket:
    """A client's connection to a table that follows revisions as a client should."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.rev: int | None = None
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.sheet: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.frames: list[dict[str, Any]] = []
        self._sent = 0

    async def send(self, message: object) -> None:
        await self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hello(self, rev: int | None = None) -> dict[str, Any]:
        await self.send({"type": "hello", "version": PROTOCOL_VERSION, "rev": rev})
        return await self.until(lambda m: m["type"] in ("welcome", "update"))

    async def read(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            text = await self.connection.recv()
        message: dict[str, Any] = json.loads(text)
        self.frames.append(message)
        if message["type"] == "ping":
            await self.send({"type": "pong"})
        elif message["type"] == "welcome":
            assert message["version"] == PROTOCOL_VERSION
            self.table, self.sheet = message["table"], message["sheet"]
            self.rev, self.view = message["rev"], message["view"]
        elif message["type"] == "update":
            assert self.rev is None or message["since"] <= self.rev, "a revision is missing"
            if message["sheet"] is not None:
                self.sheet = message["sheet"]
            if self.rev is None or message["rev"] > self.rev:
                self.rev, self.view = message["rev"], message["view"]
                self.events += message["events"]
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = await self.read()
            if wanted(message):
                return message

    async def act(self, action: object, command: str | None = None, rev: int | None = None) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._sent += 1
        command = command or f"c{self._sent}-{random.random()}"
        await self.send({"type": "act", "id": command, "action": action, "rev": rev})
        return await self.until(lambda m: m["type"] in ("ack", "refused") and m["id"] == command)

    async def do(self, action: object) -> None:
        """Do something legal and see it done."""
        answer = await self.act(action)
        assert answer["type"] == "ack", (answer, self.view)
        while self.rev is None or self.rev < answer["rev"]:
            await self.read()

    async def until_my_turn(self) -> None:
        """Read on until this seat has something to do, or the match is over."""
        while self.rev is None or (not self.choices() and self.view["phase"] != "over"):
            await self.read()

    def choices(self) -> list[dict[str, Any]]:
        return choices(self.view)

    async def closed(self) -> int:
        """Read on until the server closes; the code."""
        with contextlib.suppress(Exception):
            while True:
                await self.read()
        await self.connection.wait_closed()
        return self.connection.close_code or 0


def choices(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Some legal actions of a view: enough of them that a random match is a varied one."""
    legal = view["legal"]
    found: list[dict[str, Any]] = []
    calls = legal["calls"]
    if legal["can_continue"]:
        found.append({"kind": "continue", "deal": view["deal_number"]})
    if calls:
        found += [{"kind": "call", "call": "P"}]
        if calls["lowest"] and calls["lowest"] <= 120:
            found += [{"kind": "call", "call": f"{calls['lowest']}{strain}"} for strain in calls["strains"]]
        if calls["can_double"]:
            found.append({"kind": "call", "call": "X"})
        if calls["can_redouble"]:
            found.append({"kind": "call", "call": "XX"})
    if legal["asked_announce"]:
        found.append({"kind": "announce", "yes": legal["may_announce"]})
    elif legal["may_announce"]:
        found.append({"kind": "announce"})
    if legal["asked_show"] or legal["may_show"]:
        found.append({"kind": "show"})
    for card in legal["cards"]:
        found.append({"kind": "play", "card": card, "pilotta": card in legal["pilotta"]})
    return found


class Player:
    """A guest with a session, as a program has it (bearer token)."""

    def __init__(self, server: Server, http: httpx.AsyncClient, token: str, guest: dict[str, Any]) -> None:
        self.server, self.http, self.token, self.guest = server, http, token, guest

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.http.get(path, headers=self.headers, **more)

    async def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return await self.http.post(path, json=body, headers=self.headers, **more)

    async def table(
        self, preset: str = "academy", *, bot: str = "random", pace_ms: int = 0, **more: Any
    ) -> str:
        automatic = more.pop("automatic", True)
        wanted = {"rules": {"preset": preset, **more}, "bot": bot, "pace_ms": pace_ms, "automatic": automatic}
        answer = await self.post("/api/tables", wanted)
        assert answer.status_code == 201, answer.text
        table_id: str = answer.json()["id"]
        return table_id

    @contextlib.asynccontextmanager
    async def raw(self, table_id: str, server: Server | None = None, **more: Any) -> AsyncIterator[Socket]:
        url = (server or self.server).url.replace("http", "ws", 1) + f"ws/tables/{table_id}"
        headers = more.pop("additional_headers", self.headers)
        async with connect(url, additional_headers=headers, close_timeout=1, **more) as connection:
            yield Socket(connection)

    @contextlib.asynccontextmanager
    async def sit(
        self, table_id: str, server: Server | None = None, rev: int | None = None
    ) -> AsyncIterator[Socket]:
        async with self.raw(table_id, server) as socket:
            await socket.hello(rev)
            yield socket


@contextlib.asynccontextmanager
async def guest(server: Server, name: str = "Μαρία") -> AsyncIterator[Player]:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        answer = await http.post("/api/guests", json={"name": name, "language": "el", "bearer": True})
        assert answer.status_code == 201, answer.text
        body = answer.json()
        yield Player(server, http, body["token"], body)
