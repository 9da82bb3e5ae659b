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


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Its operations by path and method, with what is shared among the components in its place, but for schemas."""

    def spelled_out(value: Any) -> Any:
        match value:
            case {"$ref": str(ref)} if not ref.startswith("#/components/schemas/"):
                _, _, kind, name = ref.split("/")
                return spelled_out(document["components"][kind][name])
            case dict():
                return {key: spelled_out(member) for key, member in value.items()}
            case list():
                return [spelled_out(member) for member in value]
            case _:
                return value

    spelled: dict[str, dict[str, Any]] = spelled_out(document["paths"])
    return spelled


if __name__ == "__main__":
    SNAPSHOT.write_text(text(), encoding="utf-8")
