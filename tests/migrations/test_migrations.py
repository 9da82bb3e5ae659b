"""The schema's history: from nothing to now and back, with data, on both databases, whoever starts at the same time.

Field faults: DB-06 and DB-07 (no enum types to forget: the same checks hold for every value on both databases, and a
downgrade leaves nothing behind), DB-09 (every constraint has a name; up and down with data).
"""

import ast
import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.db.migrate import MIGRATIONS, NewerSchema, connected, current_revision, is_sqlite, newest_revision, upgrade
from app.db.tables import METADATA
from app.services.character import Action, Sight
from app.services.values import Audience, Role, Visibility
from tests.conftest import database_url, run_sql

REVISIONS = sorted((MIGRATIONS / "versions").glob("*.py"))


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that holds nothing."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'umpire.db'}"
        return
    server: str = request.getfixturevalue("postgres_server")
    name = f"umpire_empty_{abs(hash(request.node.nodeid))}"
    run_sql(server, f"CREATE DATABASE {name}")
    yield database_url(server, name)
    run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


def on(url: str, work: Any) -> Any:
    return asyncio.run(connected(url, work))


def migrate(url: str, direction: str, revision: str) -> None:
    def step(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        getattr(command, direction)(config, revision)

    on(url, step)


def schema(connection: Connection) -> dict[str, Any]:
    """Everything that the migrations made, as plain values that compare."""
    found = inspect(connection)
    return {
        table: {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"]) for column in found.get_columns(table)
            },
            "checks": sorted((check["name"] or "", check["sqltext"]) for check in found.get_check_constraints(table)),
            "foreign keys": sorted(str(key["name"]) for key in found.get_foreign_keys(table)),
            "unique": sorted(str(key["name"]) for key in found.get_unique_constraints(table)),
            "indexes": sorted(str(index["name"]) for index in found.get_indexes(table)),
            "primary key": found.get_pk_constraint(table),
        }
        for table in sorted(found.get_table_names())
    }


ROWS = """
INSERT INTO campaign (id, name, system, options, external_refs, archived, version, public_version, sequence,
    created_at, updated_at)
VALUES ('cmp_1', 'Night', 'uttas', '{}', '[]', false, 1, 1, 1, '2026-01-01T00:00:00.000000Z',
    '2026-01-01T00:00:00.000000Z');
INSERT INTO member (id, campaign_id, display_name, role, external_refs, joined_at)
VALUES ('mem_1', 'cmp_1', 'Willow', 'gm', '[]', '2026-01-01T00:00:00.000000Z');
INSERT INTO roll (id, campaign_id, member_id, visibility, created_at, document, throws)
VALUES ('rol_1', 'cmp_1', 'mem_1', 'blind', '2026-01-01T00:00:00.000000Z', '{"rolls": []}', '[]');
INSERT INTO character (id, campaign_id, name, search, kind, owner_member_id, visibility, external_refs, created_at,
    version, updated_at, owner_version, owner_updated_at, public_version, public_updated_at, schema_version,
    sheet, waivers)
VALUES ('chr_1', 'cmp_1', 'Willow', 'willow', 'hero', 'mem_1', 'table', '[]', '2026-01-01T00:00:00.000000Z',
    1, '2026-01-01T00:00:00.000000Z', 1, '2026-01-01T00:00:00.000000Z', 1, '2026-01-01T00:00:00.000000Z', 1,
    '{}', '[]');
INSERT INTO character_revision (id, character_id, version, owner_version, opens, action, at, member_id, changes, name,
    kind, schema_version, sheet)
VALUES ('rev_1', 'chr_1', 1, 1, false, 'created', '2026-01-01T00:00:00.000000Z', 'mem_1', '[]', 'Willow', 'hero',
    1, '{}');
INSERT INTO event (campaign_id, sequence, id, type, at, audience, schema_version, data, text)
VALUES ('cmp_1', 1, 'evt_1', 'roll.made', '2026-01-01T00:00:00.000000Z', 'gm', 1, '{}', 'A roll.');
"""


def put_rows(connection: Connection) -> None:
    for statement in ROWS.split(";\n"):
        if statement.strip():
            connection.exec_driver_sql(statement)


def test_from_nothing_to_the_newest_schema(empty: str) -> None:
    assert asyncio.run(upgrade(empty)) == "empty"
    assert asyncio.run(current_revision(empty)) == newest_revision()
    assert set(on(empty, schema)) == {*METADATA.tables, "alembic_version"}
    assert asyncio.run(upgrade(empty)) is None, "the second time there is nothing to do"


def test_the_tables_in_code_are_those_of_the_migrations(database: str) -> None:
    def drift(connection: Connection) -> Any:
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), METADATA)

    assert on(database, drift) == []


