"""Runs a server: :func:`serve`."""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import structlog
import uvicorn

from pilotta.bots.catalogue import admit, check_beside_levels
from pilotta.server.app import make_app
from pilotta.server.bounds import UNPARSED_BYTES
from pilotta.server.connections import Patience, connections
from pilotta.server.migrate import UnusableDatabase, migrate
from pilotta.server.settings import PREFIX, SettingError, Settings


def serve(
    host: str | None = None,
    port: int | None = None,
    data_dir: str | Path | None = None,
    *,
    on_ready: Callable[[str], None] | None = None,
    **settings: Any,
) -> int:
    """Serve until a signal ends it; returns the exit status.

    What is None comes from ``PILOTTA_…`` in the environment, else from the defaults (127.0.0.1, 8000, the platform's folder for data,
    which is then printed too). Port 0 takes a free one. ``on_ready`` gets the address once the server answers; without it the address is printed.
    """
    try:
        chosen = Settings.load(
            host=host, port=port, data_dir=None if data_dir is None else Path(data_dir), **settings
        )
        _admit(chosen.bots)
        chosen.data_dir.mkdir(parents=True, exist_ok=True)
        if not os.access(chosen.data_dir, os.W_OK):
            raise PermissionError(f"cannot write to {chosen.data_dir}")
        listening = _listen(chosen.host, chosen.port)
        try:
            migrate(chosen.database)
        except BaseException:
            listening.close()
            raise
    except (SettingError, UnusableDatabase, OSError) as error:
        sys.stderr.write(f"pilotta serve: {error}\n")
        return 2
    _set_up_logs(chosen)
    said = data_dir is not None or PREFIX + "DATA_DIR" in os.environ

    def ready(url: str) -> None:
        (on_ready or _print_address)(url)
        if not said:
            sys.stdout.write(f"Pilotta: matches are kept in {chosen.data_dir}\n")
            sys.stdout.flush()

    http, websocket = connections(
        Patience(chosen.head_patience, chosen.body_patience, chosen.unread_patience)
    )
    config = uvicorn.Config(
        make_app(chosen, lambda: ready(_address(listening))),
        # By h11: the other parser keeps a request's head whatever its length.
        http=http,
        h11_max_incomplete_event_size=UNPARSED_BYTES,
        # The app does that itself, behind its guard.
        proxy_headers=False,
        ws=websocket,
        ws_per_message_deflate=False,
        # Longer frames are cut off before they are read; those in between get an answer.
        ws_max_size=16 * chosen.max_frame,
        # The gateway has pings of its own, which tell the client too that the server lives.
        ws_ping_interval=None,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=1024,
    )
    server = uvicorn.Server(config)
    with listening, _signals_end_nothing():
        server.run(sockets=[listening])
    return 0 if server.started else 1


def _admit(bots: Sequence[str]) -> None:
    """Import the host's own bots. SettingError says which of them is none, or is offered already."""
    try:
        for name in bots:
            admit(name)
        check_beside_levels(bots)
    except ValueError as error:
        raise SettingError(f"bots: {error}") from error


@contextlib.contextmanager
def _signals_end_nothing() -> Iterator[None]:
    """Uvicorn raises the signal that stopped it once more when all is done; to be stopped is no failure of ours."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, lambda *_: None) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _print_address(url: str) -> None:
    sys.stdout.write(f"Pilotta: {url}\n")
    sys.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. OSError says in words what is wrong with the address."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, OverflowError, UnicodeError) as error:
        raise OSError(f"{host}:{port} is no address: {error}") from error
    # Only sockets that say they are TCP's get TCP_NODELAY from asyncio; those it accepts inherit the word. Without it an answer
    # in two parts waits 40 ms for the other side's acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        # From here on who calls is kept waiting, not sent away, until the server has started.
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        raise OSError(
            f"cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}"
        ) from error
    return listening


def _set_up_logs(settings: Settings) -> None:
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings.log_format == "json"
        # The renderer's own tracebacks print every local variable: hands of all seats, tokens of sessions.
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.log_format == "json":
        before.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*before, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # The libraries' own logs in the same form; uvicorn's word about each connection is not news.
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))
