"""The server's end of each connection: nobody holds one open without ever saying what he wants, or without taking the answer.

The HTTP server underneath knows no such time limits. They stand in :class:`Patience`.
"""

import asyncio
import socket
import struct
import sys
from dataclasses import dataclass
from typing import Any, Final

import h11
import msgspec
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pilotta.said import Said

if sys.platform == "linux":
    import fcntl
    import termios

_TOO_LARGE: Final = msgspec.json.encode(Said("request.too_large"))
REFUSED_HANDSHAKE: Final = b"\r\n".join(
    (
        b"HTTP/1.1 431 Request Header Fields Too Large",
        b"content-type: application/json",
        b"content-length: %d" % len(_TOO_LARGE),
        b"connection: close",
        b"",
        _TOO_LARGE,
    )
)


@dataclass(frozen=True, slots=True)
class Patience:
    """In seconds: for the whole of a request's head, from a connection's beginning or the head's first byte; for the whole of its body;
    and for a client that takes nothing of what was sent to it."""

    head: float
    body: float
    unread: float


class _Timer:
    """Calls once when it runs out, unless it is stopped before."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float, call: Any, *arguments: Any) -> None:
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, call, *arguments)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _Reader:
    """Notices that a client reads nothing any more: then the connection is cut, also where it is being closed and waits for the rest
    to be taken."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport, self._seconds = transport, seconds
        self._timer = _Timer()
        # So that every byte which the system does not take at once is noticed.
        transport.set_write_buffer_limits(high=0)

    def stopped(self) -> None:
        self._timer.start(self._seconds, self._look, self._untaken())

    def goes_on(self) -> None:
        self._timer.stop()

    def _untaken(self) -> int:
        """So many bytes the other end has not taken yet, those in the system's own buffer with them where it tells (Linux): that holds
        megabytes, and a slow client takes a while to make any room there."""
        count = self._transport.get_write_buffer_size()
        ours = self._transport.get_extra_info("socket")
        if ours is not None and sys.platform == "linux":
            held = fcntl.ioctl(ours.fileno(), termios.TIOCOUTQ, bytes(4))
            count += int.from_bytes(held, sys.byteorder)
        return count

    def _look(self, before: int) -> None:
        now = self._untaken()
        if now >= before:
            # What the system itself still holds for the other end goes too; else it would offer that for minutes.
            if (ours := self._transport.get_extra_info("socket")) is not None:
                ours.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._transport.abort()
        else:
            self._timer.start(self._seconds, self._look, now)


class HttpConnection(H11Protocol):
    """A connection of HTTP/1.1, perhaps one that becomes a WebSocket."""

    patience: Patience

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._reader = _Reader(transport, self.patience.unread)
        self._head, self._body = _Timer(), _Timer()
        self._watch()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        for each in (self._head, self._body):
            each.stop()
        self._reader.goes_on()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Start and stop the clocks, after whatever the parser has taken in. A kept connection on which nothing has come yet has the
        server's own, and one that has become a WebSocket the gateway's."""
        left = self.transport.is_closing() or self.transport.get_protocol() is not self
        if left or self.conn.their_state is not h11.IDLE or self.timeout_keep_alive_task is not None:
            self._head.stop()
        elif not self._head.runs:
            self._head.start(self.patience.head, self.transport.close)
        if left or self.conn.their_state is not h11.SEND_BODY:
            self._body.stop()
        elif not self._body.runs:
            self._body.start(self.patience.body, self._late)

    def _late(self) -> None:
        """The body has not come in time: say so where nothing was answered yet, and close."""
        if self.conn.our_state is h11.SEND_RESPONSE:
            body = msgspec.json.encode(Said("request.slow"))
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(body)),
                (b"connection", b"close"),
            ]
            answer = (h11.Response(status_code=408, headers=headers), h11.Data(body), h11.EndOfMessage())
            self.transport.write(b"".join(self.conn.send(each) or b"" for each in answer))
        self.transport.close()

    @override
    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        # What the other parser does not take (a line above 8 KB, say) it neither answers nor tells.
        taken = self.transport.get_protocol()
        if isinstance(taken, WebSocketsSansIOProtocol) and not (
            taken.handshake_initiated or self.transport.is_closing()
        ):
            self.transport.write(REFUSED_HANDSHAKE)
            self.transport.close()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.stopped()

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.goes_on()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    patience: Patience

    @override
    def send_receive_event_to_app(self) -> None:
        """End the connection where a text frame is no UTF-8: the server underneath does too, with a traceback for each."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        self._reader = _Reader(transport, self.patience.unread)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._reader.goes_on()
        super().connection_lost(exc)

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.stopped()

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.goes_on()


def connections(patience: Patience) -> tuple[type[HttpConnection], type[WebSocketConnection]]:
    """The two kinds with their time limits, for the server to make one of each connection."""
    limits = {"patience": patience}
    return (
        type("HttpConnection", (HttpConnection,), limits),
        type("WebSocketConnection", (WebSocketConnection,), limits),
    )
