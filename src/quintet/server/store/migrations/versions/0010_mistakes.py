"""The mistakes of each review, to list them without reading it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

REVIEWS = sa.table(
    "reviews", sa.column("table_id"), sa.column("body", sa.JSON), sa.column("mistakes", sa.JSON)
)


def upgrade() -> None:
    column = sa.Column("mistakes", sa.JSON, nullable=False, server_default="[]")
    op.add_column("reviews", column)
    connection = op.get_bind()
    tables = connection.scalars(sa.select(REVIEWS.c.table_id)).all()
    for table_id in tables:
        here = REVIEWS.c.table_id == table_id
        body = connection.scalar(sa.select(REVIEWS.c.body).where(here))
        values = {"mistakes": _mistakes(body)}
        connection.execute(sa.update(REVIEWS).where(here).values(values))


def downgrade() -> None:
    op.drop_column("reviews", "mistakes")


def _mistakes(body: object) -> list[list[int]]:
    judgements = body.get("judgements", []) if isinstance(body, dict) else []
    return [
        [each["ply"], each["seat"]]
        for each in judgements
        if each.get("missed") == "win" or each.get("verdict") in ("mistake", "blunder")
    ]
