"""Alembic's entry: runs on the connection that :func:`pilotta.server.migrate.migrate` opened, inside its transaction."""

from alembic import context

from pilotta.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite's own statements for tables are transactional, though the library does not count on it.
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
