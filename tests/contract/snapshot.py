"""The OpenAPI document as it is committed: `uv run python -m tests.contract.snapshot` writes it anew."""

import json
from pathlib import Path
from typing import Any

from app.main import create_app
from app.settings import Settings

SNAPSHOT = Path(__file__).parent / "openapi.json"


def document() -> dict[str, Any]:
    """The document of this code, served at the root."""
    return create_app(Settings(database_url="sqlite:///unused.db", public_url=None)).openapi()


def text() -> str:
    """The document as the committed file holds it."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SNAPSHOT.write_text(text(), encoding="utf-8")
