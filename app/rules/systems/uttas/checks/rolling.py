"""The dice of a roll with Advantages, Disadvantages and range, as every check throws them."""

from typing import Annotated, NamedTuple

from pydantic import Field

from app.rules.system import Value
from app.rules.systems.uttas.checks.hand import Hand, shown
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.ranges import HOPELESS

Count = Annotated[int, Field(ge=0, le=20)]
"""So many Advantages, Disadvantages or bands."""


class Circumstances(Value):
    """What makes a roll easier or harder."""

    advantages: Count = 0
    """Each adds a d6 (T-106)."""
    disadvantages: Count = 0
    """Each takes a d6 off; they cancel one for one with Advantages before anything is thrown (T-108)."""
    range_increments: Count = 0
    """Range bands out: 1 and 2 count as so many Disadvantages, 3 or more fail by themselves (T-110 to T-116)."""


class Plan(NamedTuple):
    """The dice a roll takes."""

    dice: int
    added: int
    """Net Advantage dice."""
    taken: int
    """Net Disadvantage dice."""

    @property
    def denominator(self) -> int:
        """All the ways these dice can fall."""
        return int(6 ** sum(self))


class Thrown(NamedTuple):
    """A roll, before anything fixed is added."""

    total: int
    told: str
    """Such as `4+4+3 - (6+4) for Disadvantage`: as it is written, it adds up."""


def plan(dice: int, circumstances: Circumstances, options: UttasOptions) -> Plan | None:
    """The dice of a roll under its circumstances; None when range makes it fail by itself (T-106 to T-113, G-15)."""
    if circumstances.range_increments >= HOPELESS:
        return None
    net = circumstances.advantages - circumstances.disadvantages - circumstances.range_increments
    if net >= 0:
        return Plan(dice, net, 0)
    if options.disadvantage_mode == "drop_die":
        return Plan(max(0, dice + net), 0, 0)
    return Plan(dice, 0, -net)


def throw(planned: Plan, hand: Hand, *, of: str) -> Thrown:
    """Throw the dice, then one for each net Advantage or Disadvantage."""
    faces = hand.throw(planned.dice, of=of)
    added = hand.throw(planned.added, of="advantage")
    taken = hand.throw(planned.taken, of="disadvantage", sign=-1)
    told = shown(faces)
    if added:
        told += f" + {shown(added)} for Advantage"
    if taken:
        told += f" - {f'({shown(taken)})' if len(taken) > 1 else shown(taken)} for Disadvantage"
    return Thrown(sum(faces) + sum(added) - sum(taken), told)


def cited(circumstances: Circumstances, *always: str) -> list[str]:
    """The rules that decided, with those of the circumstances that were there."""
    rules = list(always)
    if circumstances.advantages or circumstances.disadvantages:
        rules.append("T-106")
    if circumstances.advantages and circumstances.disadvantages:
        rules.append("T-108")
    if circumstances.range_increments:
        rules.append(("T-111", "T-112", "T-113")[min(circumstances.range_increments, HOPELESS) - 1])
    return rules
