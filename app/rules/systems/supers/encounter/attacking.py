"""Attacks: close, from afar, by routine, on somebody perceived, and on everybody in an area."""

from typing import Final, NamedTuple

from app.rules.character import Part
from app.rules.encounter.facts import Thrown
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.attacks import AttackOutcome, Foe, attack, routine_attack
from app.rules.systems.supers.catalogues.conditions import BY_ID
from app.rules.systems.supers.conditions import attack_modifier
from app.rules.systems.supers.defenses import Defense
from app.rules.systems.supers.degrees import ROUTINE, lifted
from app.rules.systems.supers.derived import UNARMED
from app.rules.systems.supers.encounter.acting import act, refuse_circumstance
from app.rules.systems.supers.encounter.bodies import (
    AttackArea,
    AttackClose,
    AttackPerception,
    AttackRanged,
    AttackRoutine,
    Blow,
)
from app.rules.systems.supers.encounter.boosting import boosted, effort, use_up
from app.rules.systems.supers.encounter.dice import roll
from app.rules.systems.supers.encounter.facts import DEFENSELESS, AreaStruck, AttackMade, Dodged, EffectUsed
from app.rules.systems.supers.encounter.numbers import (
    active_rank,
    bears,
    boosts,
    conditions,
    hampered,
    parts_of,
    rank_in_force,
    rank_of,
    senseless,
    total,
    unaware,
    vulnerable,
)
from app.rules.systems.supers.encounter.places import distance
from app.rules.systems.supers.encounter.resisting import open_critical, open_resistance
from app.rules.systems.supers.encounter.state import Boost, Harm, Strike, SupersPlay, Threatened
from app.rules.systems.supers.encounter.weapons import Weapon, attack_hampered, found, weapon
from app.rules.systems.supers.manoeuvres import aim_bonus
from app.rules.systems.supers.ranges import Band, area_dodge, band, hidden
from app.rules.systems.supers.tradeoffs import BEST_SHIFT, USUAL_SHIFT, trade_off

AGAINST: Final[dict[str, Defense]] = {"close": "parry", "ranged": "dodge"}
RULES: Final = {"close": ("S-058", "S-059"), "ranged": ("S-058", "S-060")}
AIM: Final = "aim"
ADVANTAGES: Final = {
    "accurate": "accurate_attack", "power": "power_attack", "all_out": "all_out_attack",
    "defensive": "defensive_attack",
}  # fmt: skip


class Struck(NamedTuple):
    """How an attack came out, and all that tells it."""

    outcome: AttackOutcome
    parts: tuple[Part, ...]
    dice: tuple[Thrown, ...]
    guard: tuple[Part, ...]
    """What the target's class has for now, more or less than the sheet gives it."""
    open: bool
    """The target is defenseless: whatever hits is critical (S-106)."""


def attack_close(play: SupersPlay, body: AttackClose) -> None:
    """Attack somebody within reach (S-059)."""
    _strike(play, body, way="close")


def attack_ranged(play: SupersPlay, body: AttackRanged) -> None:
    """Attack somebody from afar (S-060)."""
    _strike(play, body, way="ranged")


def attack_routine(play: SupersPlay, body: AttackRoutine) -> None:
    """Attack a minion or somebody defenseless by routine, close or from afar as the power is (S-093, S-106)."""
    _strike(play, body, way=None)


