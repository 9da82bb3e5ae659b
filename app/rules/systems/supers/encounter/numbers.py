"""Numbers as they are now: what is on, what a while adds, and what conditions take, each with its source."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from app.rules.character import Part
from app.rules.encounter.state import Combatant
from app.rules.encounter.state import Condition as Held
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.abilities import ABILITY_NAMES
from app.rules.systems.supers.catalogues.conditions import ALL
from app.rules.systems.supers.catalogues.skills import BY_ID as SKILLS
from app.rules.systems.supers.conditions import Condition, effective, lost_ranks, trait_modifier
from app.rules.systems.supers.conditions import lost_points as lost_points_of
from app.rules.systems.supers.defenses import BASE, Defense, active_defense
from app.rules.systems.supers.derived import ability_rank, duration_of
from app.rules.systems.supers.derived import defense as defense_of
from app.rules.systems.supers.derived import initiative as initiative_of
from app.rules.systems.supers.derived import skill as skill_of
from app.rules.systems.supers.encounter.state import Boost, BoostKind, Fighter, SupersPlay
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import Abilities, Advantage, Power, Skill, SupersSheet

LASTING: Final = ("sustained", "concentration")
ALTERED: Final = "altered"


def rule_condition(held: Held) -> Condition:
    """A condition of the frame in the words of the rules."""
    return Condition(held.key, held.param or ALL)


@lru_cache(maxsize=4096)
def _in_force(standing: tuple[Condition, ...], prone_hindered: bool) -> tuple[Condition, ...]:
    return tuple(effective(standing, SupersOptions(prone_hindered=prone_hindered)))


def in_force(combatant: Combatant[Fighter], options: SupersOptions, *, alert: bool = False) -> tuple[Condition, ...]:
    """The effective conditions: all bundles open, without what is masked (R-14).

    `alert` leaves the surprised their defenses (Uncanny Dodge, R-23).
    """
    standing = tuple(map(rule_condition, combatant.conditions))
    if alert:
        standing = tuple(Condition("stunned") if one.key == "surprised" else one for one in standing)
    return _in_force(standing, options.prone_hindered)


def conditions(play: SupersPlay, name: str) -> tuple[Condition, ...]:
    """Somebody's effective conditions."""
    if not play[name].conditions:
        return ()
    alert = any(one.key == "surprised" for one in play[name].conditions) and rank_of(play, name, "uncanny_dodge") > 0
    return in_force(play[name], play.options, alert=alert)


def bears(play: SupersPlay, name: str, key: str, *params: str) -> bool:
    """Whether a condition is in force; with params, on one of these or on everything."""
    return any(one.key == key and (not params or one.param in {ALL, *params}) for one in conditions(play, name))


def unaware(play: SupersPlay, name: str, sense: str) -> bool:
    """Whether somebody perceives nothing with a sense (S-114)."""
    return bears(play, name, "unaware", sense)


def senseless(play: SupersPlay, name: str) -> bool:
    """Whether somebody perceives nothing at all (S-114)."""
    return Condition("unaware") in conditions(play, name)


def boosts(
    play: SupersPlay, name: str, kind: BoostKind, *, on: str | None = None, foe: str | None = None
) -> list[Boost]:
    """What counts for a while, for this trait and against this foe."""
    return [
        one
        for one in play[name].state.boosts
        if one.kind == kind and one.on in {None, on} and (one.foe is None or one.foe == foe)
    ]


def parts_of(found: Iterable[Boost]) -> list[Part]:
    """Boosts as parts of a number."""
    return [Part(source=one.source, value=one.amount, rule=one.rule) for one in found if one.amount]


def rank_of(play: SupersPlay, name: str, advantage: str) -> int:
    """Ranks of an advantage, a heroic feat's with them (R-16)."""
    sheet: SupersSheet = play.sheet(name)
    return sheet.rank_of(advantage) + len(boosts(play, name, "advantage", on=advantage))


def duration(power: Power) -> str:
    """How long a power lasts: as its shortest-lived effect that lasts."""
    found = {duration_of(effect) for effect in power.effects}
    return next((one for one in (*LASTING, "continuous", "permanent") if one in found), "instant")


def powers(play: SupersPlay, name: str) -> list[Power]:
    """All powers at hand, those of the scene with them."""
    state = play[name].state
    return [*(one for one in play.sheet(name).powers if one.name not in state.lost), *state.stunts]


def is_on(state: Fighter, power: Power) -> bool:
    """Whether a power works (S-151, S-158 to S-161); of an array the base, until another one is turned on."""
    lasts = duration(power)
    if lasts in LASTING:
        return power.name in state.turn.sustained
    if power.array is not None and not power.array.base:
        return power.name in state.on
    return power.name not in state.off


def _unsteady(one: Combatant[Fighter]) -> bool:
    """Whether anything may alter a trait for now."""
    return bool(one.state.boosts or one.state.overlay or one.conditions)


def _shift(play: SupersPlay, name: str, trait: str) -> int:
    """Ranks that a trait has more or fewer for now."""
    one = play[name]
    if not _unsteady(one):
        return 0
    boosted = sum(boost.amount for boost in boosts(play, name, "trait", on=trait))
    overlaid = one.state.overlay.get(trait, 0) if one.has("transformed") else 0
    return boosted + overlaid - weakened_ranks(one, trait, play.options)


def lost_points(held: Held) -> tuple[str, int]:
    """The trait a condition has weakened, and the points it lacks (R-36)."""
    return lost_points_of(held.param or ALL)


def weakened_ranks(one: Combatant[Fighter], trait: str, options: SupersOptions) -> int:
    """Ranks that lost points take from a trait (S-116)."""
    points = sum(
        lost for held in one.conditions if held.key == "weakened" for on, lost in [lost_points(held)] if on == trait
    )
    return lost_ranks(trait, points, options)


