"""What else happens in a fight: manoeuvres, checks, powers, places, efforts and points."""

from typing import Annotated, ClassVar, Final, Literal, Self

from app.rules.character import Part
from app.rules.encounter.facts import Fact, Id, Of, Thrown, Told, Voice
from app.rules.encounter.viewer import Sight
from app.rules.systems.supers.checks.made import degrees
from app.rules.systems.supers.encounter.facts import ByActor, ByCombatant, against, graded_by, sum_of
from app.rules.systems.supers.manoeuvres import BY_ID as MANOEUVRES

LONGEST_WORDS: Final = 60
"""Of somebody's own words in a sentence."""
COIN: Final = "coin"
"""What the die between equals is for."""
ByBothSides = Of("actor", also="target")


class Contest(Fact):
    """Two sides compared: how close it was tells of both, and so does the coin between equals.

    Whoever doesn't see the actor isn't told that somebody measures up to them, such as one who sneaks by.
    """

    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None
    dice: tuple[Thrown, ...]
    winner: Literal["a", "b"]
    """`a` is the actor."""
    by: Annotated[str | None, ByBothSides]

    def seen(self, sight: Sight) -> Self:
        """The same as `sight` may know it."""
        seen = super().seen(sight)
        if seen.by is not None or all(one.what != COIN for one in seen.dice):
            return seen
        return seen.model_copy(update={"dice": tuple(one for one in seen.dice if one.what != COIN)})


class OpposedMade(Contest):
    """Two sides against each other (S-012 to S-014)."""

    type: Literal["opposed.made"] = "opposed.made"
    deed: str
    modifiers_a: Annotated[tuple[Part, ...] | None, ByActor]
    modifiers_b: Annotated[tuple[Part, ...] | None, Of("target")]
    total_a: Annotated[int | None, ByActor]
    total_b: Annotated[int | None, Of("target")]
    degree: Annotated[int | None, ByBothSides]

    def exists(self, sight: Sight) -> bool:
        """For whoever sees the actor, and whom a manoeuvre is done to."""
        return super().exists(sight) or (self.deed in MANOEUVRES and sight.sees(self.target))

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        own, other = (
            sum_of(tuple(die for die in self.dice if die.of == whose and die.what != COIN), total, parts=parts)
            for whose, total, parts in (
                (self.actor, self.total_a, self.modifiers_a),
                (self.target, self.total_b, self.modifiers_b),
            )
        )
        sums = f"{own} against {other}" if own and other else own or f"against {other}"
        won = self.winner == "a"
        graded = "" if self.degree is None else f" ({degrees(self.degree)})"
        actor, target = voice.name(self.actor), voice.name(self.target)
        whom = f" against {target}" if self.target else ""
        comes = f"; {target} is vulnerable to the next attack of {actor}" if won and self.deed == "feint" else ""
        return f"{actor}, {voice.words(self.deed)}{whom}: {sums}, {'succeeds' if won else 'fails'}{graded}{comes}."


class CheckMade(Fact):
    """A check against a difficulty, and what it does."""

    type: Literal["check.made"] = "check.made"
    about: ClassVar = ("actor", "target")
    actor: Id | None
    target: Id | None = None
    deed: str
    """Such as `stabilize`, or the trait of a plain check."""
    routine: bool = False
    dice: tuple[Thrown, ...]
    modifiers: Annotated[tuple[Part, ...] | None, ByActor]
    total: Annotated[int | None, ByActor]
    dc: int
    degree: Annotated[int | None, ByActor]
    success: bool
    critical: bool
    bonus: Annotated[int | None, Of("target")] = None
    """What it lends somebody."""
    state: str | None = None
    """Of the dying, after it."""
    level: Annotated[str | None, Of("target")] = None
    """Of the target's damage, after it."""
    penalty: Annotated[int | None, Of("target")] = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        whom = f" for {voice.name(self.target)}" if self.target else ""
        graded = graded_by(self.degree, natural_20=self.critical)
        sums = sum_of(self.dice, self.total, routine=self.routine, parts=self.modifiers)
        lent = f", +{self.bonus}" if self.bonus else f", {self.state}" if self.state else ""
        end = "success" if self.success else "failure"
        deed = voice.words(self.deed.replace("_", " "))
        return f"{voice.name(self.actor)}, {deed}{whom}: {sums}{against(self.dc)}, {end}{graded}{lent}."


class RanksCompared(Contest):
    """Who has more of it (S-016, S-017)."""

    type: Literal["ranks.compared"] = "ranks.compared"
    trait: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        who = self.actor if self.winner == "a" else self.target
        how = ", by the coin" if self.by == COIN else ""
        return f"{voice.name(who)} has more {voice.words(self.trait)}{how}."


class Helped(Told):
    """What one helper brought (S-019)."""

    combatant: Id | None
    degree: Annotated[int | None, ByCombatant]

    def unseen(self, sight: Sight) -> bool:
        """Whom they don't know of, has helped nobody."""
        return sight.conceals(self.combatant)


