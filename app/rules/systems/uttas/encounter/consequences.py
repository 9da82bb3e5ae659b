"""What follows from losing and gaining: paying, fainting, falling, dying, waking, and holds that break."""

from collections.abc import Mapping
from typing import NamedTuple

from app.rules.encounter.facts import Fact
from app.rules.encounter.state import Condition
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.damage import dies, faints, limb_hit, mend_limbs, stuns
from app.rules.systems.uttas.encounter.attack_facts import HoldEnded
from app.rules.systems.uttas.encounter.facts import ActionSpent, SkillBegun, StaminaPaid
from app.rules.systems.uttas.encounter.figure import Figure, figure
from app.rules.systems.uttas.encounter.state import Breath, Fighter, KeptPower, LimbState, UttasPlay
from app.rules.systems.uttas.sheet import Disabled
from app.rules.systems.uttas.stamina import pay
from app.rules.systems.uttas.stances import NO_STANCE
from app.rules.systems.uttas.vitals import DEEPEST


class Hurt(NamedTuple):
    """A record after one hit, and what the hit did besides."""

    fighter: Fighter
    stunned: bool
    disabled: str | None
    dropped: tuple[str, ...]


def hurt(fig: Figure, *, health: int, stamina: int, limb: str | None = None) -> Hurt:
    """The record after one hit: Health, and lent Health after it; Stamina; a limb (T-083 to T-088, T-119, G-16b).

    What it makes of the one who has it, such as Unconscious, `fell` puts in place.
    """
    fighter = fig.fighter
    left = max(0, fighter.health - health)
    beyond = health - (fighter.health - left)
    update = {
        "health": left,
        "stamina": max(DEEPEST, fighter.stamina - stamina),
        "temp_health": tuple(
            one.model_copy(update={"n": max(0, one.n - beyond)}) if beyond else one for one in fighter.temp_health
        ),
    }
    if (health or stamina) and fighter.breather is not None:
        update["breather"] = Breath(interrupted=True)
    disabled: str | None = None
    dropped: tuple[str, ...] = ()
    struck = fig.limb(limb) if limb is not None else None
    if struck is not None:
        hit = limb_hit(
            limb=struck.id,
            health=fighter.health,
            health_damage=health,
            threshold=fig.limb_threshold,
            holds=struck.holds,
        )
        if hit.disabled:
            disabled, dropped = struck.id, tuple(hit.dropped)
            before = struck.disabled or Disabled(by="hit", since=_newest(fighter))
            broken = before.model_copy(update={"debt": before.debt + hit.debt})
            update["limbs"] = with_limb(fighter, struck.model_copy(update={"disabled": broken, "holds": None}))
    after = fighter.model_copy(update=update)
    return Hurt(after, stuns(stamina, body=fig.sheet.score_now("body")), disabled, dropped)


def _newest(fighter: Fighter) -> int:
    return 1 + max((limb.disabled.since for limb in fighter.limbs if limb.disabled is not None), default=0)


def with_limb(fighter: Fighter, changed_limb: LimbState) -> tuple[LimbState, ...]:
    """All limbs with one of them different."""
    return tuple(changed_limb if limb.id == changed_limb.id else limb for limb in fighter.limbs)


def mended(fighter: Fighter, healed: int) -> tuple[LimbState, ...]:
    """The limbs after so much Health came back: debts are paid oldest first (T-119, G-16b)."""
    owing = sorted(
        ((limb, limb.disabled) for limb in fighter.limbs if limb.disabled is not None and limb.disabled.debt),
        key=lambda one: one[1].since,
    )
    left = mend_limbs([disabled.debt for _, disabled in owing], healed)
    limbs = fighter.limbs
    for (limb, disabled), debt in zip(owing, left, strict=True):
        works = debt == 0 and disabled.by == "hit" and not disabled.permanent
        after = None if works else disabled.model_copy(update={"debt": debt})
        limbs = with_limb(fighter.model_copy(update={"limbs": limbs}), limb.model_copy(update={"disabled": after}))
    return limbs


def fell(play: UttasPlay, combatant: str, *, stunned: bool = False) -> None:
    """What a hit, or paying with the last Stamina, makes of somebody: the conditions of their numbers.

    Stunned, Unconscious and Prone, Dead; the fallen stand in no stance and hold nobody (T-118, T-141 to T-145, G-09).
    """
    fig = figure(play, combatant)
    if stunned and not fig.has("stunned"):
        play.add_condition(combatant, "stunned")
    if faints(fig.fighter.stamina):
        if not fig.has("prone"):
            play.add_condition(combatant, "prone")
        if not fig.has("unconscious"):
            play.add_condition(combatant, "unconscious")
    if dies(fig.health_left) and not fig.has("dead"):
        play.add_condition(combatant, "dead")


def after_condition(play: UttasPlay, combatant: str, condition: Condition) -> None:
    """What comes with a condition, whoever brought it."""
    fig = figure(play, combatant)
    if condition.key in {"dead", "unconscious"}:
        if fig.fighter.stance != NO_STANCE:
            play.put(combatant, stance=NO_STANCE)
        if fig.holds_somebody or (fig.held and condition.key == "dead"):
            break_hold(play, combatant)
    if condition.key in {"unconscious", "stunned", "dead"}:
        stop_skill(play, combatant)


