"""Copies of the embedded database: made while it is in use, and put back whole."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from app.db.migrate import known_revisions

LOCK_WAIT_SECONDS = 30.0


class NoBackup(Exception):  # noqa: N818 - the operator's situation, told as such
    """The copy can't be made or put back: there is nothing to copy, or something in the way."""


def back_up(path: str, copy: Path) -> None:
    """Copy the database as it is at this moment; the file is there whole or not at all. Raises `NoBackup`."""
    _revision(Path(path))
    try:
        # Beside its place, where it can be moved to in one step.
        handle, name = tempfile.mkstemp(dir=copy.absolute().parent, prefix=f".{copy.name}.")
        os.close(handle)
    except OSError as problem:
        raise NoBackup(f"Can't write to {copy.absolute().parent}: {problem.strerror}.") from problem
    try:
        with closing(_opened(path)) as source, closing(sqlite3.connect(name)) as made:
            source.backup(made)
            # One file, without a log beside it.
            made.execute("PRAGMA journal_mode=DELETE")
        os.replace(name, copy)
    except (OSError, sqlite3.Error) as problem:
        raise NoBackup(f"The copy could not be made: {problem}.") from problem
    finally:
        Path(name).unlink(missing_ok=True)


def restore(copy: Path, path: str, *, force: bool) -> str:
    """Put a copy in the place of the database, all of it or nothing; gives its schema. Raises `NoBackup`."""
    revision = _revision(copy)
    if not force and Path(path).exists() and Path(path).stat().st_size:
        raise NoBackup(f"There is a database at {path} already. With --force the copy takes its place.")
    try:
        with closing(_opened(str(copy))) as source, closing(sqlite3.connect(path, timeout=LOCK_WAIT_SECONDS)) as place:
            source.backup(place)
    except sqlite3.Error as problem:
        raise NoBackup(f"The copy could not be put back: {problem}.") from problem
    return revision


def _revision(path: Path) -> str:
    """The schema of a database file that is sound and that this version knows."""
    if not path.is_file():
        raise NoBackup(f"There is no file {path}.")
    try:
        with closing(_opened(str(path))) as file:
            sound = file.execute("PRAGMA quick_check").fetchone()[0] == "ok"
            found = file.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as problem:
        raise NoBackup(f"{path} is no database of Umpire: {problem}.") from problem
    if not sound or found is None:
        raise NoBackup(f"The database {path} is damaged.")
    revision: str = found[0]
    if revision not in known_revisions():
        raise NoBackup(f"{path} has schema {revision}, which this version of Umpire doesn't know. Use the newer one.")
    return revision


def _opened(path: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=rw", uri=True, timeout=LOCK_WAIT_SECONDS)
