"""Schemathesis over the OpenAPI document on both databases: every check and every phase, links included.

CI makes about 1,600 cases on each database; `UMPIRE_DEEP=1 uv run pytest tests/contract/test_schemathesis.py` about
10,000. schemathesis.toml holds the settings and why they are so, hooks.py what a good request of ours needs.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.routing import BaseRoute

from app.main import create_app
from app.settings import Settings
from tests.contract.conftest import DEEP
from tests.contract.serving import served

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
EXAMPLES = 500 if DEEP else 10
LEAST = 10_000 if DEEP else 1_000


def run(base: str, folder: Path) -> tuple[int, str, dict[str, Any]]:
    report = folder / "report.json"
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            "from schemathesis.cli import schemathesis; schemathesis()",
            "--config-file",
            str(HERE / "schemathesis.toml"),
            "run",
            f"{base}/openapi.json",
            "--checks",
            "all",
            "--max-examples",
            str(EXAMPLES),
            "--report-json-path",
            str(report),
        ],
        cwd=folder,
        env=os.environ
        | {"UMPIRE_UNDER_TEST": base, "SCHEMATHESIS_HOOKS": "tests.contract.hooks", "PYTHONPATH": str(HOUSE)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr, json.loads(report.read_text()) if report.exists() else {}


def test_the_service_does_what_its_document_says(database: str, tmp_path: Path) -> None:
    app = create_app(Settings(database_url=database, rate_limits="off", log_format="json"))
    with served(app) as base:
        code, told, report = run(base, tmp_path)
    assert code == 0, told
    assert set(report["phases"]) == {"examples", "coverage", "fuzzing", "stateful"}
    assert {phase["status"] for phase in report["phases"].values()} == {"success"}
    assert (
        report["operations"]["tested"]
        == report["operations"]["total"]
        == sum(map(len, app.openapi()["paths"].values()))
    )
    assert report["test_cases"]["generated"] >= LEAST
    assert {kind: found for kind, found in report["warnings"].items() if found} == {}
    # What was meant to be good was good, for every operation: else the checks would look at refusals alone.
    for operation, phases in report["valid_rates"].items():
        assert sum(phase["accepted"] for phase in phases.values()) > 0, operation
    exposed, _ = app.state.metrics.exposition()
    check_series(exposed.decode(), app)


def check_series(exposed: str, app: FastAPI) -> None:
    """Whatever was asked, the metrics name only what the code has: routes' templates, methods, statuses."""
    lines = [line for line in exposed.splitlines() if line and not line.startswith("#")]
    assert 100 < len(lines) < 2000
    labels: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        for name, value in re.findall(r'(\w+)="([^"]*)"', line):
            labels[name].add(value)
    assert set(labels) == {"method", "route", "status", "le"}
    templates = {route.path for route in app.routes if isinstance(route, BaseRoute) and hasattr(route, "path")}
    assert labels["route"] <= templates | {"(none)"}
    assert len(labels["route"]) >= len(app.openapi()["paths"])
    assert labels["method"] <= {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"}
    assert all(re.fullmatch(r"[2-5]\d\d", status) for status in labels["status"])
    assert not any(status.startswith("5") for status in labels["status"])
