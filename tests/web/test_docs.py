"""The docs page comes from this server alone, under a policy that lets nothing else in."""

import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from app.api.problems import BY_CODE
from app.web import docs
from tests.api.conftest import client_of, make_app

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["", "/umpire"], ids=["root", "prefix"])
async def client(request: pytest.FixtureRequest, sqlite_template: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A service at the root, and one that a proxy serves under a path (which it takes off)."""
    public_url = f"https://table.example{request.param}" if request.param else None
    app = make_app(f"sqlite:///{sqlite_template}", public_url=public_url)
    async with client_of(app) as made:
        made.headers["x-test-prefix"] = request.param
        yield made


def prefix(client: httpx.AsyncClient) -> str:
    return client.headers["x-test-prefix"]


class Links(HTMLParser):
    """What a page loads or leads to, and whether it has script or style of its own."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inside: list[str] = []
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag
        for name, value in attrs:
            assert not name.startswith("on"), f"{tag} has the handler {name}"
            if name in ("src", "href", "data-openapi", "action"):
                self.addresses.append(value or "")

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style") and data.strip():
            self.inside.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


async def test_the_page_is_there_and_names_only_this_server(client: httpx.AsyncClient) -> None:
    page = await client.get("/docs")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "://" not in page.text
    links = Links(page.text)
    assert links.inside == [], "the policy would stop script or style inside the page"
    assert len(links.addresses) >= 4
    for link in links.addresses:
        assert link.startswith(f"{prefix(client)}/")
        served = await client.get(link.removeprefix(prefix(client)))
        assert served.status_code == 200, link
        assert served.content, link


async def test_the_policy_is_strict(client: httpx.AsyncClient) -> None:
    answer = await client.get("/docs")
    policy = dict(
        [*directive.split(" ", 1), ""][:2] for directive in re.split(r";\s*", answer.headers["content-security-policy"])
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    for directive in ("base-uri", "form-action", "frame-ancestors"):
        assert policy[directive] == "'none'"
    assert "unsafe-eval" not in answer.headers["content-security-policy"]
    assert "http" not in answer.headers["content-security-policy"]
    assert "*" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_page_opens_ready_to_try(client: httpx.AsyncClient) -> None:
    script = (await client.get("/docs/start.js")).text
    for choice in ("persistAuthorization: true", "tryItOutEnabled: true", "validatorUrl: null"):
        assert choice in script
    assert "://" not in script


async def test_its_files_are_the_packages_own(client: httpx.AsyncClient) -> None:
    folder = Path(docs.__file__).parent
    for name, media_type in {
        "swagger-ui-bundle.js": "text/javascript",
        "swagger-ui.css": "text/css",
        "start.js": "text/javascript",
    }.items():
        served = await client.get(f"/docs/{name}")
        assert served.status_code == 200
        assert served.headers["content-type"].startswith(media_type)
        assert "max-age" in served.headers["cache-control"]
        found = next(path for path in folder.rglob(name))
        assert served.content == found.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/docs/nothing.js",
        "/docs/..%2fdocs.py",
        "/docs/../docs.py",
        "/docs/%2e%2e/docs.py",
        "/docs/swagger/LICENSE",
        "/docs/NOTICE",
        "/docs/",
    ],
)
async def test_no_other_file_is_served(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] in ("not_found", "no_such_route")


async def test_the_front_door_leads_to_the_docs(client: httpx.AsyncClient) -> None:
    answer = await client.get("/")
    assert answer.status_code in (302, 303, 307, 308)
    assert answer.headers["location"] == f"{prefix(client)}/docs"


async def test_the_document_is_that_of_this_server(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    assert document["servers"] == [{"url": prefix(client) or "/"}]
    assert "://" not in str(document["info"].get("description"))


async def test_the_document_comes_from_memory_and_zipped_to_whoever_asks(client: httpx.AsyncClient) -> None:
    plain = await client.get("/openapi.json", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    zipped = await client.get("/openapi.json", headers={"Accept-Encoding": "gzip, br"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert int(zipped.headers["content-length"]) < len(plain.content) / 5
    assert zipped.content == plain.content
    for answer in (plain, zipped):
        again = await client.get("/openapi.json", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert "Accept-Encoding" in plain.headers["vary"]


async def test_a_head_is_a_get_without_a_body(client: httpx.AsyncClient) -> None:
    for path in ("/docs", "/docs/start.js", "/openapi.json", "/healthz", "/problems/not_found"):
        got, head = await client.get(path), await client.head(path)
        assert head.status_code == got.status_code == 200
        assert head.content == b""
        assert head.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize("code", BY_CODE)
async def test_the_page_of_a_problem_explains_it_in_plain_html(client: httpx.AsyncClient, code: str) -> None:
    page = await client.get(f"/problems/{code}")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    links = Links(page.text)
    assert links.inside == []
    assert "://" not in page.text
    refusal = BY_CODE[code]
    assert f"<code>{code}, " in page.text
    assert refusal.title.replace("'", "&#x27;") in page.text, "what is told is escaped"


@pytest.mark.parametrize(
    "code", ["<img src=x onerror=alert(1)>", "%3Cscript%3Ealert(1)%3C/script%3E", "not_found%22%3E", "not_found/", "é"]
)
async def test_a_code_of_the_callers_own_is_never_shown(client: httpx.AsyncClient, code: str) -> None:
    page = await client.get(f"/problems/{code}")
    assert page.status_code == 404
    assert page.headers["content-type"] == "application/problem+json"
    assert "<" not in page.text
    assert "alert" not in page.text
