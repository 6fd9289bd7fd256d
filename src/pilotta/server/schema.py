"""The database's tables. Migrations make them (``migrations/``); a test compares the two."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests: Final = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# A session's and a link's token are only stored as SHA-256: who reads the database cannot become a guest.
tokens: Final = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    CheckConstraint("kind IN ('session', 'link')", name="kind"),
    Index(None, "guest_id"),
    Index(None, "expires_at"),
)

# What a list of tables needs without reading their logs. Written in the transaction of the event that it follows from.
tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("over", Boolean(create_constraint=False), nullable=False),
    Index(None, "over"),
)

table_seats: Final = Table(
    "table_seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Index(None, "guest_id"),
)

# The truth of every table. Rows are only ever added. The primary key decides who was first where two processes race, the
# other constraint makes sending a command twice harmless.
table_events: Final = Table(
    "table_events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("payload", Text, nullable=False),
    Column("command_id", String(100), nullable=True),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "command_id"),
    CheckConstraint("seq >= 1", name="seq"),
    sqlite_with_rowid=False,
)

# What a match could have been, as packed JSON; of one version of the reviewer, and thought out anew for another.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", String(40), nullable=False),
    Column("payload", LargeBinary, nullable=False),
)
