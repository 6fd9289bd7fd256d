"""The outermost layer: lets in no request of unheard-of size and no other site's page, and puts the security headers on every answer.

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
from pilotta.server.bounds import too_large

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
            if status := too_large(scope):
                await receive()
                if "websocket.http.response" in scope.get("extensions", {}):
                    await _refuse(send, status, "request.too_large", "websocket.http.response")
                else:
                    await send({"type": "websocket.close", "code": 4413, "reason": ""})
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

            if status := too_large(scope):
                await _refuse(send_with_headers, status, "request.too_large")
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
        host = headers.get(b"host", b"").decode("latin-1").lower()
        return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


async def _refuse(send: Send, status: int, code: str, kind: str = "http.response") -> None:
    body = msgspec.json.encode(Said(code))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
