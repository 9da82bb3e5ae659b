"""Statements are written once for each database, and mean on both what the code says."""

import importlib
import pkgutil
import re

import pytest

import app.db
from app.db.statements import POSTGRES, SQLITE, Statement

STATEMENTS = {
    f"{name}.{label}": value
    for _, name, _ in pkgutil.iter_modules(app.db.__path__)
    for label, value in vars(importlib.import_module(f"app.db.{name}")).items()
    if isinstance(value, Statement)
}


def test_they_are_found() -> None:
    assert len(STATEMENTS) > 30


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_compiled_once(name: str) -> None:
    for dialect in (SQLITE, POSTGRES):
        compiled = STATEMENTS[name].on(dialect)
        assert STATEMENTS[name].on(dialect) is compiled
        assert "POSTCOMPILE" not in compiled.sql, "a list would be written anew for every execution"


@pytest.mark.parametrize("name", STATEMENTS)
def test_values_are_never_part_of_the_sql(name: str) -> None:
    for dialect in (SQLITE, POSTGRES):
        compiled = STATEMENTS[name].on(dialect)
        places = re.findall(r"\?", compiled.sql) if dialect is SQLITE else re.findall(r"\$(\d+)", compiled.sql)
        assert len(compiled._values) == (len(places) if dialect is SQLITE else len(set(places)))
        # The character that escapes wildcards is part of the syntax of LIKE.
        quoted = set(re.findall(r"'([^']*)'", re.sub(r"ESCAPE '[^']+'", "", compiled.sql)))
        assert quoted == set(), "what is constant is bound too"


def test_a_lock_is_a_row_lock_on_postgres_and_the_write_lock_on_sqlite() -> None:
    lock = STATEMENTS["campaigns._LOCK"]
    assert lock.on(POSTGRES).sql.endswith("FOR UPDATE")
    assert "FOR UPDATE" not in lock.on(SQLITE).sql


def test_a_value_that_is_missing_is_a_fault_before_the_database() -> None:
    with pytest.raises(KeyError, match="id"):
        STATEMENTS["campaigns._GET"].on(SQLITE).arguments({})