def _strike(play: SupersPlay, body: Blow, *, way: str | None) -> None:
    refuse_circumstance(play, body.circumstance)
    play.known(body.target)
    if body.power != UNARMED:
        found(play, body.actor, body.power)
    paid = act(play, body, "standard", named=[body.target])
    arm = weapon(play, body.actor, body.power)
    if arm.way not in AGAINST or way not in {None, arm.way}:
        raise AgainstTheRules("wrong_attack", f"This power is used otherwise: it is {arm.way}.", rule="S-149")
    at = check_position(play, body.actor, body.target, arm)
    given = sum(body.circumstance)
    shifted = _shifted(play, body, arm)
    arm, lasting = shifted
    struck = strike(play, body.actor, body.target, arm, at, given=given, routine=way is None)
    fact = AttackMade(
        actor=body.actor,
        target=body.target,
        power=body.power,
        way="close" if arm.way == "close" else "ranged",
        routine=way is None,
        dice=struck.dice,
        modifiers=struck.parts,
        guard=struck.guard,
        **struck.outcome.model_dump(),
        rules=(*RULES[arm.way], *((DEFENSELESS,) if struck.open else ())),
    )
    update = paid | ({"boosts": boosted(play, body.actor, lasting)} if lasting else {})
    play.happened(fact, play.changed(body.actor, **update))
    after_attack(play, body.target)
    if struck.outcome.hit:
        play.put_scene(strike=Strike(attacker=body.actor, targets=(Threatened(target=body.target, harms=arm.harms),)))
        if struck.outcome.critical:
            open_critical(play)
        else:
            open_resistance(play)


def check_position(play: SupersPlay, actor: str, target: str, arm: Weapon) -> Band | None:
    """Refuse a target out of reach, out of range or behind total cover; says in which band it is (S-083 to S-090).

    Raises:
        AgainstTheRules: `out_of_reach`, `out_of_range`, `total_cover`, `not_perceived`, `debilitated`.
    """
    feet = distance(play, actor, target)
    at: Band | None = None
    if arm.way == "close":
        if feet > arm.reach_ft:
            raise out_of_reach(play, target, feet, arm.reach_ft)
    else:
        at = band(max(0, arm.rank), feet, bands=arm.bands).band
    hidden(play[target].state.position.cover, "none", play.options)
    if senseless(play, actor):
        raise AgainstTheRules("not_perceived", "Whoever perceives nothing attacks nobody.", rule="S-114")
    ability = {"close": "fighting", "ranged": "dexterity"}[arm.way]
    if bears(play, actor, "debilitated", ability) or (
        arm.name == UNARMED and bears(play, actor, "debilitated", "strength")
    ):
        raise AgainstTheRules("debilitated", "An ability below -5 allows no such attack.", rule="R-35")
    return at


def out_of_reach(play: SupersPlay, target: str, feet: int, reach_ft: int) -> AgainstTheRules:
    """Why somebody can't be touched."""
    return AgainstTheRules(
        "out_of_reach",
        f"{play.plain.name(target)} is {feet} ft away, out of a reach of {reach_ft} ft.",
        distance_ft=feet,
        reach_ft=reach_ft,
        rule="S-155",
    )


def _shifted(play: SupersPlay, body: Blow, arm: Weapon) -> tuple[Weapon, Boost | None]:
    """The weapon after a trade-off, and what that does to the attacker's defenses (S-042, S-043, R-18)."""
    if body.tradeoff is None:
        return arm, None
    kind, shift = body.tradeoff.kind, body.tradeoff.shift
    has = rank_of(play, body.actor, ADVANTAGES[kind]) > 0
    bonus = total(arm.bonus)
    after = trade_off(
        kind, shift, attack=bonus, effect=arm.rank, max_shift=BEST_SHIFT if has else USUAL_SHIFT, options=play.options
    )
    part = Part(source=f"{kind} attack", value=after.attack - bonus, rule="R-18")
    harms = (arm.harms[0].model_copy(update={"rank": after.effect}), *arm.harms[1:])
    lasting = Boost(kind="defense", amount=after.defense, source=f"{kind} attack", rule="R-18", at="turn_start")
    moved = arm._replace(bonus=(*arm.bonus, part) if part.value else arm.bonus, harms=harms)
    return moved, lasting if after.defense else None


