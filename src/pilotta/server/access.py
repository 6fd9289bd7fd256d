"""Who asks, and whether the table is theirs: what the handlers of REST have in common."""

from typing import Any, TypeVar

from litestar import Response

from pilotta.server.problems import Trouble
from pilotta.server.services import Asked, services
from pilotta.server.store import GuestRow
from pilotta.server.tables.live import LiveTable
from pilotta.table import LogError, Seated, viewer_of

T = TypeVar("T")


def headers_of(request: Asked) -> Any:
    """The headers as ASGI has them."""
    return request.scope["headers"]


async def guest_of(request: Asked) -> GuestRow:
    """The guest who asks; Trouble where nobody is signed in."""
    guest = await services(request).guests.find(headers_of(request))
    if guest is None:
        raise Trouble(401, "session.missing")
    return guest


async def own_table(request: Asked, table_id: str) -> tuple[LiveTable, Seated]:
    """The table of this id, up to date, and the guest who asks at his seat; Trouble where he has none there."""
    guest = await guest_of(request)
    try:
        live = await services(request).tables.fresh(table_id) if len(table_id) <= 32 else None
    except LogError as error:
        raise Trouble(409, "table.newer") from error
    if live is None:
        raise Trouble(404, "table.unknown")
    viewer = viewer_of(live.state, guest.id)
    if viewer is None:
        raise Trouble(403, "table.not_yours")
    return live, viewer


def private(content: T, status: int = 200) -> Response[T]:
    """An answer that is for one person, and for now."""
    return Response(content, status_code=status, headers={"cache-control": "no-store"})
