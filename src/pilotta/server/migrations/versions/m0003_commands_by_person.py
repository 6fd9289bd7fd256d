"""A command's id is keyed by the person who gave it, no longer by the seat: seats can change hands, a command cannot."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    # A guest's id is longer than a seat's letter, and SQLite widens no column of a table that is there.
    op.create_table(
        "table_events_0003",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("command_id", sa.String(100), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_table_events"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_table_events_table_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("table_id", "command_id", name="uq_table_events_table_id_command_id"),
        sa.CheckConstraint("seq >= 1", name="ck_table_events_seq"),
        sqlite_with_rowid=False,
    )
    # ``S:abc`` of the seat becomes ``GUEST:abc`` of the guest who sits there.
    op.execute(
        """
        INSERT INTO table_events_0003 (table_id, seq, payload, command_id, at)
        SELECT event.table_id, event.seq, event.payload,
               CASE WHEN seated.guest_id IS NULL THEN event.command_id
                    ELSE seated.guest_id || substr(event.command_id, 2) END,
               event.at
        FROM table_events AS event
        LEFT JOIN table_seats AS seated
               ON seated.table_id = event.table_id
              AND substr(event.command_id, 2, 1) = ':'
              AND seated.seat = instr('SENW', substr(event.command_id, 1, 1)) - 1
        """
    )
    op.drop_table("table_events")
    op.rename_table("table_events_0003", "table_events")
