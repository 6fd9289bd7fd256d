"""The addresses of the web client's screens: the one list of them, from which the client's own is generated.

The server answers these with the client's page, and everything else that is no file with 404. What is secret never stands in a path.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start": "/",
        "table": "/t/:table",
        "review": "/review/:table",
    }
)
"""A screen's address by its name; a part that begins with a colon stands for letters, digits, ``-`` and ``_``."""

_PATTERNS: Final = tuple(
    re.compile(
        "/".join(r"[\w-]{1,64}" if part.startswith(":") else re.escape(part) for part in path.split("/")),
        re.ASCII,
    )
    for path in PAGES.values()
)


def is_page(path: str) -> bool:
    """Whether one of the client's screens is at this address; a slash at its end does not count."""
    path = path.rstrip("/") or "/"
    return any(pattern.fullmatch(path) for pattern in _PATTERNS)
