"""Initiative: the order of a fight, and the places of those who come late."""

from collections.abc import Mapping, Sequence

from app.rules.encounter.commands import Start
from app.rules.encounter.facts import Thrown
from app.rules.systems.uttas.derived import characteristic_dice
from app.rules.systems.uttas.encounter.bodies import UttasStart
from app.rules.systems.uttas.encounter.facts import InitiativeRolled, TieRolled
from app.rules.systems.uttas.encounter.state import UttasPlay
from app.rules.systems.uttas.initiative import Entrant, order_of
from app.rules.systems.uttas.outcomes import SIDES

UNABLE = ("dead", "unconscious")
"""Conditions in which nobody gets a turn."""


def place(play: UttasPlay, newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
    """The whole order with these in it (T-010 to T-014, G-04, G-34)."""
    if start is not None:
        named = start.method if isinstance(start, UttasStart) else None
        play.put_scene(method=named or play.options.initiative)
    given = [one for one in newcomers if play[one].initiative is not None]
    rolling = [one for one in newcomers if one not in given]
    order = _ranked(play, rolling)
    if start is None:
        return _slotted(play, order)
    for one in given:
        at = next((spot for spot, other in enumerate(order) if _rank(play, other) < _rank(play, one)), len(order))
        order.insert(at, one)
    return order


def _rank(play: UttasPlay, combatant: str) -> int:
    return play[combatant].initiative or 0


def _ranked(play: UttasPlay, newcomers: Sequence[str]) -> list[str]:
    """Newcomers in order, each told their initiative."""
    method = play.encounter.scene.method
    dice: dict[str, list[Thrown]] = {one: [] for one in newcomers}
    waves: list[list[Thrown]] = []

    def throw(throwers: Sequence[Entrant]) -> Mapping[str, Sequence[int]]:
        faces: dict[str, Sequence[int]] = {}
        first = method == "roll" and not waves
        # A tie with somebody hidden must not show in the dice that all see.
        hidden = not first and any(play[one.id].hidden for one in throwers)
        wave = []
        for one in throwers:
            thrown = play.throw(one.id, one.dice, SIDES, "initiative", secret=hidden) if one.dice else None
            faces[one.id] = thrown.faces if thrown is not None else ()
            if thrown is not None:
                wave.append(thrown)
                if first:
                    dice[one.id].append(thrown)
        waves.append(wave)
        if not first:
            fact = TieRolled(combatants=tuple(one.id for one in throwers), dice=tuple(wave), rules=("T-011", "G-04"))
            play.happened(fact)
        return faces

    entrants = [_entrant(play, one) for one in newcomers]
    order = order_of(entrants, method=method, throw=throw).order
    for one in newcomers:
        rolled = sum(thrown.total for thrown in dice[one])
        initiative = rolled if method == "roll" else play.sheet(one).agility
        rules = ("T-012", "T-013") if method == "roll" else ("T-010", "T-011")
        unable = next((key for key in UNABLE if play[one].has(key)), None)
        fact = InitiativeRolled(combatant=one, dice=tuple(dice[one]), initiative=initiative, unable=unable, rules=rules)
        play.set_initiative({one: initiative}, fact)
    return order


def _entrant(play: UttasPlay, combatant: str) -> Entrant:
    sheet = play.sheet(combatant)
    return Entrant(id=combatant, agility=sheet.agility, dice=characteristic_dice(sheet, "agility", play.options))


def _slotted(play: UttasPlay, newcomers: Sequence[str]) -> list[str]:
    """Late joiners after everybody who isn't behind them, by initiative and then by Agility (G-34)."""
    order = list(play.encounter.order)

    def rank(combatant: str) -> tuple[int, int]:
        return play[combatant].initiative or 0, play.sheet(combatant).agility

    for newcomer in newcomers:
        behind = (spot for spot, one in enumerate(order) if rank(one) < rank(newcomer))
        order.insert(next(behind, len(order)), newcomer)
    return order
