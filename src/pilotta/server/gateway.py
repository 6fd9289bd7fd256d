"""WebSockets: ``/ws/tables/ID``. One connection follows one table from one seat.

A plain ASGI application: accepting, closing with a code of ours and bounding what waits for a slow client are all its own.
"""

import asyncio
import contextlib
import re
import time
from collections import defaultdict
from typing import Final

import structlog
from sqlalchemy.exc import OperationalError

from pilotta.server import codes, metrics
from pilotta.server import protocol as p
from pilotta.server.asgi import Receive, Scope, Send
from pilotta.server.bodies import Malformed, read
from pilotta.server.guests import Guests, token_hash, token_in
from pilotta.server.limits import Bucket, Buckets
from pilotta.server.settings import Settings
from pilotta.server.tables.live import LiveTable, Tables, encode, now_ms
from pilotta.table import LogError, Seated, viewer_of

PATH: Final = re.compile(r"/ws/tables/([^/]+)")
TABLE_ID: Final = re.compile(r"[0-9a-f]{1,32}")
BAD_FRAMES: Final = 10
"""After so many frames that are no message, a connection is closed."""
CLOSE_PATIENCE: Final = 2.0
PING: Final = encode(p.Ping())
PONG: Final = encode(p.ServerPong())

log = structlog.get_logger()


