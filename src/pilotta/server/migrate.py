"""Brings a database to the newest schema when a server starts."""

from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError

SYNCHRONOUS = "FULL"
"""Every commit is on the disk before anybody is told of it, so that a power cut takes back nothing that was acknowledged either."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"


class UnusableDatabase(Exception):
    """The file is no database, is damaged, locked or read-only, or was written by a newer server: the message says which."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration; it needs no file."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def migrate(database: Path) -> None:
    """Create or upgrade a database. Processes that start together wait for one another. UnusableDatabase where it cannot be."""
    database.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(URL.create("sqlite", database=str(database)))
    prepare(engine, begin="BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            command.upgrade(config(connection), "head")
    except DBAPIError as error:
        raise UnusableDatabase(f"{database}: {error.orig}") from error
    except CommandError as error:
        raise UnusableDatabase(f"{database}: of another version of Pilotta: {error}") from error
    finally:
        engine.dispose()


def prepare(engine: Any, *, begin: str | None) -> None:
    """Set up every connection of an SQLite engine, and how its transactions begin (None: there are none).

    A writing transaction begins as one: one that only becomes it later fails at once, whatever the busy timeout.
    """

    @event.listens_for(engine, "connect")
    def connect(raw: Any, _record: object) -> None:
        # The driver must not begin transactions of its own.
        raw.isolation_level = None
        cursor = raw.cursor()
        for pragma in (
            "busy_timeout=10000",
            "journal_mode=WAL",
            "foreign_keys=ON",
            f"synchronous={SYNCHRONOUS}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    if begin is not None:

        @event.listens_for(engine, "begin")
        def start(connection: Connection) -> None:
            connection.exec_driver_sql(begin)
