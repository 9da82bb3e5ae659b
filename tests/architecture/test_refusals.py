"""Every reason to refuse has a code of its own, a status, a page, and a place in the docs."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

from app.api.problems import BY_CODE, STATUS, MethodNotAllowed, NoSuchRoute, PreflightRefused, ServerFault
from app.main import create_app
from app.rules.errors import Refusal
from app.settings import Settings
from tests.api.conftest import client_of, make_app
from tests.contract.snapshot import operations

# What any address answers, or none, and what a preflight meets: no operation can document them as its own.
OF_NO_OPERATION: set[type[Refusal]] = {NoSuchRoute, MethodNotAllowed, PreflightRefused, ServerFault}


def concrete(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    below = [found for found in kind.__subclasses__() if found.__module__.startswith("app.")]
    if not below and kind is not Refusal:
        yield kind
    for found in below:
        yield from concrete(found)


# The import of app.main has made them all.
REFUSALS = sorted(concrete(Refusal), key=lambda refusal: refusal.__name__)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return create_app(Settings(database_url=f"sqlite:///{tmp_path_factory.mktemp('docs') / 'unused.db'}")).openapi()


def test_they_are_found() -> None:
    assert len(REFUSALS) > 25
    assert set(REFUSALS) == set(STATUS)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.__name__)
def test_a_refusal_can_be_told(refusal: type[Refusal]) -> None:
    assert 400 <= STATUS[refusal] < 600
    assert re.fullmatch(r"[a-z][a-z_]{2,39}", refusal.code)
    assert refusal.title
    assert not refusal.title.endswith(".")
    said = inspect.cleandoc(refusal.__doc__ or "")
    assert said.partition("\n\n")[0].endswith("."), "its first paragraph is the docs' example of a detail"


def test_a_code_means_one_thing() -> None:
    assert len({refusal.code for refusal in REFUSALS}) == len(REFUSALS)
    assert len({refusal.title for refusal in REFUSALS}) == len(REFUSALS)


@pytest.mark.parametrize(
    "refusal", [found for found in REFUSALS if found not in OF_NO_OPERATION], ids=lambda found: found.__name__
)
def test_some_operation_documents_it(document: dict[str, Any], refusal: type[Refusal]) -> None:
    documented = [
        operation["operationId"]
        for path in operations(document).values()
        for operation in path.values()
        for content in [operation["responses"].get(str(STATUS[refusal]), {}).get("content", {})]
        if refusal.code in content.get("application/problem+json", {}).get("examples", {})
    ]
    assert documented, f"nobody learns from the docs that {refusal.code} may come"


@pytest.mark.anyio
async def test_every_problem_has_a_page_that_explains_it(sqlite_template: Any) -> None:
    async with client_of(make_app(f"sqlite:///{sqlite_template}")) as client:
        for code, refusal in BY_CODE.items():
            page = await client.get(f"/problems/{code}")
            assert page.status_code == 200, code
            assert code in page.text
            assert str(STATUS[refusal]) in page.text
        unknown = await client.get("/problems/no_such_code")
        assert unknown.status_code == 404