class _Closing(Exception):
    """The connection has to be closed with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Gone(Exception):
    """The client has closed the connection, or it broke."""


class Connection:
    """One client at one seat. Frames wait in a bounded queue: a client too slow for it is closed, and resyncs."""

    def __init__(self, viewer: Seated, session: str, queue_size: int) -> None:
        """``session`` is the hash of its token."""
        self.viewer, self.session = viewer, session
        self.ended = asyncio.Event()
        self.overflowed = asyncio.Event()
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(queue_size)

    def push(self, frame: bytes) -> None:
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.overflowed.set()


class Gateway:
    """The application for every WebSocket."""

    def __init__(self, tables: Tables, guests: Guests, settings: Settings, hellos: Buckets) -> None:
        self._tables, self._guests, self._settings, self._hellos = tables, guests, settings, hellos
        # The open connections of each guest.
        self._open: defaultdict[str, set[Connection]] = defaultdict(set)
        guests.on_left = self._end
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._watching = asyncio.create_task(self._watch_sessions(), name="sessions")

    async def close(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    def _end(self, session: str) -> None:
        """End the connections of a session that has ended."""
        for mine in self._open.values():
            for connection in mine:
                if connection.session == session:
                    connection.ended.set()

    async def _watch_sessions(self) -> None:
        """Notice sessions that have run out, or that another process has ended."""
        while True:
            await asyncio.sleep(self._settings.session_interval)
            sessions = sorted({each.session for mine in self._open.values() for each in mine})
            try:
                good = await self._tables.store.sessions(sessions, now_ms())
            except OperationalError:
                continue
            except Exception:
                log.exception("sessions could not be looked at")
                continue
            for session in sessions:
                if session not in good:
                    self._end(session)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        found = PATH.fullmatch(scope["path"])
        if found is None:
            await send({"type": "websocket.close", "code": codes.CLOSE_CODES["table.unknown"], "reason": ""})
            return
        # A browser's page cannot read why a handshake was refused, so everything else is said after the accept.
        await send({"type": "websocket.accept"})
        metrics.CONNECTIONS.inc()
        try:
            live, viewer = await self._seat(scope, found[1])
            await self._serve(live, viewer, scope, receive, send)
        except _Gone:
            return
        except _Closing as closing:
            await _close(send, closing.code)
        except LogError:
            log.exception("table cannot be read", table=found[1])
            await _close(send, "table.newer")
        except OperationalError:
            # The store has said what is wrong.
            await _close(send, "server.failed")
        except Exception as error:
            if not _is_disconnect(error):
                log.exception("connection failed", path=scope["path"])
                await _close(send, "server.failed")
        finally:
            metrics.CONNECTIONS.dec()

    async def _seat(self, scope: Scope, table_id: str) -> tuple[LiveTable, Seated]:
        guest = await self._guests.find(scope["headers"])
        if guest is None:
            raise _Closing("session.missing")
        live = await self._tables.find(table_id) if TABLE_ID.fullmatch(table_id) else None
        if live is None:
            raise _Closing("table.unknown")
        viewer = viewer_of(live.state, guest.id)
        if viewer is None:
            raise _Closing("table.not_yours")
        return live, viewer

    async def _serve(
        self, live: LiveTable, viewer: Seated, scope: Scope, receive: Receive, send: Send
    ) -> None:
        session = token_hash(token_in(scope["headers"]) or "")
        connection = Connection(viewer, session, self._settings.queue_size)
        mine = self._open[viewer.person]
        if len(mine) >= self._settings.sockets_per_guest:
            raise _Closing("protocol.rate")
        mine.add(connection)
        try:
            # From the handshake on: its hello may come late.
            with live.held():
                await self._talk(live, connection, receive, send)
        finally:
            mine.discard(connection)
            if not mine:
                del self._open[viewer.person]

    async def _talk(self, live: LiveTable, connection: Connection, receive: Receive, send: Send) -> None:
        tasks = [
            asyncio.create_task(self._read(live, connection, receive)),
            asyncio.create_task(_write(connection, send)),
            asyncio.create_task(connection.overflowed.wait()),
            asyncio.create_task(connection.ended.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            live.listeners.discard(connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if connection.ended.is_set():
            raise _Closing("session.missing")
        for task in done:
            task.result()
        if connection.overflowed.is_set():
            metrics.OVERFLOWS.inc()
            raise _Closing("protocol.slow")

    async def _read(self, live: LiveTable, connection: Connection, receive: Receive) -> None:
        bucket = Bucket(self._settings.frames_per_second, self._settings.frame_burst)
        bad = 0
        heard = time.monotonic()
        while True:
            try:
                async with asyncio.timeout(self._settings.ping_interval):
                    event = await receive()
            except TimeoutError:
                if time.monotonic() - heard > self._settings.dead_after:
                    raise _Closing("protocol.silent") from None
                connection.push(PING)
                continue
            heard = time.monotonic()
            if event["type"] == "websocket.disconnect":
                raise _Gone
            if not bucket.take():
                raise _Closing("protocol.rate")
            try:
                message = self._message(event.get("text"))
            except ValueError as error:
                bad += 1
                code, _, detail = str(error).partition("\n")
                if bad >= BAD_FRAMES:
                    raise _Closing(code) from error
                connection.push(encode(p.ErrorFrame(code, {"detail": detail} if detail else {})))
                continue
            await self._answer(live, connection, message)

    def _message(self, text: str | None) -> p.ClientMessage:
        """The message of a frame. ValueError (code, then what is wrong) where it is none."""
        if text is None:
            raise ValueError("protocol.malformed\ntext frames only")
        if len(text) > self._settings.max_frame:
            raise ValueError("protocol.too_large")
        try:
            message: p.ClientMessage = read(text, p.ClientMessage)
        except Malformed as error:
            raise ValueError(f"protocol.malformed\n{error}") from None
        return message

    async def _answer(self, live: LiveTable, connection: Connection, message: p.ClientMessage) -> None:
        if isinstance(message, p.ClientPing):
            connection.push(PONG)
        elif isinstance(message, p.Pong):
            return
        elif isinstance(message, p.Hello):
            if message.version != p.PROTOCOL_VERSION:
                raise _Closing("protocol.version")
            if not self._hellos.take(connection.viewer.person):
                raise _Closing("protocol.rate")
            # The fold may lag behind another process; nobody had to keep it fresh while nobody listened.
            await self._tables.read_on(live)
            live.listeners.add(connection)
            connection.push(live.catch_up_frame(connection.viewer, message.rev))
        elif connection not in live.listeners:
            connection.push(encode(p.ErrorFrame("protocol.hello_first", {})))
        else:
            connection.push(encode(await self._tables.act(live, connection.viewer, message)))


async def _write(connection: Connection, send: Send) -> None:
    while True:
        frame = await connection.frames.get()
        await send({"type": "websocket.send", "text": frame.decode()})


async def _close(send: Send, code: str) -> None:
    """Say why, then close. A client that does not read is not waited for."""
    params = {"version": str(p.PROTOCOL_VERSION)} if code == "protocol.version" else {}
    with contextlib.suppress(Exception):
        async with asyncio.timeout(CLOSE_PATIENCE):
            await send({"type": "websocket.send", "text": encode(p.ErrorFrame(code, params)).decode()})
            close = codes.CLOSE_CODES.get(code, codes.CLOSE_CODES["protocol.malformed"])
            await send({"type": "websocket.close", "code": close, "reason": code})


def _is_disconnect(error: Exception) -> bool:
    """Whether an error is only the server's way to say that the client is gone (ASGI: a subclass of OSError)."""
    return isinstance(error, OSError)
