"""Column types that mean the same on SQLite and Postgres."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator, TypeEngine


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC moment: `timestamptz` on Postgres, fixed-width ISO text (which sorts as time) on SQLite."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Text on SQLite, which knows no zones."""
        return String(27) if dialect.name == "sqlite" else DateTime(timezone=True)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Refuse naive moments: a zone that was lost can't be guessed back."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a zone can't be stored")
        moment = value.astimezone(UTC)
        if dialect.name != "sqlite":
            return moment
        # Not strftime, which writes early years with fewer digits: they would sort as later ones.
        return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give back an aware UTC moment."""
        if value is None:
            return None
        if dialect.name == "sqlite":
            # strptime costs ten times as much as fromisoformat, which reads the Z.
            return datetime.fromisoformat(value)
        moment: datetime = value
        return moment.astimezone(UTC)


class Document(TypeDecorator[str]):
    """A JSON document, handed over and back as JSON text: pydantic has validated it and reads it again.

    Postgres keeps it as `jsonb`, which may reorder keys; answers that must stay equal to the byte are kept as bytes.
    """

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Take `jsonb` on Postgres."""
        return dialect.type_descriptor(JSONB() if dialect.name == "postgresql" else JSON())

    def bind_processor(self, dialect: Dialect) -> None:
        """Text goes to the driver as it is."""

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        """Text comes from the driver as it is."""
