"""What all tables share: the names of their constraints, and columns that occur again and again."""

from datetime import datetime
from typing import ClassVar

from sqlalchemy import Column, ForeignKey, MetaData, String, Text
from sqlmodel import SQLModel

from app.db.columns import UtcDateTime

# Named from the first revision on: SQLite's batch mode can only alter constraints that have a name.
METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID_LENGTH = 32


def belongs_to(table: str, *, nullable: bool = False, index: bool = False) -> Column[str]:
    """The id of a row of another table, with which this one goes."""
    return Column(String(ID_LENGTH), ForeignKey(f"{table}.id", ondelete="CASCADE"), nullable=nullable, index=index)


def moment(*, nullable: bool = False) -> Column[datetime]:
    """When something was."""
    return Column(UtcDateTime(), nullable=nullable)


def in_order(*, nullable: bool = False) -> Column[str]:
    """A JSON document to the byte."""
    # Not `jsonb`, which sorts keys: a sheet's traits, and the numbers that follow, stay in the order they were written.
    return Column(Text(), nullable=nullable)


class Row(SQLModel):
    """The base of every table; rows stay inside `app.db`."""

    metadata: ClassVar[MetaData] = METADATA