@pytest.mark.parametrize("kind", ["check", "current"])
def test_the_command_line_of_alembic_works_on_our_settings(
    database: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database)
    ran = subprocess.run(
        [sys.executable, "-m", "alembic", kind], cwd=MIGRATIONS.parent, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (newest_revision() if kind == "current" else "No new upgrade operations") in ran.stdout


def test_there_is_one_line_of_revisions() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert len(scripts.get_heads()) == 1
    assert len(scripts.get_bases()) == 1
    assert [script.revision for script in scripts.walk_revisions()][::-1] == [path.name[:4] for path in REVISIONS]


def test_up_down_and_up_again_leaves_nothing_over(empty: str) -> None:
    asyncio.run(upgrade(empty))
    first = on(empty, schema)
    migrate(empty, "downgrade", "base")
    assert set(on(empty, schema)) <= {"alembic_version"}
    if not is_sqlite(empty):
        assert on(empty, _leftover_types) == []
    migrate(empty, "upgrade", "head")
    assert on(empty, schema) == first


def _leftover_types(connection: Connection) -> list[str]:
    mine = text(
        "SELECT typname FROM pg_type JOIN pg_namespace n ON n.oid = typnamespace "
        "WHERE n.nspname = 'public' AND typname NOT LIKE '%alembic_version'"
    )
    return [row[0] for row in connection.execute(mine)]


def test_every_revision_goes_up_and_down_with_data(empty: str) -> None:
    asyncio.run(upgrade(empty))
    on(empty, put_rows)
    # One step at a time, so that each later revision is tried with rows in place.
    for _ in REVISIONS:
        migrate(empty, "downgrade", "-1")
    migrate(empty, "upgrade", "head")
    on(empty, put_rows)
    count = on(empty, lambda connection: connection.execute(text("SELECT count(*) FROM event")).scalar())
    assert count == 1, "the same rows fit into the schema that was made anew"


def test_what_an_encounter_did_to_a_character_is_a_plain_change_in_the_schema_before(empty: str) -> None:
    asyncio.run(upgrade(empty))
    on(empty, put_rows)
    read = text("SELECT action, encounter_id FROM character_revision")
    for action in ("returned", "undone"):
        told = f"UPDATE character_revision SET action = '{action}', encounter_id = 'enc_1'"
        on(empty, lambda connection, told=told: connection.exec_driver_sql(told))
        migrate(empty, "downgrade", "0005")
        migrate(empty, "upgrade", "head")
        assert on(empty, lambda connection: connection.execute(read).all()) == [("changed", None)]


@pytest.mark.parametrize(
    ("table", "column", "good"),
    [
        ("member", "role", ("gm", "player", "observer")),
        ("roll", "visibility", ("public", "gm", "blind", "self")),
        ("event", "audience", ("all", "gm", "member", "gm_and_member")),
        ("character", "visibility", ("table", "owner", "gm")),
        ("character_revision", "action", ("created", "changed", "restored", "returned", "undone")),
    ],
    ids=["DB-06-role", "DB-06-visibility", "DB-06-audience", "DB-06-sight", "DB-06-action"],
)
def test_every_word_of_the_code_can_be_stored_and_no_other(
    database: str, table: str, column: str, good: tuple[str, ...]
) -> None:
    on(database, put_rows)
    for word in good:
        on(
            database,
            lambda connection, word=word: connection.exec_driver_sql(f"UPDATE {table} SET {column} = '{word}'"),
        )
    with pytest.raises(IntegrityError):
        on(database, lambda connection: connection.exec_driver_sql(f"UPDATE {table} SET {column} = 'king'"))


def test_the_words_in_the_database_are_those_of_the_code() -> None:
    checks = {
        str(constraint.name): str(getattr(constraint, "sqltext", ""))
        for table in METADATA.tables.values()
        for constraint in table.constraints
    }
    for name, words in {
        "ck_member_role": tuple(Role),
        "ck_token_role": tuple(Role),
        "ck_invite_role": tuple(Role),
        "ck_roll_visibility": get_args(Visibility),
        "ck_event_audience": get_args(Audience),
        "ck_character_visibility": get_args(Sight),
        "ck_character_revision_action": get_args(Action),
    }.items():
        assert sorted(ast.literal_eval(checks[name].partition(" in ")[2])) == sorted(words), name


def test_every_constraint_has_a_name() -> None:
    """DB-09: what has no name can't be altered in SQLite's batch mode."""
    for table in METADATA.tables.values():
        for constraint in table.constraints:
            assert constraint.name, f"{table.name}: {constraint!r}"
        for index in table.indexes:
            assert index.name, f"{table.name}: {index!r}"


def test_a_newer_schema_is_refused_and_left_alone(database: str) -> None:
    on(database, lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    before = on(database, schema)
    for look in (upgrade, current_revision):
        with pytest.raises(NewerSchema, match="schema 9999, which this version of Umpire doesn't know") as refused:
            asyncio.run(look(database))
        assert "newer version that wrote it, or restore the copy" in str(refused.value)
    assert on(database, schema) == before


def test_the_command_line_refuses_a_newer_schema_without_a_traceback(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(database, lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database)
    ran = subprocess.run(
        [sys.executable, "-c", "from app.cli import main; main()", "serve", "--port", "0"],
        cwd=MIGRATIONS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 1
    assert "schema 9999" in ran.stderr
    assert "Traceback" not in ran.stderr


LATER_REVISION = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{before}"


def upgrade():
    op.create_table("later", sa.Column("id", sa.String(8), primary_key=True))
    op.execute("INSERT INTO later SELECT substr(id, 1, 8) FROM roll")


def downgrade():
    op.drop_table("later")
"""


@pytest.fixture
def later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The next version of Umpire, whose history is one revision longer; gives the revision before it."""
    before = newest_revision()
    folder = shutil.copytree(MIGRATIONS, tmp_path / "later" / "migrations")
    (folder / "versions" / "9999_later.py").write_text(LATER_REVISION.format(before=before))
    monkeypatch.setattr("app.db.migrate.MIGRATIONS", folder)
    return before


def test_an_embedded_database_is_copied_before_it_is_upgraded(
    tmp_path: Path, sqlite_template: Path, later_version: str
) -> None:
    path = tmp_path / "umpire.db"
    shutil.copy(sqlite_template, path)
    url = f"sqlite:///{path}"
    on(url, put_rows)
    assert asyncio.run(upgrade(url)) == later_version
    with closing(sqlite3.connect(f"{path}.before-{later_version}")) as old, closing(sqlite3.connect(path)) as new:
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [(later_version,)]
        assert old.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert old.execute("SELECT id FROM roll").fetchall() == [("rol_1",)]
        assert old.execute("SELECT name FROM sqlite_master WHERE name = 'later'").fetchall() == []
        assert new.execute("SELECT id FROM later").fetchall() == [("rol_1",)]


def test_of_an_empty_or_current_database_no_copy_is_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'umpire.db'}"
    asyncio.run(upgrade(url))
    asyncio.run(upgrade(url))
    assert list(tmp_path.glob("umpire.db.before-*")) == []


def test_a_revision_that_fails_leaves_the_database_as_it_was(database: str, later_version: str, tmp_path: Path) -> None:
    on(database, put_rows)
    revision = tmp_path / "later" / "migrations" / "versions" / "9999_later.py"
    revision.write_text(revision.read_text().replace("FROM roll", "FROM nowhere"))
    before = on(database, schema)
    with pytest.raises(DBAPIError):
        asyncio.run(upgrade(database))
    assert on(database, schema) == before
    assert asyncio.run(current_revision(database)) == later_version


def test_who_starts_at_the_same_time_upgrades_once(empty: str) -> None:
    """Three processes, as three replicas started together: one finds it empty, the others find it done."""
    script = "import asyncio, sys; from app.db.migrate import upgrade; print(asyncio.run(upgrade(sys.argv[1])))"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, empty],
            cwd=MIGRATIONS.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    told = [process.communicate(timeout=60) for process in started]
    assert [process.returncode for process in started] == [0] * 3, told
    assert sorted(out.strip() for out, _ in told) == ["None", "None", "empty"]


def test_threads_that_upgrade_at_the_same_time_upgrade_once(database: str, later_version: str) -> None:
    on(database, put_rows)
    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(lambda _: asyncio.run(upgrade(database)), range(4)))
    assert sorted(map(str, told)) == [later_version, "None", "None", "None"]
    assert on(database, lambda connection: connection.execute(text("SELECT id FROM later")).all()) == [("rol_1",)]


@pytest.mark.parametrize("revision", REVISIONS, ids=lambda path: path.name[:4])
def test_revisions_know_nothing_of_the_app(revision: Path) -> None:
    """A revision must mean tomorrow what it means today, whatever becomes of the models."""
    tree = ast.parse(revision.read_text())
    assert ast.get_docstring(tree)
    imported = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    ]
    assert imported
    assert [name for name in imported if name.split(".")[0] not in {"sqlalchemy", "alembic", "collections"}] == []
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {"upgrade", "downgrade"} <= defined
    assert "UPDATE event" not in revision.read_text(), "events are history and stay as they were written"
