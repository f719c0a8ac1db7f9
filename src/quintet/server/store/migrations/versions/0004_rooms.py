"""What is said at tables, and which tables the lobby shows."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("tables_in_lobby", "tables", ["public", "phase", "created"])
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("chair", sa.Integer),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.String(32), nullable=False),
    )
    op.create_index("chat_by_command", "chat", ["table_id", "command"], unique=True)


def downgrade() -> None:
    op.drop_table("chat")
    op.drop_index("tables_in_lobby", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("public")
