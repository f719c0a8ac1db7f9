"""Several processes: numbers of tables, idempotent commands, clocks, heartbeats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("deadline", sa.BigInteger))
    op.execute(
        "UPDATE tables SET number = (SELECT count(*) FROM events WHERE events.table_id = tables.id)"
    )
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    # Whether a clock runs is known to the games alone: every table in play is looked at once.
    op.execute("UPDATE tables SET deadline = 0 WHERE phase = 'playing'")
    op.add_column("events", sa.Column("command", sa.String(32)))
    op.create_index("events_by_command", "events", ["table_id", "command"], unique=True)
    heartbeat = op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(heartbeat, [{"id": 1, "at": 0}])
    op.create_table(
        "downtimes",
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("downtimes")
    op.drop_table("heartbeat")
    op.drop_index("events_by_command", "events")
    with op.batch_alter_table("events") as events:
        events.drop_column("command")
    op.drop_index("tables_by_deadline", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("deadline")
        tables.drop_column("number")
