"""REST: guests, their tables, what a start page offers, and the client's files."""

import secrets
from typing import Final

import msgspec
from litestar import Response, delete, get, patch, post, route
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pilotta import __version__
from pilotta.bots.bot import BotNeedsCore
from pilotta.bots.catalogue import check_core, playing_here, resolve
from pilotta.game.record import record_text
from pilotta.rules.catalogue import PRESETS, TARGETS, from_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet
from pilotta.said import Said
from pilotta.seats import SOUTH, WEST
from pilotta.server import protocol as p
from pilotta.server import rest, telling
from pilotta.server import views as v
from pilotta.server.access import guest_of, headers_of, own_table, private
from pilotta.server.assets import NOT_BUILT
from pilotta.server.guests import COOKIE, SESSION_MS, clean_name
from pilotta.server.limits import Buckets, site_of
from pilotta.server.problems import Trouble
from pilotta.server.services import Asked, Services, services
from pilotta.server.store import GuestRow, TooManyTables
from pilotta.server.teachers.routes import TEACHING
from pilotta.table import Created, LogError, Player, Seated, record_for
from pilotta.words import LANGUAGES

MINUTES: Final = {"short": (20, 40), "medium": (35, 60), "standard": (50, 80), "long": (60, 90)}
"""Source 002 gives the shortest and the longest; those between are in proportion."""

FIRST_DEALER: Final = WEST
"""So that the guest, South, sits at the dealer's right and begins."""


# Guests


@post("/api/guests")
async def create_guest(request: Asked, data: JSONBody[rest.CreateGuest]) -> Response[rest.Guest]:
    shared = services(request)
    name = _name(data.name)
    _newcomer(request, shared)
    guest, token = await shared.guests.create(name, data.language)
    return _signed_in(request, guest, token, bearer=data.bearer, status=201)


@get("/api/guest")
async def current_guest(request: Asked) -> Response[rest.Guest | None]:
    guest = await services(request).guests.find(headers_of(request))
    # Nobody yet is an answer, not a failure: a browser would show a refusal in red at everybody's first visit.
    return private(None, status=204) if guest is None else private(_guest_message(guest))


@patch("/api/guest")
async def change_guest(request: Asked, data: JSONBody[rest.ChangeGuest]) -> Response[rest.Guest]:
    guest = await guest_of(request)
    name = None if data.name is None else _name(data.name)
    _within(services(request).limits.changes, guest.id)
    return private(_guest_message(await services(request).guests.change(guest, name, data.language)))


@post("/api/guest/link")
async def create_link(request: Asked) -> Response[rest.GuestLink]:
    guest = await guest_of(request)
    _within(services(request).limits.links, guest.id)
    token, expires_at = await services(request).guests.link(guest)
    # After the #: browsers send that part nowhere, so no log and no proxy ever sees it.
    return private(
        rest.GuestLink(f"{str(request.base_url).rstrip('/')}/#guest={token}", expires_at), status=201
    )


@post("/api/session")
async def open_session(request: Asked, data: JSONBody[rest.OpenSession]) -> Response[rest.Guest]:
    shared = services(request)
    _newcomer(request, shared)
    opened = await shared.guests.open(data.token)
    if opened is None:
        raise Trouble(403, "session.link")
    return _signed_in(request, *opened, bearer=data.bearer, status=201)


@delete("/api/session", status_code=204)
async def leave(request: Asked) -> Response[None]:
    await services(request).guests.leave(headers_of(request))
    response = private(None, status=204)
    response.delete_cookie(COOKIE, path="/")
    return response


def _name(text: str) -> str:
    name = clean_name(text)
    if name is None:
        raise Trouble(400, "guest.name")
    return name


def _newcomer(request: Asked, shared: Services) -> None:
    _within(shared.limits.newcomers, site_of(request.client.host) if request.client else "")


def _within(limit: Buckets, key: str) -> None:
    """Trouble where too much was asked for."""
    if not limit.take(key):
        raise Trouble(429, "request.rate")


def _guest_message(guest: GuestRow, token: str | None = None) -> rest.Guest:
    return rest.Guest(guest.id, guest.name, msgspec.convert(guest.language, v.Locale), token)


def _signed_in(
    request: Asked, guest: GuestRow, token: str, *, bearer: bool, status: int
) -> Response[rest.Guest]:
    response = private(_guest_message(guest, token if bearer else None), status=status)
    if not bearer:
        response.set_cookie(
            Cookie(
                key=COOKIE,
                value=token,
                max_age=SESSION_MS // 1000,
                httponly=True,
                samesite="lax",
                secure=request.url.scheme == "https",
            )
        )
    return response


# Tables


@get("/api/catalogue")
async def catalogue(request: Asked) -> Response[rest.Catalogue]:
    return private(
        rest.Catalogue(
            presets=[rest.PresetOption(rules.preset, rules, _targets(rules)) for rules in PRESETS.values()],
            bots=list(playing_here(services(request).settings.bots)),
            locales=list(LANGUAGES),
        )
    )


