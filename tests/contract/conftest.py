"""The people of tests/api, for whoever calls the service here, and how deep to dig."""

import os

from tests.api.conftest import a_table, app, client, clock, company

__all__ = ["a_table", "app", "client", "clock", "company"]

DEEP = os.environ.get("UMPIRE_DEEP") == "1"
"""`UMPIRE_DEEP=1 uv run pytest tests/contract` tries ten times as much."""
