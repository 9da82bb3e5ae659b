"""Afflictions and weakened traits: how they take hold, get worse, and are thrown off (R-31, R-35, R-36)."""

from typing import Final

from app.rules.encounter.state import NEVER, Encounter, Expiry
from app.rules.systems.supers.abilities import ABILITY_NAMES, LOWEST
from app.rules.systems.supers.afflictions import condition_of, takes_hold
from app.rules.systems.supers.catalogues.conditions import ALL, BY_ID
from app.rules.systems.supers.conditions import Condition as Rule
from app.rules.systems.supers.derived import ability_rank
from app.rules.systems.supers.encounter.numbers import live, lost_points
from app.rules.systems.supers.encounter.state import Affliction, Fighter, Harm, Scene, SupersPlay
from app.rules.systems.supers.resistance import WORST_CONDITION

ROUNDS_A_MINUTE: Final = 10
WEAKENED: Final = "weakened"
DEBILITATED: Final = "debilitated"


def param_of(condition: Rule) -> str | None:
    """The frame's param: everything is said only where the condition needs one."""
    return condition.param if condition.param != ALL or BY_ID[condition.key].param_required else None


def afflict(play: SupersPlay, name: str, by: str, harm: Harm, degree: int) -> None:
    """A failure against an Affliction: the higher degree takes the place of the lower (R-31)."""
    state = play[name].state
    held = next((one for one in state.afflictions if one.by == by and one.harm.power == harm.power), None)
    worst = takes_hold(held.degree if held else 0, degree, cumulative="cumulative" in harm.extras)
    if held is None or worst > held.degree:
        _take_hold(play, name, by, harm, worst, held=held)


def worsen(play: SupersPlay, name: str, affliction: Affliction) -> None:
    """A Progressive Affliction that wasn't thrown off is a degree worse."""
    worst = min(WORST_CONDITION, affliction.degree + 1)
    if worst > affliction.degree:
        _take_hold(play, name, affliction.by, affliction.harm, worst, held=affliction)


def _take_hold(play: SupersPlay, name: str, by: str, harm: Harm, degree: int, *, held: Affliction | None) -> None:
    condition = condition_of(harm.conditions, degree)
    brief = "instant_recovery" in harm.extras
    expires = Expiry(at="turn_end", of=name) if brief else NEVER
    added = play.add_condition(name, condition.key, param=param_of(condition), source=by, expires=expires, apart=True)
    tried = held.tried if held else 0
    new = Affliction(id=added.id, by=by, harm=harm, degree=degree, since=play.encounter.round, tried=tried)
    others = tuple(one for one in play[name].state.afflictions if held is None or one.id != held.id)
    play.put(name, afflictions=(*others, new))
    if held is not None:
        release(play, name, held)


def release(play: SupersPlay, name: str, affliction: Affliction) -> None:
    """An Affliction is over: its condition ends, and what others imply stays."""
    for condition in play[name].conditions:
        if condition.id == affliction.id:
            play.remove_condition(name, condition)


def due(encounter: Encounter[Fighter, Scene], name: str) -> list[Affliction]:
    """Afflictions that may be thrown off at the end of this turn: degrees 1 and 2, the third once a minute (R-31)."""
    now = encounter.round
    return [one for one in encounter[name].state.afflictions if one.tried != now and _is_due(one, now)]


def _is_due(affliction: Affliction, now: int) -> bool:
    rounds = now - affliction.since
    return affliction.degree < WORST_CONDITION or (rounds > 0 and rounds % ROUNDS_A_MINUTE == 0)


def tried(play: SupersPlay, name: str, affliction: Affliction) -> None:
    """Remember that this one had its check this turn."""
    done = affliction.model_copy(update={"tried": play.encounter.round})
    play.put(name, afflictions=tuple(done if one.id == affliction.id else one for one in play[name].state.afflictions))


def weaken(play: SupersPlay, name: str, trait: str, *, points: int, by: str) -> None:
    """A trait loses power points; of one source they add up (S-116, R-36)."""
    held = next(
        (
            one
            for one in play[name].conditions
            if one.key == WEAKENED and one.source == by and lost_points(one)[0] == trait
        ),
        None,
    )
    lost = points + (lost_points(held)[1] if held else 0)
    play.add_condition(name, WEAKENED, param=f"{trait},{lost}", source=by, instead_of=held)
    _check_debilitated(play, name)


def regain(play: SupersPlay, name: str) -> None:
    """A round has passed: each weakened trait gets a point back (R-36)."""
    for held in play[name].conditions:
        if held.key != WEAKENED or "," not in (held.param or ""):
            continue
        trait, lost = lost_points(held)
        if lost > 1:
            play.add_condition(name, WEAKENED, param=f"{trait},{lost - 1}", source=held.source, instead_of=held)
        else:
            play.remove_condition(name, held, expired=True)
    _check_debilitated(play, name)


def _check_debilitated(play: SupersPlay, name: str) -> None:
    """An ability that weakening has pushed below -5 debilitates until it is back (S-104, R-35)."""
    weakened = {lost_points(one)[0] for one in play[name].conditions if one.key == WEAKENED}
    fallen = {one for one in ABILITY_NAMES if one in weakened and ability_rank(live(play, name), one) < LOWEST}
    held = {one.param: one for one in play[name].conditions if one.key == DEBILITATED and one.source == WEAKENED}
    for ability in sorted(fallen - set(held)):
        play.add_condition(name, DEBILITATED, param=ability, source=WEAKENED)
    for param, condition in held.items():
        if param not in fallen:
            play.remove_condition(name, condition)
