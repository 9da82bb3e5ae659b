"""The house rules of the code that a machine can check."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.main import create_app
from app.settings import Settings
from app.version import VERSION

HOUSE = Path(__file__).parents[2]
# Swagger UI comes from its makers as it is.
MODULES = sorted(path for path in (HOUSE / "app").rglob("*.py"))
LONGEST_FILE = 350
# The one grammar of design 4, a function for each of its rules: in halves it would be harder to follow.
LONGER = {"app/rules/dice/grammar.py": 500}
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "crud", "misc"}


def name(path: Path) -> str:
    return str(path.relative_to(HOUSE))


def test_imports_point_inward() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " 0 broken" in ran.stdout


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_module_says_what_it_is_for(module: Path) -> None:
    said = ast.get_docstring(ast.parse(module.read_text()))
    assert said
    assert said.splitlines()[0].endswith((".", ",", ":", "?")) or len(said.splitlines()) > 1, "it opens with a sentence"


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_file_has_one_idea(module: Path) -> None:
    lines = len(module.read_text().splitlines())
    assert lines <= LONGER.get(name(module), LONGEST_FILE), f"{lines} lines: two ideas"
    assert module.stem not in NO_NAMES
    assert not NO_NAMES & set(module.parts)


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_nothing_is_left_half_done(module: Path) -> None:
    text = module.read_text()
    assert not re.search(r"\b(TODO|FIXME|XXX|NotImplementedError)\b", text)


@pytest.mark.parametrize("module", [path for path in MODULES if "api" not in path.relative_to(HOUSE).parts], ids=name)
def test_http_stays_at_the_door(module: Path) -> None:
    assert "HTTPException" not in module.read_text()


@pytest.mark.parametrize("module", [path for path in MODULES if "rules" in path.relative_to(HOUSE).parts], ids=name)
def test_the_rules_know_no_clock_and_no_chance(module: Path) -> None:
    banned = {"random", "secrets", "time", "os", "uuid", "pathlib"}
    tree = ast.parse(module.read_text())
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                assert not banned & {alias.name.split(".")[0] for alias in names}
            case ast.ImportFrom(found):
                assert (found or "").split(".")[0] not in banned
            case ast.Attribute(attr="now" | "utcnow" | "today"):
                pytest.fail(f"line {node.lineno}: time enters through the services' clock")
            case _:
                pass


def tracked() -> list[Path]:
    ran = subprocess.run(["git", "ls-files", "-z"], cwd=HOUSE, capture_output=True, text=True, check=True)
    return [HOUSE / found for found in ran.stdout.split("\0") if found and (HOUSE / found).is_file()]


@pytest.mark.skipif(not (HOUSE / ".git").exists(), reason="only a checkout knows what is committed")
def test_no_committed_file_names_a_registry_or_this_machine() -> None:
    # Put together here, so that this file doesn't hold them either.
    banned = re.compile("|".join(["/ro" + "ot/", "/ho" + "me/", "/wo" + "rk/", "index-" + "url", "/sim" + "ple/?\\b"]))
    found = [
        f"{name(path)}:{number}"
        for path in tracked()
        if "swagger" not in path.parts and path.suffix not in {".png", ".ico"}
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if banned.search(line)
    ]
    assert found == []


def test_one_version_everywhere() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## \[?v?(\d+\.\d+\.\d+)", (HOUSE / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest, "CHANGELOG.md has a heading for every version"
    document = create_app(Settings(database_url="sqlite:///unused.db")).openapi()
    assert {project, newest[1], VERSION, document["info"]["version"]} == {project}
