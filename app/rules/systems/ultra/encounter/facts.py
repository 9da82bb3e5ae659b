"""What a scene's people suffer and gain, and what becomes true in it."""

from typing import Annotated, ClassVar, Literal

from app.rules.encounter.facts import Fact, Id, Of, Seen, Voice
from app.rules.systems.ultra.encounter.words import fact_words, quoted, source_words


class InjuriesChanged(Fact):
    """Somebody was injured or healed."""

    type: Literal["injuries.changed"] = "injuries.changed"
    combatant: Id | None
    by: Id | None = None
    """Whoever did it, if a combatant did."""
    cause: str
    """`action`, `complication`, `status:<key>` or `gm`."""
    change: Annotated[int | None, Of("combatant")]
    """More, or fewer below 0."""
    worse: bool = True
    """Whether there are more than before: that is to be seen."""
    injuries: Annotated[int | None, Of("combatant")]
    """After it."""
    taken_out: bool
    """It has taken them out (U-26, G-27)."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        name = voice.name(self.combatant)
        change = self.change
        out = " and is taken out" if self.taken_out else ""
        from_ = [source_words(self.cause)] if self.cause.startswith("status:") else []
        if change is None:
            why = f" ({from_[0]})" if from_ else ""
            return (
                f"{name} is taken out." if self.taken_out else f"{name} {'is hurt' if self.worse else 'recovers'}{why}."
            )
        word = "injury" if abs(change) == 1 else "injuries"
        verb = "takes" if change > 0 else "loses"
        return f"{name} {verb} {abs(change)} {word} ({'; '.join([*from_, f'{self.injuries} now'])}){out}."


class EffectLost(Fact):
    """An action came to nothing more for somebody who is taken out already (G-27)."""

    type: Literal["effect.lost"] = "effect.lost"
    combatant: Id | None
    by: Id | None = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is taken out already: nothing more comes of it."


class TokenGiven(Fact):
    """Bonus hits wait for somebody's later action (G-28)."""

    type: Literal["token.given"] = "token.given"
    about: ClassVar = ("combatant", "by")
    combatant: Id | None
    by: Id | None
    amount: int
    for_kind: str | None = None
    """The kind of action they wait for."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        kind = f" of kind {self.for_kind}" if self.for_kind else ""
        return f"{self.amount} bonus for {voice.name(self.combatant)}'s next action{kind}."


class OpeningLeft(Fact):
    """Somebody is easier to act against, once."""

    type: Literal["opening.left"] = "opening.left"
    about: ClassVar = ("combatant", "by")
    combatant: Id | None
    by: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"The next action against {voice.name(self.combatant)} needs one hit less."


class TroubleLaid(Fact):
    """A complication waits for somebody's next action."""

    type: Literal["trouble.laid"] = "trouble.laid"
    about: ClassVar = ("combatant", "by")
    combatant: Id | None
    by: Id | None
    level: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"Trouble of level {self.level} waits for {voice.name(self.combatant)}'s next action."


class SideMoveMade(Fact):
    """Somebody did something small besides."""

    type: Literal["side_move.made"] = "side_move.made"
    combatant: Id | None
    text: Annotated[str | None, Seen("combatant")] = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        what = f": {quoted(voice, self.text)}" if self.text else ""
        return f"{voice.name(self.combatant)} makes a side move{what}."


class FollowUpGranted(Fact):
    """Somebody may act again in this turn (G-25)."""

    type: Literal["follow_up.granted"] = "follow_up.granted"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} acts again."


class FactAdded(Fact):
    """Something is true from now on."""

    type: Literal["fact.added"] = "fact.added"
    about: ClassVar = ("by",)
    by: Id | None = None
    """Whose doing it is; nobody's: the game master's."""
    id: str
    text: str
    weight: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"Fact {self.id}: {quoted(voice, fact_words(self.text))}{' (strong)' if self.weight > 1 else ''}."


class FactDropped(Fact):
    """Something is true no longer."""

    type: Literal["fact.dropped"] = "fact.dropped"
    about: ClassVar = ("by",)
    by: Id | None = None
    """Whose doing it had been."""
    id: str
    text: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"No longer true: {quoted(voice, fact_words(self.text))}."


class ConflictEnded(Fact):
    """The fight stopped; the game master still ends the encounter."""

    type: Literal["conflict.ended"] = "conflict.ended"
    about: ClassVar = ()
    by: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.by)} has the last word: the conflict is over. The encounter goes on until `end`."


class SceneRewritten(Fact):
    """The situation is another; what was true before is forgotten."""

    type: Literal["scene.rewritten"] = "scene.rewritten"
    about: ClassVar = ()
    by: Id | None
    goal: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.by)} turns the tables: {quoted(voice, self.goal)}."


class CombatantRemoved(Fact):
    """Somebody is out until the scene ends."""

    type: Literal["combatant.removed"] = "combatant.removed"
    about: ClassVar = ("combatant", "by")
    combatant: Id | None
    by: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} is out of the picture."


class SceneClosed(Fact):
    """The scene is over: everybody is back, and what waited for later waits no more (G-28)."""

    type: Literal["scene.closed"] = "scene.closed"
    about: ClassVar = ()
