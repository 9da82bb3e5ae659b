"""What follows a hit: the critical choice, the resistance checks, and what a failure does."""

from typing import Final, NamedTuple

from app.rules.character import Part
from app.rules.encounter.facts import Thrown
from app.rules.encounter.state import Window
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.afflictions import retry, weakened_by
from app.rules.systems.supers.attacks import crit_choice
from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.catalogues.effects import resistance_base
from app.rules.systems.supers.catalogues.skills import BY_ID as SKILLS
from app.rules.systems.supers.defenses import BASE
from app.rules.systems.supers.degrees import CheckOutcome, Die
from app.rules.systems.supers.derived import ability_rank
from app.rules.systems.supers.encounter.afflicting import afflict, due, release, tried, weaken, worsen
from app.rules.systems.supers.encounter.bodies import ChooseCritical, Resist
from app.rules.systems.supers.encounter.boosting import effort, use_up
from app.rules.systems.supers.encounter.dice import roll
from app.rules.systems.supers.encounter.facts import PENALTY, CriticalChosen, EffectResisted
from app.rules.systems.supers.encounter.numbers import as_defense, defense, hampered, live, skill, stands_on, total
from app.rules.systems.supers.encounter.state import Affliction, Harm, Strike, SupersPlay
from app.rules.systems.supers.encounter.stunts import add_stunt
from app.rules.systems.supers.encounter.weapons import USUAL_CONDITIONS
from app.rules.systems.supers.encounter.wounds import is_object, wound
from app.rules.systems.supers.resistance import Resistance, Wounds
from app.rules.systems.supers.resistance import resist as resistance_check

CRITICAL: Final = "critical_choice"
RESISTANCE: Final = "resistance"
RETRY: Final = "retry"
RESIST: Final = "supers.resist"


def under_way(play: SupersPlay) -> Strike:
    """The attack that a window asks about."""
    strike = play.encounter.scene.strike
    assert strike is not None, "no attack is under way"
    return strike


def open_critical(play: SupersPlay) -> None:
    """Ask the attacker what the critical hit does (S-067)."""
    attacker = under_way(play).attacker
    play.ask(CRITICAL, [attacker], ["supers.choose_critical"], since=attacker)


def open_resistance(play: SupersPlay) -> None:
    """Ask everybody who was hit to resist."""
    strike = under_way(play)
    play.ask(RESISTANCE, [one.target for one in strike.targets], [RESIST], since=strike.attacker)


def asks_on(play: SupersPlay, window: Window, name: str) -> bool:
    """Whether the attack, or an Affliction, that a window asks about is still there."""
    strike = play.encounter.scene.strike
    match window.kind:
        case "critical_choice":
            return strike is not None
        case "resistance":
            return strike is not None and bool(strike.on(name))
        case _:
            return bool(due(play.encounter, name))


def choose_critical(play: SupersPlay, body: ChooseCritical) -> None:
    """Turn a critical hit into something, before it is resisted (S-064 to S-067, R-37)."""
    strike = under_way(play)
    (struck,) = strike.targets
    main = struck.harms[0]
    like = main.threat
    choice = crit_choice(body.option, effect=like.effect, rank=like.rank, added_effect=body.added_effect)
    if body.stunt is not None and choice.option == "alternate":
        add_stunt(play, body.actor, main.power, body.stunt)
    harms = struck.harms
    match choice.option:
        case "increased":
            harms = tuple(one.model_copy(update={"increased": True}) for one in harms)
        case "added":
            harms = (harms[0], _added(choice.added_effect or "", main.power, body), *harms[1:])
    play.answered(body.actor)
    told = choice.model_dump()
    fact = CriticalChosen(actor=body.actor, **told, rules=("S-064", "S-065", "S-066", "S-067"))
    changed = struck.model_copy(update={"harms": harms})
    scene = play.encounter.scene.model_copy(update={"strike": strike.model_copy(update={"targets": (changed,)})})
    play.happened(fact, scene=scene)
    open_resistance(play)


def _added(effect: str, power: str, body: ChooseCritical) -> Harm:
    known = [one for one in EFFECTS[effect].resisted_by if one in BASE]
    return Harm(
        effect=effect,
        power=f"{power} (added)",
        rank=0,
        trait=known[0] if known else "will",
        dc_base=resistance_base(effect),
        conditions=tuple(body.conditions or USUAL_CONDITIONS) if effect == "affliction" else (),
    )


def resist(play: SupersPlay, body: Resist) -> None:
    """Make the check that is waited for: against an attack, or to throw an Affliction off (S-049)."""
    window = play.encounter.pending
    assert window is not None, "nobody is asked to resist"
    if window.kind == RETRY:
        again = due(play.encounter, body.actor)[0]
        throw_off(play, body.actor, again, ends_turn=True)
        if not due(play.encounter, body.actor):
            play.answered(body.actor)
        return
    strike = under_way(play)
    harm = strike.on(body.actor)[0]
    left = strike.without(body.actor)
    if not left.on(body.actor):
        play.answered(body.actor)
    play.put_scene(strike=left if left.targets else None)
    suffer(play, body.actor, strike.attacker, harm)


