"""What a duellist is, suffers and does."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.encounter.commands import ActorCommand, Adjust, Command, Join
from app.rules.encounter.facts import Fact, Id, Of, Thrown, Voice
from app.rules.value import Value


class DuelOptions(Value):
    """House rules."""

    to_the_death: bool = False
    """Nobody may beg for mercy."""


class DuelSheet(Value):
    name: str = "Duellist"
    skill: Annotated[int, Field(ge=0, le=20)] = 3
    guard: Annotated[int, Field(ge=0, le=20)] = 6
    vigour: Annotated[int, Field(ge=1, le=100)] = 10
    wounds: Annotated[int, Field(ge=0, le=100)] = 0


class Fighter(Value):
    wounds: int = 0
    actions: int = 0
    yielded: bool = False
    steeled: bool = False
    pos: tuple[int, int] | None = None


class Strike(Value):
    attacker: str
    target: str


class Scene(Value):
    strike: Strike | None = None


class DuelJoin(Join):
    sheet: DuelSheet | None = None
    pos: tuple[int, int] | None = None


class DuelAdjust(Adjust):
    wounds: int


class Hit(ActorCommand):
    """Strike at somebody."""

    type: Literal["duel.strike"] = "duel.strike"
    target: str


class Parry(ActorCommand):
    """Parry the blow."""

    type: Literal["duel.parry"] = "duel.parry"


class Take(ActorCommand):
    """Take the blow."""

    type: Literal["duel.take"] = "duel.take"


class Steel(ActorCommand):
    """Steel yourself against the poison."""

    type: Literal["duel.steel"] = "duel.steel"


class Beg(ActorCommand):
    """Beg for mercy; the game master says whether it is granted."""

    type: Literal["duel.beg"] = "duel.beg"


class Judge(Command):
    """Grant mercy, or don't."""

    type: Literal["duel.judge"] = "duel.judge"
    mercy: bool


class Wait(ActorCommand):
    """Let the others go first."""

    type: Literal["duel.wait"] = "duel.wait"


class InitiativeThrown(Fact):
    """Somebody's die for the order."""

    type: Literal["initiative.thrown"] = "initiative.thrown"
    combatant: Id | None
    dice: tuple[Thrown, ...]
    initiative: int

    def tell(self, voice: Voice) -> str:
        return f"{voice.name(self.combatant)} has initiative {self.initiative}."


class StrikeDeclared(Fact):
    """A blow is on its way."""

    type: Literal["strike.declared"] = "strike.declared"
    about = ("attacker", "target")
    attacker: Id | None
    target: Id | None

    def tell(self, voice: Voice) -> str:
        return f"{voice.name(self.attacker)} strikes at {voice.name(self.target)}."


class StrikeResolved(Fact):
    """It hit or missed."""

    type: Literal["strike.resolved"] = "strike.resolved"
    about = ("attacker", "target")
    attacker: Id | None
    target: Id | None
    dice: tuple[Thrown, ...]
    skill: Annotated[int | None, Of("attacker")]
    guard: Annotated[int | None, Of("target")]
    wounds: Annotated[int | None, Of("target")]
    hit: bool

    def tell(self, voice: Voice) -> str:
        against = "" if self.guard is None else f" against guard {self.guard}"
        dice = ", ".join(str(thrown) for thrown in self.dice)
        wound = f", {self.wounds} wounds" if self.wounds is not None else ""
        return f"{dice}{against}: {voice.name(self.target)} is {'hit' if self.hit else 'missed'}{wound}."


class PoisonBorne(Fact):
    """Somebody has met the poison."""

    type: Literal["poison.borne"] = "poison.borne"
    combatant: Id | None
    dice: tuple[Thrown, ...]
    withstood: bool

    def tell(self, voice: Voice) -> str:
        return f"{voice.name(self.combatant)} {'shakes the poison off' if self.withstood else 'suffers'}."


class ActionsSpent(Fact):
    """A turn's actions were counted out, or one was spent."""

    type: Literal["actions.counted"] = "actions.counted"
    combatant: Id | None
    left: Annotated[int | None, Of("combatant")]


class MercyAsked(Fact):
    """Somebody begged."""

    type: Literal["mercy.asked"] = "mercy.asked"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        return f"{voice.name(self.combatant)} begs for mercy."


class MercyJudged(Fact):
    """The game master has judged."""

    type: Literal["mercy.judged"] = "mercy.judged"
    combatant: Id | None
    mercy: bool

    def tell(self, voice: Voice) -> str:
        return "Mercy is granted." if self.mercy else "There is no mercy."
