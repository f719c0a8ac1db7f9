"""Alembic runs this for every command; the connection comes from `migrate`."""

from alembic import context

from quintet.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by creating it again
)
with context.begin_transaction():
    context.run_migrations()