def strike(
    play: SupersPlay,
    actor: str,
    target: str,
    arm: Weapon,
    at: Band | None,
    *,
    given: int = 0,
    routine: bool = False,
    what: str = "attack",
) -> Struck:
    """The attack check: everything added, the die, and what the target has against it (S-058 to S-063, S-106).

    Args:
        play: the command under way.
        actor: who attacks.
        target: whom.
        arm: with what.
        at: the band of a ranged attack.
        given: the game master's circumstances.
        routine: it counts 10.
        what: what the die is for.
    """
    extra = _circumstances(play, actor, target, arm, at, given=given)
    lent, efforts = effort(play, actor, "attack", extra)
    extra += lent
    used = [*boosts(play, actor, "attack", foe=target), *boosts(play, actor, "open", foe=target), *efforts]
    which = AGAINST[arm.way]
    foe = _foe(play, actor, target, which)
    bonus, circumstance = total(arm.bonus), total(extra)
    if routine:
        # It refuses before anybody on guard throws.
        routine_attack(bonus, foe, circumstance=circumstance, options=play.options)
        guarded, dice = _guard(play, actor, target, foe, which)
        outcome = routine_attack(bonus, guarded, circumstance=circumstance, options=play.options)
    else:
        thrown = roll(play, actor, what)
        guarded, dice = _guard(play, actor, target, foe, which)
        outcome = attack(
            thrown.die, bonus, guarded, circumstance=circumstance, crit_threat=arm.crit_threat, options=play.options
        )
        dice = (*thrown.dice, *dice)
    use_up(play, actor, used)
    parts = (*arm.bonus, *extra)
    off_sheet = _off_sheet(play, actor, target, foe, guarded, outcome.dc)
    return Struck(outcome, parts, dice, tuple(off_sheet), foe.defenseless)


def _off_sheet(play: SupersPlay, actor: str, target: str, foe: Foe, guarded: Foe, dc: int) -> list[Part]:
    """What the class has for now: boosts, then a die on guard, or what its bearer lacks (S-040, S-041, R-18)."""
    lent = parts_of(boosts(play, target, "defense", foe=actor))
    taken = dc - ROUTINE - foe.defense
    if not taken:
        return lent
    source, rule = ("vulnerable", "S-040") if not foe.defenseless else ("defenseless", "S-041")
    if guarded is not foe:
        source, rule = "guard", "R-18"
    return [*lent, Part(source=source, value=taken, rule=rule)]


def _circumstances(
    play: SupersPlay, actor: str, target: str, arm: Weapon, at: Band | None, *, given: int
) -> list[Part]:
    """All that helps or hinders an attack, besides its bonus (S-083 to S-090, S-100, S-127, R-13)."""
    place = play[target].state.position
    blind = unaware(play, actor, "visual")
    prone = attack_modifier(conditions(play, actor), conditions(play, target), kind=arm.way)
    feet = {"short": 0, "medium": -2, "long": -5, None: 0}[at]
    shade = hidden(place.cover, "total" if blind else place.concealment, play.options)
    lent = [
        Part(source=one.source, value=aim_bonus(at) if one.source == AIM else one.amount, rule=one.rule)
        for one in boosts(play, actor, "attack", foe=target)
    ]
    parts = [
        *attack_hampered(play, actor, arm.name, arm.way),
        Part(source="prone", value=prone, rule="S-127"),
        Part(source=f"{at} range", value=feet, rule="S-084" if at == "medium" else "S-085"),
        Part(source="cover and concealment", value=shade, rule="S-087"),
        *lent,
        Part(source="circumstance", value=given, rule="S-022"),
    ]
    return [one for one in parts if one.value]


def _foe(play: SupersPlay, actor: str, target: str, against: Defense) -> Foe:
    return Foe(
        defense=active_rank(play, target, against, foe=actor),
        vulnerable=vulnerable(play, target, actor),
        defenseless=bears(play, target, "defenseless"),
        cover="none",
        attacker_minion=play.sheet(actor).kind == "minion",
        target_minion=play.sheet(target).kind == "minion",
    )


