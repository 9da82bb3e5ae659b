"""The dice of a strike: Accuracy against Dodge or Discipline, and what a hit does (steps 8 and 10 of section 4)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from app.rules.encounter.facts import Thrown
from app.rules.systems.uttas.characteristics import half_sum
from app.rules.systems.uttas.checks.accuracy import ACCURACY_DICE
from app.rules.systems.uttas.checks.rolling import Circumstances, plan
from app.rules.systems.uttas.conditions import modifier_against, own_modifiers
from app.rules.systems.uttas.damage import damage
from app.rules.systems.uttas.encounter.arming import bands_out
from app.rules.systems.uttas.encounter.attack_facts import Aiming, Landing, StrikeResolved
from app.rules.systems.uttas.encounter.board import apart
from app.rules.systems.uttas.encounter.consequences import fell, hurt, with_limb
from app.rules.systems.uttas.encounter.figure import Figure, figure, health_left
from app.rules.systems.uttas.encounter.state import Aim, DiceAsked, Fighter, Grapple, LimbState, Swing, UttasPlay
from app.rules.systems.uttas.outcomes import SIDES
from app.rules.systems.uttas.sheet import Entangle

UNKNOWN_M = 4
"""Without a board, a shot comes from neither near nor far (T-136, T-137)."""


class Net(NamedTuple):
    """What makes a roll easier or harder."""

    circumstances: Circumstances
    reasons: tuple[str, ...]


def grants_of(fighter: Fighter, roll: Literal["accuracy", "skill"]) -> tuple[int, int]:
    """Advantages and Disadvantages that the game master has given the next such roll (T-109)."""
    given = [one for one in fighter.grants if one.roll in {"any", roll}]
    return sum(one.adv for one in given), sum(one.dis for one in given)


def without_grants(fighter: Fighter, roll: Literal["accuracy", "skill"]) -> dict[str, object]:
    """The field in which those are used up."""
    left = tuple(one for one in fighter.grants if one.roll not in {"any", roll})
    return {"grants": left} if len(left) < len(fighter.grants) else {}


def net_of(play: UttasPlay, swing: Swing, aim: Aim) -> Net:
    """Everything that makes a strike easier or harder (T-106 to T-116, T-124, T-129, T-136 to T-142, G-08, G-16b)."""
    attacker, target = figure(play, swing.attacker), figure(play, aim.target)
    metres = apart(play, swing.attacker, aim.target)
    if metres is None:
        metres = 0 if swing.attack.kind in {"melee", "manoeuvre"} else UNKNOWN_M
    theirs = modifier_against([held.key for held in target.combatant.conditions], distance_m=metres)
    own = own_modifiers(
        roll="accuracy", disabled=attacker.disabled_kinds(), evade_penalty=bool(attacker.fighter.evade_penalty)
    )
    adv, dis = grants_of(attacker.fighter, "accuracy")
    bands = bands_out(play, swing.attacker, aim.target)
    called = play.options.called_shot_dis if swing.limb is not None else 0
    evaded = 1 if aim.reaction is not None and aim.reaction.kind == "evade" else 0
    others = [
        (evaded, "Disadvantage: the target evades"),
        (called, "Disadvantage: called shot"),
        (bands, f"Disadvantage: {bands} range {'band' if bands == 1 else 'bands'} out"),
        (adv, f"Advantage: {adv} by the game master"),
        (dis, f"Disadvantage: {dis} by the game master"),
    ]
    return Net(
        Circumstances(
            advantages=theirs.advantages + adv,
            disadvantages=theirs.disadvantages - own.net_dice + called + evaded + dis,
            range_increments=bands,
        ),
        (*theirs.reasons, *own.reasons, *(reason for count, reason in others if count)),
    )


def aimed(play: UttasPlay, swing: Swing, aim: Aim) -> Aiming:
    """Roll to hit: half of key and Dexterity, 3d6, net dice, against Dodge or Discipline (T-077 to T-081)."""
    attacker, target = figure(play, swing.attacker), figure(play, aim.target)
    net = net_of(play, swing, aim)
    planned = plan(ACCURACY_DICE, net.circumstances, play.options)
    against = target.defence(swing.attack.versus)
    base = half_sum(attacker.sheet.score(swing.attack.key), attacker.dexterity)
    stance = attacker.stance.accuracy
    assert planned is not None, "what is out of range has failed before"
    dice: list[Thrown] = []
    total = base + stance
    for count, what, sign in (
        (planned.dice, "accuracy", 1),
        (planned.added, "advantage", 1),
        (planned.taken, "disadvantage", -1),
    ):
        if count:
            dice.append(play.throw(swing.attacker, count, SIDES, what, secret=target.combatant.hidden))
            total += sign * dice[-1].total
    hit = total >= against if play.options.accuracy_tie == "hit" else total > against
    return Aiming(
        actor=swing.attacker,
        target=aim.target,
        dice=tuple(dice),
        base=base,
        stance=stance,
        total=total,
        against=against,
        versus=swing.attack.versus,
        reasons=net.reasons,
        hit=hit,
    )


def to_aim(play: UttasPlay, swing: Swing, aim: Aim) -> tuple[DiceAsked, ...]:
    """The dice that a roll to hit takes, in the order in which they fall."""
    planned = plan(ACCURACY_DICE, net_of(play, swing, aim).circumstances, play.options)
    assert planned is not None, "what is out of range has failed before"
    return _asked((planned.dice, "to hit"), (planned.added, "for Advantage"), (planned.taken, "for Disadvantage"))


def to_land(play: UttasPlay, swing: Swing, aim: Aim) -> tuple[DiceAsked, ...]:
    """The dice that a hit takes, in the order in which they fall."""
    blocks = aim.interceptor is None and aim.reaction is not None and aim.reaction.kind == "block"
    block = figure(play, aim.struck).strength_dice if blocks else 0
    return _asked((block, "of the Block"), (swing.attack.damage_dice(swing.attack.strength_dice or 0), "for damage"))


def _asked(*dice: tuple[int, str]) -> tuple[DiceAsked, ...]:
    return tuple(DiceAsked(dice=f"{count}d{SIDES}", what=what) for count, what in dice if count)


@dataclass
class Round:
    """What one event will tell: rolls and hits together, and the records after them."""

    play: UttasPlay
    aims: list[Aiming] = field(default_factory=list)
    landings: list[Landing] = field(default_factory=list)
    fighters: dict[str, Fighter] = field(default_factory=dict)
    stunned: list[str] = field(default_factory=list)
    borne: list[tuple[str, str, str]] = field(default_factory=list)
    """Conditions that come with it: bearer, key, whoever brought it."""
    struck: list[str] = field(default_factory=list)

    def figure(self, combatant: str) -> Figure:
        """A combatant as it stands by now."""
        play = self.play
        one = play[combatant]
        if combatant in self.fighters:
            one = one.model_copy(update={"state": self.fighters[combatant]})
        return Figure(one, play.sheet(combatant), play.options)

    def change(self, combatant: str, **update: object) -> None:
        """Another record for somebody."""
        self.fighters[combatant] = self.figure(combatant).fighter.model_copy(update=update)

    def roll(self, swing: Swing, aim: Aim) -> bool:
        """Roll to hit; answers whether it does."""
        told = aimed(self.play, swing, aim)
        self.aims.append(told)
        used_up = without_grants(self.figure(swing.attacker).fighter, "accuracy")
        if used_up:
            self.change(swing.attacker, **used_up)
        return told.hit

    def land(self, swing: Swing, aim: Aim) -> None:
        """Do what a hit does to whoever bears it (T-083 to T-089, G-08, G-13, G-18, G-19, G-24)."""
        self.struck.append(aim.struck)
        if swing.purpose == "trip":
            self.borne.append((aim.struck, "prone", swing.attacker))
            self.landings.append(Landing(actor=swing.attacker, target=aim.struck, down=True))
        elif swing.purpose == "grapple":
            self._hold(swing, aim)
        elif swing.attack.entangle_health:
            self._bind(swing, aim)
        else:
            self._harm(swing, aim)

    def _harm(self, swing: Swing, aim: Aim) -> None:
        fig, attack = self.figure(aim.struck), swing.attack
        own = aim.interceptor is None
        secret = fig.combatant.hidden
        block: list[Thrown] = []
        if own and aim.reaction is not None and aim.reaction.kind == "block":
            block = [self.play.throw(aim.struck, fig.strength_dice, SIDES, "block", secret=secret)]
        count = attack.damage_dice(attack.strength_dice or 0)
        thrown = [self.play.throw(swing.attacker, count, SIDES, "damage", secret=secret)] if count else []
        armor, defense = fig.armor(attack.type, stance=own), fig.defense(attack.type, stance=own)
        done = damage(
            [face for one in thrown for face in one.faces],
            armor=armor,
            defense=defense,
            block_dice=[face for one in block for face in one.faces],
        )
        after = hurt(fig, health=done.health, stamina=done.stamina, limb=swing.limb)
        self.fighters[aim.struck] = after.fighter
        if after.stunned:
            self.stunned.append(aim.struck)
        self.landings.append(
            Landing(
                actor=swing.attacker,
                target=aim.struck,
                dice=(*block, *thrown),
                rolled=done.rolled,
                armor=armor,
                defense=defense,
                block_dice=sum(len(one.faces) for one in block),
                blocked=done.blocked,
                health=done.health,
                stamina=done.stamina,
                health_left=health_left(after.fighter),
                stamina_left=after.fighter.stamina,
                fully_blocked=done.fully_blocked,
                disabled=after.disabled,
                dropped=after.dropped,
            )
        )

    def _hold(self, swing: Swing, aim: Aim) -> None:
        fig, holder = self.figure(aim.struck), self.figure(swing.attacker)
        limbs = tuple(limb for limb in swing.limbs if fig.limb(limb) is not None)
        if not limbs or fig.fighter.grapple is not None or holder.fighter.grapple is not None:
            self.landings.append(Landing(actor=swing.attacker, target=aim.struck))
            return
        held = Grapple(role="held", with_=swing.attacker, limbs=limbs)
        kept, dropped = dropping(fig.fighter, limbs)
        self.change(aim.struck, grapple=held, limbs=kept)
        self.change(swing.attacker, grapple=Grapple(role="holder", with_=aim.struck, limbs=limbs))
        self.borne += [(aim.struck, "grappled", swing.attacker), (swing.attacker, "grappled", aim.struck)]
        self.landings.append(Landing(actor=swing.attacker, target=aim.struck, held=limbs, dropped=dropped))

    def _bind(self, swing: Swing, aim: Aim) -> None:
        before, attack = self.figure(aim.struck).fighter.entangle, swing.attack
        bonds = Entangle(health=attack.entangle_health, limbs=attack.entangle_limbs)
        if before is not None:
            limbs = before.limbs if before.limbs == bonds.limbs else "both"
            bonds = Entangle(health=max(before.health, bonds.health), limbs=limbs)
        self.change(aim.struck, entangle=bonds)
        self.borne.append((aim.struck, "entangled", swing.attacker))
        self.landings.append(Landing(actor=swing.attacker, target=aim.struck, bound=bonds.health))

    def tell(self) -> None:
        """Make the event of it, then the conditions of those who were struck."""
        if not self.aims and not self.landings:
            return
        told: list[Aiming | Landing] = [*self.aims, *self.landings]
        fact = StrikeResolved(
            actors=_each(one.actor for one in told),
            targets=_each(one.target for one in told),
            aims=tuple(self.aims),
            landings=tuple(self.landings),
            rules=tuple(self._cited()),
        )
        self.play.happened(fact, self.fighters)
        for bearer, key, source in self.borne:
            if not figure(self.play, bearer).has(key):
                self.play.add_condition(bearer, key, source=source)
        for one in _each(iter(self.struck)):
            fell(self.play, one, stunned=one in self.stunned)

    def _cited(self) -> Iterator[str]:
        if self.aims:
            yield from ("T-077", "T-079")
        if any(aim.reasons for aim in self.aims):
            yield "T-106"
        if any(landing.dice for landing in self.landings):
            yield from ("T-084", "T-086")
        if any(landing.block_dice for landing in self.landings):
            yield "G-08"
        if any(landing.held for landing in self.landings):
            yield "T-128"
        if any(landing.down for landing in self.landings):
            yield "G-24"
        if any(landing.bound is not None for landing in self.landings):
            yield "G-19"
        if any(landing.disabled for landing in self.landings):
            yield "T-119"


def _each(names: Iterator[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name is not None))


def dropping(fighter: Fighter, limbs: tuple[str, ...]) -> tuple[tuple[LimbState, ...], tuple[str, ...]]:
    """The limbs once these let fall what they hold, and what that is (T-120)."""
    dropped = tuple(limb.holds for limb in fighter.limbs if limb.id in limbs and limb.holds is not None)
    kept = fighter.limbs
    for limb in fighter.limbs:
        if limb.id in limbs and limb.holds is not None:
            kept = with_limb(fighter.model_copy(update={"limbs": kept}), limb.model_copy(update={"holds": None}))
    return kept, dropped


def counterstrike(play: UttasPlay, swing: Swing, target: str) -> None:
    """A counterattack: dice 8 and 10 at once, no windows (T-046, T-049)."""
    aim = Aim(target=target)
    both = Round(play)
    if both.roll(swing, aim):
        both.land(swing, aim)
    both.tell()


__all__ = ["Round", "counterstrike", "dropping", "grants_of", "net_of", "to_aim", "to_land", "without_grants"]
