"""Checks in a fight: plain and opposed, by rank alone, and with helpers."""

from collections.abc import Sequence

from app.rules.character import Part
from app.rules.encounter.facts import Thrown
from app.rules.encounter.refusals import FRAME_REFUSALS, MayNot
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.abilities import ABILITY_NAMES
from app.rules.systems.supers.catalogues.skills import BY_ID as SKILLS
from app.rules.systems.supers.defenses import BASE
from app.rules.systems.supers.degrees import ROUTINE, CheckOutcome, Die, check, routine_check
from app.rules.systems.supers.encounter.acting import (
    act,
    refuse_circumstance,
    refuse_controlled,
    refuse_dead,
    refuse_stunned,
)
from app.rules.systems.supers.encounter.boosting import effort, use_up
from app.rules.systems.supers.encounter.deed_bodies import Check, Compare, Helper, OpposedCheck, TeamCheck
from app.rules.systems.supers.encounter.deed_facts import COIN, CheckMade, Helped, OpposedMade, RanksCompared, TeamMade
from app.rules.systems.supers.encounter.dice import roll, roll_opposed
from app.rules.systems.supers.encounter.numbers import hampered, rank_of, stands_on, total, trait
from app.rules.systems.supers.encounter.state import SupersPlay
from app.rules.systems.supers.opposed import OpposedOutcome, comparison
from app.rules.systems.supers.team import help_of, helper_check

TEAMWORK = 5
"""What the advantage adds to a helper's check (R-23)."""


def modifiers(
    play: SupersPlay, name: str, which: str, *, given: Sequence[int] = (), extra: Sequence[Part] = ()
) -> list[Part]:
    """All that is added to the die of a check, an effort's bonus included, which that uses up.

    Raises:
        AgainstTheRules: `unknown_trait`, `trained_only`.
    """
    own = trait(play, name, which)
    circumstances = [
        *hampered(play, name, *stands_on(which)),
        *(Part(source="circumstance", value=one, rule="S-022") for one in given if one),
        *extra,
    ]
    lent, used = effort(play, name, which, circumstances)
    use_up(play, name, used)
    return [*own, *circumstances, *lent]


def throw_check(
    play: SupersPlay,
    name: str,
    which: str,
    dc: int,
    *,
    deed: str,
    target: str | None = None,
    parts: list[Part] | None = None,
    rules: tuple[str, ...] = ("S-001", "S-008"),
) -> CheckOutcome:
    """A check that is thrown, and told as it is (S-001 to S-010)."""
    added = modifiers(play, name, which) if parts is None else parts
    thrown = roll(play, name, deed)
    made = check(thrown.die, total(added), dc, play.options)
    fact = CheckMade(
        actor=name,
        target=target,
        deed=deed,
        dice=thrown.dice,
        modifiers=tuple(added),
        dc=dc,
        **made.model_dump(),
        rules=rules,
    )
    play.happened(fact)
    return made


def plain(play: SupersPlay, body: Check) -> None:
    """A check against a difficulty; in rounds a routine 10 takes Skill Mastery (S-007, R-30)."""
    refuse_circumstance(play, body.circumstance)
    act(play, body, "free")
    trait(play, body.actor, body.trait)
    if not body.routine:
        parts = modifiers(play, body.actor, body.trait, given=body.circumstance)
        throw_check(play, body.actor, body.trait, body.dc, deed=body.trait, parts=parts)
        return
    mastered = body.trait in SKILLS and rank_of(play, body.actor, "skill_mastery") > 0
    routine_check(0, body.dc, pressure=not mastered)
    parts = modifiers(play, body.actor, body.trait, given=body.circumstance)
    made = check(Die(ROUTINE), total(parts), body.dc, play.options)
    fact = CheckMade(
        actor=body.actor,
        deed=body.trait,
        routine=True,
        dice=(),
        modifiers=tuple(parts),
        dc=body.dc,
        **made.model_dump(),
        rules=("S-007", "R-30"),
    )
    play.happened(fact)


def oppose(
    play: SupersPlay, deed: str, a: tuple[str, list[Part]], b: tuple[str, list[Part]], *, rules: tuple[str, ...]
) -> OpposedOutcome:
    """Two sides' dice, told as they fall (S-012 to S-014)."""
    (actor, parts_a), (target, parts_b) = a, b
    found, dice = roll_opposed(play, deed, (actor, total(parts_a)), (target, total(parts_b)))
    fact = OpposedMade(
        actor=actor,
        target=target,
        deed=deed,
        dice=dice,
        modifiers_a=tuple(parts_a),
        modifiers_b=tuple(parts_b),
        **found.model_dump(),
        rules=rules,
    )
    play.happened(fact)
    return found


