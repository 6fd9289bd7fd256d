"""The outermost layer: lets in no request of unheard-of size or for a host that is none, and no other site's page, and puts the security headers on every answer.

Browsers send cookies with a WebSocket's handshake whichever page opens it, and ask no permission first; only the ``Origin``
header tells, and it has to be looked at before the connection is accepted.
"""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog

from pilotta.said import Said
from pilotta.server.asgi import App, Message, Receive, Scope, Send
from pilotta.server.bounds import host_of, too_large

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

log = structlog.get_logger()


class Guard:
    """Wraps the application. ``origins`` are allowed besides the address that the request itself was sent to."""

    def __init__(self, app: App, *, origins: Collection[str], policy: str) -> None:
        self._app = app
        self._origins = {origin.rstrip("/").lower() for origin in origins}
        self._headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if refused := _unreadable(scope):
                await receive()
                if "websocket.http.response" in scope.get("extensions", {}):
                    await _refuse(send, *refused, "websocket.http.response")
                else:
                    await send({"type": "websocket.close", "code": 4000 + refused[0] % 1000, "reason": ""})
                return
            if not self._same_site(scope):
                log.warning("websocket from another site refused", path=scope["path"])
                await receive()
                # A close before the accept is answered with 403.
                await send({"type": "websocket.close", "code": 4403, "reason": ""})
                return
            await self._app(scope, receive, send)
        elif scope["type"] == "http":

            async def send_with_headers(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message["headers"], *self._headers]
                await send(message)

            if refused := _unreadable(scope):
                await _refuse(send_with_headers, *refused)
            elif scope["method"] not in SAFE and not self._same_site(scope):
                await _refuse(send_with_headers, 403, "request.origin")
            else:
                await self._app(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send)

    def _same_site(self, scope: Scope) -> bool:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            # No browser's page: those always say where they come from.
            return True
        text = origin.decode("latin-1").lower()
        if text in self._origins:
            return True
        try:
            parts = urlsplit(text)
        except ValueError:
            return False
        host = host_of(scope)
        return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


def _unreadable(scope: Scope) -> tuple[int, str] | None:
    """The status and the code that refuse a request because of its head."""
    if status := too_large(scope):
        return status, "request.too_large"
    return (400, "request.malformed") if host_of(scope) is None else None


async def _refuse(send: Send, status: int, code: str, kind: str = "http.response") -> None:
    body = msgspec.json.encode(Said(code))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
