"""Guests, their tokens, tables and the log of each table."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_tokens_guest_id", ondelete="CASCADE"),
        sa.CheckConstraint("kind IN ('session', 'link')", name="ck_tokens_kind"),
    )
    op.create_index("ix_tokens_guest_id", "tokens", ["guest_id"])
    op.create_index("ix_tokens_expires_at", "tokens", ["expires_at"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_over", "tables", ["over"])
    op.create_table(
        "table_seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_table_seats"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_table_seats_table_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name="fk_table_seats_guest_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_table_seats_guest_id", "table_seats", ["guest_id"])
    op.create_table(
        "table_events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("command_id", sa.String(80), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_table_events"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_table_events_table_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("table_id", "command_id", name="uq_table_events_table_id_command_id"),
        sa.CheckConstraint("seq >= 1", name="ck_table_events_seq"),
        sqlite_with_rowid=False,
    )
