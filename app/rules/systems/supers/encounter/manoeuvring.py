"""Manoeuvres: holds and throws, words that frighten or mislead, standing on guard, aim and aid (R-18, R-27, R-34)."""

from typing import Final

from app.rules.character import Part
from app.rules.encounter.state import Expiry
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.attacks import AttackOutcome
from app.rules.systems.supers.degrees import check
from app.rules.systems.supers.derived import UNARMED
from app.rules.systems.supers.encounter.acting import act, refuse_circumstance
from app.rules.systems.supers.encounter.attacking import (
    AIM,
    after_attack,
    check_position,
    strike,
)
from app.rules.systems.supers.encounter.boosting import boosted, effort, own_turns, use_up
from app.rules.systems.supers.encounter.checking import TEAMWORK, modifiers, oppose
from app.rules.systems.supers.encounter.deed_bodies import (
    Aid,
    Aim,
    Defend,
    Demoralize,
    Disarm,
    DropItem,
    Escape,
    Feint,
    Grab,
    Manoeuvre,
    Trip,
)
from app.rules.systems.supers.encounter.deed_facts import CheckMade, DeedDone
from app.rules.systems.supers.encounter.dice import roll
from app.rules.systems.supers.encounter.facts import AttackMade
from app.rules.systems.supers.encounter.numbers import (
    best,
    conditions,
    powers,
    rank_in_force,
    rank_of,
    total,
    trait,
    unaware,
)
from app.rules.systems.supers.encounter.state import Boost, BoostKind, Hold, SupersPlay
from app.rules.systems.supers.encounter.weapons import attack_hampered, found, weapon
from app.rules.systems.supers.encounter.wounds import next_turn_end
from app.rules.systems.supers.manoeuvres import BY_ID, aid_bonus, demoralized, held, repeated

HANDS: Final = 2
AID_DC: Final = 10


def grab(play: SupersPlay, body: Grab) -> None:
    """Grab somebody: restrained, or bound with two degrees (R-18)."""
    paid = _begin(play, body, free_limb=True)
    if not _touched(play, body, paid, "grab"):
        return
    dodge = [Part(source="dodge", value=rank_in_force(play, body.target, "dodge", foe=body.actor))]
    strength = modifiers(play, body.target, "strength")
    against = strength if total(strength) >= total(dodge) else dodge
    a = modifiers(play, body.actor, "strength")
    won = oppose(play, "grab", (body.actor, a), (body.target, against), rules=("R-18",))
    if won.winner == "a":
        condition = play.add_condition(body.target, held(won.degree), source=body.actor, apart=True)
        kept = Hold(target=body.target, condition=condition.id)
        play.put(body.actor, holds=(*play[body.actor].state.holds, kept))


def trip(play: SupersPlay, body: Trip) -> None:
    """Throw somebody down (R-18)."""
    paid = _begin(play, body, free_limb=False)
    if _touched(play, body, paid, "trip") and _opposed(play, body.actor, body.target, "trip"):
        play.add_condition(body.target, "prone", source=body.actor)


def disarm(play: SupersPlay, body: Disarm) -> None:
    """Strike something out of somebody's hand (R-18)."""
    if body.item is not None and play.sight.sees(body.target):
        check_item(play, body.target, body.item)
    paid = _begin(play, body, free_limb=True)
    if _touched(play, body, paid, "disarm") and _opposed(play, body.actor, body.target, "disarm"):
        lose(play, body.target, body.item, deed="lose_item")


def _begin(play: SupersPlay, body: Manoeuvre, *, free_limb: bool) -> dict[str, object]:
    refuse_circumstance(play, body.circumstance)
    paid = act(play, body, "standard", named=[body.target])
    full = free_limb and len(play[body.actor].state.holds) >= HANDS + _limbs(play, body.actor)
    if full or play[body.actor].has("bound"):
        raise AgainstTheRules("no_free_limb", "This takes a free hand.", rule="R-18")
    check_position(play, body.actor, body.target, weapon(play, body.actor, UNARMED))
    return paid


def _limbs(play: SupersPlay, name: str) -> int:
    return sum(one.rank for power in powers(play, name) for one in power.effects if one.effect_id == "extra_limbs")


