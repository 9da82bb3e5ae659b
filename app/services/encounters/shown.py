"""An encounter, its events and a command's outcome as their viewer gets them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, SerializeAsAny

from app.rules.catalog import AnyFact, SystemKey
from app.rules.dice.quoting import plain_words
from app.rules.encounter.facts import Fact
from app.rules.encounter.rules import Price
from app.rules.encounter.schemas import ShownAs
from app.rules.encounter.state import Kind, Status
from app.rules.encounter.telling import LONGEST_TEXT
from app.rules.encounter.views import EncounterView, Shown
from app.services.options import OptionsChange
from app.services.text import Name, Prose
from app.services.values import ExternalRef, Value

if TYPE_CHECKING:
    AnyFactShown = Fact
else:
    AnyFactShown = Annotated[SerializeAsAny[Fact], ShownAs(AnyFact)]


class EncounterBrief(Value):
    """An encounter in a list."""

    id: str
    name: Name
    kind: Kind
    status: Status
    """`setup` is the game master's alone; `running` is played; `ended` is over."""
    system: SystemKey
    external_refs: list[ExternalRef]
    notes: Prose | None
    """The game master's; null for everybody else."""
    version: int
    """The number in the `ETag`."""
    created_at: datetime
    updated_at: datetime
    """When it last changed in a way that you can see."""


class EncounterShown(EncounterView, EncounterBrief):
    """An encounter as its viewer sees it."""

    options: dict[str, Any]
    """House rules in which it differs from the campaign."""
    last_event: str | None
    """The last event that this shows the outcome of: listen for those after it."""


class EventShown(Value):
    """Something that happened, as its viewer may know it."""

    id: str
    type: str
    """Such as `turn.started`."""
    at: datetime
    member_id: str | None
    """Who sent the command that it came of."""
    by_member_id: str | None
    """The game master who sent it for them, if one did."""
    encounter_id: str
    version: int
    """The version of the encounter that it belongs to."""
    data: AnyFactShown
    text: str
    """One sentence, plain; empty where there is nothing to say."""


class LogLine(EventShown):
    """A line of an encounter's story."""

    markdown: str
    """The sentence in Discord's markdown; struck through where it was undone."""
    undone: bool
    """Whether it was taken back."""


class CommandAnswer(Value):
    """What a command came to."""

    text: str
    """For people, plain: what happened, and what is asked next; at most 300 characters."""
    markdown: str
    """The same in Discord's markdown, at most 1,800 characters."""
    version: int
    """The encounter's version after it: the number in the `ETag`."""
    events: list[EventShown]
    """What happened, as far as you may know it."""
    result: Shown | None
    """What the command answers besides, such as the total of a roll of one's own."""
    encounter: EncounterShown


class PriceShown(Value):
    """What a player gets of a command that is only tried out: it would be accepted."""

    text: str
    """For people, plain: what it will take; at most 300 characters."""
    markdown: str
    """The same in Discord's markdown."""
    dry_run: Literal[True] = True
    costs: dict[str, int]
    """What it will take, by name."""
    dice: list[str]
    """The dice that it will throw, or may, as notation."""

    @classmethod
    def of(cls, price: Price) -> "PriceShown":
        """A price with what is said of it."""
        costs = [f"{many} {_what(name, many)}" for name, many in price.costs.items() if many]
        dice = f"; {_listed(price.dice)} would be thrown" if price.dice else ""
        text = plain_words(f"It would cost {_listed(costs) or 'nothing'}{dice}.", longest=LONGEST_TEXT)
        return cls(text=text, markdown=text, costs=dict(price.costs), dice=list(price.dice))


def _what(name: str, many: int) -> str:
    """A cost as people call it: `1 action`, `2 hero points`."""
    words = name.replace("_", " ")
    return words.removesuffix("s") if many == 1 else words


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class TriedOut(CommandAnswer, PriceShown):
    """What a game master gets of a command that is only tried out: what would come of it."""

    sample: bool
    """Whether throwaway dice stood for those that will be thrown."""


class NewEncounter(Value):
    """An encounter to set up."""

    name: Name
    """What the table calls it."""
    kind: Kind = "fight"
    """A `fight`, a `chase` or a `scene`."""
    options: OptionsChange = Field(default={})
    """House rules that are others in this encounter than in the campaign; `null` puts one to the usual."""
    notes: Prose | None = None
    """For game masters."""
    external_refs: list[ExternalRef] = Field(default=[], max_length=20)
    """What other apps call it, such as a Foundry combat."""
