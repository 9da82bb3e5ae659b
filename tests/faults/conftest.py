"""Faults on purpose: many writers, repeats, kill -9, stops and starts, against real server processes.

A tenth of it runs by default. All of it, on both databases (about half an hour on two cores):

    UMPIRE_DEEP=1 uv run pytest tests/faults
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.servers import ROOT, Rack

DEEP = os.environ.get("UMPIRE_DEEP") == "1"
collect_ignore = [] if DEEP else ["test_postgres_dies.py"]


@pytest.fixture(scope="session")
def size() -> Callable[[int], int]:
    """How much of a full run this run does: all, or a tenth."""
    return lambda full: full if DEEP else max(1, full // 10)


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of compiled modules, as an installed package has them: without it each start compiles them anew."""
    folder = tmp_path_factory.mktemp("bytecode")
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(folder), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", "import app.cli, uvicorn.protocols.http.httptools_impl"], env=environment, check=True
    )
    return folder


@pytest.fixture
def rack(tmp_path: Path, bytecode: Path) -> Iterator[Rack]:
    """Where the servers of this test stand."""
    made = Rack(tmp_path, bytecode)
    yield made
    made.close()
