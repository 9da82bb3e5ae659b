"""What begins and ends with turns and rounds, in the order of the rules page."""

from collections.abc import Sequence
from typing import Final

from app.rules.encounter.commands import Start
from app.rules.encounter.state import Expiry
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.actions import budget_of
from app.rules.systems.supers.derived import ability_rank
from app.rules.systems.supers.derived import initiative as initiative_of
from app.rules.systems.supers.dying import DYING_DC, dying_check
from app.rules.systems.supers.encounter import afflicting, boosting
from app.rules.systems.supers.encounter.acting import mind_only
from app.rules.systems.supers.encounter.bodies import SupersStart
from app.rules.systems.supers.encounter.boosting import effort, use_up
from app.rules.systems.supers.encounter.dice import TIE, roll
from app.rules.systems.supers.encounter.efforts import FATIGUE, land
from app.rules.systems.supers.encounter.facts import DyingChecked, InitiativeRolled, TieRolled, TurnCounted
from app.rules.systems.supers.encounter.numbers import conditions, defense, hampered, live, rank_of, total
from app.rules.systems.supers.encounter.powering import keep_up
from app.rules.systems.supers.encounter.resisting import RESIST, RETRY
from app.rules.systems.supers.encounter.state import SupersPlay
from app.rules.systems.supers.encounter.wounds import is_dying, is_object, wound
from app.rules.systems.supers.initiative import Entrant, order_of

SURPRISED: Final = "surprised"
SURPRISE: Final = "surprise"


def check_start(play: SupersPlay, start: SupersStart) -> None:
    """Refuse a surprise that leaves nobody to act.

    Raises:
        UnknownCombatant: `not_found`.
        AgainstTheRules: `all_surprised`.
    """
    for name in start.surprised:
        play.known(name)
    able = [one.id for one in play.encounter.combatants if not is_object(play, one.id)]
    if able and set(able) <= set(start.surprised):
        raise AgainstTheRules(
            "all_surprised", "Somebody must be there whom the surprise doesn't surprise.", rule="S-057"
        )


