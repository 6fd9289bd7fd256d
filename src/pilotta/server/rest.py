"""Every message of the REST interface. The body of every answer that is no success is a :class:`~pilotta.said.Said`."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from pilotta.rules.ruleset import PresetName, RuleSet
from pilotta.said import Said
from pilotta.server.bounds import NAME_LETTERS
from pilotta.server.views import FromClient, FromServer, Locale, Millis, Pair, Side, TableInfo


class CreateGuest(FromClient):
    """``POST /api/guests``. With ``bearer`` the token comes in the answer instead of a cookie, for programs."""

    name: Annotated[str, Meta(max_length=NAME_LETTERS)]
    language: Locale = "el"
    bearer: bool = False


class ChangeGuest(FromClient):
    """``PATCH /api/guest``."""

    name: Annotated[str, Meta(max_length=NAME_LETTERS)] | None = None
    language: Locale | None = None


class Guest(FromServer):
    """``GET /api/guest`` (204 and no body where there is none yet) and the answer to what makes or changes one. ``token`` only
    where ``bearer`` asked for it."""

    id: str
    name: str
    language: Locale
    token: str | None


class GuestLink(FromServer):
    """``POST /api/guest/link``: an address that opens this guest on another device, until it expires."""

    url: str
    expires_at: Millis


class OpenSession(FromClient):
    """``POST /api/session``: the token of a guest link for a session of its guest."""

    token: Annotated[str, Meta(max_length=200)]
    bearer: bool = False


BotName = Annotated[str, Meta(max_length=100)]

RulesRequest = Annotated[
    dict[str, bool | int | str | list[int]], Meta(max_length=80, extra={"ts": "Partial<RuleSet>"})
]


class SeatBots(FromClient):
    """Bots that sit at single seats, by name."""

    E: BotName | None = None
    N: BotName | None = None
    W: BotName | None = None


class CreateTable(FromClient):
    """``POST /api/tables``: you South, bots at the other seats: ``bot``, where ``bots`` names none for a seat. ``rules`` is a preset
    with any field changed. At a ``training`` table hints are given, and bots tell their reasons at once."""

    rules: RulesRequest
    automatic: bool = True
    bot: BotName = "cafe"
    bots: SeatBots | None = None
    training: bool = False
    pace_ms: Annotated[int, Meta(ge=0, le=5000)] = 600


class TableSummary(FromServer):
    """A line of ``GET /api/tables``, newest first."""

    id: str
    created_at: Millis
    last_at: Millis
    rev: int
    rules: RuleSet
    deal_number: int
    totals: Pair
    wins: Pair
    winner: Side | None
    over: bool


class TableList(FromServer):
    """``GET /api/tables``: tables that are not over."""

    tables: list[TableSummary]


TargetName = Literal["short", "medium", "standard", "long"]


class TargetOption(FromServer):
    """A named target and how long a match to it usually takes."""

    name: TargetName
    target: int
    minutes: Pair


class PresetOption(FromServer):
    name: PresetName
    rules: RuleSet
    targets: list[TargetOption]


class Catalogue(FromServer):
    """``GET /api/catalogue``: what a start page offers."""

    presets: list[PresetOption]
    bots: list[str]
    locales: list[Locale]


class Health(FromServer):
    """``GET /api/health``."""

    status: Literal["ok"]
    version: str
    protocol: int


REST_MESSAGES: Final = (
    Said,
    CreateGuest,
    ChangeGuest,
    Guest,
    GuestLink,
    OpenSession,
    CreateTable,
    TableInfo,
    TableSummary,
    TableList,
    Catalogue,
    Health,
)
