"""REST: what a table teaches those who sit at it."""

from collections.abc import Awaitable
from typing import Annotated, Final, TypeVar

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter

from pilotta.said import Said
from pilotta.server.access import own_table, private
from pilotta.server.problems import Trouble
from pilotta.server.services import Asked, services
from pilotta.server.tables.live import LiveTable
from pilotta.server.teachers import messages as lessons
from pilotta.server.thinkers.pool import NoAnswer
from pilotta.table import Seated

Number = Annotated[int | None, QueryParameter(ge=0, le=400)]


Answer = TypeVar("Answer")


async def _asked(request: Asked, table_id: str) -> tuple[LiveTable, Seated]:
    """The table and the seat of one who has not asked too much."""
    live, viewer = await own_table(request, table_id)
    if not services(request).limits.questions.take(viewer.person):
        raise Trouble(429, "request.rate")
    return live, viewer


async def _told(asked: Awaitable[Answer | Said]) -> Answer:
    """What was thought out for one who may hear it."""
    try:
        found = await asked
    except NoAnswer as missing:
        raise Trouble(503, "server.busy") from missing
    if isinstance(found, Said):
        status = 404 if found.code == "reason.no_such_move" else 409
        raise Trouble(status, found.code, **found.params)
    return found


@get("/api/tables/{table_id:str}/meanings")
async def meanings(request: Asked, table_id: FromPath[str]) -> Response[lessons.Meanings]:
    live, viewer = await _asked(request, table_id)
    return private(await _told(services(request).teacher.meanings(live.state, viewer)))


@get("/api/tables/{table_id:str}/reason")
async def reason(
    request: Asked, table_id: FromPath[str], deal: FromQuery[int], call: Number = None, card: Number = None
) -> Response[lessons.BotReason]:
    live, viewer = await _asked(request, table_id)
    return private(
        await _told(services(request).teacher.reason(live.state, viewer, deal, call=call, card=card))
    )


@get("/api/tables/{table_id:str}/hint")
async def hint(request: Asked, table_id: FromPath[str]) -> Response[lessons.Advice]:
    live, viewer = await _asked(request, table_id)
    return private(await _told(services(request).teacher.hint(live.state, viewer)))


@get("/api/tables/{table_id:str}/review")
async def review(
    request: Asked, table_id: FromPath[str]
) -> Response[lessons.MatchReview | lessons.ReviewProgress]:
    live, viewer = await _asked(request, table_id)
    found: lessons.MatchReview | lessons.ReviewProgress = await _told(
        services(request).reviewer.review(live.state, viewer)
    )
    return private(found, status=202 if isinstance(found, lessons.ReviewProgress) else 200)


TEACHING: Final[list[HTTPRouteHandler]] = [meanings, reason, hint, review]