class Defended(NamedTuple):
    """A die of whoever resists, and all that is added to it."""

    die: Die
    dice: tuple[Thrown, ...]
    parts: tuple[Part, ...]


def defend_with(play: SupersPlay, name: str, trait: str) -> Defended:
    """A resistance check's die and modifier; it takes no action, and nothing keeps from it (S-080, S-100)."""
    if trait in BASE:
        parts = defense(play, name, as_defense(trait))
    elif trait in SKILLS:
        parts = skill(play, name, trait) or []
    else:
        parts = [Part(source=trait, value=ability_rank(live(play, name), trait))]  # type: ignore[arg-type]
    taken = hampered(play, name, *stands_on(trait))
    lent, used = effort(play, name, trait, taken)
    thrown = roll(play, name, RESISTANCE)
    use_up(play, name, used)
    return Defended(thrown.die, thrown.dice, (*parts, *taken, *lent))


def suffer(play: SupersPlay, name: str, by: str, harm: Harm) -> None:
    """Resist an effect, and bear what a failure does (S-068 to S-075, S-096, S-162, R-29, R-31, R-36)."""
    made = defend_with(play, name, harm.trait)
    damage = play[name].state.damage
    found = resistance_check(
        made.die,
        total(made.parts),
        harm.threat,
        Wounds(level=damage.level, penalty=damage.penalty),
        minion=play.sheet(name).kind == "minion",
        inanimate=is_object(play, name),
        options=play.options,
    )
    minus = [Part(source="damage", value=-damage.penalty, rule=PENALTY)] if damage.penalty else []
    parts = (*made.parts, *minus) if harm.effect == "damage" else made.parts
    fact = _resisted(name, by, harm, found, made.dice, parts)
    if harm.effect == "damage":
        fact = fact.model_copy(update={"level": found.level, "penalty": found.penalty})
        stable = damage.stable and found.level == damage.level
        wound(play, name, fact, level=found.level, penalty=found.penalty, stable=stable)
        return
    play.happened(fact)
    if is_object(play, name):
        return
    if harm.effect == "affliction" and found.condition_degree:
        afflict(play, name, by, harm, found.condition_degree)
    elif harm.weakens is not None and not found.success:
        check = CheckOutcome(total=found.total, degree=found.degree, success=found.success, critical=found.critical)
        weaken(play, name, harm.weakens, points=weakened_by(check, dc=harm.dc, rank=harm.rank), by=by)


def _resisted(
    name: str,
    by: str,
    harm: Harm,
    found: Resistance | CheckOutcome,
    dice: tuple[Thrown, ...],
    parts: tuple[Part, ...],
    *,
    again: bool = False,
    dc: int | None = None,
) -> EffectResisted:
    return EffectResisted(
        combatant=name,
        by=by,
        effect=harm.effect,
        trait=harm.trait,
        again=again,
        dice=dice,
        modifiers=parts,
        total=found.total,
        dc=harm.dc if dc is None else dc,
        degree=found.degree,
        success=found.success,
        critical=found.critical,
        rules=("R-31",) if harm.effect != "damage" else ("S-068", "S-070", "S-071"),
    )


def throw_off(play: SupersPlay, name: str, affliction: Affliction, *, ends_turn: bool = False) -> None:
    """Another check against an Affliction: success ends it, failure changes nothing (R-31)."""
    harm = affliction.harm.model_copy(update={"increased": False})
    made = defend_with(play, name, harm.trait)
    threat = harm.threat
    found = retry(
        made.die,
        total(made.parts),
        effect=threat.effect,
        rank=threat.rank,
        degree=affliction.degree,
        options=play.options,
    )
    fact = _resisted(name, affliction.by, harm, found.check, made.dice, made.parts, again=True, dc=threat.dc)
    play.happened(fact)
    if ends_turn:
        tried(play, name, affliction)
    now = next((one for one in play[name].state.afflictions if one.id == affliction.id), affliction)
    if found.check.success:
        release(play, name, now)
    elif ends_turn and "progressive" in harm.extras:
        worsen(play, name, now)


def oldest(play: SupersPlay, name: str, condition: str | None = None) -> Affliction:
    """The Affliction with this condition, or the oldest.

    Raises:
        AgainstTheRules: `not_found`.
    """
    held = play[name].state.afflictions
    found = next((one for one in held if condition in {None, one.id}), None)
    if found is None:
        raise AgainstTheRules("not_found", "No such effect holds this combatant.", rule="R-31")
    return found
