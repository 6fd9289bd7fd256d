"""${message}"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = ${repr(up_revision)}
down_revision: Final = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "raise NotImplementedError"}
