"""What every game system answers; nothing outside its folder knows more of it than this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import ConfigDict, Field

from app.rules.character import Audit, Derived
from app.rules.dice.source import DiceSource
from app.rules.errors import Refusal
from app.rules.value import Value as Value

if TYPE_CHECKING:
    from app.rules.deeds import Applied, Deed, DeedBody, Route
    from app.rules.encounter.rules import EncounterRules
    from app.rules.lending import Filled


class RuleEntry(Value):
    """A line of a system's rule index."""

    id: str
    """As on the rules page, such as `U-12`."""
    title: str
    statement: str
    """One sentence of our own."""
    source: str
    """The line of the rules document, such as `L15`, or `ruling` where the document is silent."""
    covered_by: str
    """`check <kind>`, `sheet`, `catalogue <name>`, `option <name>`, `command <type>` or `game master: <reason>`."""


@dataclass(slots=True, kw_only=True)
class CheckDie:
    """A die of a check: whose it was, what it showed, and what it did.

    A plain dataclass: of every check's values it is the one that there are many of.
    """

    of: Annotated[str, Field(description="Such as `actor`, `defender`, `advantage`.")]
    sides: int
    face: int
    kept: bool = True
    counts: Annotated[
        int | None,
        Field(description="What the die brought to the result, such as hits, where that isn't its face."),
    ] = None


class Lent(Value):
    """One thing that a check has from a character's sheet."""

    field: str
    """Of the check's body, such as `modifier` or `active.dice`."""
    source: str
    """What on the sheet it is, such as `skills.stealth`, `impaired` or `status:dazed`."""
    value: int | bool | str
    """Numbers of one field add up, with the body's own where it is one of a list or of a count."""
    rule: str | None
    """The id of the rule that brings it in."""


class CheckAnswer(Value):
    """A check that was made."""

    kind: str
    result: dict[str, Any]
    dice: list[CheckDie]
    rules: list[str]
    """The ids of the rules that decided."""
    source: Literal["server", "physical", "imported"]
    """Whether the dice fell here, on a real table, or came in with an imported campaign."""
    open: bool = False
    """Whether something is left to choose before the check is resolved."""
    rolled: str | None = None
    """What of the character's sheet was rolled and what changed it, such as `Stealth (impaired -2)`."""
    parts: list[Lent] = Field(default_factory=list)
    """What came from the character's sheet; empty where nothing did."""
    text: str
    """Plain, at most 300 characters: what happened and why."""
    markdown: str
    """Discord flavour, at most 1,800."""


class Amendment(Value):
    """The base of what betters a check that was made; every subclass has `spend`, a literal such as `hero_point`."""

    spend: str
    """What it takes from the character."""
    faces: list[int] | None = None
    """The faces of real dice, in the order they are thrown: then nothing is rolled here."""


class Chance(Value):
    """One outcome of a check and how often it comes up."""

    outcome: str
    ways: str
    """Of the `denominator`, exact."""
    probability: float


class CheckOdds(Value):
    """The exact distribution of a check's outcomes."""

    denominator: str
    outcomes: list[Chance]
    totals: list[Chance] = Field(default_factory=list)
    """What the dice come to before it is compared with anything, such as hits; empty where nobody asks for it."""


def _tell_kind(schema: dict[str, Any]) -> None:
    # A default makes it look optional, but it is what tells the bodies apart.
    schema["required"] = ["kind", *schema.get("required", [])]


class CheckBody(Value):
    """The base of a check's body; every subclass has `kind`, a literal such as `ultra.action`."""

    model_config = ConfigDict(json_schema_extra=_tell_kind)

    kind: str

    faces: list[int] | None = None
    """The faces of real dice, in the order the check throws them: then nothing is rolled here."""


