"""The line between browser and server: a TCP proxy that can lose what is sent, and be cut."""

import contextlib
import selectors
import socket
import threading
from types import TracebackType
from typing import Literal, Self


class Line:
    """Forwards to a port. ``lost`` names the direction whose bytes disappear; while ``cut`` nobody gets through."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._ended = False
        self._is_cut = False
        self.lost: Literal["up", "down"] | None = None
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended:
            for key, _ in self._selector.select(0.05):
                with self._lock:
                    if key.fileobj is self._listening:
                        self._accept()
                    elif key.data is not None and key.fd in self._selector.get_map():
                        self._forward(key.data)

    def _accept(self) -> None:
        browser, _ = self._listening.accept()
        if self._is_cut:
            browser.close()
            return
        server = socket.create_connection(("127.0.0.1", self._port))
        self._pairs.append((browser, server))
        self._selector.register(browser, selectors.EVENT_READ, (browser, server, "up"))
        self._selector.register(server, selectors.EVENT_READ, (server, browser, "down"))

    def _forward(self, way: tuple[socket.socket, socket.socket, str]) -> None:
        source, target, direction = way
        try:
            data = source.recv(65536)
            if data and self.lost != direction:
                target.sendall(data)
        except OSError:
            data = b""
        if not data:
            self._close(source, target)

    def _close(self, *sockets: socket.socket) -> None:
        for each in sockets:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(each)
            each.close()
        self._pairs = [pair for pair in self._pairs if not set(pair) & set(sockets)]

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            for pair in list(self._pairs):
                self._close(*pair)

    def mend(self) -> None:
        with self._lock:
            self._is_cut, self.lost = False, None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        self._thread.join(10)
        self.cut()
        self._listening.close()
        self._selector.close()
