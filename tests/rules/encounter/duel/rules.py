"""The rules of the duel."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.rules.encounter.commands import Command, Start
from app.rules.encounter.facts import Fact
from app.rules.encounter.frame_facts import CombatantAdjusted
from app.rules.encounter.play import Play
from app.rules.encounter.rules import Bound, CommandKind, EncounterRules, Price, WindowKind
from app.rules.encounter.state import Combatant, Condition, Expiry, Window
from app.rules.encounter.table import Table
from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, OutOfRange
from tests.rules.encounter.duel.shapes import (
    ActionsSpent,
    Beg,
    DuelAdjust,
    DuelJoin,
    DuelSheet,
    Fighter,
    Hit,
    InitiativeThrown,
    Judge,
    MercyAsked,
    MercyJudged,
    Parry,
    PoisonBorne,
    Scene,
    Steel,
    Strike,
    StrikeDeclared,
    StrikeResolved,
    Take,
    Wait,
)

Duel = Play[Fighter, Scene]
CONDITIONS = ("dazed", "poisoned", "blinded")
REFUSALS = {
    "down": "Whoever is down does nothing.",
    "spent": "The turn's action is spent.",
    "target_down": "They are down already.",
    "own_blade": "Nobody strikes at themselves.",
    "blind": "The blind don't parry.",
    "to_the_death": "There is no mercy in this one.",
    "last": "Nobody comes later.",
    "no_such_ailment": "The catalogue has no such condition.",
    "own_blow": "Nobody parries their own blow.",
}


def fighter(play: Duel, name: str, **update: Any) -> dict[str, Fighter]:
    return {name: play[name].state.model_copy(update=update)}


def spend(play: Duel, actor: str) -> None:
    if play[actor].out:
        raise AgainstTheRules("down", "Whoever is down does nothing.")
    play.check_turn(actor)
    left = play[actor].state.actions
    if left < 1:
        raise AgainstTheRules("spent", "The turn's action is spent.")
    play.happened(ActionsSpent(combatant=actor, left=left - 1), fighter(play, actor, actions=left - 1))


def strike(play: Duel, body: Hit) -> None:
    target = play.known(body.target)
    if target.out:
        raise AgainstTheRules("target_down", "They are down already.")
    if target.id == body.actor:
        raise AgainstTheRules("own_blade", "Nobody strikes at themselves.")
    spend(play, body.actor)
    declared = Strike(attacker=body.actor, target=target.id)
    play.happened(StrikeDeclared(attacker=body.actor, target=target.id), scene=Scene(strike=declared))
    play.ask("parry", [target.id], ["duel.parry", "duel.take"], since=body.actor)


def parry(play: Duel, body: Parry) -> None:
    if play[body.actor].has("blinded"):
        raise AgainstTheRules("blind", "The blind don't parry.")
    play.answered(body.actor)
    resolve(play, parried=True)


def take(play: Duel, body: Take) -> None:
    play.answered(body.actor)
    resolve(play, parried=False)


def resolve(play: Duel, *, parried: bool) -> None:
    blow = play.encounter.scene.strike
    assert blow is not None
    attacker, target = play[blow.attacker], play[blow.target]
    skill, guard = play.sheet(attacker.id).skill, play.sheet(target.id).guard
    thrown = [play.throw(attacker.id, 2, 6, "blow")]
    if parried:
        thrown.append(play.throw(target.id, 1, 6, "parry"))
        guard += thrown[1].total
    hit = thrown[0].total + skill > guard
    if hit:
        thrown.append(play.throw(attacker.id, 1, 6, "wounds"))
    wounds = thrown[-1].total if hit else 0
    fact = StrikeResolved(
        attacker=attacker.id,
        target=target.id,
        dice=tuple(thrown),
        skill=skill,
        guard=guard,
        wounds=wounds,
        hit=hit,
    )
    play.happened(fact, fighter(play, target.id, wounds=wounded(play, target.id, wounds)), scene=Scene())
    if wounds == 6:
        play.add_condition(target.id, "dazed", source=attacker.id, expires=Expiry(at="turn_end", of=target.id, count=1))


def wounded(play: Duel, name: str, more: int) -> int:
    vigour: int = play.sheet(name).vigour
    return max(0, min(vigour, play[name].state.wounds + more))


def steel(play: Duel, body: Steel) -> None:
    play.answered(body.actor)
    thrown = play.throw(body.actor, 1, 6, "poison")
    withstood = thrown.total >= 4
    wounds = wounded(play, body.actor, 0 if withstood else 1)
    fact = PoisonBorne(combatant=body.actor, dice=(thrown,), withstood=withstood)
    play.happened(fact, fighter(play, body.actor, steeled=True, wounds=wounds))
    for poison in play[body.actor].conditions if withstood else ():
        if poison.key == "poisoned":
            play.remove_condition(body.actor, poison)


def beg(play: Duel, body: Beg) -> None:
    if play.options.to_the_death:
        raise AgainstTheRules("to_the_death", "There is no mercy in this one.")
    spend(play, body.actor)
    play.happened(MercyAsked(combatant=body.actor))
    play.ask("mercy", [], ["duel.judge"], since=body.actor)


def judge(play: Duel, body: Judge) -> None:
    window = play.encounter.pending
    assert window is not None
    assert window.since is not None
    play.close_window()
    fact = MercyJudged(combatant=window.since, mercy=body.mercy)
    play.happened(fact, fighter(play, window.since, yielded=body.mercy))


def wait(play: Duel, body: Wait) -> None:
    play.check_turn(body.actor)
    if play[body.actor].state.actions < 1:
        raise AgainstTheRules("spent", "Whoever has acted has nothing to wait for.")
    order = play.encounter.order
    # Whoever comes later in hiding must not be known by it.
    if not any(play.sight.sees(one) for one in order[order.index(body.actor) + 1 :]):
        raise AgainstTheRules("last", "Nobody comes later.")
    play.delay_turn([*(one for one in order if one != body.actor), body.actor])


def targets(play: Duel, actor: str) -> Iterator[Hit]:
    for one in play.encounter.combatants:
        if play.sight.sees(one.id):
            yield Hit(actor=actor, target=one.id)


class DuelRules(EncounterRules[Fighter, Scene]):
    sheet = DuelSheet
    fighter: type[Fighter] = Fighter
    scene = Scene
    frame_bodies: Sequence[type[Command]] = (DuelJoin, DuelAdjust)
    facts: Sequence[type[Fact]] = (
        InitiativeThrown, StrikeDeclared, StrikeResolved, PoisonBorne, ActionsSpent, MercyAsked, MercyJudged,
    )  # fmt: skip
    windows = (
        WindowKind(kind="parry", asks="may parry"),
        WindowKind(kind="poison", asks="must meet the poison"),
        WindowKind(kind="mercy", asks="says whether there is mercy", auto=False),
    )
    commands = (
        CommandKind(
            body=Hit,
            summary="strike",
            decide=strike,
            options=targets,
            own_turn=True,
            price=lambda _play, _body: Price(costs={"actions": 1}, dice=["2d6", "1d6"]),
        ),
        CommandKind(
            body=Parry, summary="parry", decide=parry, options=lambda _, actor: [Parry(actor=actor)], answers="only"
        ),
        CommandKind(
            body=Take, summary="take it", decide=take, options=lambda _, actor: [Take(actor=actor)], answers="only"
        ),
        CommandKind(
            body=Steel, summary="meet it", decide=steel, options=lambda _, actor: [Steel(actor=actor)], answers="only"
        ),
        CommandKind(
            body=Beg, summary="beg for mercy", decide=beg, options=lambda _, actor: [Beg(actor=actor)], own_turn=True
        ),
        CommandKind(
            body=Judge,
            summary="judge",
            decide=judge,
            options=lambda _play, _: [Judge(mercy=True), Judge(mercy=False)],
            gm=True,
            answers="only",
        ),
        CommandKind(
            body=Wait, summary="wait", decide=wait, options=lambda _, actor: [Wait(actor=actor)], own_turn=True
        ),
    )

    def fighter_of(self, sheet: DuelSheet, *, join: DuelJoin | None, before: Fighter | None, options: Any) -> Fighter:
        pos = join.pos if isinstance(join, DuelJoin) else before.pos if before else None
        return Fighter(wounds=sheet.wounds, pos=pos)

    def is_out(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> bool:
        state = combatant.state
        return state.yielded or state.wounds >= table.sheet(combatant).vigour

    def bounds(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> Iterator[Bound]:
        yield Bound("wounds", combatant.state.wounds, 0, table.sheet(combatant).vigour)
        yield Bound("actions", combatant.state.actions, 0, 1)

    def left_on(self, play: Duel, combatant: str) -> DuelSheet:
        sheet: DuelSheet = play.sheet(combatant)
        return sheet.model_copy(update={"wounds": play[combatant].state.wounds})

    def leaves(self, play: Duel, combatant: str) -> None:
        blow = play.encounter.scene.strike
        if blow is not None and combatant in (blow.attacker, blow.target):
            play.close_window()
            play.happened(StrikeDeclared(attacker=None, target=None), scene=Scene())
        elif play.encounter.pending is not None and play.encounter.pending.since == combatant:
            play.close_window()

    def adjust(self, play: Duel, adjust: DuelAdjust) -> None:
        wounds = wounded(play, adjust.actor, adjust.wounds)
        fact = CombatantAdjusted(combatant=adjust.actor, what=f"wounds {adjust.wounds:+}")
        play.happened(fact, fighter(play, adjust.actor, wounds=wounds))

    def check_condition(self, play: Duel, combatant: str, condition: Condition) -> None:
        if condition.key not in CONDITIONS:
            raise OutOfRange("no_such_ailment", "The catalogue has no such condition.")

    def place(self, play: Duel, newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
        for newcomer in newcomers:
            if play[newcomer].initiative is None:
                thrown = play.throw(newcomer, 1, 6, "initiative")
                total = thrown.total + play.sheet(newcomer).skill
                fact = InitiativeThrown(combatant=newcomer, dice=(thrown,), initiative=total)
                play.set_initiative({newcomer: total}, fact)
        if start is None:
            return play.slot_in(newcomers)
        return sorted(newcomers, key=lambda one: -(play[one].initiative or 0))

    def before_turn(self, play: Duel, combatant: str) -> None:
        one = play[combatant]
        if one.has("poisoned") and not one.state.steeled and not one.out:
            play.ask("poison", [combatant], ["duel.steel"])

    def turn_began(self, play: Duel, combatant: str) -> None:
        actions = 0 if play[combatant].has("dazed") else 1
        play.happened(
            ActionsSpent(combatant=combatant, left=actions), fighter(play, combatant, actions=actions, steeled=False)
        )

    def settle(self, play: Duel) -> None:
        sides = {one.side for one in play.encounter.combatants}
        standing = {one.side for one in play.encounter.combatants if not one.out}
        if len(sides) > 1 and len(standing) == 1:
            play.end(winner=standing.pop())

    def default_answer(self, play: Duel, window: Window, combatant: str) -> Command:
        return Take(actor=combatant) if window.kind == "parry" else Steel(actor=combatant)

    def not_asked(self, play: Duel, command: Any) -> Refusal | None:
        blow = play.encounter.scene.strike
        if blow is not None and command.type == "duel.parry" and command.actor == blow.attacker:
            return AgainstTheRules("own_blow", "Nobody parries their own blow.")
        return None


DUEL = DuelRules()
