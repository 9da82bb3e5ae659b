"""Skills and things in a fight: rolled at once, begun and rolled later, drawn and used."""

from collections.abc import Mapping
from typing import NamedTuple

from app.rules.encounter.facts import Thrown
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.checks.rolling import Circumstances, plan
from app.rules.systems.uttas.conditions import own_modifiers
from app.rules.systems.uttas.encounter.arming import bands_out
from app.rules.systems.uttas.encounter.bodies import UseItem, UseSkill
from app.rules.systems.uttas.encounter.consequences import act, with_limb
from app.rules.systems.uttas.encounter.deeds import push
from app.rules.systems.uttas.encounter.facts import ItemUsed, SkillBegun, SkillRolled
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.permission import check_own_turn
from app.rules.systems.uttas.encounter.results import Opposed, Rolled
from app.rules.systems.uttas.encounter.rolls import grants_of, without_grants
from app.rules.systems.uttas.encounter.state import Aftermath, LongSkill, UttasPlay
from app.rules.systems.uttas.outcomes import SIDES
from app.rules.systems.uttas.timescale import ROUNDS_PER_MINUTE

PERCEPTION = "perception"
LIMB_TAGS = {"arm": "arm", "hand": "arm", "leg": "leg", "foot": "leg"}


class SkillThrow(NamedTuple):
    """The dice of a skill and what they come to; no total where distance makes it fail."""

    total: int | None
    dice: tuple[Thrown, ...]


def use_skill(play: UttasPlay, body: UseSkill, *, readied: bool = False) -> None:
    """Roll a skill as the action, or begin one that takes longer than a round (T-040, T-041).

    Raises:
        AgainstTheRules: `unknown_skill`, `limb_disabled`.
    """
    fig = figure(play, body.actor) if readied else check_own_turn(play, body.actor)
    dice = dice_of_skill(fig, body.skill)
    check_limbs_for(fig, body.skill)
    target = None if body.target is None else play.known(body.target).id
    rival = None if body.opposed is None else figure(play, play.known(body.opposed.by).id)
    rival_dice = None if rival is None or body.opposed is None else dice_of_skill(rival, body.opposed.skill)
    rounds = rounds_for(fig, body.skill)
    if not readied:
        act(play, fig.id)
        fig = figure(play, fig.id)
    if rounds:
        done = play.encounter.round + rounds
        play.happened(
            SkillBegun(combatant=fig.id, skill=body.skill, done_at_round=done, rules=("T-041",)),
            play.changed(fig.id, skill=LongSkill(skill=body.skill, dc=body.dc, done_at_round=done)),
        )
    else:
        bands = bands_out(play, fig.id, target) if target is not None and body.skill == PERCEPTION else 0
        own = throw_skill(play, fig, dice, bands=bands)
        if rival is not None and rival_dice is not None and body.opposed is not None:
            _opposed(play, fig, body, own, rival, rival_dice)
        else:
            success = None if body.dc is None else own.total is not None and own.total >= body.dc
            tell_skill(play, fig, body.skill, own, dc=body.dc, success=success)
            play.answer(fig.id, Rolled(total=own.total, dc=body.dc, success=success))
    push(play, Aftermath(actor=fig.id, type=body.type))


def _opposed(play: UttasPlay, fig: Figure, body: UseSkill, own: SkillThrow, rival: Figure, dice: int) -> None:
    assert body.opposed is not None
    theirs = throw_skill(play, rival, dice)
    passive = theirs.total or 0
    success = own.total is not None and own.total > passive
    tell_skill(play, fig, body.skill, own, dc=passive, success=success, target=rival.id, more=theirs.dice)
    play.put(rival.id, **without_grants(rival.fighter, "skill"))
    known = passive if play.sight.reads(rival.id) else None
    play.answer(fig.id, Opposed(active_total=own.total, passive_total=known, success=success))


def dice_of_skill(fig: Figure, skill: str) -> int:
    """The dice of a skill.

    Raises:
        AgainstTheRules: `unknown_skill`.
    """
    dice = fig.skill_dice(skill)
    if dice is None:
        raise AgainstTheRules("unknown_skill", "The sheet has no such skill.", rule="T-040")
    return dice


def check_limbs_for(fig: Figure, skill: str) -> None:
    """Refuse a skill whose tags ask for a limb that nobody could use (T-120, T-122).

    Raises:
        AgainstTheRules: `limb_disabled`.
    """
    known = fig.skill(skill)
    kinds = {LIMB_TAGS[tag] for tag in (known.tags if known is not None else []) if tag in LIMB_TAGS}
    out = fig.disabled
    for kind in sorted(kinds):
        there = [limb.id for limb in fig.fighter.limbs if limb.kind == kind]
        if there and all(limb in out for limb in there):
            raise AgainstTheRules("limb_disabled", f"Without a working {kind} this can't be done.", rule="T-120")


