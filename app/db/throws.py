"""What the stores of rolls and checks share: their dice, for statistics, and the end of a secret."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import bindparam, select, update

from app.db.statements import Connection, Statement
from app.db.visible import filter_values, viewer_values, wanted
from app.services.ports import Page, ThrowFilter
from app.services.values import Caller


def throws_of(table: Any) -> Statement:
    """The dice of one part of the table's rows, the oldest first."""
    return Statement(
        select(table.c.id, table.c.member_id, table.c.throws)
        .where(wanted(table), table.c.id > bindparam("after"))
        .order_by(table.c.id)
        .limit(bindparam("limit"))
    )


def reveal_of(table: Any) -> Statement:
    """Show one row to everybody."""
    return Statement(
        update(table).where(table.c.id == bindparam("which")).values(visibility="public", revealed_at=bindparam("at"))
    )


class ThrowStore:
    """What `services.ports` wants of rolls and of checks alike, on a connection."""

    THROWS: ClassVar[Statement]
    REVEAL: ClassVar[Statement]

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def throws(self, viewer: Caller, page: Page, *, where: ThrowFilter) -> list[tuple[str, str, str]]:
        rows = await self._connection.all(
            self.THROWS, **viewer_values(viewer), **filter_values(where), after=page.after or "", limit=page.limit
        )
        return [(row[0], row[1], row[2]) for row in rows]

    async def reveal(self, throw_id: str, *, at: datetime) -> None:
        await self._connection.run(self.REVEAL, which=throw_id, at=at)
