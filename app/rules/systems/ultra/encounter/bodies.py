"""The commands of a scene, as they are posted."""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.encounter.commands import ActorCommand, Adjust, Command, Join, Key, Start
from app.rules.system import Value
from app.rules.systems.ultra.complications import Complication, Name, Number
from app.rules.systems.ultra.encounter.effects import Effect, Level, Weight, Words
from app.rules.systems.ultra.outcomes import Choices
from app.rules.systems.ultra.pools import MOST_BONUS
from app.rules.systems.ultra.sheet import UltraSheet
from app.rules.systems.ultra.statuses import ActionKind, Tag

MOST_COMPLICATIONS: Final = 20
MOST_NAMED: Final = 50
Amount = Annotated[int, Field(ge=1, le=20)]
Change = Annotated[int, Field(ge=-20, le=20)]


class StatedPool(Value):
    """The dice somebody throws: from the sheet, or as stated."""

    traits: Annotated[list[Name], Field(max_length=10)] | None = None
    """One to three traits of the sheet, added up."""
    dice: Number | None = None
    """1 to 10, in place of traits (U-01)."""
    modifiers: Annotated[list[Number], Field(max_length=20)] = Field(default_factory=list)
    """Dice more or fewer; the sum is held within 1 to 10 (G-05)."""


class Attempt(ActorCommand, StatedPool):
    """What every action says of itself."""

    domain: Name | None = None
    """Where Advantage counts: the actor's level less the first target's (G-01)."""
    tags: Annotated[list[Tag], Field(max_length=10)] = Field(default_factory=list)
    """What the action is like; Status Effects look at it."""
    facts: Annotated[list[Name], Field(max_length=MOST_NAMED)] = Field(default_factory=list)
    """Facts of the scene that the action leans on, by id."""
    complications: Annotated[list[Complication], Field(max_length=MOST_COMPLICATIONS)] = Field(default_factory=list)
    """What may go wrong, fixed before the roll (G-16)."""


class Act(Attempt):
    """Act: roll a pool against a difficulty. While hits can be spent, the action stays open."""

    type: Literal["ultra.act"] = "ultra.act"
    difficulty: Number = 1
    """Hits needed, 0 or more (U-08)."""
    targets: Annotated[list[Key], Field(max_length=MOST_NAMED)] = Field(default_factory=list)
    """Whom it is aimed at; Advantage and openings look at the first."""
    kind: ActionKind = "other"
    applies: Effect | None = None
    """What it does on success: to each target, in an escape or without targets to the actor."""


class Oppose(Attempt):
    """Act against somebody who resists: their hits set the difficulty (G-12)."""

    type: Literal["ultra.oppose"] = "ultra.oppose"
    defender: Key
    defense: StatedPool
    """What the defender throws, after the actor."""
    kind: ActionKind = "other"
    applies: Effect | None = None


class Treat(Attempt):
    """Treat a Status Effect, by its own difficulty; success takes it away."""

    type: Literal["ultra.treat"] = "ultra.treat"
    target: Key
    status: Name


class ResolveAction(ActorCommand, Choices):
    """Choose what the hits of the open action buy, or whether to let the complications happen: once, all together."""

    type: Literal["ultra.resolve"] = "ultra.resolve"

    @property
    def choices(self) -> Choices:
        """The choices alone."""
        return Choices(accept_complications=self.accept_complications, buy_off=self.buy_off, tricks=self.tricks)


class ApproveTrick(Command):
    """Let a Trick that waits happen (G-21)."""

    type: Literal["ultra.approve"] = "ultra.approve"
    trick: Name


class RefuseTrick(Command):
    """Don't let a Trick happen: its buyer chooses anew, without it (G-21)."""

    type: Literal["ultra.refuse"] = "ultra.refuse"
    trick: Name


class RunRace(Command):
    """Let some race for the most hits (G-12)."""

    type: Literal["ultra.race"] = "ultra.race"
    sides: Annotated[dict[Key, StatedPool], Field(min_length=2, max_length=20)]
    """Each combatant's pool; they throw in this order."""


class GiveStatus(Command):
    """Give somebody a Status Effect."""

    type: Literal["ultra.status"] = "ultra.status"
    target: Key
    key: Name
    level: Level = 1


class ClearStatus(Command):
    """Take a Status Effect from somebody."""

    type: Literal["ultra.clear"] = "ultra.clear"
    target: Key
    key: Name


class Injure(Command):
    """Injure somebody; at their `injury_max` they are taken out."""

    type: Literal["ultra.injure"] = "ultra.injure"
    target: Key
    amount: Amount = 1


class HealInjuries(Command):
    """Take injuries from somebody."""

    type: Literal["ultra.heal"] = "ultra.heal"
    target: Key
    amount: Amount = 1


class StateFact(Command):
    """Say what is true in the scene."""

    type: Literal["ultra.fact"] = "ultra.fact"
    text: Words
    weight: Weight = 1


class DropFact(Command):
    """Say what is true no longer."""

    type: Literal["ultra.unfact"] = "ultra.unfact"
    fact: Name


class UltraJoin(Join):
    """Bring in a character, or somebody made on the spot."""

    sheet: UltraSheet | None = None
    pool: StatedPool | None = None
    """What it rolls for its place, where pools make the order; without one its best trait."""


class UltraStart(Start):
    """Begin: in the order stated, by a roll of pools, or as they joined (option `order`)."""

    order: Annotated[list[Key], Field(max_length=200)] | None = None
    """Everybody, each once."""
    pools: Annotated[dict[Key, StatedPool], Field(max_length=200)] | None = None
    """What each rolls for a place: most hits first, then the larger pool."""


class UltraAdjust(Adjust):
    """Change a combatant's numbers by hand; relative, and held within their bounds."""

    injuries: Change = 0
    actions: Change = 0
    """Of the turn that is on."""
    openings: Change = 0
    hindered: Change = 0
    bonus_hits: Annotated[int, Field(ge=0, le=MOST_BONUS)] = 0
    """So many wait for its next action, such as a helper's (G-26)."""
    present: bool | None = None
    """Take it out of the picture, or bring it back."""
