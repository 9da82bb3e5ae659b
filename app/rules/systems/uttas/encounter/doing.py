"""What else one does in the own turn: stances, powers, breath, shaking off a stun, rising, words."""

from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.uttas.arms import Power
from app.rules.systems.uttas.encounter.bodies import (
    ActivatePower,
    Breather,
    DropPower,
    EnterStance,
    GmModifier,
    RecoverStun,
    Rise,
    Talk,
)
from app.rules.systems.uttas.encounter.consequences import (
    act,
    check_stamina,
    falls_by_paying,
    kept,
    pay_stamina,
)
from app.rules.systems.uttas.encounter.deeds import push
from app.rules.systems.uttas.encounter.facts import (
    BreatherBegun,
    ModifierGranted,
    PowerActivated,
    PowerEnded,
    StanceTaken,
    WordsSpoken,
)
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.permission import check_capable, check_own_turn
from app.rules.systems.uttas.encounter.state import Aftermath, Breath, Fighter, Grant, UttasPlay
from app.rules.systems.uttas.holds import check_power
from app.rules.systems.uttas.recovery import breather_limit, check_breather
from app.rules.systems.uttas.stamina import power_cost
from app.rules.systems.uttas.timescale import WORDS_PER_TURN


def enter_stance(play: UttasPlay, body: EnterStance) -> None:
    """Another stance: free as the first thing of the turn, else the action (T-016, T-017, G-09).

    Raises:
        AgainstTheRules: `unknown_stance`.
    """
    fig = check_own_turn(play, body.actor)
    check_stance(play, body.stance)
    free = takes_free_stance(fig.fighter)
    if not free:
        act(play, fig.id)
    take_stance(play, fig.id, body.stance, free=free)
    if not free:
        push(play, Aftermath(actor=fig.id, type=body.type))


def takes_free_stance(fighter: Fighter) -> bool:
    """Whether another stance would be the first thing of the turn (T-016)."""
    return fighter.stance_changes == 0 and not any(fighter.moved.values()) and not fighter.acrobatics_tried


def check_stance(play: UttasPlay, stance: str) -> None:
    """Refuse a stance that the table doesn't know (G-05).

    Raises:
        AgainstTheRules: `unknown_stance`.
    """
    known = [one.id for one in play.options.stances]
    if stance not in known:
        raise AgainstTheRules("unknown_stance", "The table knows no such stance.", rule="G-05", known=known)


def take_stance(play: UttasPlay, combatant: str, stance: str, *, free: bool) -> None:
    """A stance, until it is changed or its bearer falls (G-09)."""
    changes = play[combatant].state.stance_changes + 1
    fact = StanceTaken(combatant=combatant, stance=stance, free=free, rules=("T-016" if free else "T-017",))
    play.happened(fact, play.changed(combatant, stance=stance, stance_changes=changes))


def activate_power(play: UttasPlay, body: ActivatePower, *, readied: bool = False) -> None:
    """Bring about a power; one that is kept up locks its Stamina (T-039, T-073, T-074).

    Raises:
        OutOfRange: `unknown_power`.
        AgainstTheRules: `power_limited`, `insufficient_stamina`, `already_maintained`.
    """
    fig = figure(play, body.actor) if readied else check_own_turn(play, body.actor)
    power = known_power(fig, body.power)
    if power.triggered and "head" in fig.disabled_kinds():
        raise AgainstTheRules("power_limited", "With a disabled head nothing triggered works.", rule="T-124")
    check_power(power.limitations, held_kinds=fig.gripped_kinds())
    if "gestures" in power.limitations and "arms" in fig.bound:
        raise AgainstTheRules("power_limited", "Bound arms make no gestures.", rule="G-19", limitation="gestures")
    cost = power_cost(power.active_points, maintained=power.maintained)
    lock = cost if power.maintained else 0
    check_stamina(fig, cost, lock=lock)
    if any(one.id == power.id for one in fig.fighter.kept_up):
        raise AgainstTheRules("already_maintained", "This power is kept up already.", rule="T-074")
    if not readied:
        act(play, fig.id)
    fact = PowerActivated(
        combatant=fig.id, power=power.id, stamina=cost, locked=lock, rules=("T-073", "T-074") if lock else ("T-073",)
    )
    pay_stamina(play, fig.id, cost, fact, fields=kept(play[fig.id].state, power.id, lock) if lock else None)
    falls_by_paying(play, fig.id)
    push(play, Aftermath(actor=fig.id, type=body.type))


def known_power(fig: Figure, name: str) -> Power:
    """A power of the sheet's.

    Raises:
        OutOfRange: `unknown_power`.
    """
    found = next((one for one in fig.sheet.powers if one.id == name), None)
    if found is None:
        raise unknown("unknown_power", "power", name, (one.id for one in fig.sheet.powers), rule="T-039")
    return found