class TeamMade(Fact):
    """Helpers and their leader (S-018 to S-021)."""

    type: Literal["team.made"] = "team.made"
    about: ClassVar = ("leader",)
    leader: Id | None
    trait: str
    dice: tuple[Thrown, ...]
    helpers: tuple[Helped, ...]
    leader_bonus: int | None
    leader_total: Annotated[int | None, Of("leader")]
    dc: int
    leader_degree: Annotated[int | None, Of("leader")]
    success: bool

    def seen(self, sight: Sight) -> Self:
        """The same as `sight` may know it: what helpers bring tells of their sheets, and so does what it adds up to."""
        seen = super().seen(sight)
        if all(sight.reads(one.combatant) for one in self.helpers):
            return seen
        return seen.model_copy(update={"leader_bonus": None, "leader_total": None, "leader_degree": None})

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        own = tuple(one for one in self.dice if one.of == self.leader)
        sums, brought = sum_of(own, self.leader_total, bonus=self.leader_bonus or 0), self.leader_bonus
        lent = "" if brought is None else f", {brought:+}"
        end = "success" if self.success else "failure"
        return f"{voice.name(self.leader)} leads ({voice.words(self.trait)}{lent}): {sums}{against(self.dc)}, {end}."


class CombatantMoved(Fact):
    """Somebody covers ground."""

    type: Literal["combatant.moved"] = "combatant.moved"
    combatant: Id | None
    feet: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} moves {self.feet} ft."


class DeedDone(Fact):
    """Something that takes no dice, as it is told at the table."""

    type: Literal["deed.done"] = "deed.done"
    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None = None
    deed: str
    what: Annotated[str | None, ByActor] = None
    """The name of a power or a thing."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        words = DEEDS[self.deed]
        what = f" ({voice.words(self.what)})" if self.what else ""
        whom = f" {voice.name(self.target)}" if self.target else " something" if self.deed == "drop_item" else ""
        return f"{voice.name(self.actor)} {words}{whom}{what}."


DEEDS = {
    "aim": "aims at",
    "defend": "stands on guard",
    "drop_item": "lets go of",
    "drop_prone": "drops down",
    "lose_item": "loses what was in hand",
    "recover_action": "takes a moment to recover",
    "stand_up": "stands up",
    "sustain": "keeps a power up",
    "use": "uses a power",
}
"""How a deed is told, by the command that does it."""


class WordsSpoken(Fact):
    """Somebody said something."""

    type: Literal["words.spoken"] = "words.spoken"
    combatant: Id | None
    text: str | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)}" + (f": {voice.words(self.text)}" if self.text else " talks.")


class ActionReadied(Fact):
    """Somebody waits with an action; for what, only they know who may read them."""

    type: Literal["action.readied"] = "action.readied"
    combatant: Id | None
    trigger: Annotated[str | None, ByCombatant] = None
    action: Annotated[str | None, ByCombatant] = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        if self.action is None or self.trigger is None:
            return f"{voice.name(self.combatant)} readies an action."
        action, trigger = (voice.words(one.rstrip("."), longest=LONGEST_WORDS) for one in (self.action, self.trigger))
        return f"{voice.name(self.combatant)} readies an action: {action}, once this happens: {trigger}."


class PowerActivated(Fact):
    """A power is on from now on (S-159, S-160)."""

    type: Literal["power.activated"] = "power.activated"
    combatant: Id | None
    power: Annotated[str | None, ByCombatant]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} activates {_power(self.power, voice)}."


class PowerEnded(Fact):
    """A power is on no longer (S-159, S-160)."""

    type: Literal["power.ended"] = "power.ended"
    combatant: Id | None
    power: Annotated[str | None, ByCombatant]
    lapsed: bool = False
    """Whether nobody could keep it up."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        if self.lapsed:
            return f"{voice.name(self.combatant)} can't keep {_power(self.power, voice)} up."
        return f"{voice.name(self.combatant)} drops {_power(self.power, voice)}."


def _power(name: str | None, voice: Voice) -> str:
    return voice.words(name) if name else "a power"


class EffortMade(Fact):
    """More than one has (S-131)."""

    type: Literal["effort.made"] = "effort.made"
    combatant: Id | None
    option: str
    what: Annotated[str | None, ByCombatant] = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        what = f", {voice.words(self.what)}" if self.what else ""
        return f"{voice.name(self.combatant)} makes an extra effort ({self.option.replace('_', ' ')}{what})."


class HeroPointSpent(Fact):
    """A hero point is gone (S-137)."""

    type: Literal["hero_point.spent"] = "hero_point.spent"
    combatant: Id | None
    use: str
    text: str | None = None
    """What the player says of it."""
    hero_points: Annotated[int | None, ByCombatant]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        left = "" if self.hero_points is None else f", {self.hero_points} left"
        said = f": {voice.words(self.text)}" if self.text else ""
        return f"{voice.name(self.combatant)} spends a hero point ({self.use.replace('_', ' ')}{left}){said}."


class HeroPointsSet(Fact):
    """The game master gives hero points (S-136, S-138)."""

    type: Literal["hero_points.set"] = "hero_points.set"
    combatant: Id | None
    hero_points: Annotated[int | None, ByCombatant]
    reason: str | None = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        now = "" if self.hero_points is None else f" ({self.hero_points} now)"
        why = f": {voice.words(self.reason)}" if self.reason else ""
        return f"{voice.name(self.combatant)} has earned hero points{now}{why}."


class RollImproved(Fact):
    """A roll is taken back, and the better of two dice counts (R-16)."""

    type: Literal["roll.improved"] = "roll.improved"
    combatant: Id | None
    what: str
    dice: tuple[Thrown, ...]
    used_face: int
    """What the die counts now."""
    hero_points: Annotated[int | None, ByCombatant]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        first, second = (one.faces[0] for one in self.dice)
        return (
            f"{voice.name(self.combatant)} spends a hero point on the roll: {first}, then {second}; "
            f"it counts {self.used_face}."
        )
