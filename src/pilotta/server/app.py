"""Puts one server process together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar
from litestar.exceptions import HTTPException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pilotta.server.asgi import App, Receive, Scope, Send
from pilotta.server.assets import Assets
from pilotta.server.bodies import Body
from pilotta.server.gateway import Gateway
from pilotta.server.guard import Guard
from pilotta.server.guests import Guests
from pilotta.server.limits import Limits
from pilotta.server.openapi import openapi
from pilotta.server.problems import Trouble, on_deep_nesting, on_failure, on_http_error, on_trouble
from pilotta.server.reviewers.reviewer import Reviewer
from pilotta.server.routes import HANDLERS
from pilotta.server.services import Services
from pilotta.server.settings import Settings
from pilotta.server.store import Store
from pilotta.server.tables.driver import Driver
from pilotta.server.tables.live import Tables
from pilotta.server.teachers.teacher import Teacher
from pilotta.server.thinkers import work as thinking
from pilotta.server.thinkers.pool import Thinkers


def make_app(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> App:
    """The ASGI application: REST and files by Litestar, WebSockets by the gateway, both behind the guard.
    The database has to be there, in its newest schema.

    ``on_ready`` is called when it has started."""
    assets = Assets(settings.static_dir)
    store = Store(settings.database)
    tables = Tables(store)
    guests = Guests(store)
    thinkers = Thinkers(
        settings.bot_processes, settings.bot_time_limit, partial(thinking.prepare, settings.bots)
    )
    driver = Driver(tables, thinkers, sweep_interval=settings.sweep_interval, standstill=settings.standstill)
    reviewer = Reviewer(store, settings.review_time_limit)
    limits = Limits.of(settings)
    shared = Services(
        settings,
        store,
        tables,
        guests,
        assets,
        limits=limits,
        teacher=Teacher(thinkers),
        reviewer=reviewer,
        described=openapi(HANDLERS),
    )

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.services = shared
        await store.open()
        thinkers.open()
        driver.open()
        sockets.open()
        on_ready()
        try:
            yield
        finally:
            await sockets.close()
            await driver.close()
            await reviewer.close()
            thinkers.close()
            await store.close()

    rest = Litestar(
        HANDLERS,
        dto=Body,
        return_dto=None,
        lifespan=[lifespan],
        exception_handlers={
            Trouble: on_trouble,
            HTTPException: on_http_error,
            RecursionError: on_deep_nesting,
            Exception: on_failure,
        },
        request_max_body_size=settings.max_body,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    sockets = Gateway(tables, guests, settings, limits.hellos)

    async def both(scope: Scope, receive: Receive, send: Send) -> None:
        chosen: Any = sockets if scope["type"] == "websocket" else rest
        await chosen(scope, receive, send)

    # Whom a reverse proxy speaks for; inside the guard, for it reads a header that anybody may have written.
    forwarded: Any = both
    if settings.trusted_proxies:
        forwarded = ProxyHeadersMiddleware(both, list(settings.trusted_proxies))  # type: ignore[arg-type]
    return Guard(forwarded, origins=settings.allowed_origins, policy=assets.policy())
