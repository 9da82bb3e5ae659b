"""What begins and ends with a turn: the pool of actions, a Sprint, a breather, a readied action, a long skill."""

from app.rules.dice.source import PhysicalDice
from app.rules.encounter.commands import EndTurn
from app.rules.systems.uttas.derived import characteristic_dice
from app.rules.systems.uttas.encounter import chasing
from app.rules.systems.uttas.encounter.consequences import falls_by_paying, match_stagger
from app.rules.systems.uttas.encounter.doing import breathers
from app.rules.systems.uttas.encounter.facts import ActionsCounted, BreatherEnded, TurnPrepared
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.permission import forget_strike
from app.rules.systems.uttas.encounter.skills import finish_skill
from app.rules.systems.uttas.encounter.state import UttasPlay
from app.rules.systems.uttas.outcomes import SIDES
from app.rules.systems.uttas.recovery import complete_breather


def turn_began(play: UttasPlay, combatant: str) -> None:
    """Open the record of a turn (T-026, T-043, G-12), then resolve what waited for it (T-092, G-25)."""
    fig = figure(play, combatant)
    fighter = fig.fighter
    own_turn = play.options.round_effects_until == "own_turn_start"
    lost, lapsed = fighter.pool.staggered, fighter.ready is not None
    fields = {
        "pool": fighter.pool.start_turn(),
        "lost_turn": lost,
        "moved": {},
        "words": 0,
        "stance_changes": 0,
        "acrobatics_tried": False,
        "action_used": False,
        "gave_up": False,
        "ready": None,
        "sprinting": fighter.sprinting and not own_turn,
    }
    play.put(combatant, **fields)
    if lost or lapsed:
        rules = ("T-026",) * lost + ("T-043",) * lapsed
        play.happened(TurnPrepared(combatant=combatant, lost=lost, ready_lapsed=lapsed, rules=rules))
    if fighter.breather is not None:
        _end_breather(play, combatant)
    finish_skill(play, combatant)


def _end_breather(play: UttasPlay, combatant: str) -> None:
    fig = figure(play, combatant)
    fighter = fig.fighter
    interrupted = fighter.breather is None or fighter.breather.interrupted or fig.fallen
    dice = characteristic_dice(fig.sheet, "body", play.options)
    thrown = [play.throw(combatant, dice, SIDES, "breather")] if dice and not interrupted else []
    faces = [face for one in thrown for face in one.faces]
    came = complete_breather(
        stamina=fighter.stamina,
        stamina_ceiling=fig.ceiling,
        body_dice=len(faces),
        uses=fighter.breather_uses,
        limit=breathers(fig),
        dice=PhysicalDice(faces),
        interrupted=interrupted,
    )
    fact = BreatherEnded(
        combatant=combatant,
        dice=tuple(thrown),
        gained=came.stamina - fighter.stamina,
        interrupted=interrupted,
        rules=("T-093",) if interrupted else ("T-092",),
    )
    fields = {"stamina": came.stamina, "breather_uses": came.uses, "breather": None}
    play.happened(fact, play.changed(combatant, **fields))


def before_turn_end(play: UttasPlay, combatant: str, *, by_itself: bool) -> None:
    """A turn that is ended by hand is a command of the own turn."""
    if not by_itself:
        forget_strike(play)
    if play.encounter.scene.chase is not None:
        if chasing.who_runs(play, EndTurn(actor=combatant)) is not None:
            chasing.pay_run(play, combatant)
        falls_by_paying(play, combatant)


def turn_ended(play: UttasPlay, combatant: str) -> None:
    """The pool at the end of a turn (T-027, T-028), and an Evade's price (G-08)."""
    fighter = play[combatant].state
    pool = fighter.pool.end_turn()
    fact = ActionsCounted(
        combatant=combatant, actions=pool.actions, refilled=pool.actions == pool.speed, rules=("T-027", "T-028")
    )
    fields = {
        "pool": pool,
        "lost_turn": False,
        "gave_up": False,
        "evade_penalty": max(0, fighter.evade_penalty - 1),
        "action_used": False,
    }
    play.happened(fact, play.changed(combatant, **fields))
    match_stagger(play, combatant)
    chasing.left_open(play, combatant)


def round_ended(play: UttasPlay) -> None:
    """A Sprint ends with the round, where the table says so (G-12)."""
    if play.options.round_effects_until == "round_end":
        for one in play.encounter.combatants:
            if one.state.sprinting:
                play.put(one.id, sprinting=False)
