"""Alembic runs this for every command; the connection comes from `migrate`."""

from alembic import context

from quintet.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes tables by making them anew
)
with context.begin_transaction():
    context.run_migrations()