def live(play: SupersPlay, name: str) -> SupersSheet:
    """The sheet as it works now: powers that are on, abilities and advantages as they are."""
    sheet: SupersSheet = play.sheet(name)
    combatant = play[name]
    state = combatant.state
    on = [
        one if one.array is None else one.model_copy(update={"array": None})
        for one in powers(play, name)
        if is_on(state, one)
    ]
    update: dict[str, object] = {"powers": on}
    altered = ABILITY_NAMES if _unsteady(combatant) else ()
    shifted: dict[str, int] = {one: shift for one in altered if (shift := _shift(play, name, one))}
    if shifted:
        own: dict[str, int | None] = dict(sheet.abilities)
        ranks = {one: rank if rank is None else rank + shifted.get(one, 0) for one, rank in own.items()}
        update["abilities"] = Abilities.trusted(**ranks)
    if feats := [one for one in state.boosts if one.kind == "advantage"]:
        update["advantages"] = [*sheet.advantages, *(Advantage(id=one.on or "") for one in feats)]
    return sheet.model_copy(update=update)


def defense(play: SupersPlay, name: str, which: Defense) -> list[Part]:
    """A defense with what it is made of, before conditions halve it."""
    off_guard = bears(play, name, "vulnerable") or bears(play, name, "defenseless")
    found = defense_of(live(play, name), which, off_guard=off_guard)
    return [*found.parts, *_altered(play, name, which)]


def as_defense(which: str) -> Defense:
    """A name that is known to be a defense's."""
    return next(one for one in BASE if one == which)


def _altered(play: SupersPlay, name: str, trait: str) -> list[Part]:
    shift = _shift(play, name, trait)
    return [Part(source=ALTERED, value=shift)] if shift else []


def total(parts: Iterable[Part]) -> int:
    """All of it together."""
    return sum(one.value for one in parts)


def active_rank(play: SupersPlay, name: str, which: Defense, *, foe: str | None = None) -> int:
    """Dodge or Parry in force, before `attack` halves it: an unready fighter's Parry is 0 (S-039, R-35)."""
    if which == "parry" and bears(play, name, "debilitated", "fighting"):
        return 0
    return total(defense(play, name, which)) + total(parts_of(boosts(play, name, "defense", foe=foe)))


def rank_in_force(play: SupersPlay, name: str, which: Defense, *, foe: str | None = None) -> int:
    """Dodge or Parry once conditions have had their say (S-040, S-041)."""
    return active_defense(
        active_rank(play, name, which, foe=foe),
        vulnerable=vulnerable(play, name, foe),
        defenseless=bears(play, name, "defenseless"),
        options=play.options,
    ).rank


def vulnerable(play: SupersPlay, name: str, foe: str | None) -> bool:
    """Whether active defenses are halved, against this foe at least (S-115, R-27)."""
    return bears(play, name, "vulnerable") or bool(foe and boosts(play, foe, "open", foe=name))


def hampered(play: SupersPlay, name: str, *traits: str) -> list[Part]:
    """What impaired and disabled take from a check with these traits (S-100)."""
    taken = trait_modifier(conditions(play, name), *traits)
    return [Part(source="disabled" if taken < -2 else "impaired", value=taken, rule="S-100")] if taken else []


def skill(play: SupersPlay, name: str, which: str) -> list[Part] | None:
    """A skill with what it is made of; None where it takes training that is lacking (R-20)."""
    sheet = live(play, name)
    own = [one for one in sheet.skills if one.id == which and (one.ranks > 0 or not SKILLS[which].trained_only)]
    if own:
        parts = max((skill_of(sheet, one, which).parts for one in own), key=total)
    elif SKILLS[which].trained_only:
        return None
    else:
        parts = skill_of(sheet, Skill(id=which), which).parts
    return [*parts, *_altered(play, name, which)]


def trait(play: SupersPlay, name: str, which: str) -> list[Part]:
    """A trait as a check uses it: ability, defense, skill or power (S-003).

    Raises:
        AgainstTheRules: `unknown_trait`, `trained_only`.
    """
    if which in ABILITY_NAMES:
        return [Part(source=which, value=ability_rank(live(play, name), which))]
    if which in BASE:
        return defense(play, name, as_defense(which))
    if which in SKILLS:
        if (parts := skill(play, name, which)) is None:
            raise AgainstTheRules("trained_only", "This skill takes training.", trait=which, rule="R-20")
        return parts
    if which == "initiative":
        return list(initiative_of(live(play, name)).parts)
    for power in powers(play, name):
        if power.name == which and power.effects:
            return [Part(source="rank", value=power.effects[0].rank), *_altered(play, name, which)]
    raise AgainstTheRules(
        "unknown_trait",
        "A trait is an ability, a defense, a skill or a power of whoever makes the check.",
        rule="S-003",
    )


def stands_on(which: str) -> tuple[str, ...]:
    """The names under which conditions may hamper a check with a trait."""
    return (which, SKILLS[which].ability) if which in SKILLS else (which,)


def checked(play: SupersPlay, name: str, which: str) -> list[Part]:
    """Everything that is added to the die of a check with a trait."""
    effort = parts_of(boosts(play, name, "check", on=which))
    return [*trait(play, name, which), *hampered(play, name, *stands_on(which)), *effort]


def best(play: SupersPlay, name: str, traits: Sequence[str]) -> tuple[str, list[Part]]:
    """The best of several traits, as far as one has them."""
    found: list[tuple[str, list[Part]]] = []
    for one in traits:
        try:
            found.append((one, checked(play, name, one)))
        except AgainstTheRules:
            continue
    return max(found, key=lambda pair: total(pair[1]))
