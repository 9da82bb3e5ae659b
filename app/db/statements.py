"""Core statements compiled once for each dialect and run on the bare driver.

SQLAlchemy writes the SQL and knows the column types; its session, unit of work and connection are left out, for
they cost two to four times what the database does (see tests/benchmarks).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import SelectBase

SQLITE: Dialect = sqlite.dialect()
POSTGRES: Dialect = asyncpg.dialect()  # type: ignore[no-untyped-call]

Record = tuple[Any, ...]
Convert = Callable[[Any], Any]


class _Value(NamedTuple):
    name: str
    required: bool
    constant: Any
    convert: Convert | None


class Compiled:
    """One statement in one dialect: its SQL, how its values go in and how its columns come out."""

    __slots__ = ("_columns", "_values", "sql")

    def __init__(self, clause: ClauseElement, dialect: Dialect) -> None:
        compiled = clause.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        self.sql = str(compiled)
        self._values = [
            _Value(name, bind.required, bind.value, bind.type.bind_processor(dialect))
            for name in compiled.positiontup or ()
            for bind in (compiled.binds[name],)
        ]
        columns: Sequence[Any] = ()
        if isinstance(clause, SelectBase):
            columns = clause.selected_columns.values()
        elif isinstance(clause, UpdateBase):
            columns = list(clause.exported_columns)
        converters = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        self._columns = [(place, convert) for place, convert in enumerate(converters) if convert]

    def arguments(self, values: Mapping[str, Any]) -> list[Any]:
        """The driver's arguments in the order of the SQL's placeholders."""
        arguments = []
        for name, required, constant, convert in self._values:
            value = values[name] if required else constant
            arguments.append(convert(value) if convert else value)
        return arguments

    def record(self, row: Iterable[Any]) -> Record:
        """A driver's row with its columns as Python values."""
        if not self._columns:
            return tuple(row)
        record = list(row)
        for place, convert in self._columns:
            record[place] = convert(record[place])
        return tuple(record)


class Statement:
    """A Core statement, compiled at its first use on each dialect."""

    __slots__ = ("_clause", "_compiled")

    def __init__(self, clause: ClauseElement) -> None:
        self._clause = clause
        self._compiled: dict[str, Compiled] = {}

    def on(self, dialect: Dialect) -> Compiled:
        """The statement as this dialect writes it."""
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = Compiled(self._clause, dialect)
        return compiled


class Connection(Protocol):
    """What the stores need of a database: run a statement, read its rows."""

    async def all(self, statement: Statement, **values: Any) -> list[Record]:
        """Every row."""
        ...

    async def first(self, statement: Statement, **values: Any) -> Record | None:
        """The first row, if there is one."""
        ...

    async def run(self, statement: Statement, **values: Any) -> int:
        """How many rows the statement changed."""
        ...
