"""Answers of the REST interface that are not a success: ``{"code": …, "params": {…}}``."""

from typing import Any, Final

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import OperationalError

from pilotta.said import Said

log = structlog.get_logger()

BY_STATUS: Final = {
    400: "request.malformed",
    404: "request.not_found",
    405: "request.method",
    413: "request.too_large",
    415: "request.malformed",
    429: "request.rate",
}


class Trouble(Exception):
    """Ends a request with a problem."""

    def __init__(self, status: int, code: str, **params: str) -> None:
        super().__init__(code)
        self.status, self.said = status, Said(code, params)


def on_trouble(_request: Request[Any, Any, Any], error: Trouble) -> Response[Said]:
    return Response(error.said, status_code=error.status)


def on_http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Said]:
    code = BY_STATUS.get(
        error.status_code, "server.failed" if error.status_code >= 500 else "request.malformed"
    )
    params = {}
    if error.status_code == 400:
        params = {"detail": _detail(error)}
    return Response(Said(code, params), status_code=error.status_code)


def _detail(error: HTTPException) -> str:
    """What is wrong with a body: what the decoder says, without where in our code it stood."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return str(extra[0].get("message", ""))[:200]
    return ""


def on_deep_nesting(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[Said]:
    """The decoder gives up on a body of thousands of brackets; so does nobody's ordinary request."""
    return Response(Said("request.malformed", {"detail": "nested too deeply"}), status_code=400)


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Said]:
    # The store has said already what is wrong with the database.
    if not isinstance(error, OperationalError):
        log.error("request failed", path=request.url.path, method=request.method, exc_info=error)
    return Response(Said("server.failed"), status_code=500)
