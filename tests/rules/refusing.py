"""What the rules refuse, in two lines: code, rule and facts; and the sentence for people."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import pytest

from app.rules.catalog import CHECKS, SYSTEMS
from app.rules.character import Violation
from app.rules.errors import Refusal
from app.rules.lending import filled
from app.rules.system import AgainstTheRules, OutOfRange
from tests.rules.told import ODD


class Told(NamedTuple):
    """A refusal as it is compared: `insufficient_stamina T-076 cost=9 stamina=8`, and its sentence."""

    named: str
    detail: str


def refusal_of(ask: Callable[[], object]) -> Told:
    """Ask what the rules refuse."""
    with pytest.raises((AgainstTheRules, OutOfRange)) as refused:
        ask()
    facts = dict(refused.value.facts)
    rule = facts.pop("rule")
    told = [refused.value.code, str(rule), *(f"{name}={value}" for name, value in facts.items())]
    return Told(" ".join(told), refused.value.detail)


Provoke = Callable[[], Refusal | Violation]


def raised(ask: Callable[[], object]) -> Refusal:
    """What the rules refuse with."""
    with pytest.raises(Refusal) as refused:
        ask()
    return refused.value


def lent(kind: str, sheet: Any, **asked: Any) -> Refusal:
    """What a check is refused with that somebody with this sheet, or nobody, would make."""
    system, of_kind = CHECKS[kind]
    body = of_kind.from_sheet.model_validate(asked)
    return raised(lambda: filled(of_kind, body, sheet, options=system.options(), clock=0))


def broken(key: str, code: str, **more: Any) -> Violation:
    """What the audit finds wrong with a sheet that is odd in many ways, or with the fields given."""
    system = SYSTEMS[key]
    sheet = system.sheet.model_validate(more or ODD[key])
    return next(one for one in system.audit(sheet, system.options()).violations if one.code == code)


def asked(table: Iterable[tuple[Callable[[], object], str, str]]) -> dict[str, Provoke]:
    """A table of `refusal_of`, by its codes."""
    return {named.split()[0]: partial(raised, ask) for ask, named, _ in table}
