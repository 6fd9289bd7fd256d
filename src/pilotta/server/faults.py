"""What is wrong with the database, said in a line and not for every request that meets it."""

import time
from typing import Final

import structlog
from sqlalchemy.exc import OperationalError

AGAIN: Final = 60.0
"""After so many seconds a fault that lasts is said again."""

log = structlog.get_logger()


class Faults:
    """Errors of the machine's, not of ours: no room on the disk, a file that is locked or gone. Whoever catches one of them tells it
    here and logs no more about it."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}
        self.last = 0.0
        """When the last one was told, by the monotonic clock."""

    def tell(self, error: OperationalError) -> None:
        """Log the cause, unless that was done within the last minute. No statement and no parameter stands in it."""
        why, now = str(error.orig), time.monotonic()
        self.last = now
        if now - self._said.get(why, -AGAIN) >= AGAIN:
            self._said[why] = now
            log.error("database failed", why=why, kind=getattr(error.orig, "sqlite_errorname", None))