def stop_skill(play: UttasPlay, combatant: str) -> None:
    """A long skill under way is broken off (G-25)."""
    under_way = play[combatant].state.skill
    if under_way is not None:
        fact = SkillBegun(combatant=combatant, skill=under_way.skill, done_at_round=None, rules=("G-25",))
        play.happened(fact, play.changed(combatant, skill=None))


def remove_entangle(play: UttasPlay, combatant: str) -> None:
    """What bound somebody is gone (T-153, G-19)."""
    if play[combatant].state.entangle is None:
        return
    play.put(combatant, entangle=None)
    for held in play[combatant].conditions:
        if held.key == "entangled":
            play.remove_condition(combatant, held)


def wakes(play: UttasPlay, combatant: str) -> None:
    """With Stamina above 0 somebody is awake again, and with Health alive; they stay prone (T-144, G-17)."""
    fig = figure(play, combatant)
    for key, gone in (("unconscious", not faints(fig.fighter.stamina)), ("dead", not dies(fig.health_left))):
        for held in play[combatant].conditions:
            if held.key == key and gone:
                play.remove_condition(combatant, held)


# -- paying ------------------------------------------------------------------------------------------------------------


def spend(play: UttasPlay, combatant: str, actions: int = 1, **update: object) -> None:
    """Spend actions; with the last of them somebody is Staggered (T-025, T-029).

    Raises:
        AgainstTheRules: `no_actions`.
    """
    pool = play[combatant].state.pool.spend(actions)
    fact = ActionSpent(combatant=combatant, actions=pool.actions, rules=("T-025",))
    play.happened(fact, play.changed(combatant, pool=pool, **update))
    match_stagger(play, combatant)


def act(play: UttasPlay, combatant: str) -> None:
    """Spend the turn's action: the turn is over but for words (T-003, T-023)."""
    spend(play, combatant, action_used=True)


def match_stagger(play: UttasPlay, combatant: str) -> None:
    """Staggered shows as a condition for as long as the pool says so (T-029, T-030)."""
    staggered = play[combatant].state.pool.staggered
    held = next((one for one in play[combatant].conditions if one.key == "staggered"), None)
    if staggered and held is None:
        play.add_condition(combatant, "staggered")
    elif not staggered and held is not None:
        play.remove_condition(combatant, held)


def check_stamina(fig: Figure, cost: int, *, lock: int = 0) -> None:
    """Refuse what costs more Stamina than there is, or would lock more than the most (T-074, T-076).

    Raises:
        AgainstTheRules: `insufficient_stamina`.
    """
    pay(fig.fighter.stamina, cost, overexert=fig.options.overexert)
    if fig.fighter.stamina_locked + lock > fig.sheet.stamina_max:
        raise AgainstTheRules(
            "insufficient_stamina",
            f"Kept up, this would lock {lock} Stamina more, and {fig.ceiling} is free.",
            rule="T-074",
            cost=cost,
            stamina=fig.fighter.stamina,
        )


def pay_stamina(
    play: UttasPlay, combatant: str, cost: int, fact: Fact | None = None, *, fields: Mapping[str, object] | None = None
) -> None:
    """Pay Stamina; whoever pays with the last of it faints once the deed is done, by `fell` (T-076).

    Args:
        play: the command under way.
        combatant: who pays.
        cost: may be nothing.
        fact: tells of the deed itself.
        fields: what else is different on the record.
    """
    left = max(DEEPEST, play[combatant].state.stamina - cost)
    update = fields or {}
    paid = StaminaPaid(combatant=combatant, cost=cost, left=left, rules=("T-076",))
    if cost or update or fact is not None:
        play.happened(fact or paid, play.changed(combatant, stamina=left, **update))
    if fact is not None and cost and faints(left):
        play.happened(paid)


def kept(fighter: Fighter, power: str, lock: int) -> dict[str, object]:
    """The fields in which a power is kept up from now on (T-074)."""
    others = tuple(one for one in fighter.kept_up if one.id != power)
    before = sum(one.lock for one in fighter.kept_up if one.id == power)
    return {
        "kept_up": (*others, KeptPower(id=power, lock=lock)),
        "stamina_locked": fighter.stamina_locked - before + lock,
    }


def falls_by_paying(play: UttasPlay, combatant: str) -> None:
    """Whoever has paid with the last Stamina falls now that the deed is done (T-076)."""
    if not figure(play, combatant).has("dead"):
        fell(play, combatant)


# -- holds -------------------------------------------------------------------------------------------------------------


def break_hold(play: UttasPlay, one: str) -> None:
    """A hold is over: both are free (T-128, G-18)."""
    grapple = play[one].state.grapple
    if grapple is None:
        return
    holder, held = (one, grapple.with_) if grapple.role == "holder" else (grapple.with_, one)
    fighters = {**play.changed(holder, grapple=None), **play.changed(held, grapple=None)}
    play.happened(HoldEnded(holder=holder, held=held, rules=("T-128",)), fighters)
    for side in (holder, held):
        for condition in play[side].conditions:
            if condition.key == "grappled":
                play.remove_condition(side, condition)