def drop_power(play: UttasPlay, body: DropPower) -> None:
    """Keep up a power no longer: its Stamina may come back (T-074).

    Raises:
        AgainstTheRules: `not_maintained`.
    """
    fig = check_own_turn(
        play, body.actor, surrendered=True, after_action=True, costless=True, stunned=True, grip="free"
    )
    power = next((one for one in fig.fighter.kept_up if one.id == body.power), None)
    if power is None:
        raise AgainstTheRules("not_maintained", "This power isn't being maintained.", rule="T-074")
    kept_up = tuple(one for one in fig.fighter.kept_up if one.id != power.id)
    fact = PowerEnded(combatant=fig.id, power=power.id, freed=power.lock, rules=("T-074",))
    locked = fig.fighter.stamina_locked - power.lock
    play.happened(fact, play.changed(fig.id, kept_up=kept_up, stamina_locked=locked))


def breather(play: UttasPlay, body: Breather) -> None:
    """Catch breath until the next turn (T-091, T-094, T-104).

    Raises:
        AgainstTheRules: `already_moved`, `breather_limit`, `body_disabled`.
    """
    fig = check_own_turn(play, body.actor)
    check_breather(
        moved=any(fig.fighter.moved.values()),
        uses=fig.fighter.breather_uses,
        limit=breathers(fig),
        body_disabled="body" in fig.disabled_kinds(),
    )
    act(play, fig.id)
    fact = BreatherBegun(combatant=fig.id, rules=("T-091",))
    play.happened(fact, play.changed(fig.id, breather=Breath()))
    push(play, Aftermath(actor=fig.id, type=body.type))


def breathers(fig: Figure) -> int:
    """Breathers before a rest (T-094, T-096, G-21)."""
    options = fig.options
    return breather_limit(fig.sheet.body, limit_by=options.breather_limit, points_per_die=options.points_per_die)


def recover_stun(play: UttasPlay, body: RecoverStun) -> None:
    """The action goes into shaking off a stun (T-142).

    Raises:
        AgainstTheRules: `not_stunned`.
    """
    fig = check_own_turn(play, body.actor, surrendered=True, stunned=True, grip="free")
    stun = next((held for held in fig.combatant.conditions if held.key == "stunned"), None)
    if stun is None:
        raise AgainstTheRules("not_stunned", "There is nothing to recover from.", rule="T-142")
    act(play, fig.id)
    play.remove_condition(fig.id, stun)


def rise(play: UttasPlay, body: Rise) -> None:
    """Fight on after a surrender (G-23).

    Raises:
        AgainstTheRules: `not_surrendered`.
    """
    fig = check_own_turn(play, body.actor, surrendered=True)
    white_flag = next((held for held in fig.combatant.conditions if held.key == "surrendered"), None)
    if white_flag is None:
        raise AgainstTheRules("not_surrendered", "Only who has surrendered rises.", rule="G-23")
    act(play, fig.id)
    play.remove_condition(fig.id, white_flag)


def talk(play: UttasPlay, body: Talk) -> None:
    """Say something: 25 words a turn, on it and off it (T-024).

    Raises:
        OutOfRange: `words_needed`.
        AgainstTheRules: `word_limit`.
    """
    fig = figure(play, body.actor)
    check_capable(fig, surrendered=True)
    if body.words is None and body.text is None:
        raise OutOfRange("words_needed", "Say how many `words`, or the `text`.", rule="T-024")
    words = body.words if body.words is not None else len((body.text or "").split())
    spoken = fig.fighter.words + words
    if spoken > WORDS_PER_TURN:
        raise AgainstTheRules(
            "word_limit",
            f"{words} words more would be {spoken} of {WORDS_PER_TURN} in this turn.",
            rule="T-024",
            words=spoken,
            limit=WORDS_PER_TURN,
        )
    fact = WordsSpoken(combatant=fig.id, words=words, left=WORDS_PER_TURN - spoken, text=body.text, rules=("T-024",))
    play.happened(fact, play.changed(fig.id, words=spoken))


def gm_modifier(play: UttasPlay, body: GmModifier) -> None:
    """The game master makes somebody's next roll easier or harder (T-109)."""
    combatant = play.known(body.actor)
    others = tuple(one for one in combatant.state.grants if one.roll != body.roll)
    grant = (Grant(roll=body.roll, adv=body.adv, dis=body.dis),) if body.adv or body.dis else ()
    fact = ModifierGranted(combatant=body.actor, roll=body.roll, adv=body.adv, dis=body.dis, rules=("T-109",))
    play.happened(fact, play.changed(body.actor, grants=(*others, *grant)))
