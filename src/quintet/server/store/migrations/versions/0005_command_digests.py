"""Digests of commands: an id that is used again for another command is refused."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("events", "chat"):
        op.add_column(table, sa.Column("command_digest", sa.String(16)))


def downgrade() -> None:
    for table in ("events", "chat"):
        with op.batch_alter_table(table) as changed:
            changed.drop_column("command_digest")