class RuleRefusal(Refusal):
    """What a system's rules refuse; the code is the system's own and explained in its `refusals`."""

    code = "rules"
    title = "The rules don't allow this"

    def __init__(self, code: str, detail: str, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.code = code


class OutOfRange(RuleRefusal):
    """A number or a name that the rules don't know.

    The code is the system's own, such as `invalid_pool`; *Look at a system* lists them.
    """

    code = "out_of_range"
    title = "The rules don't know this"


class AgainstTheRules(RuleRefusal):
    """A request that is well formed and that the rules don't allow as things stand.

    The code is the system's own, such as `overspent`; *Look at a system* lists them.
    """

    code = "against_the_rules"
    title = "The rules don't allow this now"


BodyT = TypeVar("BodyT", bound=CheckBody)
OptionsT = TypeVar("OptionsT", bound=Value, contravariant=True)
ChoicesT = TypeVar("ChoicesT", bound=Value)
AmendmentT = TypeVar("AmendmentT", bound=Amendment)


class CheckKind(Protocol, Generic[BodyT, OptionsT]):
    """One kind of check."""

    key: str
    """Such as `ultra.action`."""
    summary: str
    """One line in table language."""
    body: type[BodyT]
    result: type[Value]
    examples: Mapping[str, BodyT]
    """Bodies that can be posted as they are, by a name for the docs."""
    from_sheet: type[Value]
    """The body where a character makes the check: with names of its sheet, and without the numbers that it lends."""
    sheet_examples: Mapping[str, Value]
    """Such bodies for characters of `example_sheets`, likewise."""

    def filled(self, asked: Any, sheet: Any, /, *, options: OptionsT, clock: int) -> "Filled[BodyT]":
        """The check with the numbers of a sheet: a number in the body wins, what conditions add comes on top.

        Args:
            asked: of `from_sheet`, or a subclass of it.
            sheet: of the character who makes the check.
            options: the campaign's house rules.
            clock: minutes of the game since day 0, 0:00.

        Raises:
            OutOfRange: `unknown_trait`, `number_missing` and the like.
            AgainstTheRules: the character can't do this as things stand.
        """
        ...

    def resolve(self, body: BodyT, *, options: OptionsT, dice: DiceSource) -> CheckAnswer:
        """Make the check: the same faces give the same answer. Raises `RuleRefusal` and the refusals of `dice`."""
        ...

    def odds(self, body: BodyT, *, options: OptionsT) -> CheckOdds:
        """Every outcome with its exact chance, whatever `faces` the body has; refuses choices."""
        ...


@runtime_checkable
class ChoosingKind(CheckKind[BodyT, OptionsT], Protocol, Generic[BodyT, OptionsT, ChoicesT]):
    """A kind of check whose dice may leave something to choose: its answer is then `open`."""

    choices: type[ChoicesT]

    def choose(self, body: BodyT, made: CheckAnswer, choices: ChoicesT, *, options: OptionsT) -> CheckAnswer:
        """Resolve an open check, all or nothing. Raises `RuleRefusal`."""
        ...


@runtime_checkable
class AmendableKind(CheckKind[BodyT, OptionsT], Protocol, Generic[BodyT, OptionsT, AmendmentT]):
    """A kind of check that can be bettered once it is made."""

    amendment: type[AmendmentT]

    def paid(self, sheet: Any, amendment: AmendmentT, /) -> Any:
        """The sheet of the character who pays for it, afterwards. Raises `RuleRefusal`."""
        ...

    def amend(
        self, body: BodyT, made: CheckAnswer, amendment: AmendmentT, *, options: OptionsT, dice: DiceSource
    ) -> CheckAnswer:
        """Better a check; whoever calls this has paid. Raises `RuleRefusal` and the refusals of `dice`."""
        ...


@runtime_checkable
class RecurringKind(CheckKind[BodyT, OptionsT], Protocol, Generic[BodyT, OptionsT]):
    """A kind of check about something that is rolled for only from time to time, by the game's clock."""

    def recurs(self, body: BodyT) -> str | None:
        """The name of what it is about; None where nothing has to be waited for."""
        ...

    def check_due(self, *, last: int, clock: int) -> None:
        """Refuse to roll for it again too early; both are minutes of the game. Raises `RuleRefusal`."""
        ...


class System(Protocol):
    """A game system."""

    key: str
    title: str
    version: str
    licence_note: str
    options: type[Value]
    """House rules with their defaults; each field's docstring says what it changes."""
    sheet: type[Value]
    example_sheets: Sequence[Value]
    checks: Sequence[CheckKind[Any, Any]]
    catalogues: Mapping[str, Sequence[Value]]
    rule_index: Sequence[RuleEntry]
    refusals: Mapping[str, str]
    """Every code the system refuses with, and a sentence that explains it."""
    encounters: "EncounterRules[Any, Any] | None"
    """Its fights, chases and scenes; None: it has none."""
    deeds: "Mapping[Route, Deed[Any, Any, Any]]"
    """What can happen to a character between fights, by where it is asked for."""

    def derived(self, sheet: Any, options: Any, /) -> list[Derived]:
        """Every number that follows from a sheet, with what it is made of."""
        ...

    def variables(self, sheet: Any, options: Any, /) -> Mapping[str, int]:
        """All that `@name` can name in dice notation: `derived`, and numbers that stand on the sheet."""
        ...

    def audit(self, sheet: Any, options: Any, /) -> Audit:
        """What a sheet costs, and every rule it breaks."""
        ...

    def rest_for(self, minutes: int, kind: str | None) -> "DeedBody":
        """The rest that so many minutes are good for, as `deeds["rest"]` takes it; `kind` where the system has several.

        Raises:
            RuleRefusal: the kind isn't known, or takes longer.
        """
        ...

    def time_passes(self, sheet: Any, options: Any, /, *, before: int, after: int) -> "Applied[Any]":
        """What the game's clock does to a character by itself as it moves, outside encounters.

        Whoever rested meanwhile does so afterwards, by the clock as it is `after`.

        Args:
            sheet: whose.
            options: the campaign's house rules.
            before: minutes of the game since day 0, 0:00.
            after: likewise, later.
        """
        ...

    def session_starts(self, sheet: Any, options: Any, /, *, new_adventure: bool) -> "Applied[Any]":
        """What the start of a session does to a character."""
        ...

    def awarded(self, before: Any, after: Any, /) -> str | None:
        """What in a change of a sheet only a game master may give, in a sentence; None where nothing is."""
        ...
