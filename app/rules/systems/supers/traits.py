"""Traits as a character has them now: ranks, and what its state takes from them, each with its source."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from app.rules.character import spelled, spelled_apart
from app.rules.lending import Piece
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.supers.abilities import ABILITY_NAMES
from app.rules.systems.supers.catalogues.skills import BY_ID as SKILLS
from app.rules.systems.supers.conditions import Condition, effective, lost_points, lost_ranks, trait_modifier
from app.rules.systems.supers.defenses import BASE, Defense, active_defense
from app.rules.systems.supers.derived import (
    ability_rank,
    defense,
    initiative,
    power_numbers,
    skill,
    skill_names,
    unarmed,
)
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import Bought, Skill, SupersSheet

INITIATIVE: Final = "initiative"
NEEDED: Final = frozenset({"strength", "dexterity"})
"""Abilities that no act which stands on them goes without, when they are below -5 (R-35)."""


class TraitNow(NamedTuple):
    """A trait as a check uses it."""

    name: str
    """As dice notation has it."""
    pieces: tuple[Piece, ...]
    """What its modifier is made of, the rank first."""
    on: tuple[str, ...]
    """Names under which conditions hamper it (S-100)."""
    act: bool
    """Whether a check of it is something one does: resisting and initiative are no action (S-049)."""


def bears(sheet: SupersSheet, options: SupersOptions) -> list[Condition]:
    """What holds in the end (R-14)."""
    return effective(sheet.state.standing(), options)


def check_acts(sheet: SupersSheet, options: SupersOptions, *, act: bool = True) -> None:
    """Whether somebody can do anything; with `act` off, whether they are there at all.

    Raises:
        AgainstTheRules: `dead`, `stunned`.
    """
    if sheet.state.damage.level == "dead":
        raise AgainstTheRules("dead", "The dead do nothing.", rule="S-073")
    if act and Condition("stunned") in bears(sheet, options):
        raise AgainstTheRules("stunned", "The stunned do nothing at all.", rule="S-112")


def check_able(sheet: SupersSheet, options: SupersOptions, *needs: str) -> None:
    """Refuse an act that stands on an ability below -5.

    Raises:
        AgainstTheRules: `debilitated`.
    """
    for ability in needs:
        if Condition("debilitated", ability) in bears(sheet, options):
            raise AgainstTheRules(
                "debilitated", f"{ability.title()} below -5 allows no such act.", ability=ability, rule="R-35"
            )


def hampered(sheet: SupersSheet, options: SupersOptions, on: Iterable[str]) -> list[Piece]:
    """What impaired and disabled take from a check, under any of these names (S-100)."""
    taken = trait_modifier(bears(sheet, options), *on)
    return [Piece("disabled" if taken < -2 else "impaired", taken, "S-100")] if taken else []


def weakened(sheet: SupersSheet, options: SupersOptions) -> SupersSheet:
    """The sheet with what is weakened lower, a begun rank in full (S-116)."""
    held = [one for one in sheet.state.standing() if one.key == "weakened"]
    if not held:
        return sheet
    lost: Counter[str] = Counter()
    for one in held:
        trait, points = lost_points(one.param)
        lost[trait] += points
    abilities: dict[str, int] = {
        name: rank - lost_ranks(name, lost[name])
        for name in ABILITY_NAMES
        if (rank := getattr(sheet.abilities, name)) is not None
    }
    skills = [
        one.model_copy(update={"ranks": one.ranks - lost_ranks(one.id, lost[one.id], options)}) for one in sheet.skills
    ]
    defenses: dict[str, Bought] = {
        name: Bought.model_construct(bought=getattr(sheet.defenses, name).bought - lost[name]) for name in BASE
    }
    powers = [
        power.model_copy(
            update={
                "effects": [
                    effect.model_copy(update={"rank": effect.rank - lost[power.name]}) for effect in power.effects
                ]
            }
        )
        for power in sheet.powers
    ]
    return sheet.model_copy(
        update={
            "abilities": sheet.abilities.model_copy(update=abilities),
            "skills": skills,
            "defenses": sheet.defenses.model_copy(update=defenses),
            "powers": powers,
        }
    )


def changed(source: str, before: int, after: int, rule: str) -> list[Piece]:
    """What changes a number, if anything."""
    return [Piece(source, after - before, rule)] if after != before else []


def defense_now(sheet: SupersSheet, which: Defense, options: SupersOptions) -> list[Piece]:
    """A defense in force: without what is off, lost or halved (S-037, S-040, S-041, S-116, S-159, R-23, R-35).

    Sustained powers are on, unless their bearer can't even take free actions.
    """
    held = {str(one) for one in bears(sheet, options)}
    low = weakened(sheet, options)
    on: list[str] | None = [] if "stunned" in held else None
    whole, weak, awake = (
        defense(one, which, sustained=kept).value for one, kept in ((sheet, None), (low, None), (low, on))
    )
    off_guard = not held.isdisjoint({"vulnerable", "defenseless"})
    ready = defense(low, which, sustained=on, off_guard=off_guard).value
    pieces = [
        Piece(which, whole, "S-037" if which == "toughness" else "S-039"),
        *changed("weakened", whole, weak, "S-116"),
        *changed("sustained powers end", weak, awake, "S-159"),
        *changed("defensive_roll", awake, ready, "R-23"),
    ]
    if which not in {"dodge", "parry"}:
        return pieces
    if which == "parry" and "debilitated:fighting" in held:
        return [*pieces, *changed("debilitated", ready, 0, "R-35")]
    worst, rule = ("defenseless", "S-041") if "defenseless" in held else ("vulnerable", "S-040")
    in_force = active_defense(
        ready, vulnerable="vulnerable" in held, defenseless="defenseless" in held, options=options
    )
    return [*pieces, *changed(worst, ready, in_force.rank, rule)]


def trait_now(sheet: SupersSheet, name: str, options: SupersOptions) -> TraitNow:
    """A trait by its name: an ability, a defense, initiative, a skill, a power's rank or attack bonus (S-003).

    Args:
        sheet: whose.
        name: as after an `@` in dice notation; a skill or a power also by its name alone.
        options: house rules.

    Raises:
        OutOfRange: `unknown_trait`, `trained_only`.
    """
    known = _named(sheet)
    found = known.get(name) or known.get(spelled_path(name))
    if found is None:
        names = [one for one, number in known.items() if one == number.name]
        raise unknown("unknown_trait", "trait", name, names, rule="S-003")
    return found.borne(sheet, options)


class _Trait(NamedTuple):
    """A trait that a sheet has, before it is looked at."""

    name: str
    skill: str | None = None
    power: str | None = None

    def borne(self, sheet: SupersSheet, options: SupersOptions) -> TraitNow:
        if self.name in BASE:
            which: Any = self.name
            on = (self.name, BASE[which])
            return TraitNow(self.name, tuple(defense_now(sheet, which, options)), on, act=False)
        if self.skill is not None:
            return self._skill(sheet, options)
        low = weakened(sheet, options)
        before = _values(sheet)[self.name]
        after = before if low is sheet else _values(low)[self.name]
        rule = {"attack": "S-058", "bonus": "S-058"}.get(self.name.rpartition(".")[2], "S-003")
        pieces = (
            Piece(self.name, before, "S-052" if self.name == INITIATIVE else rule),
            *changed("weakened", before, after, "S-116"),
        )
        return TraitNow(self.name, pieces, (self.power or self.name,), act=self.name != INITIATIVE)

    def _skill(self, sheet: SupersSheet, options: SupersOptions) -> TraitNow:
        entry = SKILLS.get(self.skill or "")
        before, after = (self._ranks(one) for one in (sheet, weakened(sheet, options)))
        if entry is not None and entry.trained_only and before.ranks < 1:
            raise OutOfRange(
                "trained_only",
                f"{entry.id.replace('_', ' ').capitalize()} can't be used without ranks.",
                skill=entry.id,
                rule="R-20",
            )
        values = skill(sheet, before, "").value, skill(weakened(sheet, options), after, "").value
        ability = before.ability or (entry.ability if entry else None)
        on = (before.id, ability) if ability else (before.id,)
        pieces = (Piece(self.name, values[0], "R-20"), *changed("weakened", *values, "S-116"))
        return TraitNow(self.name, pieces, on, act=True)

    def _ranks(self, sheet: SupersSheet) -> Skill:
        named = dict(zip(skill_names(sheet), sheet.skills, strict=True))
        return named.get(self.name.removeprefix("skills."), Skill(id=self.skill or ""))


def _values(sheet: SupersSheet) -> Mapping[str, int]:
    """What any trait comes to that is neither a defense nor a skill."""
    numbers = (initiative(sheet), *unarmed(sheet), *power_numbers(sheet))
    return {name: ability_rank(sheet, name) for name in ABILITY_NAMES} | {one.name: one.value for one in numbers}


def _named(sheet: SupersSheet) -> dict[str, _Trait]:
    """Every trait by its names, those of dice notation first."""
    found = {name: _Trait(name) for name in (*ABILITY_NAMES, INITIATIVE, *BASE)}
    found |= {trait.name: trait for trait in (*_skills(sheet), *_powers(sheet))}
    for trait in [*found.values()]:
        if trait.skill is not None:
            found.setdefault(trait.name.removeprefix("skills."), trait)
        elif trait.power is not None and trait.name.endswith(".rank"):
            for name in (trait.power, spelled(trait.power), ".".join(trait.name.split(".")[:2])):
                found.setdefault(name, trait)
    return found


def _skills(sheet: SupersSheet) -> Iterator[_Trait]:
    for name, one in zip(skill_names(sheet), sheet.skills, strict=True):
        yield _Trait(f"skills.{name}", skill=one.id)
    own = {one.id for one in sheet.skills}
    yield from (_Trait(f"skills.{name}", skill=name) for name in SKILLS if name not in own)


def _powers(sheet: SupersSheet) -> Iterator[_Trait]:
    whose = dict(zip(spelled_apart(power.name for power in sheet.powers), sheet.powers, strict=True))
    for name in _values(sheet):
        first, *rest = name.split(".")
        if first == "unarmed" or (first == "powers" and rest[-1] in {"rank", "attack"}):
            yield _Trait(name, power=whose[rest[0]].name if first == "powers" else first)


def spelled_path(name: str) -> str:
    """A name as dice notation can write it, its dots kept."""
    return ".".join(map(spelled, name.split(".")))
