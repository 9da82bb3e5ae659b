"""The golden cases of the rules: how they are read, asked and compared."""

import json
import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from app.rules.errors import Refusal

HERE = Path(__file__).parent / "vectors"
FIELDS = {"id", "op", "rules", "given", "expect", "note", "options", "expect_with_option"}


class Case(NamedTuple):
    """A question to the pure rules and its answer."""

    name: str
    system: str
    op: str
    given: dict[str, Any]
    options: dict[str, Any]
    """House rules that differ from their defaults."""
    expect: dict[str, Any]


def folders() -> Iterator[Path]:
    yield HERE
    if more := os.environ.get("RULE_VECTORS"):
        yield Path(more)


def cases(folder: Path) -> Iterator[Case]:
    """All cases of a folder's files; `commands` and `scenarios` are encounters and replay over HTTP."""
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for case in document.get("cases", []):
            yield from read(case, system=document["system"], file=f"{folder.name}/{path.stem}")


def read(case: dict[str, Any], *, system: str, file: str) -> Iterator[Case]:
    """The case, and once more under the options of `expect_with_option`.

    Options stand beside `given` or inside it.
    """
    if unknown := set(case) - FIELDS:
        raise ValueError(f"{file} {case['id']}: nothing compares {sorted(unknown)}")
    given = dict(case["given"])
    options = {**case.get("options", {}), **given.pop("options", {})}
    name = f"{file}-{case['id']}"
    yield Case(name, system, case["op"], given, options, case["expect"])
    if other := case.get("expect_with_option"):
        yield Case(f"{name}-option", system, case["op"], given, {**options, **other["options"]}, other["expect"])


def answer(case: Case) -> Mapping[str, Any]:
    """What the system's adapter says; a refusal answers its code, its facts and `ok: false`."""
    adapter = import_module(f"tests.rules.{case.system}.adapter")
    try:
        answered: Mapping[str, Any] = adapter.run(case.op, case.given, case.options)
    except Refusal as refusal:
        return {**refusal.facts, "ok": False, "error": refusal.code}
    return answered


def differences(expected: Any, actual: Any, *, at: str = "answer") -> Iterator[str]:
    """Where the answer isn't what is expected; what `expected` doesn't name is free, lists have equal length."""
    match expected, actual:
        case dict(), Mapping():
            for key, value in expected.items():
                if key in actual:
                    yield from differences(value, actual[key], at=f"{at}.{key}")
                else:
                    yield f"{at} has no {key!r}: it has {sorted(actual)}"
        case list(), list() | tuple() if len(expected) == len(actual):
            for index, (left, right) in enumerate(zip(expected, actual, strict=True)):
                yield from differences(left, right, at=f"{at}[{index}]")
        case _ if type(expected) is not type(actual) or expected != actual:
            yield f"{at} is {actual!r}, expected {expected!r}"
