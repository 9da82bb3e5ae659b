"""What attacks and resistance do: the facts of a fight, each saying of whom its numbers tell."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final, Literal, Self

from app.rules.character import Part
from app.rules.encounter.facts import Fact, Id, Ids, Of, Seen, Thrown, Told, Voice
from app.rules.encounter.viewer import Sight
from app.rules.systems.supers.checks.made import degrees
from app.rules.systems.supers.degrees import ROUTINE, die, improved
from app.rules.systems.supers.effort import Fatigue
from app.rules.systems.supers.resistance import DamageLevel

ByActor = Of("actor")
ByCombatant = Of("combatant")
ByBoth = Of("combatant", also="by")
"""How far one is from a difficulty that another sets: beside a total of one's own it would tell it."""


PENALTY: Final = "S-071"
"""The rule of what damage takes from resisting more of it."""
DEFENSELESS: Final = "S-106"
"""The rule by which all that hits somebody is critical."""
BUILT_IN: Final = ("R-22", "R-23")
"""Powers and advantages: what they add belongs to a trait as its ranks do."""


def passing(parts: Iterable[Part] | None) -> list[Part]:
    """What goes into a number for now: conditions, places, efforts, and not the sheet's own ranks."""
    return [one for one in parts or () if one.rule is not None and one.rule not in BUILT_IN]


def sum_of(
    dice: tuple[Thrown, ...],
    total: int | None,
    *,
    routine: bool = False,
    bonus: int = 0,
    parts: Iterable[Part] | None = (),
) -> str:
    """What was thrown and what it came to, as `12 + 10 = 22`; of a total that isn't told only `a die of 12`.

    A die that a hero point has bettered stands as it counts: `17 (4, then 7 + 10) + 10 = 27` (R-16). What of the
    `parts` is there for now has its name: `7 + 4 + 5 (prone) = 16`.
    """
    if not routine and not dice:
        return "" if total is None else str(total)
    counts, start = ROUTINE, f"routine {ROUTINE}"
    if not routine:
        first, *better = [one.faces[0] for one in dice]
        counts, start = first, str(first)
        if better:
            counts = improved(die(first), better[0]).counts
            bettered = f"{better[0]} + {counts - better[0]}" if counts > max(first, better[0]) else str(better[0])
            start = f"{counts} ({first}, then {bettered})"
    if total is None:
        return start if routine else f"a die of {start}"
    named = passing(parts)
    plain = total - counts - bonus - sum(one.value for one in named)
    added = "".join(f" {_signed(one)}" for one in (plain, bonus) if one)
    added += "".join(f" {_signed(one.value)} ({one.source.replace('_', ' ')})" for one in named)
    return f"{start}{added} = {total}" if added else start


def _signed(number: int) -> str:
    return f"{'+' if number > 0 else '-'} {abs(number)}"


def against(number: int | None) -> str:
    """Such as ` against 20`; nothing where that isn't told."""
    return "" if number is None else f" against {number}"


def graded_by(degree: int | None, *, natural_20: bool) -> str:
    """Such as ` (3 degrees, one better by the natural 20)` (S-005); nothing where that isn't told."""
    better = ", one better by the natural 20" if natural_20 else ""
    return "" if degree is None else f" ({degrees(degree)}{better})"


class InitiativeRolled(Fact):
    """Somebody's place in the order."""

    type: Literal["initiative.rolled"] = "initiative.rolled"
    combatant: Id | None
    dice: Annotated[tuple[Thrown, ...] | None, ByCombatant]
    modifiers: Annotated[tuple[Part, ...] | None, ByCombatant]
    initiative: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} has initiative {sum_of(self.dice or (), self.initiative)}."


class TieRolled(Fact):
    """Dice for those who were level in everything (S-054)."""

    type: Literal["tie.rolled"] = "tie.rolled"
    about: ClassVar = ("combatants",)
    combatants: Ids
    dice: tuple[Thrown, ...]

    def exists(self, sight: Sight) -> bool:
        """Only for whoever may read all of them whom they see, and sees several: it tells what their sheets hold."""
        seen = [one for one in self.combatants if sight.sees(one)]
        return sight.viewer.is_gm or (len(seen) > 1 and all(map(sight.reads, seen)))

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        faces = ", ".join(str(one.faces[0]) for one in self.dice)
        return f"{voice.names(self.combatants)} are level and throw {faces}."


