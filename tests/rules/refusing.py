"""What the rules refuse, in two lines: code, rule and facts; and the sentence for people."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from app.rules.system import AgainstTheRules, OutOfRange


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
