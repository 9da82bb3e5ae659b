"""The state of an encounter (design 8): frozen values, moved by events alone."""

from typing import Annotated, Final, Generic, Literal, TypeVar

from pydantic import Field

from app.rules.encounter.viewer import Part, Visibility
from app.rules.value import Value

S = TypeVar("S", bound=Value)
"""A system's state of one combatant: what moves in a fight, without the sheet."""
C = TypeVar("C", bound=Value)
"""A system's state of the whole: what belongs to no single combatant, such as the strike under way."""

Kind = Literal["fight", "chase", "scene"]
Status = Literal["setup", "running", "ended"]
Stage = Literal["idle", "starting", "open", "ending", "stalled"]
"""Of the turn that is on; `idle` between two, `stalled` when a whole round went by and nobody could act."""
Moment = Literal["turn_start", "turn_end", "round_end", "encounter_end", "minutes", "never"]

FRAME_SCHEMA = 1
"""Raised with every change of the shapes in this file; `upgrades.py` reads the older ones."""


MOST_MOMENTS: Final = 100_000


class Expiry(Value):
    """When something ends."""

    at: Moment
    of: str | None = None
    """Whose turn, for the start or end of one; null: the bearer's. Another moment may keep who left unseen here."""
    count: Annotated[int, Field(ge=1, le=MOST_MOMENTS)] = 1
    """The first such moment, the second... or how many minutes."""


NEVER = Expiry(at="never")


class Condition(Value):
    """A condition on a combatant."""

    id: str
    key: str
    source: str | None = None
    """Whoever or whatever brought it: a combatant, or a word of the system's."""
    param: str | None = None
    expires: Expiry = NEVER
    since: int = 0
    """The round in which it came; minutes are counted from there."""


PRINTABLE: Final = r"^[\x21-\x7e]+$"
"""Printable ASCII without spaces."""


class Ref(Value):
    """What another app calls the same thing, such as a token on its map."""

    app: Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]
    id: Annotated[str, Field(min_length=1, max_length=200, pattern=PRINTABLE)]


class Combatant(Value, Generic[S]):
    """A character or a one-off in an encounter."""

    id: str
    name: str
    side: str
    group: str | None = None
    character_id: str | None = None
    owner_member_id: str | None = None
    visibility: Visibility = "gm"
    """Who may read its sheet: all at the table, its owner and the gm, or the gm."""
    hidden: bool = False
    initiative: int | None = None
    out: bool = False
    """Out of the fight, as the system says; nobody who is out acts."""
    sheet: str
    """The id of the sheet it fights with, in `Sheets`."""
    external_refs: tuple[Ref, ...] = ()
    state: S
    conditions: tuple[Condition, ...] = ()

    def as_part(self, *, hidden: bool) -> Part:
        """Who it is and who may know what of it."""
        return Part.trusted(
            id=self.id,
            name=self.name,
            hidden=hidden,
            owner_member_id=self.owner_member_id,
            character_id=self.character_id,
            visibility=self.visibility,
        )

    def has(self, key: str) -> bool:
        """Whether it bears such a condition."""
        return any(condition.key == key for condition in self.conditions)


class Window(Value):
    """A choice that somebody has; everything else waits for it."""

    id: str
    kind: str
    for_: tuple[str, ...]
    """The combatants still to answer; none where the gm is asked."""
    options: tuple[str, ...]
    """The types that answer."""
    since: str | None = None
    """Whoever's doing it comes from."""
    at_once: bool = False
    """The table's `auto_resolve` answers: nobody is waited for."""


class Returned(Value):
    """A character that has got its sheet back, when its combatant left or all ended."""

    combatant: str
    character: str
    sheet: str
    """The id of the sheet with what the encounter has left on it, in `Sheets`."""


class Encounter(Value, Generic[S, C]):
    """A fight, a chase or a scene."""

    frame_schema: int = FRAME_SCHEMA
    rules_schema: int = 1
    kind: Kind
    status: Status = "setup"
    round: int = 0
    active: str | None = None
    """Whose turn it is: an id, never a place."""
    stage: Stage = "idle"
    """How far the active one's turn has come: windows may open before it is open and after it was ended."""
    order: tuple[str, ...] = ()
    """Everybody with a place, in the order of turns."""
    acted: tuple[str, ...] = ()
    """Who had their turn this round, the active one included."""
    delayed: tuple[str, ...] = ()
    """Whose turn has begun this round and waits for its new place."""
    combatants: tuple[Combatant[S], ...] = ()
    """In joining order."""
    pending: Window | None = None
    winner: str | None = None
    """The side that is left, once it has ended."""
    returned: tuple[Returned, ...] = ()
    """Who has got their sheet back, in that order; a step is undone with what it added here, and redone with it."""
    scene: C

    def find(self, combatant: str | None) -> Combatant[S] | None:
        """The combatant with this id, if there is one."""
        for one in self.combatants:
            if one.id == combatant:
                return one
        return None

    def __getitem__(self, combatant: str) -> Combatant[S]:
        """The combatant with this id; a KeyError if there is none."""
        found = self.find(combatant)
        if found is None:
            raise KeyError(combatant)
        return found
