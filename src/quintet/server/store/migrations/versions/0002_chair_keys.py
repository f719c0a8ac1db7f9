"""A secret for every chair: who has it may sit there."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chairs", sa.Column("key", sa.String(32)))


def downgrade() -> None:
    op.drop_column("chairs", "key")
