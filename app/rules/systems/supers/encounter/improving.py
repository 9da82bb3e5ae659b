"""A roll made better: the last command is taken back, and decided anew with the better of two dice (R-16)."""

import json
from typing import Final

from app.rules.encounter import frame_rules
from app.rules.encounter.commands import FRAME_COMMANDS, Command
from app.rules.encounter.state import Encounter
from app.rules.encounter.viewer import GM
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.degrees import die, improved
from app.rules.systems.supers.encounter.deed_facts import RollImproved
from app.rules.systems.supers.encounter.dice import COIN, HERO_POINT, TIE, Hand, hand, throw
from app.rules.systems.supers.encounter.state import Fight, Fighter, Last, Scene, put_scene

USE: Final = "improve_roll"
NO_CHECK: Final = (COIN, TIE)
"""Dice that part equals, and are no roll of anybody's."""


def remember(play: Fight, command: Command) -> None:
    """Keep what it takes to decide this command anew, if it has thrown dice of anybody with a hero point left."""
    held: Hand = play.aside or Hand()
    body, before = held.anew or (command, play.before)
    last = _last(play, body, before, held)
    if last is not None or play.encounter.scene.last is not None:
        put_scene(play, last=last)


def _last(play: Fight, command: Command, before: Encounter[Fighter, Scene], held: Hand) -> Last | None:
    throwers = {one.of for one in held.casts if one.what not in NO_CHECK}
    able = any(one.id in throwers and one.state.hero_points for one in play.encounter.combatants)
    same = [one.id for one in before.combatants] == [one.id for one in play.encounter.combatants]
    if not able or not same:
        return None
    changed = tuple(
        was for was, now in zip(before.combatants, play.encounter.combatants, strict=True) if was is not now
    )
    shell = before.model_copy(update={"combatants": changed, "scene": before.scene.model_copy(update={"last": None})})
    return Last(body=command.model_dump_json(exclude={"faces"}), casts=tuple(held.casts), before=shell)


def may_improve(play: Fight, actor: str) -> bool:
    """Whether somebody's roll is in the last command."""
    last = play.encounter.scene.last
    return last is not None and any(one.of == actor and one.what not in NO_CHECK for one in last.casts)


def improve(play: Fight, actor: str, points_left: int) -> None:
    """Take the last command back and decide it anew; `actor`'s last roll in it counts the better of two dice.

    Raises:
        AgainstTheRules: `result_announced`, `hero_use_repeated`.
    """
    last = play.encounter.scene.last
    if last is None or not may_improve(play, actor):
        raise AgainstTheRules(
            "result_announced",
            "The last command holds no roll of this combatant's: a hero point comes too late.",
            rule="R-16",
        )
    casts = list(last.casts)
    place = max(place for place, one in enumerate(casts) if one.of == actor and one.what not in NO_CHECK)
    if casts[place].better is not None:
        raise AgainstTheRules("hero_use_repeated", "A hero point has bettered this roll already.", rule="R-16")
    second = throw(play, actor, HERO_POINT)
    first = second.model_copy(update={"what": casts[place].what, "faces": (casts[place].face,)})
    used = improved(die(casts[place].face), second.faces[0]).counts
    casts[place] = casts[place].model_copy(update={"better": second.faces[0]})
    restored = _restored(play, last)
    uses = (*restored[actor].state.hero_uses, USE)
    paid = {actor: restored[actor].state.model_copy(update={"hero_points": points_left, "hero_uses": uses})}
    before = restored.model_copy(
        update={
            "combatants": tuple(
                one.model_copy(update={"state": paid[one.id]}) if one.id in paid else one for one in restored.combatants
            )
        }
    )
    fact = RollImproved(
        combatant=actor,
        what=casts[place].what,
        dice=(first, second),
        used_face=used,
        hero_points=points_left,
        rules=("R-16",),
    )
    play.moved(fact, before)
    command = _command(play, last.body)
    held = hand(play)
    held.lying, held.anew = casts, (command, before)
    _decide(play, command)


def _restored(play: Fight, last: Last) -> Encounter[Fighter, Scene]:
    was = {one.id: one for one in last.before.combatants}
    return last.before.model_copy(
        update={"combatants": tuple(was.get(one.id, one) for one in play.encounter.combatants)}
    )


def _command(play: Fight, body: str) -> Command:
    own = [*(kind.body for kind in play.rules.commands), *play.rules.frame_bodies, *FRAME_COMMANDS]
    named = json.loads(body)["type"]
    found = next(kind for kind in own if kind.model_fields["type"].default == named)
    return found.model_validate_json(body)


def _decide(play: Fight, command: Command) -> None:
    # It was accepted once, from somebody who might: only its dice are others now.
    sender, play.viewer = play.viewer, GM
    try:
        kind = play.rules.kinds.get(command.type)
        if kind is not None:
            kind.decide(play, command)
        else:
            frame_rules.carry_out(play, command)
    finally:
        play.viewer = sender
