"""What the parts of one server process share."""

from dataclasses import dataclass

from litestar import Request
from litestar.datastructures import State

from pilotta.server.assets import Assets
from pilotta.server.guests import Guests
from pilotta.server.limits import Limits
from pilotta.server.reviewers.reviewer import Reviewer
from pilotta.server.settings import Settings
from pilotta.server.store import Store
from pilotta.server.tables.live import Tables
from pilotta.server.teachers.teacher import Teacher

Asked = Request[None, None, State]


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    store: Store
    tables: Tables
    guests: Guests
    assets: Assets
    limits: Limits
    teacher: Teacher
    reviewer: Reviewer
    described: bytes
    """REST as OpenAPI."""


def services(request: Asked) -> Services:
    found = request.app.state.services
    assert isinstance(found, Services)
    return found
