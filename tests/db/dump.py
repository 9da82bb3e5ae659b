"""Everything that a database holds, as values that compare: to see that a refused request left nothing behind."""

import asyncpg

from app.db.migrate import is_sqlite, postgres_dsn, sqlite_path
from app.db.sqlite import connect
from app.db.tables import METADATA

# When a token was last used is the one thing that a refused request may change.
_COLUMNS = {
    name: ", ".join(f'"{column.name}"' for column in table.columns if column.name != "last_used_at")
    for name, table in METADATA.tables.items()
}


async def dump(url: str) -> dict[str, list[str]]:
    """Every row of every table but the migrations' own."""
    if is_sqlite(url):
        connection = connect(sqlite_path(url), wait_seconds=5)
        try:
            return {
                table: sorted(repr(tuple(row)) for row in connection.execute(f'SELECT {columns} FROM "{table}"'))
                for table, columns in _COLUMNS.items()
            }
        finally:
            connection.close()
    postgres = await asyncpg.connect(postgres_dsn(url))
    try:
        return {
            table: sorted(repr(tuple(row)) for row in await postgres.fetch(f'SELECT {columns} FROM "{table}"'))
            for table, columns in _COLUMNS.items()
        }
    finally:
        await postgres.close()


async def counts(url: str) -> dict[str, int]:
    """How many rows each table has."""
    return {table: len(rows) for table, rows in (await dump(url)).items()}