class AttackMade(Fact):
    """An attack was thrown, or counted 10; of one by somebody unseen a viewer gets what it came to, and not how."""

    type: Literal["attack.made"] = "attack.made"
    about: ClassVar = ("actor", "target")
    actor: Id | None
    target: Id | None
    power: Annotated[str | None, ByActor]
    manoeuvre: Annotated[str | None, Seen("actor")] = None
    way: Annotated[Literal["close", "ranged"] | None, Seen("actor")]
    routine: Annotated[bool | None, Seen("actor")] = False
    dice: tuple[Thrown, ...]
    modifiers: Annotated[tuple[Part, ...] | None, ByActor]
    total: Annotated[int | None, ByActor]
    dc: Annotated[int | None, Of("target")]
    guard: Annotated[tuple[Part, ...] | None, Of("target")] = None
    """What the class has for now, more or less than the sheet gives it."""
    hit: bool
    critical: bool

    def seen(self, sight: Sight) -> Self:
        """Without the defense that it went against, and its rules: they tell a blow from a shot."""
        fact = super().seen(sight)
        if sight.sees(self.actor):
            return fact
        return fact.model_copy(update={"dc": None, "guard": None, "rules": ("S-058",)})

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        what = self.manoeuvre or self.power
        deed = f" ({voice.words(what)})" if what else ""
        own = tuple(one for one in self.dice if one.of == self.actor)
        sums = sum_of(own, self.total, routine=bool(self.routine), parts=self.modifiers)
        guard = ", ".join(f"{one.source} {one.value:+}" for one in self.guard or ())
        how = f": {sums}{against(self.dc)}{f' ({guard})' if guard else ''}" if sums else ""
        end = "a critical hit" if self.critical else "a hit" if self.hit else "a miss"
        end += " on the defenseless" if self.critical and DEFENSELESS in self.rules and not guard else ""
        return f"{voice.name(self.actor)} attacks {voice.name(self.target)}{deed}{how}, {end}."


class EffectUsed(Fact):
    """A power that needs no attack check, on somebody perceived (S-157)."""

    type: Literal["effect.used"] = "effect.used"
    about: ClassVar = ("actor", "target")
    actor: Id | None
    target: Id | None
    power: Annotated[str | None, ByActor]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        deed = f" {voice.words(self.power)}" if self.power else " a power"
        return f"{voice.name(self.actor)} uses{deed} on {voice.name(self.target)}."


class Dodged(Told):
    """One target's Dodge check against an area."""

    combatant: Id | None
    by: Id | None
    dice: tuple[Thrown, ...]
    total: Annotated[int | None, ByCombatant]
    dc: Annotated[int | None, Of("by")]
    degree: Annotated[int | None, ByBoth]
    effective_rank: Annotated[int | None, Of("by")]
    success: bool

    def unseen(self, sight: Sight) -> bool:
        """Whom they don't know of, nobody has struck."""
        return sight.conceals(self.combatant)


class AreaStruck(Fact):
    """A power with an area, and how everybody in it dodged (R-12)."""

    type: Literal["area.struck"] = "area.struck"
    about: ClassVar = ("actor", "targets")
    actor: Id | None
    targets: Ids
    power: Annotated[str | None, ByActor]
    dodge: tuple[Dodged, ...]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        deed = f" with {voice.words(self.power)}" if self.power else ""
        tries = [
            f"{voice.name(one.combatant)} {sum_of(one.dice, one.total)}{against(one.dc)}"
            f" ({'half' if one.success else 'in full'})"
            for one in self.dodge
            if one.combatant is not None
        ]
        dodging = f": {', '.join(tries)}" if tries else ""
        return f"{voice.name(self.actor)} strikes an area{deed}{dodging}."


