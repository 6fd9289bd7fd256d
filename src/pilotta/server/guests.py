"""Guests: who somebody is without an account. A token, kept by the browser in a cookie, stands for a guest."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from pilotta.server.bounds import NAME_LETTERS
from pilotta.server.store import GuestRow, Store
from pilotta.server.tables.live import now_ms

COOKIE: Final = "pilotta"
DAY_MS: Final = 24 * 3600 * 1000
SESSION_MS: Final = 400 * DAY_MS
"""As long as browsers keep a cookie at most."""
LINK_MS: Final = DAY_MS
NAME_LENGTH: Final = 24
NAME_MARKS: Final = 3
"""Combining marks that one letter may bear: no script's writing needs more, and a tower of them covers the lines above it."""

_BLANK: Final = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
"""Letters, marks and signs that show nothing though their category says nothing of it: Unicode's default ignorable code points that are
no control or format characters, Braille's empty pattern and the empty note."""

Headers = Iterable[tuple[bytes, bytes]]


def clean_name(text: str) -> str | None:
    """A name as it is shown: one line, no control or invisible characters, spaces as one, a few marks at most on a letter and none
    without one. None where nothing is left of it."""
    if len(text) > NAME_LETTERS:
        return None
    # Format characters (Cf) can turn text around or hide in it; marks without a letter pile up on their neighbours.
    kept = "".join(
        " " if each.isspace() else each
        for each in text
        if each.isspace() or not (each in _BLANK or unicodedata.category(each)[0] == "C")
    )
    # What they stood between joins up only now.
    name = " ".join(_few_marks(unicodedata.normalize("NFC", kept)).split())
    if not 1 <= len(name) <= NAME_LENGTH or not any(each.isalnum() for each in name):
        return None
    return name


def _few_marks(text: str) -> str:
    kept, marks = "", NAME_MARKS
    for each in text:
        if unicodedata.category(each)[0] != "M":
            # Only a letter or a number bears any.
            marks = 0 if each.isalnum() else NAME_MARKS
        elif marks < NAME_MARKS:
            marks += 1
        else:
            continue
        kept += each
    return kept


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def token_in(headers: Headers) -> str | None:
    """The session's token: from the cookie, or from ``Authorization: Bearer`` for programs."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            if scheme.lower() == "bearer" and token:
                return token.strip()
    for name, value in headers:
        if name == b"cookie" and (token := _cookie(value.decode("latin-1"))):
            return token
    return None


def _cookie(header: str) -> str:
    """The value of our cookie; empty where there is none.

    Ours has no character that needs quotes or a backslash, so none is undone: the standard library does, in quadratic time.
    """
    found = ""
    for pair in header.split(";"):
        name, _, value = pair.partition("=")
        if name.strip() == COOKIE:
            found = value.strip().removeprefix('"').removesuffix('"') or found
    return found


class Guests:
    """Makes guests and finds them by their tokens. ``on_left`` is told of each session that is ended, by its token's hash."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.on_left: Callable[[str], None] = lambda _session: None

    async def create(self, name: str, language: str) -> tuple[GuestRow, str]:
        """A new guest and the token of its first session."""
        guest = GuestRow(secrets.token_hex(8), name, language)
        token, now = secrets.token_urlsafe(32), now_ms()
        await self._store.add_guest(guest, now, token_hash(token), now + SESSION_MS)
        return guest, token

    async def find(self, headers: Headers) -> GuestRow | None:
        """Whose request this is."""
        token = token_in(headers)
        if token is None:
            return None
        return await self._store.guest_by_token(token_hash(token), "session", now_ms())

    async def change(self, guest: GuestRow, name: str | None, language: str | None) -> GuestRow:
        changed = GuestRow(guest.id, name or guest.name, language or guest.language)
        await self._store.change_guest(changed)
        return changed

    async def link(self, guest: GuestRow) -> tuple[str, int]:
        """A token that opens sessions of this guest for a day, and when it ends."""
        token, now = secrets.token_urlsafe(24), now_ms()
        await self._store.add_token(token_hash(token), guest.id, "link", now, now + LINK_MS)
        return token, now + LINK_MS

    async def open(self, link_token: str) -> tuple[GuestRow, str] | None:
        """A session for who has a link's token; None where that is unknown or has ended."""
        now = now_ms()
        guest = await self._store.guest_by_token(token_hash(link_token), "link", now)
        if guest is None:
            return None
        token = secrets.token_urlsafe(32)
        await self._store.add_token(token_hash(token), guest.id, "session", now, now + SESSION_MS)
        return guest, token

    async def leave(self, headers: Headers) -> None:
        """End the session of this request."""
        token = token_in(headers)
        if token is not None:
            await self._store.drop_token(token_hash(token))
            self.on_left(token_hash(token))
