"""A fighter as shown to whoever may read it."""

from typing import Any, get_args

from app.rules.encounter.facts import Voice
from app.rules.encounter.state import Combatant, Encounter, Window
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Sight
from app.rules.system import Value
from app.rules.systems.supers.attacks import CriticalOption
from app.rules.systems.supers.effort import Fatigue
from app.rules.systems.supers.encounter.afflicting import due
from app.rules.systems.supers.encounter.numbers import in_force
from app.rules.systems.supers.encounter.resisting import CRITICAL, RESISTANCE, RETRY
from app.rules.systems.supers.encounter.state import Fighter, Harm, Readied, Scene, Turn
from app.rules.systems.supers.sheet import Damage, Position


class AfflictionView(Value):
    """An Affliction that holds."""

    condition: str
    """The id of its condition."""
    by: str | None
    degree: int


class BoostView(Value):
    """A number that counts for a while."""

    source: str
    kind: str
    amount: int
    on: str | None
    foe: str | None


class FighterView(Value):
    """What moves in a fight, and what conditions come to."""

    damage: Damage
    fatigue: Fatigue
    pending_step: int
    """A step of fatigue that lands at the start of the next turn."""
    hero_points: int
    effective: tuple[str, ...]
    """The conditions in force: bundles open, without what is masked, as `basic` or `basic:param`."""
    turn: Turn
    position: Position
    afflictions: tuple[AfflictionView, ...]
    boosts: tuple[BoostView, ...]
    holds: tuple[str, ...]
    """Who is in its grip."""
    ready: Readied | None
    stunts: tuple[str, ...]
    lost: tuple[str, ...]
    off: tuple[str, ...]
    on: tuple[str, ...]


class CriticalMenu(Value):
    """What a critical hit may be turned into."""

    options: tuple[str, ...] = get_args(CriticalOption)


class ThreatView(Value):
    """What somebody has to resist next."""

    combatant: str
    effect: str
    trait: str
    """What resists."""
    dc: int | None
    """Null for whoever may not read the attacker."""


class ThreatMenu(Value):
    """What everybody who is asked has to resist."""

    threats: tuple[ThreatView, ...]


def show_menu(encounter: Encounter[Fighter, Scene], window: Window, sight: Sight) -> Value | None:
    """What can be chosen in a window, or what has to be resisted."""
    strike = encounter.scene.strike
    if window.kind == CRITICAL:
        return CriticalMenu()
    if window.kind == RETRY:
        held = [(name, one) for name in window.for_ for one in due(encounter, name)[:1]]
        return ThreatMenu(threats=tuple(_threat(name, one.harm, one.by, sight) for name, one in held))
    if window.kind != RESISTANCE or strike is None:
        return None
    asked = [(name, strike.on(name)[0]) for name in window.for_ if sight.sees(name) and strike.on(name)]
    return ThreatMenu(threats=tuple(_threat(name, harm, strike.attacker, sight) for name, harm in asked))


def tell_menu(encounter: Encounter[Fighter, Scene], window: Window, voice: Voice) -> str:
    """What has to be resisted, in words; where several resist different things, each of them after a line break."""
    menu = show_menu(encounter, window, voice.sight)
    threats = menu.threats if isinstance(menu, ThreatMenu) else ()
    whats = {one.combatant: _what(one) for one in threats if voice.sight.sees(one.combatant)}
    verb = "may throw off" if window.kind == RETRY else "must resist"
    if not whats:
        return ""
    if len(set(whats.values())) == 1:
        return f"{verb} {next(iter(whats.values()))}."
    each = "; ".join(f"{voice.name(name)} {what}" for name, what in whats.items())
    return f"{verb} what hits them.\n{each}."


def _what(threat: ThreatView) -> str:
    dc = "" if threat.dc is None else f", DC {threat.dc}"
    return f"the {threat.effect.replace('_', ' ')} ({threat.trait.replace('_', ' ')}{dc})"


def _threat(name: str, harm: Harm, by: str, sight: Sight) -> ThreatView:
    dc = harm.dc if sight.reads(by) else None
    return ThreatView(combatant=name, effect=harm.effect, trait=harm.trait, dc=dc)


def show_fighter(one: Combatant[Fighter], sight: Sight, table: Table[Any, Any]) -> FighterView:
    """Somebody's state, with others in it only where they are seen."""
    state = one.state
    position = state.position
    if any(not sight.sees(other) for other in position.distance_ft):
        seen = {other: feet for other, feet in position.distance_ft.items() if sight.sees(other)}
        position = position.model_copy(update={"distance_ft": seen})
    return FighterView.trusted(
        damage=state.damage,
        fatigue=state.fatigue,
        pending_step=state.pending_step,
        hero_points=state.hero_points,
        effective=tuple(map(str, _effective(one, table))),
        turn=state.turn,
        position=position,
        afflictions=tuple(
            AfflictionView.trusted(condition=held.id, by=held.by if sight.sees(held.by) else None, degree=held.degree)
            for held in state.afflictions
        ),
        boosts=tuple(
            BoostView.trusted(source=held.source, kind=held.kind, amount=held.amount, on=held.on, foe=held.foe)
            for held in state.boosts
            if held.foe is None or sight.sees(held.foe)
        ),
        holds=tuple(held.target for held in state.holds if sight.sees(held.target)),
        ready=state.ready,
        stunts=tuple(power.name for power in state.stunts),
        lost=state.lost,
        off=state.off,
        on=state.on,
    )


def _effective(one: Combatant[Fighter], table: Table[Any, Any]) -> tuple[object, ...]:
    options: Any = table.options
    return in_force(one, options, alert=table.sheet(one).rank_of("uncanny_dodge") > 0) if one.conditions else ()
