"""Counts of the moves in finished games, and which tables are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("explored", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("tables_to_explore", "tables", ["explored", "phase"])
    op.create_table(
        "explored",
        sa.Column("before", sa.String(24), primary_key=True),
        sa.Column("after", sa.String(24), primary_key=True),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("explored")
    op.drop_index("tables_to_explore", "tables")
    op.drop_column("tables", "explored")