def _touched(play: SupersPlay, body: Manoeuvre, paid: dict[str, object], deed: str) -> bool:
    """The unarmed attack that a manoeuvre begins with: it is never critical (R-18)."""
    arm = weapon(play, body.actor, UNARMED)
    minus = BY_ID[deed].attack_modifier or 0
    if minus:
        arm = arm._replace(bonus=(*arm.bonus, Part(source=deed, value=minus, rule="R-18")))
    struck = strike(play, body.actor, body.target, arm, None, given=sum(body.circumstance), what=deed)
    outcome = AttackOutcome(**{**struck.outcome.model_dump(), "critical": False})
    fact = AttackMade(
        actor=body.actor,
        target=body.target,
        power=UNARMED,
        manoeuvre=deed,
        way="close",
        dice=struck.dice,
        modifiers=struck.parts,
        guard=struck.guard,
        **outcome.model_dump(),
        rules=("R-18", "S-059"),
    )
    play.happened(fact, play.changed(body.actor, **paid))
    after_attack(play, body.target)
    return outcome.hit


def _opposed(play: SupersPlay, actor: str, target: str, deed: str) -> bool:
    line = BY_ID[deed]
    sides = [(name, best(play, name, traits)[0]) for name, traits in ((actor, line.by), (target, line.against))]
    a, b = ((name, modifiers(play, name, which)) for name, which in sides)
    return oppose(play, deed, a, b, rules=("R-18",)).winner == "a"


def check_item(play: SupersPlay, name: str, item: str) -> None:
    """Refuse what isn't there to be dropped: a removable power, or gear; of a sheet that one may not read, anything.

    Raises:
        AgainstTheRules: `not_found`.
    """
    if not play.sight.reads(name):
        whose = play.plain.name(name)
        raise AgainstTheRules("not_found", f"Leave `item` out: what {whose} holds isn't yours to know.", rule="R-18")
    gear = {one.name for one in play.sheet(name).equipment}
    devices = {one.name for one in powers(play, name) if one.removable is not None}
    if item not in gear - set(play[name].state.lost) | devices:
        raise AgainstTheRules("not_found", "There is no such thing in hand.", rule="R-18")


def lose(play: SupersPlay, name: str, item: str | None, *, deed: str) -> None:
    """What was held falls."""
    state = play[name].state
    sustained = tuple(one for one in state.turn.sustained if one != item)
    update = {"lost": (*state.lost, item), "turn": state.turn.model_copy(update={"sustained": sustained})}
    play.happened(
        DeedDone(actor=name, deed=deed, what=item, rules=("R-18",)), play.changed(name, **update if item else {})
    )


def drop_item(play: SupersPlay, body: DropItem) -> None:
    """Let go of a thing, or of whoever is held (S-047, R-18)."""
    paid = act(play, body, "free", named=[body.target] if body.target else [])
    holds = play[body.actor].state.holds
    letting = [one for one in holds if body.item is None and body.target in {None, one.target}]
    if body.item is not None:
        check_item(play, body.actor, body.item)
    elif body.target is not None and not letting:
        raise AgainstTheRules("not_found", f"{play.plain.name(body.target)} isn't held.", rule="R-18")
    if body.item is not None or not letting:
        lose(play, body.actor, body.item, deed="drop_item")
    for one in letting:
        fact = DeedDone(actor=body.actor, target=one.target, deed="drop_item", rules=("R-18",))
        play.happened(fact, play.changed(body.actor, **paid))
        _let_go(play, one)


def _let_go(play: SupersPlay, hold: Hold) -> None:
    for condition in play[hold.target].conditions:
        if condition.id == hold.condition:
            play.remove_condition(hold.target, condition)


def escape(play: SupersPlay, body: Escape) -> None:
    """Get out of a hold: Athletics or Acrobatics against the holder's Strength (R-18)."""
    paid = act(play, body, "standard", named=[body.holder] if body.holder else [])
    holder, hold = _held_by(play, body)
    trait(play, body.actor, body.skill)
    play.put(body.actor, **paid)
    a, b = modifiers(play, body.actor, body.skill), modifiers(play, holder, "strength")
    if oppose(play, "escape", (body.actor, a), (holder, b), rules=("R-18",)).winner == "a":
        _let_go(play, hold)


def _held_by(play: SupersPlay, body: Escape) -> tuple[str, Hold]:
    for one in play.encounter.combatants:
        for hold in one.state.holds:
            if hold.target == body.actor and body.holder in {None, one.id}:
                return one.id, hold
    raise AgainstTheRules("not_held", "Nobody holds this combatant.", rule="R-18")


def demoralize(play: SupersPlay, body: Demoralize) -> None:
    """Frighten somebody: impaired in everything, or disabled with four degrees (R-27)."""
    won = _words(play, body, "demoralize")
    if won:
        key, _, param = demoralized(won).partition(":")
        expires = next_turn_end(play, body.actor)
        play.add_condition(body.target, key, param=param, source="demoralize", expires=expires)


def feint(play: SupersPlay, body: Feint) -> None:
    """Mislead somebody: vulnerable to the first of your next attacks (R-27)."""
    if _words(play, body, "feint"):
        fooled = Boost(
            kind="open",
            foe=body.target,
            source="feint",
            rule="R-27",
            at="turn_end",
            count=own_turns(play, body.actor),
            once=True,
        )
        play.put(body.actor, boosts=boosted(play, body.actor, fooled))