def _guard(play: SupersPlay, actor: str, target: str, foe: Foe, against: Defense) -> tuple[Foe, tuple[Thrown, ...]]:
    """Somebody on guard throws instead of counting 10, and low dice count 10 more (R-18)."""
    if not boosts(play, target, "guard") or foe.defenseless:
        return foe, ()
    thrown = roll(play, target, "guard")
    counts = max(thrown.die.counts, lifted(thrown.dice[0].faces[0]).counts)
    rank = rank_in_force(play, target, against, foe=actor)
    return foe._replace(defense=rank + counts - ROUTINE, vulnerable=False), thrown.dice


def after_attack(play: SupersPlay, target: str) -> None:
    """A threat breaks what only lasts without one (S-123)."""
    for held in play[target].conditions:
        if "threat" in BY_ID[held.key].ends_on:
            play.remove_condition(target, held)


def attack_perception(play: SupersPlay, body: AttackPerception) -> None:
    """A power that needs no attack check, on somebody perceived (S-157)."""
    play.known(body.target)
    found(play, body.actor, body.power)
    paid = act(play, body, "standard", named=[body.target], mental=True)
    arm = weapon(play, body.actor, body.power)
    if arm.way != "perception":
        raise AgainstTheRules("wrong_attack", f"This power is used otherwise: it is {arm.way}.", rule="S-149")
    if unaware(play, body.actor, "visual") or play[body.target].state.position.concealment == "total":
        raise AgainstTheRules(
            "not_perceived", f"{play.plain.name(body.target)} isn't perceived, and so isn't reached.", rule="S-157"
        )
    fact = EffectUsed(actor=body.actor, target=body.target, power=body.power, rules=("S-157", "S-162"))
    play.happened(fact, play.changed(body.actor, **paid))
    after_attack(play, body.target)
    play.put_scene(strike=Strike(attacker=body.actor, targets=(Threatened(target=body.target, harms=arm.harms),)))
    open_resistance(play)


def attack_area(play: SupersPlay, body: AttackArea) -> None:
    """Strike everybody in an area: each dodges, then resists all of it or half (R-12, S-091)."""
    targets = list(dict.fromkeys(body.targets))
    for target in targets:
        play.known(target)
    found(play, body.actor, body.power)
    paid = act(play, body, "standard", named=targets)
    arm = weapon(play, body.actor, body.power)
    if arm.way != "area":
        raise AgainstTheRules("no_area", "This power has no area.", rule="R-12")
    dodged = [_dodge(play, body.actor, target, arm) for target in targets]
    fact = AreaStruck(
        actor=body.actor, targets=tuple(targets), power=body.power, dodge=tuple(dodged), rules=("R-12", "S-091")
    )
    play.happened(fact, play.changed(body.actor, **paid))
    for target in targets:
        after_attack(play, target)
    threatened = tuple(
        Threatened(target=target, harms=tuple(_halved(one, dodge.success) for one in arm.harms))
        for target, dodge in zip(targets, dodged, strict=True)
    )
    play.put_scene(strike=Strike(attacker=body.actor, targets=threatened))
    open_resistance(play)


def _halved(harm: Harm, dodged: bool) -> Harm:
    return harm.model_copy(update={"rank": min(harm.rank, max(1, harm.rank // 2))}) if dodged else harm


def _dodge(play: SupersPlay, actor: str, target: str, arm: Weapon) -> Dodged:
    taken = hampered(play, target, "dodge")
    lent, efforts = effort(play, target, "dodge", taken)
    rank = rank_in_force(play, target, "dodge", foe=actor)
    thrown = roll(play, target, "dodge")
    made = area_dodge(
        thrown.die,
        rank,
        arm.rank,
        cover=play[target].state.position.cover,
        circumstance=total(taken) + total(lent),
        options=play.options,
    )
    use_up(play, target, efforts)
    return Dodged(combatant=target, by=actor, dice=thrown.dice, success=made.degree > 0, **made.model_dump())
