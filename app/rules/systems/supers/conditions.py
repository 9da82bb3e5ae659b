"""Conditions by instance: what several of them together do to their bearer, and what is left when one ends."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from app.rules.naming import not_borne, unknown
from app.rules.system import OutOfRange
from app.rules.systems.supers.abilities import ABILITY_NAMES
from app.rules.systems.supers.catalogues.conditions import ALL, ANCHORED, BY_ID, DEBILITATED
from app.rules.systems.supers.catalogues.skills import BY_ID as SKILLS
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

DISABLED: Final = -5
IMPAIRED: Final = -2
PRONE_ATTACK: Final = -5
PRONE_AGAINST: Final = {"close": 5, "ranged": -5}


POINTS_PER_RANK: Final = 2
"""Of an ability (S-023)."""
HAMPERED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "close": ("attack", "fighting", "close_combat"),
    "ranged": ("attack", "dexterity", "ranged_combat"),
}
"""Under which names conditions hamper an attack check (S-027, S-028, S-100)."""


class Condition(NamedTuple):
    """A condition and what it stands on."""

    key: str
    param: str = ALL

    def __str__(self) -> str:
        """As in the effective set: `key`, or `key:param`."""
        return self.key if self.param == ALL else f"{self.key}:{self.param}"


class Instance(NamedTuple):
    """One source's condition."""

    id: str
    condition: Condition


def named(text: str) -> Condition:
    """A condition from `key` or `key:param`.

    Raises:
        OutOfRange: `unknown_condition`, `bad_param`.
    """
    key, _, param = text.partition(":")
    entry = BY_ID.get(key)
    if entry is None:
        raise unknown("unknown_condition", "condition", key, BY_ID, of="The catalogue", rule="S-098")
    if entry.param is None and param:
        raise OutOfRange("bad_param", f"{key.title()} stands on nothing: leave its param out.", rule="S-099")
    if entry.param_required and not param:
        raise OutOfRange("bad_param", f"{key.title()} needs a param that names its {entry.param}.", rule="S-099")
    known = {"ability": set(DEBILITATED), "anchored": {"anchored"}}
    if param and entry.param in known and param not in known[entry.param]:
        raise OutOfRange(
            "bad_param", f"{key.title()} takes one of {', '.join(sorted(known[entry.param]))}.", rule="S-099"
        )
    return Condition(key, param or ALL)


def components(condition: Condition) -> Iterable[str]:
    """What a condition brings along, one level down."""
    if condition == Condition("restrained", "anchored"):
        return ANCHORED
    if condition.key == "debilitated":
        return DEBILITATED[condition.param]
    return BY_ID[condition.key].components


def expand(condition: Condition, options: SupersOptions = DEFAULTS) -> Iterator[Condition]:
    """The basic conditions that one implies, and prone (S-117, R-14)."""
    if BY_ID[condition.key].kind == "basic" or condition.key == "prone":
        yield condition
    if condition.key == "prone" and options.prone_hindered:
        yield Condition("hindered")
    for component in components(condition):
        yield from expand(named(component), options)


def masked(condition: Condition, others: Iterable[Condition]) -> bool:
    """Whether another leaves no room for this one (R-14)."""
    for other in others:
        entry = BY_ID[other.key]
        same = other.param in {ALL, _trait(condition)}
        if condition.key in entry.masks and (same or not entry.same_trait):
            return True
    return False


def _trait(condition: Condition) -> str:
    # A weakened trait may name its lost points too, as `strength,3`.
    return condition.param.partition(",")[0]


def effective(conditions: Iterable[Condition], options: SupersOptions = DEFAULTS) -> list[Condition]:
    """What holds in the end, in alphabetical order: everything implied, without what is masked (R-14)."""
    union = {basic for condition in conditions for basic in expand(condition, options)}
    return sorted((one for one in union if not masked(one, union)), key=str)


def added(instances: Sequence[Instance], name: str, condition: Condition) -> list[Instance]:
    """One more instance.

    Raises:
        OutOfRange: `duplicate`, the id is taken.
    """
    if any(instance.id == name for instance in instances):
        raise OutOfRange("duplicate", "There is a condition with this id already: give each its own.", rule="R-14")
    return [*instances, Instance(name, condition)]


def ended(instances: Sequence[Instance], name: str) -> list[Instance]:
    """Without one instance; what others imply stays.

    Raises:
        AgainstTheRules: `not_borne`.
    """
    left = [instance for instance in instances if instance.id != name]
    if len(left) == len(instances):
        raise not_borne("not_borne", name, [instance.id for instance in instances], rule="R-14")
    return left


def after_event(instances: Sequence[Instance], event: str) -> list[Instance]:
    """Without those that something happening ends, such as `threat`, `round_end` or `stand_up`."""
    return [instance for instance in instances if event not in BY_ID[instance.condition.key].ends_on]


def trait_modifier(conditions: Iterable[Condition], *traits: str) -> int:
    """What impaired and disabled take from a check with these traits; the worse counts, never twice (S-100, R-13)."""
    on = [one.key for one in conditions if one.param in {ALL, *traits}]
    return DISABLED if "disabled" in on else IMPAIRED if "impaired" in on else 0


def lost_points(param: str) -> tuple[str, int]:
    """The trait a condition has weakened and the power points it lacks; 1 where it doesn't say (S-116, R-36)."""
    trait, _, points = param.partition(",")
    return trait, int(points) if points.isdecimal() else 1


def lost_ranks(trait: str, points: int, options: SupersOptions = DEFAULTS) -> int:
    """Ranks that lost points take from a trait, a begun one in full (S-116)."""
    if trait in ABILITY_NAMES:
        return -(-points // POINTS_PER_RANK)
    return points * options.skill_ranks_per_point if trait in SKILLS else points


def attack_modifier(attacker: Iterable[Condition], target: Iterable[Condition], *, kind: str) -> int:
    """What lying prone does to a close or ranged attack (S-127)."""
    prone = Condition("prone")
    own = PRONE_ATTACK if kind == "close" and prone in attacker else 0
    return own + (PRONE_AGAINST.get(kind, 0) if prone in target else 0)