def _words(play: SupersPlay, body: Demoralize | Feint, deed: str) -> int:
    """The contest of words; its degree, 0 if it is lost."""
    paid = act(play, body, "standard", named=[body.target])
    heard = [one.param for one in conditions(play, body.target) if one.key == "unaware"]
    if "all" in heard:
        raise AgainstTheRules("unaware_target", f"{play.plain.name(body.target)} perceives nothing.", rule="R-27")
    if "auditory" in heard or unaware(play, body.actor, "auditory"):
        raise AgainstTheRules("deaf", "Words take somebody who hears them.", rule="R-27")
    state = play[body.actor].state
    mark = f"{deed}:{body.target}"
    before = repeated(state.tried.count(mark))
    line = BY_ID[deed]
    extra = [Part(source="tried before", value=before, rule="R-27")] if before else []
    which = best(play, body.target, line.against)[0]
    play.put(body.actor, **paid, tried=(*state.tried, mark))
    a = modifiers(play, body.actor, line.by[0], extra=extra)
    b = modifiers(play, body.target, which)
    found = oppose(play, deed, (body.actor, a), (body.target, b), rules=("R-27", "S-012"))
    return found.degree if found.winner == "a" else 0


def defend(play: SupersPlay, body: Defend) -> None:
    """Stand on guard until the next turn: attackers have to beat a die (R-18)."""
    paid = act(play, body, "standard")
    guard = Boost(kind="guard", source="defend", rule="R-18", at="turn_start")
    update = paid | {"boosts": boosted(play, body.actor, guard)}
    play.happened(DeedDone(actor=body.actor, deed="defend", rules=("R-18",)), play.changed(body.actor, **update))


def aim(play: SupersPlay, body: Aim) -> None:
    """Take aim: the next attack on this target is surer, and oneself vulnerable until the next turn (R-18)."""
    paid = act(play, body, "standard", named=[body.target])
    aimed = Boost(
        kind="attack",
        foe=body.target,
        source=AIM,
        rule="R-18",
        at="turn_end",
        count=own_turns(play, body.actor),
        once=True,
    )
    update = paid | {"boosts": boosted(play, body.actor, aimed)}
    fact = DeedDone(actor=body.actor, target=body.target, deed="aim", rules=("R-18",))
    play.happened(fact, play.changed(body.actor, **update))
    play.add_condition(body.actor, "vulnerable", source=AIM, expires=Expiry(at="turn_start", of=body.actor))


def aid(play: SupersPlay, body: Aid) -> None:
    """Help an ally against a foe whom one could attack oneself (R-34)."""
    for name in (body.ally, body.foe):
        play.known(name)
    if body.power != UNARMED:
        found(play, body.actor, body.power)
    paid = act(play, body, "standard", named=[body.ally, body.foe])
    arm = weapon(play, body.actor, body.power)
    try:
        if len({body.actor, body.ally, body.foe}) < 3 or arm.way not in {"close", "ranged"}:
            raise AgainstTheRules(
                "not_in_position", "Aid takes an ally, a foe who is neither, and an attack of one's own."
            )
        check_position(play, body.actor, body.foe, arm)
    except AgainstTheRules as refused:
        raise AgainstTheRules("not_in_position", refused.detail, rule="R-34") from refused
    extra = attack_hampered(play, body.actor, arm.name, arm.way)
    if rank_of(play, body.actor, "teamwork"):
        extra.append(Part(source="teamwork", value=TEAMWORK, rule="R-23"))
    lent, used = effort(play, body.actor, "attack", extra)
    parts = (*arm.bonus, *extra, *lent)
    thrown = roll(play, body.actor, "aid")
    use_up(play, body.actor, used)
    made = check(thrown.die, total(parts), AID_DC, play.options)
    bonus = aid_bonus(made.degree)
    fact = CheckMade(
        actor=body.actor,
        target=body.ally,
        deed="aid",
        dice=thrown.dice,
        modifiers=parts,
        dc=AID_DC,
        **made.model_dump(),
        bonus=bonus,
        rules=("R-34",),
    )
    play.happened(fact, play.changed(body.actor, **paid))
    if bonus:
        kind: BoostKind = "attack" if body.to == "attack" else "defense"
        helped = Boost(
            kind=kind,
            amount=bonus,
            foe=body.foe,
            source="aid",
            rule="R-34",
            at="turn_end",
            count=own_turns(play, body.ally),
        )
        play.put(body.ally, boosts=(*play[body.ally].state.boosts, helped))