def rounds_for(fig: Figure, skill: str) -> int:
    """How many rounds a skill takes; 0: less than one (T-040, T-041)."""
    known = fig.skill(skill)
    return 0 if known is None else known.rounds + known.minutes * ROUNDS_PER_MINUTE


def throw_skill(play: UttasPlay, fig: Figure, dice: int, *, bands: int = 0) -> SkillThrow:
    """Throw a skill's dice and its net dice (T-106 to T-113, T-124)."""
    adv, dis = grants_of(fig.fighter, "skill")
    own = own_modifiers(roll="skill", disabled=fig.disabled_kinds())
    circumstances = Circumstances(advantages=adv, disadvantages=dis - own.net_dice, range_increments=bands)
    planned = plan(dice, circumstances, play.options)
    if planned is None:
        return SkillThrow(None, ())
    thrown: list[Thrown] = []
    total = 0
    for count, what, sign in (
        (planned.dice, "skill", 1),
        (planned.added, "advantage", 1),
        (planned.taken, "disadvantage", -1),
    ):
        if count:
            thrown.append(play.throw(fig.id, count, SIDES, what))
            total += sign * thrown[-1].total
    return SkillThrow(total, tuple(thrown))


def tell_skill(
    play: UttasPlay,
    fig: Figure,
    skill: str,
    own: SkillThrow,
    *,
    dc: int | None = None,
    success: bool | None = None,
    target: str | None = None,
    more: tuple[Thrown, ...] = (),
    rules: tuple[str, ...] = ("T-040",),
    fields: Mapping[str, object] | None = None,
    hides: bool = False,
) -> None:
    """A skill was rolled; what the game master gave that roll is used up."""
    fact = SkillRolled(
        actor=fig.id,
        target=target,
        skill=skill,
        dice=(*own.dice, *more),
        total=own.total,
        dc=dc,
        success=success,
        hides=hides,
        rules=rules,
    )
    update = {**without_grants(figure(play, fig.id).fighter, "skill"), **(fields or {})}
    play.happened(fact, play.changed(fig.id, **update))


def roll_skill(
    play: UttasPlay, fig: Figure, skill: str, *, dc: int, rules: tuple[str, ...], fields: Mapping[str, object]
) -> int:
    """Roll a skill against a difficulty that reaching is enough for, and tell it."""
    own = throw_skill(play, fig, dice_of_skill(fig, skill))
    total = own.total or 0
    tell_skill(play, fig, skill, own, dc=dc, success=total >= dc, rules=rules, fields=fields)
    return total


def finish_skill(play: UttasPlay, combatant: str) -> None:
    """The time of a long skill has run: it is rolled (T-041, G-25)."""
    fig = figure(play, combatant)
    under_way = fig.fighter.skill
    if under_way is None or under_way.done_at_round > play.encounter.round or fig.helpless:
        return
    own = throw_skill(play, fig, fig.skill_dice(under_way.skill) or 0)
    success = None if under_way.dc is None else (own.total or 0) >= under_way.dc
    tell_skill(play, fig, under_way.skill, own, dc=under_way.dc, success=success, rules=("T-041",))
    play.put(combatant, skill=None)


def use_item(play: UttasPlay, body: UseItem, *, readied: bool = False) -> None:
    """Draw something and use it, in one action (T-022, T-044).

    Raises:
        AgainstTheRules: `no_free_arm`.
    """
    fig = figure(play, body.actor) if readied else check_own_turn(play, body.actor)
    arms = [*fig.free_arms(), *fig.free_arms(extra=True)]
    hand = next((arm for arm in arms if arm.holds == body.item), None)
    hand = hand or next((arm for arm in arms if arm.holds is None), arms[0] if arms else None)
    if hand is None:
        raise AgainstTheRules(
            "no_free_arm", "This takes an arm that is neither disabled, held nor bound.", rule="T-120"
        )
    if not readied:
        act(play, fig.id)
    fighter = play[fig.id].state
    limbs = tuple(
        limb.model_copy(update={"holds": None}) if limb.holds == body.item else limb for limb in fighter.limbs
    )
    limbs = with_limb(fighter.model_copy(update={"limbs": limbs}), hand.model_copy(update={"holds": body.item}))
    fact = ItemUsed(combatant=fig.id, item=body.item, hand=hand.id, rules=("T-022",))
    play.happened(fact, play.changed(fig.id, limbs=limbs))
    push(play, Aftermath(actor=fig.id, type=body.type))
