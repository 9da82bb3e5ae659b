"""A roll made better: the last command is taken back, and decided anew with the better of two dice (R-16)."""

import json
from typing import Final

from app.rules.encounter import frame_rules
from app.rules.encounter.commands import FRAME_COMMANDS, Command
from app.rules.encounter.rehearsing import refusal_of, rehearsal
from app.rules.encounter.state import Encounter
from app.rules.encounter.stored import rebuilt, write_state, write_step
from app.rules.encounter.viewer import GM, Viewer
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.degrees import die, improved
from app.rules.systems.supers.encounter.deed_facts import COIN, RollImproved
from app.rules.systems.supers.encounter.dice import HERO_POINT, TIE, Hand, hand, throw
from app.rules.systems.supers.encounter.state import Fighter, Last, Scene, SupersPlay

USE: Final = "improve_roll"
NO_CHECK: Final = (COIN, TIE)
"""Dice that part equals, and are no roll of anybody's."""


def remember(play: SupersPlay, command: Command) -> None:
    """Keep what it takes to decide this command anew, as long as its result isn't announced.

    It is announced to whoever sees anything of a later command, so that what is hidden from them leaves no trace.
    """
    held: Hand = play.aside or Hand()
    body, before = held.anew or (command, play.before)
    earlier = [_unseen(play, one) for one in play.encounter.scene.lasts]
    latest = _last(play, body, before, held)
    lasts = tuple(one for one in (*earlier, latest) if one is not None)
    if lasts != play.encounter.scene.lasts:
        play.put_scene(lasts=lasts)


def _unseen(play: SupersPlay, last: Last) -> Last | None:
    there = play.encounter.find
    left = tuple(one for one in last.throwers if there(one) is not None and not _notices(play, one))
    if not left or any(there(one) is None for one in last.changed):
        return None
    return last.model_copy(update={"throwers": left})


def _notices(play: SupersPlay, thrower: str) -> bool:
    owner = play[thrower].owner_member_id
    return owner is None or play.noticed(Viewer(role="player", member_id=owner))


def _last(play: SupersPlay, command: Command, before: Encounter[Fighter, Scene], held: Hand) -> Last | None:
    now = play.encounter
    threw = {one.of for one in held.casts if one.what not in NO_CHECK}
    able = tuple(one.id for one in now.combatants if one.id in threw and one.state.hero_points)
    if not able or [one.id for one in before.combatants] != [one.id for one in now.combatants]:
        return None
    lasts = before.scene.model_copy(update={"lasts": now.scene.lasts})
    return Last(
        body=command.model_dump_json(exclude={"faces"}),
        casts=tuple(held.casts),
        throwers=able,
        changed=tuple(was.id for was, one in zip(before.combatants, now.combatants, strict=True) if was is not one),
        back=write_step(now, before.model_copy(update={"scene": lasts})),
        active=now.active if now.active == before.active else None,
    )


def improvable(play: SupersPlay, actor: str) -> Last | None:
    """The command that holds somebody's roll, where its result isn't announced to them."""
    return next((one for one in reversed(play.encounter.scene.lasts) if actor in one.throwers), None)


def improve(play: SupersPlay, actor: str, points_left: int) -> None:
    """Take the last command back and decide it anew; `actor`'s last roll in it counts the better of two dice.

    Raises:
        AgainstTheRules: `result_announced`, `hero_use_repeated`.
    """
    last = improvable(play, actor)
    if last is None or not _stands(play, last):
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
    now, before = play.encounter, _paid(_before(play, last), actor, points_left)
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
    if last.active not in {None, now.active}:
        play.quietly(play.encounter.model_copy(update={"active": now.active, "stage": now.stage}))


def _stands(play: SupersPlay, last: Last) -> bool:
    """Whether the command would still be accepted: what came later and unseen may have bound whoever sent it."""
    command = _command(play, last.body)
    if command.type not in play.rules.kinds:
        return True
    return refusal_of(rehearsal(_before(play, last), GM, table=play.table), command) is None


def _before(play: SupersPlay, last: Last) -> Encounter[Fighter, Scene]:
    """The state without what the command did; what came later and unseen stays."""
    now = play.encounter
    turn = {} if last.active in {None, now.active} else {"active": last.active, "stage": "open"}
    before = rebuilt(write_state(now.model_copy(update=turn)), [last.back], play.rules)
    later = [one for one in now.order if one not in before.order]
    order = tuple(one for one in (*before.order, *later) if now.find(one) is not None)
    acted = tuple(one for one in before.acted if one in order)
    lasts = tuple(one for one in now.scene.lasts if one is not last)
    scene = before.scene.model_copy(update={"lasts": lasts})
    return before.model_copy(update={"order": order, "acted": acted, "scene": scene})


def _paid(before: Encounter[Fighter, Scene], actor: str, points_left: int) -> Encounter[Fighter, Scene]:
    state = before[actor].state
    paid = state.model_copy(update={"hero_points": points_left, "hero_uses": (*state.hero_uses, USE)})
    combatants = tuple(one.model_copy(update={"state": paid}) if one.id == actor else one for one in before.combatants)
    return before.model_copy(update={"combatants": combatants})


def _command(play: SupersPlay, body: str) -> Command:
    own = [*(kind.body for kind in play.rules.commands), *play.rules.frame_bodies, *FRAME_COMMANDS]
    named = json.loads(body)["type"]
    found = next(kind for kind in own if kind.model_fields["type"].default == named)
    return found.model_validate_json(body)


def _decide(play: SupersPlay, command: Command) -> None:
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
