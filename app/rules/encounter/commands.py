"""The commands of the frame, which every system shares; a system may add fields of its own by subclassing them."""

from inspect import getdoc
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from app.rules.encounter.state import Expiry, Ref
from app.rules.encounter.viewer import Visibility
from app.rules.value import Value

Name = Annotated[str, Field(min_length=1, max_length=80)]
Key = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(min_length=1, max_length=2000)]


def _tell_type(schema: dict[str, Any], command: type[Any]) -> None:
    # A default makes it look optional, but it is what tells the bodies apart.
    schema["required"] = ["type", *schema.get("required", [])]
    # A system's `join` with a field of its own does what a join does.
    schema.setdefault("description", getdoc(command))


class Command(Value):
    """The base of every command; each has `type`, a literal such as `uttas.attack`."""

    model_config = ConfigDict(json_schema_extra=_tell_type)

    begins: ClassVar[bool] = False
    """Whether an encounter can begin with it: then it copies the characters' sheets."""

    type: str
    actor: Key | None = None
    """The combatant who acts, or whom the game master's command is about."""
    pending: Key | None = None
    """The window that this answers: when another one is open by now, it is refused and not taken for its answer."""
    faces: Annotated[list[int], Field(max_length=1000)] | None = None
    """The faces of real dice, in the order in which the command throws them."""


class ActorCommand(Command):
    """A command that somebody must carry out."""

    actor: Key


class Join(Command):
    """Bring in a character, or somebody made on the spot."""

    type: Literal["join"] = "join"
    id: Key | None = None
    """The combatant's id, where the caller keeps ids; else one is made."""
    character_id: Annotated[str, Field(min_length=1, max_length=241)] | None = None
    """By id, or by what another app calls them, such as `foundry:actor-7`."""
    name: Name | None = None
    """Without one, the character's. Several are numbered: `Thug 1`, `Thug 2`."""
    side: Name
    sheet: Value | None = None
    """The sheet of a combatant made on the spot."""
    count: Annotated[int, Field(ge=1, le=50)] = 1
    """How many of them, each with its own state."""
    group: Name | None = None
    """What they are called together; initiative may be rolled once for a group."""
    hidden: bool = False
    owner_member_id: Key | None = None
    """Who may command it besides the game master; without one, the character's owner."""
    visibility: Visibility | None = None
    """Who may read its sheet; by default as the character's, else `table` with an owner and `gm` without."""
    initiative: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """A late joiner's place; without one the system rolls for it."""
    external_refs: Annotated[list[Ref], Field(max_length=10)] = Field(default_factory=list)
    """What other apps call it, such as a token on a map; nobody else in the encounter has the same."""


class Leave(ActorCommand):
    """Take a combatant out; its character gets back what the fight has left of it."""

    type: Literal["leave"] = "leave"


class EditCombatant(ActorCommand):
    """Change what a combatant is called, where it belongs, and who may know of it."""

    type: Literal["edit_combatant"] = "edit_combatant"
    name: Name | None = None
    side: Name | None = None
    group: Name | None = None
    initiative: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """Moves it to this place; whose turn it is stays, and nobody has two turns in a round or none."""
    owner_member_id: Key | None = None
    visibility: Visibility | None = None
    external_refs: Annotated[list[Ref], Field(max_length=10)] | None = None
    """All of them, instead of those it has."""
    refresh: bool = False
    """Copy the character's name and sheet again; what the fight has done to it stays."""


class Start(Command):
    """Begin: the order is made, and the first turn begins."""

    begins: ClassVar = True
    type: Literal["start"] = "start"


class EndTurn(Command):
    """End a turn: what ends with it ends, and the next one's begins. Name the `actor`: sent twice, it ends one turn.

    Without one it is the turn that is on, whosever it is by now.
    """

    type: Literal["end_turn"] = "end_turn"


class SetOrder(Command):
    """Put everybody in this order. Whose turn it is stays, and nobody has two turns in a round or none."""

    type: Literal["set_order"] = "set_order"
    order: Annotated[list[Key], Field(max_length=200)]
    """Everybody with a place, each once."""


class Reveal(ActorCommand):
    """Let the players see a combatant."""

    type: Literal["reveal"] = "reveal"


class Hide(ActorCommand):
    """Let the players not see a combatant."""

    type: Literal["hide"] = "hide"


class AddCondition(ActorCommand):
    """Put a condition on a combatant. The same one from the same source only ends at another time."""

    type: Literal["add_condition"] = "add_condition"
    key: Key
    param: Key | None = None
    source: Key | None = None
    expires: Expiry = Expiry(at="never")


class RemoveCondition(ActorCommand):
    """End a condition, by its `id`, or the first one with this `key`."""

    type: Literal["remove_condition"] = "remove_condition"
    id: Key | None = None
    key: Key | None = None


class Adjust(ActorCommand):
    """Change a combatant's numbers by hand; relative, so that two hands don't undo each other."""

    type: Literal["adjust"] = "adjust"

    def told(self, *numbers: str) -> list[str]:
        """Those of these fields that change something, as `hero points +1`."""
        return [f"{name.replace('_', ' ')} {change:+}" for name in numbers if (change := getattr(self, name))]


class Note(Command):
    """Write something into the log."""

    type: Literal["note"] = "note"
    text: Text
    private: bool = False
    """Only game masters get to read it."""


class End(Command):
    """End the encounter; characters get back what it has left of them."""

    type: Literal["end"] = "end"


FRAME_COMMANDS: tuple[type[Command], ...] = (
    Join, Leave, EditCombatant, Start, EndTurn, SetOrder, Reveal, Hide, AddCondition, RemoveCondition, Adjust, Note,
    End,
)  # fmt: skip
"""In the order in which they are shown."""

FOR_EVERYBODY = {"end_turn", "note"}
"""Those of the frame's that players may send too."""