def _targets(rules: RuleSet) -> list[rest.TargetOption]:
    """The named targets in the rule set's own unit; its own target stands in the place of the one that is next to it."""
    scaled = {name: target * rules.unit for name, target in TARGETS.items()}
    nearest = min(scaled, key=lambda name: abs(scaled[name] - rules.target))
    if rules.wins_needed > 1 or rules.unit > 1:
        scaled[nearest] = rules.target
    options = []
    for name, target in scaled.items():
        least, most = MINUTES[name]
        options.append(
            rest.TargetOption(
                msgspec.convert(name, rest.TargetName),
                target,
                (least * rules.wins_needed, most * rules.wins_needed),
            )
        )
    return options


@post("/api/tables")
async def create_table(request: Asked, data: JSONBody[rest.CreateTable]) -> Response[v.TableInfo]:
    shared = services(request)
    guest = await guest_of(request)
    bots = _bots(data)
    try:
        rules = from_data(data.rules)
    except RuleSetError as error:
        raise Trouble(
            400, "rules.invalid", fields=", ".join(error.fields), detail=str(error)[:300]
        ) from error
    _within(shared.limits.tables, guest.id)
    east, north, west = bots
    created = Created(
        rules,
        FIRST_DEALER,
        automatic=data.automatic,
        pace_ms=max(data.pace_ms, shared.settings.min_pace_ms),
        deal_wait_ms=round(shared.settings.deal_wait * 1000),
        secret=secrets.token_hex(16),
        players=(Player(guest.name, guest.id), east, north, west),
        training=data.training,
    )
    most = shared.settings.running_tables
    try:
        live = await shared.tables.create(created, most=most)
    except TooManyTables as error:
        raise Trouble(409, "table.limit", limit=str(most)) from error
    return private(telling.table_message(live.state, Seated(SOUTH, guest.id)), status=201)


def _bots(data: JSONBody[rest.CreateTable]) -> list[Player]:
    """Who sits East, North and West, by full names: a level that gets a new version later must not change at a running table."""
    found = []
    for seat in ("E", "N", "W"):
        name = (data.bots and getattr(data.bots, seat)) or data.bot
        try:
            check_core(name)
            found.append(Player(bot=resolve(name)))
        except BotNeedsCore as error:
            raise Trouble(400, error.said.code, seat=seat, **error.said.params) from error
        except ValueError as error:
            raise Trouble(400, "bot.unknown", bot=name, seat=seat, detail=str(error)[:300]) from error
    return found


@get("/api/tables")
async def own_tables(request: Asked) -> Response[rest.TableList]:
    shared = services(request)
    guest = await guest_of(request)
    found = []
    for table_id in await shared.store.tables_of(guest.id):
        try:
            live = await shared.tables.fresh(table_id)
        except LogError:
            # One table that cannot be read must not hide the others; the sweeper has logged it.
            continue
        if live is not None:
            found.append(telling.summary_message(live.state))
    return private(rest.TableList(found))


@get("/api/tables/{table_id:str}")
async def table_info(request: Asked, table_id: FromPath[str]) -> Response[v.TableInfo]:
    live, viewer = await own_table(request, table_id)
    return private(telling.table_message(live.state, viewer))


@get("/api/tables/{table_id:str}/record")
async def table_record(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    live, viewer = await own_table(request, table_id)
    record = record_for(live.state, viewer)
    if isinstance(record, Said):
        raise Trouble(409, record.code, **record.params)
    return Response(
        record_text(record).encode(),
        media_type="application/json",
        headers={
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{live.id}.pilotta.json"',
        },
    )


@delete("/api/tables/{table_id:str}", status_code=204)
async def close_table(request: Asked, table_id: FromPath[str]) -> Response[None]:
    live, viewer = await own_table(request, table_id)
    refused = await services(request).tables.close(live, viewer)
    if refused is not None:
        raise Trouble(409, refused.code, **refused.params)
    return private(None, status=204)


# The server itself


@get("/api/health")
async def health(request: Asked) -> Response[rest.Health]:
    if not await services(request).store.ready():
        raise Trouble(503, "server.failed")
    return private(rest.Health("ok", __version__, p.PROTOCOL_VERSION))


@get("/openapi.json", include_in_schema=False)
async def described(request: Asked) -> Response[bytes]:
    """What all these handlers take and answer."""
    return Response(services(request).described, media_type="application/json")


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    if not services(request).settings.metrics:
        raise Trouble(404, "request.not_found")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
async def client(request: Asked) -> Response[bytes]:
    """A file of the built web client."""
    assets = services(request).assets
    path = request.url.path
    if path.startswith(("/api/", "/ws/")):
        raise Trouble(404, "request.not_found")
    if not assets.built:
        return Response(NOT_BUILT.encode(), status_code=503, media_type="text/html")
    asset, status = assets.find(path), 200
    if asset is None:
        # A person who typed an address gets it in his own language, a program as a problem that it can read.
        if "text/html" not in request.headers.get("accept", ""):
            raise Trouble(404, "request.not_found")
        asset, status = assets.page, 404
    headers = {"cache-control": asset.cache, "etag": asset.etag, "vary": "accept, accept-encoding"}
    if status == 200 and asset.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = asset.packed, "gzip"
    return Response(body, status_code=status, media_type=asset.content_type, headers=headers)


HANDLERS: Final[list[HTTPRouteHandler]] = [
    *TEACHING,
    create_guest,
    current_guest,
    change_guest,
    create_link,
    open_session,
    leave,
    catalogue,
    create_table,
    own_tables,
    table_info,
    table_record,
    close_table,
    health,
    described,
    metrics,
    client,
]
