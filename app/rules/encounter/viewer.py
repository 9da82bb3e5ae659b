"""Who asks, and what of an encounter they may see, read and command (design 9)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from app.rules.value import Value

if TYPE_CHECKING:
    from app.rules.encounter.state import Combatant

Visibility = Literal["table", "owner", "gm"]


class Viewer(Value):
    """Whoever asks; every answer is made for a viewer."""

    role: Literal["gm", "player", "observer"]
    member_id: str | None = None
    character_ids: frozenset[str] | None = None
    """The characters a token may act for; null: all that are its member's."""

    @property
    def is_gm(self) -> bool:
        """Game masters see and command everything."""
        return self.role == "gm"


GM = Viewer(role="gm")
"""A game master, where it doesn't matter which."""
PLAYER = Viewer(role="player")
"""A player of nobody in particular."""


class Part(Value):
    """As much of a combatant as it takes to say who may know what of it; events keep it of everybody they name."""

    id: str
    name: str
    hidden: bool = False
    owner_member_id: str | None = None
    character_id: str | None = None
    visibility: Visibility = "table"


class Sight:
    """A viewer's eyes on these combatants. Somebody who isn't among them is as unknown as somebody hidden.

    `everybody` makes it the eyes of all players at once: what no player may see, nobody sees.
    """

    def __init__(self, viewer: Viewer, parts: "Iterable[Part | Combatant[Any]]", *, everybody: bool = False) -> None:
        self.viewer = viewer
        self.everybody = everybody
        self._gm = viewer.is_gm
        self.parts: Mapping[str, Part | Combatant[Any]] = {part.id: part for part in parts}

    @property
    def looks(self) -> tuple[object, ...]:
        """All that decides what these eyes see and read: eyes that are equal in it show the same."""
        parts = [(one.id, one.hidden, one.owner_member_id, one.visibility) for one in self.parts.values()]
        return self.everybody, self.viewer.role, self.viewer.member_id, *parts

    def on(self, parts: "Iterable[Part | Combatant[Any]]") -> "Sight":
        """The same eyes on others."""
        return Sight(self.viewer, parts, everybody=self.everybody)

    def sees(self, combatant: str | None) -> bool:
        """Whether they know that it is there."""
        part = self.parts.get(combatant or "")
        return part is not None and (not part.hidden or self._gm or self._owns(part))

    def conceals(self, combatant: str | None) -> bool:
        """Whether this is somebody of whom they don't know; what names nobody is no secret."""
        return combatant in self.parts and not self.sees(combatant)

    def knows_of(self, combatant: str | None) -> bool:
        """Whether they may know of what is this one's: it is nobody's, or they see them; a gm also of those gone."""
        return combatant is None or self._gm or self.sees(combatant)

    def knows_choice(self, asked: Sequence[str], since: str | None) -> bool:
        """Whether they may know what the table waits for: they see one who is asked, or whoever made the gm asked."""
        if asked:
            return any(self.sees(one) for one in asked)
        return since is None or self.sees(since)

    def reads(self, combatant: str | None) -> bool:
        """Whether they may read its sheet, its state, and any number that comes from them."""
        if self._gm:
            return True
        part = self.parts.get(combatant or "")
        if part is None:
            return False
        if part.visibility == "table" and not part.hidden:
            return True
        return part.visibility != "gm" and self._owns(part)

    def commands(self, combatant: str | None) -> bool:
        """Whether they may act for it."""
        part = self.parts.get(combatant or "")
        if part is None or self.viewer.role == "observer":
            return False
        if self._gm:
            return True
        lent = self.viewer.character_ids
        return self._owns(part) and (lent is None or part.character_id in lent)

    def name(self, combatant: str | None) -> str | None:
        """What they call it; null when they don't know of it."""
        return self.parts[combatant].name if combatant is not None and self.sees(combatant) else None

    def _owns(self, part: "Part | Combatant[Any]") -> bool:
        if part.owner_member_id is None:
            return False
        return self.everybody or part.owner_member_id == self.viewer.member_id
