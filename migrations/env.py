"""Run Alembic on the connection it is handed, or on the database of the settings."""

import asyncio

from alembic import context
from sqlalchemy import Connection

from app.db.migrate import connected
from app.db.tables import METADATA
from app.settings import Settings


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        compare_type=True,
        render_as_batch=True,
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(connected(Settings().database_url, run))
