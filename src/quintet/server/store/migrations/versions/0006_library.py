"""The games of a device: those it watched or imported, and summaries for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "watched",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("watched_table", "watched", ["table_id"])
    op.create_table(
        "imports",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("imports_by_digest", "imports", ["digest"])
    op.create_table(
        "summaries",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    for table in ("summaries", "imports", "watched"):
        op.drop_table(table)