def check_asked(play: SupersPlay, name: str, which: str) -> None:
    """Refuse a trait that somebody else hasn't; of a sheet that the sender may not read, whatever it may not have.

    Raises:
        AgainstTheRules: `trained_only`, `unknown_trait`.
    """
    if not play.sight.reads(name):
        whose = f"Only whoever may read the sheet of {play.plain.name(name)} can ask for"
        if which in SKILLS and SKILLS[which].trained_only:
            raise AgainstTheRules("trained_only", f"{whose} a skill that takes training.", trait=which, rule="R-20")
        if which not in {*ABILITY_NAMES, *BASE, *SKILLS, "initiative"}:
            raise AgainstTheRules("unknown_trait", f"{whose} a power of its own.", rule="S-003")
    trait(play, name, which)


def opposed_check(play: SupersPlay, body: OpposedCheck) -> None:
    """A trait against somebody's (S-012)."""
    act(play, body, "free", named=[body.target])
    other = body.against or body.trait
    trait(play, body.actor, body.trait)
    check_asked(play, body.target, other)
    a = modifiers(play, body.actor, body.trait)
    b = modifiers(play, body.target, other)
    oppose(play, body.trait, (body.actor, a), (body.target, b), rules=("S-012", "S-013", "S-014"))


def compare(play: SupersPlay, body: Compare) -> None:
    """Who has more of a trait, and the coin between equals (S-016, S-017)."""
    act(play, body, "free", named=[body.target])
    trait(play, body.actor, body.trait)
    check_asked(play, body.target, body.trait)
    rank_a, rank_b = (total(trait(play, name, body.trait)) for name in (body.actor, body.target))
    thrown = roll(play, body.actor, COIN) if rank_a == rank_b else None
    found = comparison(rank_a, rank_b, coin=thrown.die.counts if thrown else 1)
    fact = RanksCompared(
        actor=body.actor,
        target=body.target,
        trait=body.trait,
        dice=thrown.dice if thrown else (),
        winner=found.winner,
        by=found.by,
        rules=("S-016", "S-017"),
    )
    play.happened(fact)


def team_check(play: SupersPlay, body: TeamCheck) -> None:
    """Helpers throw the leader's trait at 10, then the leader with what they bring (S-018 to S-021, R-03b).

    Neither the dead nor the stunned lead or help.
    """
    refuse_circumstance(play, body.circumstance)
    helpers = [Helper(id=one) if isinstance(one, str) else one for one in body.helpers]
    for name in (body.leader, *(one.id for one in helpers)):
        play.known(name)
    if not play.sight.commands(body.leader):
        raise MayNot("not_yours", FRAME_REFUSALS["not_yours"])
    refuse_dead(play, body.leader)
    play.check_turn(body.leader)
    refuse_controlled(play, body.leader)
    refuse_stunned(play, body.leader)
    for one in helpers:
        refuse_dead(play, one.id)
        refuse_stunned(play, one.id)
    if any(one.trait not in {None, body.trait} for one in helpers):
        raise AgainstTheRules("same_trait", "Helpers use the leader's trait.", trait=body.trait, rule="S-018")
    if any(one.id == body.leader for one in helpers):
        raise AgainstTheRules("leader_helps", "The leader isn't one of the helpers.", rule="S-018")
    trait(play, body.leader, body.trait)
    for one in helpers:
        check_asked(play, one.id, body.trait)
    dice: list[Thrown] = []
    helped: list[Helped] = []
    for one in helpers:
        taught = [Part(source="teamwork", value=TEAMWORK, rule="R-23")] if rank_of(play, one.id, "teamwork") else []
        parts = modifiers(play, one.id, body.trait, extra=taught)
        thrown = roll(play, one.id, "help")
        dice += thrown.dice
        degree = helper_check(thrown.die, total(parts), play.options).degree
        helped.append(Helped(combatant=one.id, degree=degree))
    brought = help_of([one.degree or 0 for one in helped], play.options)
    parts = modifiers(play, body.leader, body.trait, given=body.circumstance)
    thrown = roll(play, body.leader, body.trait)
    made = check(thrown.die, total(parts) + brought.leader_bonus, body.dc, play.options)
    fact = TeamMade(
        leader=body.leader,
        trait=body.trait,
        dice=(*dice, *thrown.dice),
        helpers=tuple(helped),
        leader_bonus=brought.leader_bonus,
        leader_total=made.total,
        dc=body.dc,
        leader_degree=made.degree,
        success=made.success,
        rules=("S-018", "S-019", "S-020", "S-021", "R-03b"),
    )
    play.happened(fact)
