"""The built web client, read into memory when the server starts."""

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pilotta.server.pages import is_page

INDEX: Final = "index.html"
SMALL: Final = 1024
NOT_BUILT: Final = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pilotta</title>
<h1>Pilotta</h1>
<p>The server runs, but the web client is not there. In a checkout, stop the server, type <code>make setup</code>, and start it
again. An installed package was built without the client: install one that has it.</p>
</html>
"""

_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# The build puts a hash of the content into these names, so their content never changes.
_HASHED: Final = re.compile(r"^assets/.+-[A-Za-z0-9_-]{8,}\.\w+$")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is served; ``packed`` is its gzip form where that is worth while."""

    body: bytes
    packed: bytes | None
    content_type: str
    etag: str
    cache: str


class Assets:
    """All files of the client by their path without the leading slash."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, Asset] = {}
        if folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    self.files[name] = _asset(name, path.read_bytes())
        self.built = INDEX in self.files

    @property
    def page(self) -> Asset:
        """The client's page, which finds out by its address what to show. Only where the client is built."""
        return self.files[INDEX]

    def find(self, path: str) -> Asset | None:
        """The file at this address, or the client's page where it is one of its screens'."""
        if is_page(path):
            return self.files.get(INDEX)
        return self.files.get(path.removeprefix("/"))

    def policy(self) -> str:
        """The content security policy: everything from here and nowhere else, inline scripts only as they were built."""
        page = self.files.get(INDEX)
        hashes = "".join(f" '{each}'" for each in _inline_scripts(page.body.decode())) if page else ""
        return "; ".join(
            (
                "default-src 'self'",
                f"script-src 'self'{hashes}",
                "style-src 'self'",
                # Positions are style attributes; those load nothing.
                "style-src-attr 'unsafe-inline'",
                "img-src 'self' data:",
                "object-src 'none'",
                "base-uri 'none'",
                "form-action 'self'",
                "frame-ancestors 'none'",
            )
        )


def _asset(name: str, body: bytes) -> Asset:
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packable = kind.startswith(("text/", "application/j", "application/m", "application/w", "image/svg"))
    packed = gzip.compress(body, mtime=0) if packable and len(body) >= SMALL else None
    return Asset(
        body=body,
        packed=packed if packed and len(packed) < len(body) else None,
        content_type=kind,
        etag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        cache="public, max-age=31536000, immutable" if _HASHED.match(name) else "no-cache",
    )


def _inline_scripts(page: str) -> list[str]:
    found = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    return [
        "sha256-" + base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()
        for each in found
        if each
    ]