class CriticalChosen(Fact):
    """What a critical hit is turned into (S-064 to S-067)."""

    type: Literal["critical.chosen"] = "critical.chosen"
    about: ClassVar = ("actor",)
    actor: Id | None
    option: str
    resistance_dc: Annotated[int | None, ByActor]
    added_effect: str | None
    added_rank: int | None
    added_resistance_dc: int | None
    stunt_granted: bool
    fatigue_steps: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        means = {
            "increased": "makes it harder to resist",
            "added": f"adds {(self.added_effect or '').replace('_', ' ')}",
            "alternate": "gets a power stunt out of it",
        }
        dc = f" (DC {self.resistance_dc})" if self.resistance_dc is not None else ""
        return f"{voice.name(self.actor)} {means.get(self.option, self.option)}{dc}."


class EffectResisted(Fact):
    """Somebody has met an effect (S-068 to S-075, R-31)."""

    type: Literal["effect.resisted"] = "effect.resisted"
    about: ClassVar = ("combatant",)
    combatant: Id | None
    by: Id | None
    """Whoever's effect it is."""
    effect: str
    trait: str
    again: bool = False
    """It holds already, and this was a try to throw it off."""
    dice: tuple[Thrown, ...]
    modifiers: Annotated[tuple[Part, ...] | None, ByCombatant]
    total: Annotated[int | None, ByCombatant]
    dc: Annotated[int | None, Of("by")]
    degree: Annotated[int | None, ByBoth]
    success: bool
    critical: bool
    level: Annotated[DamageLevel | None, ByCombatant] = None
    """Of damage, after it."""
    penalty: Annotated[int | None, ByCombatant] = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        verb = "throws off" if self.success and self.again else "resists" if self.success else "doesn't resist"
        verb = "doesn't throw off" if self.again and not self.success else verb
        graded = graded_by(self.degree, natural_20=self.critical)
        sums = sum_of(self.dice, self.total, parts=self.modifiers)
        before = -sum(one.value for one in self.modifiers or () if one.rule == PENALTY)
        minus = f"; now -{self.penalty} to resist damage" if not self.success and (self.penalty or 0) > before else ""
        what = self.effect.replace("_", " ")
        return f"{voice.name(self.combatant)} {verb} the {what}: {sums}{against(self.dc)}{graded}{minus}."


class DyingChecked(Fact):
    """A round of dying (R-07)."""

    type: Literal["dying.checked"] = "dying.checked"
    combatant: Id | None
    dice: tuple[Thrown, ...]
    total: Annotated[int | None, ByCombatant]
    dc: int
    degree: Annotated[int | None, ByCombatant]
    state: Literal["stable", "dying", "dead"]
    failure_degrees: Annotated[int | None, ByCombatant]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        means = {"stable": "is stable", "dying": "is dying still", "dead": "can't hold on"}
        sums = f": {sum_of(self.dice, self.total)} against {self.dc}" if self.dice else ""
        return f"{voice.name(self.combatant)} {means[self.state]}{sums}."


class FatigueChanged(Fact):
    """Somebody is more or less tired (S-132 to S-135)."""

    type: Literal["fatigue.changed"] = "fatigue.changed"
    combatant: Id | None
    fatigue: Fatigue
    worse: bool = False
    """An extra effort is paid for."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} pays for the extra effort." if self.worse else ""


class TurnCounted(Fact):
    """What a turn begins with."""

    type: Literal["turn.counted"] = "turn.counted"
    combatant: Id | None
    standard_left: Annotated[int | None, ByCombatant]
    move_left: Annotated[int | None, ByCombatant]


class CombatantDied(Fact):
    """Somebody is dead, by whatever it was (S-073)."""

    type: Literal["combatant.died"] = "combatant.died"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is dead."


class DamageChanged(Fact):
    """Damage is otherwise than before, without a resistance check."""

    type: Literal["damage.changed"] = "damage.changed"
    combatant: Id | None
    level: Annotated[DamageLevel | None, ByCombatant]
    penalty: Annotated[int | None, ByCombatant]
    stable: bool

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        if self.level in {None, "dead"}:
            return ""
        minus = f", -{self.penalty}" if self.penalty else ""
        return f"{voice.name(self.combatant)} is now at: {self.level}{minus}{' (stable)' if self.stable else ''}."
