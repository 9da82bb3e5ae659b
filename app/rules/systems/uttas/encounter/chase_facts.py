"""What can happen in a chase."""

from typing import Annotated, Literal, Self, assert_never

from app.rules.encounter.facts import Fact, Id, Of, Thrown, Voice
from app.rules.encounter.viewer import Sight
from app.rules.systems.uttas.encounter.facts import dice_told, reckoned


class Chase(Fact):
    """The base of what two in a chase have between them: as `chase` of the encounter, for whoever sees both."""

    pursuer: Id | None
    target: Id | None

    def exists(self, sight: Sight) -> bool:
        """Whoever sees one of them learns of nobody behind, or ahead."""
        return sight.sees(self.pursuer) and sight.sees(self.target)


class ChaseCompared(Chase):
    """Two who would race were compared."""

    type: Literal["chase.compared"] = "chase.compared"
    outcome: Literal["chase_scene", "overtaken", "target_escapes"]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        target = voice.name(self.target)
        would = {
            "chase_scene": "they would be level: it would come to a chase",
            "overtaken": f"{target} would be caught",
            "target_escapes": f"{target} would get away",
        }[self.outcome]
        return f"If {voice.name(self.pursuer)} ran after {target}, {would}."


class ChaseStarted(Chase):
    """A chase began."""

    type: Literal["chase.started"] = "chase.started"
    gap_m: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.pursuer)} chases {voice.name(self.target)}, {self.gap_m} m behind."


class ChaseEnded(Chase):
    """A chase is over: it goes on as a fight, or somebody has got away.

    That it is a fight now shows to everybody in the encounter's kind, and so everybody is told that much.
    """

    type: Literal["chase.ended"] = "chase.ended"
    how: Literal["caught", "escaped", "called_off"] | None
    """Null for whoever doesn't see both."""

    def exists(self, sight: Sight) -> bool:
        """Of somebody who gets away unseen there is nothing to know."""
        return self.how != "escaped" or super().exists(sight)

    def seen(self, sight: Sight) -> Self:
        """Of whom, and how, only to whoever sees both."""
        if super().exists(sight):
            return super().seen(sight)
        return self.model_copy(update={"pursuer": None, "target": None, "how": None})

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        match self.how:
            case "caught":
                return f"{voice.name(self.target)} is caught: it is a fight now."
            case "escaped":
                return f"{voice.name(self.target)} has got away."
            case "called_off":
                return "The chase is called off: it is a fight now."
            case None:
                return "It is a fight now."
            case never:
                assert_never(never)


class GapChanged(Chase):
    """The gap of a chase is another."""

    type: Literal["gap.changed"] = "gap.changed"
    by_m: int
    gap_m: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        del voice
        return f"Gap {self.by_m:+d} m: {self.gap_m} m."


class RunPaid(Fact):
    """Somebody keeps running."""

    type: Literal["run.paid"] = "run.paid"
    combatant: Id | None
    stamina: Annotated[int | None, Of("combatant")]
    """That it cost."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} keeps running for {self.stamina} Stamina." if self.stamina else ""


class HazardLaid(Fact):
    """Something is in the way."""

    type: Literal["hazard.laid"] = "hazard.laid"
    combatant: Id | None
    name: str | None
    dice: int
    damage: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        name = f": {voice.words(self.name)}" if self.name else ""
        return f"{voice.name(self.combatant)} leaves a hazard{name} ({self.dice}d6 {self.damage})."


class HazardBraved(Fact):
    """Somebody went right through."""

    type: Literal["hazard.braved"] = "hazard.braved"
    combatant: Id | None
    dice: tuple[Thrown, ...]
    armor: Annotated[int | None, Of("combatant")]
    defense: Annotated[int | None, Of("combatant")]
    health: Annotated[int | None, Of("combatant")]
    """Lost."""
    stamina: Annotated[int | None, Of("combatant")]
    """Lost."""
    health_left: Annotated[int | None, Of("combatant")] = None
    """What First Aid has lent is in it."""
    stamina_left: Annotated[int | None, Of("combatant")] = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        rolled, dice = sum(one.total for one in self.dice), sum(len(one.faces) for one in self.dice)
        braved = f"{voice.name(self.combatant)} braves it: {dice_told(self.dice) or 'no dice'} = {rolled}"
        if self.health is None or self.stamina is None:
            return f"{braved}."
        lost = (
            f"Health {-self.health} ({dice} dice - Armor {self.armor})",
            f"Stamina {-self.stamina} ({rolled} - Defense {self.defense})",
        )
        return f"{braved}: {reckoned(lost, (self.health_left, self.stamina_left))}."


class SprintRun(Fact):
    """Somebody sprints in a chase."""

    type: Literal["sprint.run"] = "sprint.run"
    combatant: Id | None
    metres: Annotated[int | None, Of("combatant")]
    stamina: Annotated[int | None, Of("combatant")]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        far = "" if self.metres is None else f" {self.metres} m"
        cost = "" if self.stamina is None else f" for {self.stamina} Stamina"
        return f"{voice.name(self.combatant)} sprints{far}{cost}."
