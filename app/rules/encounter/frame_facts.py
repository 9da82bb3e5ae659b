"""What happens in every encounter, whatever its system: joining, turns, conditions, windows, notes."""

from typing import Annotated, ClassVar, Literal

from app.rules.encounter.facts import Fact, Id, Ids, Of, Seen, Voice
from app.rules.encounter.state import Expiry
from app.rules.encounter.viewer import Sight
from app.rules.encounter.window_facts import WindowAnswered, WindowClosed, WindowOpened


class CombatantJoined(Fact):
    """Somebody came in."""

    type: Literal["combatant.joined"] = "combatant.joined"
    combatant: Id | None
    side: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} joins ({voice.words(self.side)})."


class CombatantLeft(Fact):
    """Somebody went."""

    type: Literal["combatant.left"] = "combatant.left"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} leaves."


class CombatantEdited(Fact):
    """Somebody is called otherwise, stands elsewhere, or may be read by others."""

    type: Literal["combatant.edited"] = "combatant.edited"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is edited."


class CombatantAdjusted(Fact):
    """The game master changed somebody's numbers by hand."""

    type: Literal["combatant.adjusted"] = "combatant.adjusted"
    combatant: Id | None
    what: Annotated[str | None, Of("combatant")] = None
    """The numbers, as `stamina -5`."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        what = f": {voice.words(self.what)}" if self.what else ""
        return f"The game master adjusts {voice.name(self.combatant)}{what}."


class CombatantRevealed(Fact):
    """The players see somebody from now on."""

    type: Literal["combatant.revealed"] = "combatant.revealed"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} comes into sight."


class CombatantHidden(Fact):
    """The players see somebody no longer."""

    type: Literal["combatant.hidden"] = "combatant.hidden"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is out of sight."


class EncounterStarted(Fact):
    """It began, in this order."""

    type: Literal["encounter.started"] = "encounter.started"
    about: ClassVar = ()
    order: Ids

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"It begins: {voice.names(self.order)}." if self.order else "It begins."


class OrderSet(Fact):
    """The order is another."""

    type: Literal["order.set"] = "order.set"
    about: ClassVar = ("order",)
    order: Ids
    before: Ids
    """As it was; whoever sees no difference gets no event."""

    def exists(self, sight: Sight) -> bool:
        """Only where the order looks different."""
        now, was = ([one for one in order if sight.sees(one)] for order in (self.order, self.before))
        return now != was

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"The order is now: {voice.names(self.order)}."


class EncounterEnded(Fact):
    """It is over."""

    type: Literal["encounter.ended"] = "encounter.ended"
    about: ClassVar = ()
    winner: str | None = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"It is over: {voice.words(self.winner)} won." if self.winner else "It is over."


class RoundEnded(Fact):
    """Everybody had their turn."""

    type: Literal["round.ended"] = "round.ended"
    about: ClassVar = ()
    round: int


class RoundStarted(Fact):
    """A new round begins."""

    type: Literal["round.started"] = "round.started"
    about: ClassVar = ()
    round: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        del voice
        return f"Round {self.round}."


class TurnStarted(Fact):
    """Somebody's turn began."""

    type: Literal["turn.started"] = "turn.started"
    combatant: Id | None
    round: int
    resumed: bool = False
    """It had begun earlier in the round and was put off."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)}'s turn."


class TurnEnded(Fact):
    """Somebody's turn is over."""

    type: Literal["turn.ended"] = "turn.ended"
    combatant: Id | None
    passed_over: bool = False
    """It was worked through without a chance to act."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} can't act and is passed over." if self.passed_over else ""


class TurnDelayed(Fact):
    """Somebody waits for a later place."""

    type: Literal["turn.delayed"] = "turn.delayed"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} waits."


class ConditionAdded(Fact):
    """Somebody bears a condition from now on."""

    type: Literal["condition.added"] = "condition.added"
    combatant: Id | None
    id: str
    key: str
    param: str | None = None
    by: Id | None = None
    """The combatant who brought it, if one did."""
    cause: str | None = None
    """What brought it, where it was no combatant."""
    until: Id | None = None
    """Whose turn it waits for, where it ends with one."""
    expires: Annotated[Expiry | None, Seen("until")]
    """Null for whoever may not know whose turn it waits for."""
    title: str
    """The condition as people call it."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is now {voice.words(self.title)}."


class ConditionEnded(Fact):
    """A condition is gone."""

    type: Literal["condition.ended"] = "condition.ended"
    combatant: Id | None
    id: str
    key: str
    param: str | None = None
    expired: bool = False
    """Its time was up."""
    title: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is no longer {voice.words(self.title)}."


class NoteWritten(Fact):
    """Somebody wrote into the log."""

    type: Literal["note.written"] = "note.written"
    about: ClassVar = ()
    combatant: Id | None = None
    """Whoever says it, if one does."""
    text: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        who = f"{voice.name(self.combatant)}: " if self.combatant else ""
        return who + voice.words(self.text, longest=280)


class NoteKept(Fact):
    """A game master wrote something for game masters."""

    type: Literal["note.kept"] = "note.kept"
    gm_only: ClassVar = True
    text: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"Note: {voice.words(self.text, longest=280)}"


class CommandUndone(Fact):
    """A game master took a command back: the encounter is as it was before it."""

    type: Literal["command.undone"] = "command.undone"
    about: ClassVar = ()
    events: tuple[str, ...]
    """The ids of the events that it had brought."""


class CommandRedone(Fact):
    """A game master brought back what was undone, with the same dice."""

    type: Literal["command.redone"] = "command.redone"
    about: ClassVar = ()
    events: tuple[str, ...]
    """The ids of the events that it had brought."""


FRAME_FACTS: tuple[type[Fact], ...] = (
    CombatantJoined, CombatantLeft, CombatantEdited, CombatantAdjusted, CombatantRevealed, CombatantHidden,
    EncounterStarted, OrderSet, EncounterEnded, RoundStarted, RoundEnded, TurnStarted, TurnEnded, TurnDelayed,
    ConditionAdded, ConditionEnded, WindowOpened, WindowAnswered, WindowClosed, NoteWritten, NoteKept,
    CommandUndone, CommandRedone,
)  # fmt: skip
"""Every fact of the frame."""
