"""Files that are always whole: the old one or the new one, whatever happens meanwhile."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from pilotta.cli.common import fail, reason
from pilotta.said import printable


def replace_file(path: str, text: str) -> None:
    """Put a new file in the place of an old one in a single step. CommandError where that cannot be."""
    try:
        target, handle, temporary = _beside(path)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            Path(temporary).chmod(mode)
            Path(temporary).replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        fail(f"{printable(path)}: {reason(error)}")


def check_writable(path: str) -> None:
    """Find out before the first deal, not after it, that a file cannot be written. CommandError says why."""
    try:
        _, handle, temporary = _beside(path)
        os.close(handle)
        Path(temporary).unlink()
    except OSError as error:
        fail(f"{printable(path)}: {reason(error)}")


def _beside(path: str) -> tuple[Path, int, str]:
    """The file that this path means, and a new one in the same folder, open for writing. OSError where that cannot be."""
    if not path or "\0" in path:
        fail(f"{printable(path)}: no file can have this name")
    # A link stays a link: the file behind it is replaced.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not target.is_file():
        # A device or a pipe would be gone, with a file in its place.
        fail(f"{printable(path)}: not a file")
    return target, *tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
