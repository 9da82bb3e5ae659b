"""What happens to the choices that somebody has; whoever may not know of one still sees that the table waits."""

from abc import abstractmethod
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import ConfigDict, Field

from app.rules.encounter.facts import Fact, Id, Ids, Voice
from app.rules.encounter.viewer import Sight

WAITING: Final = "waiting"
"""The kind of every window for whoever may not know what the table waits for."""


class WindowFact(Fact):
    """The base of what happens to a window."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True, validate_by_alias=True)

    about: ClassVar = ()
    id: str | None
    """Null where the viewer may only know that the table waits, or waits no longer."""
    kind: str
    at_once: bool = False
    """Whether the table's `auto_resolve` answers: nobody is waited for."""

    def exists(self, sight: Sight) -> bool:
        """For all, since the table waits; where it doesn't, for whoever may know which choice it is."""
        return not self.at_once or self.known(sight)

    def seen(self, sight: Sight) -> Self:
        """Whole, or that the table waits."""
        return super().seen(sight) if self.known(sight) else self.model_copy(update=self._hidden())

    @abstractmethod
    def known(self, sight: Sight) -> bool:
        """Whether the viewer may know which choice it is."""

    def _hidden(self) -> dict[str, Any]:
        return {"id": None, "kind": WAITING}


class WindowOpened(WindowFact):
    """Somebody has a choice."""

    type: Literal["window.opened"] = "window.opened"
    for_: Annotated[Ids, Field(alias="for")]
    options: tuple[str, ...]
    since: Id | None = None
    """Whoever's doing it comes from."""

    def known(self, sight: Sight) -> bool:
        """As in the encounter's `pending`."""
        return sight.knows_choice(self.for_, self.since)

    def _hidden(self) -> dict[str, Any]:
        return {**super()._hidden(), "for_": (), "options": (), "since": None}


class WindowAnswered(WindowFact):
    """Somebody has made a choice."""

    type: Literal["window.answered"] = "window.answered"
    combatant: Id | None
    left: Ids = ()
    """Who is still asked."""
    last: bool = False
    """Whether nobody is asked any more."""

    def exists(self, sight: Sight) -> bool:
        """For whoever sees them, and the last one for all: the table waits no longer."""
        return super().exists(sight) and (self.last or self.known(sight))

    def seen(self, sight: Sight) -> Self:
        """Whole, or that the table waits no longer; where it never did, nobody unseen is left to answer."""
        seen = super().seen(sight)
        return seen.model_copy(update={"last": not seen.left}) if self.at_once else seen

    def known(self, sight: Sight) -> bool:
        """To whoever sees them."""
        return sight.sees(self.combatant)

    def _hidden(self) -> dict[str, Any]:
        return {**super()._hidden(), "combatant": None}


class WindowClosed(WindowFact):
    """Nobody is asked any more."""

    type: Literal["window.closed"] = "window.closed"
    for_: Annotated[Ids, Field(alias="for")]
    """Who had not answered."""
    since: Id | None = None
    dropped: bool = False
    """Whether it was still open when the encounter ended."""

    def tell(self, voice: Voice) -> str:
        """As in the log; where the rules close it, what they do tells it."""
        if not self.dropped:
            return ""
        return f"{f'What {voice.names(self.for_)} had to answer' if self.for_ else 'The choice still open'} is dropped."

    def known(self, sight: Sight) -> bool:
        """As in the encounter's `pending`."""
        return sight.knows_choice(self.for_, self.since)

    def _hidden(self) -> dict[str, Any]:
        return {**super()._hidden(), "for_": (), "since": None}
