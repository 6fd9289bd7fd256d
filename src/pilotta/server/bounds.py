"""How large a request may be, and to which host it may say that it goes: looked at by the guard before anything else reads a byte of it.

Bodies are bounded by ``max_body`` and frames by ``max_frame`` of the settings. What is bounded here is what every request has
and no honest one has much of.
"""

import re
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from pilotta.server.asgi import Scope

HEADERS: Final = 100
HEADER_BYTES: Final = 16 * 1024
"""Names and values of all headers together, cookies of other programs on the same host included."""
PATH_BYTES: Final = 1024
QUERY_BYTES: Final = 2048

NAME_LETTERS: Final = 200
"""A longer name is not even cleaned: to put accents in order takes the square of their number."""

UNPARSED_BYTES: Final = 2 * HEADER_BYTES
"""So much of a request's head is kept until it is whole; a longer one ends the connection (400, of the HTTP parser's own)."""


HIGHEST_PORT: Final = 65535

_HOST: Final = re.compile(
    r"(?:[\w-]+(?:\.[\w-]+)*\.?|\[(?P<six>[0-9a-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?", re.ASCII
)


def host_of(scope: Scope) -> str | None:
    """The host and perhaps the port that a request was sent to, in small letters; empty where it names none: HTTP/1.0 may, and a line that says nothing is no name. None where
    what it names can be no host: links back to this server, and its cookies, are made from it."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if not named or named == [b""]:
        return ""
    host: str = named[0].decode("latin-1").lower()
    found = _HOST.fullmatch(host) if len(named) == 1 else None
    if found is None or int(found["port"] or 0) > HIGHEST_PORT:
        return None
    if found["six"] is not None:
        try:
            IPv6Address(found["six"])
        except AddressValueError:
            return None
    return host


def too_large(scope: Scope) -> int | None:
    """The status that refuses a request because its head is too large: 414 for its address, 431 for its headers."""
    path = scope.get("raw_path") or scope["path"].encode()
    if len(path) > PATH_BYTES or len(scope["query_string"]) > QUERY_BYTES:
        return 414
    headers = scope["headers"]
    if len(headers) > HEADERS or sum(len(name) + len(value) for name, value in headers) > HEADER_BYTES:
        return 431
    return None