def place(play: SupersPlay, newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
    """Initiative: a die for everybody with a place, and dice between those level in everything (S-052 to S-055)."""
    entrants = [name for name in newcomers if not is_object(play, name)]
    for name in entrants:
        if play[name].initiative is None:
            _roll_initiative(play, name)
    if start is None:
        return play.slot_in(entrants)
    return order_of([_entrant(play, name) for name in entrants], throw=lambda level: _throw_tie(play, level)).order


def _roll_initiative(play: SupersPlay, name: str) -> None:
    parts = list(initiative_of(live(play, name)).parts)
    parts += hampered(play, name, "initiative", "agility")
    thrown = roll(play, name, "initiative")
    result = thrown.die.counts + total(parts)
    fact = InitiativeRolled(
        combatant=name, dice=thrown.dice, modifiers=tuple(parts), initiative=result, rules=("S-052",)
    )
    play.set_initiative({name: result}, fact)


def _entrant(play: SupersPlay, name: str) -> Entrant:
    sheet = live(play, name)
    return Entrant(
        id=name,
        total=play[name].initiative or 0,
        dodge=total(defense(play, name, "dodge")),
        agility=ability_rank(sheet, "agility"),
        awareness=ability_rank(sheet, "awareness"),
    )


def _throw_tie(play: SupersPlay, level: Sequence[str]) -> list[int]:
    thrown = [roll(play, name, TIE) for name in level]
    dice = tuple(one for each in thrown for one in each.dice)
    play.moved(TieRolled(combatants=tuple(level), dice=dice, rules=("S-054",)), play.encounter)
    return [one.die.counts for one in thrown]


def started(play: SupersPlay, start: SupersStart) -> None:
    """The surprised are stunned and vulnerable until round 2 opens (S-056)."""
    if start.surprised:
        play.put_scene(surprise=True)
    for name in dict.fromkeys(start.surprised):
        play.add_condition(name, SURPRISED, source=SURPRISE, expires=Expiry(at="round_end"))


def before_turn(play: SupersPlay, name: str) -> None:
    """The fatigue of the last turn's effort, then the check against dying (S-135, S-122)."""
    state = play[name].state
    nothing_yet = {"standard_left": 0, "move_left": 0, "effort_used": False, "athletics_used": False, "rest_ft": 0}
    play.put(name, turn=state.turn.model_copy(update=nothing_yet))
    if state.pending_step:
        if state.hero_points and state.damage.level != "dead":
            play.ask(FATIGUE, [name], ["supers.spend_hero_point", "supers.pass"])
            return
        land(play, name)
    if is_dying(play[name]):
        _check_dying(play, name)


def _check_dying(play: SupersPlay, name: str) -> None:
    """Fortitude at 15 once a round; Diehard needs none (R-07, R-23)."""
    damage, failures = play[name].state.damage, play[name].state.failure_degrees
    if rank_of(play, name, "diehard"):
        fact = DyingChecked(
            combatant=name,
            dice=(),
            total=None,
            dc=DYING_DC,
            degree=None,
            state="stable",
            failure_degrees=failures,
            rules=("R-23",),
        )
        _stabilise(play, name, fact)
        return
    parts = [*defense(play, name, "fortitude"), *hampered(play, name, "fortitude")]
    lent, used = effort(play, name, "fortitude", parts)
    thrown = roll(play, name, "dying")
    use_up(play, name, used)
    made = dying_check(thrown.die, total([*parts, *lent]), failure_degrees=failures, options=play.options)
    fact = DyingChecked(
        combatant=name,
        dice=thrown.dice,
        total=made.total,
        dc=DYING_DC,
        degree=made.degree,
        state=made.state,
        failure_degrees=made.failure_degrees,
        rules=("S-122", "R-07"),
    )
    match made.state:
        case "stable":
            _stabilise(play, name, fact)
        case "dead":
            wound(play, name, fact, level="dead", penalty=damage.penalty)
        case _:
            play.happened(fact, play.changed(name, failure_degrees=made.failure_degrees))


def _stabilise(play: SupersPlay, name: str, fact: DyingChecked) -> None:
    damage = play[name].state.damage
    level = "incapacitated" if damage.level == "dying" else damage.level
    wound(play, name, fact, level=level, penalty=damage.penalty, stable=True)


def turn_began(play: SupersPlay, name: str) -> None:
    """What waited for this start ends, sustained powers go on or end, and the actions are counted (S-045, S-159)."""
    boosting.reach(play, name, "turn_start")
    afflicting.regain(play, name)
    keep_up(play, name)
    for one in play.encounter.combatants:
        if one.state.hero_uses:
            play.put(one.id, hero_uses=())
    found = {str(one) for one in conditions(play, name)}
    if mind_only(play, name):
        found = (found - {"stunned"}) | {"dazed"}
    budget = budget_of(found, surprise_round=play.encounter.scene.surprise)
    state = play[name].state
    turn = state.turn.model_copy(update=budget.model_dump())
    fact = TurnCounted(combatant=name, **budget.model_dump(), rules=("S-045", "S-046"))
    play.happened(fact, play.changed(name, turn=turn, ready=None))


def passes(play: SupersPlay, name: str) -> bool:
    """Whoever is out, or surprised in the surprise round, is passed over."""
    one = play[name]
    return one.out or (play.encounter.scene.surprise and one.has(SURPRISED))


def before_turn_end(play: SupersPlay, name: str) -> None:
    """Afflictions may be thrown off (R-31)."""
    if afflicting.due(play.encounter, name):
        play.ask(RETRY, [name], [RESIST])


def turn_ended(play: SupersPlay, name: str) -> None:
    """What waited for this end is over."""
    boosting.reach(play, name, "turn_end")


def round_ended(play: SupersPlay) -> None:
    """Bursts of speed are over, and so is the surprise round (S-051, S-056, R-28)."""
    for one in play.encounter.combatants:
        boosting.reach(play, one.id, "round_end")
    if play.encounter.scene.surprise:
        play.put_scene(surprise=False)


def ends(play: SupersPlay) -> None:
    """A step of fatigue still pending lands now (R-15)."""
    for one in play.encounter.combatants:
        if one.state.pending_step:
            land(play, one.id)
    play.put_scene(strike=None, surprise=False)
