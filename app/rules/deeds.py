"""What happens to a character between fights, asked the same way of every system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from app.rules.checks import Hand
from app.rules.dice.source import DiceSource
from app.rules.system import CheckDie
from app.rules.telling import Quote, told
from app.rules.value import Value

Route = Literal["rest", "damage", "heal", "conditions", "spend"]
"""Where a deed is asked for: the last part of the address under a character."""
HOUR: Final = 60
DAY: Final = 24 * HOUR
"""In minutes, which the game's clock counts from day 0, 0:00."""


class DeedBody(Value):
    """The base of a deed's body."""


class RolledBody(DeedBody):
    """A deed that may throw dice."""

    faces: list[int] | None = None
    """The faces of real dice, in the order they are thrown: then nothing is rolled here."""


class HelpedBody(RolledBody):
    """A deed that somebody else may do for the character."""

    by: str | None = None
    """The character who helps; without one, the character itself."""


BodyT = TypeVar("BodyT", bound=DeedBody)
SheetT = TypeVar("SheetT", bound=Value)
OptionsT = TypeVar("OptionsT", bound=Value)


class Helper(NamedTuple, Generic[SheetT]):
    """Somebody else who helps."""

    id: str
    """What limits of help go by."""
    sheet: SheetT


SELF: Final = "self"
"""The id of a helper who is the character itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion(Generic[SheetT, OptionsT]):
    """What a deed is done with."""

    options: OptionsT
    """The campaign's house rules."""
    dice: DiceSource
    """Throw what the rules throw; a body's `faces` are in them already."""
    clock: int
    """Minutes of the game since day 0, 0:00. No deed moves it."""
    helper: Helper[SheetT] | None = None
    """Whom `by` names; None for the character itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied(Generic[SheetT]):
    """A deed that is done: all of it, or it was refused."""

    sheet: SheetT
    """Afterwards."""
    helper: SheetT | None = None
    """The helper's sheet afterwards, where the deed changes it."""
    result: Value
    dice: Sequence[CheckDie] = ()
    rules: Sequence[str]
    """The ids of the rules that decided."""
    source: Literal["server", "physical"] = "server"
    text: str
    """Plain, at most 300 characters, without the character's name."""
    markdown: str


class Deed(Protocol, Generic[BodyT, SheetT, OptionsT]):
    """One kind of deed."""

    summary: str
    """One line in table language."""
    body: type[BodyT]
    result: type[Value]
    examples: Mapping[str, BodyT]
    """Bodies that can be posted as they are, by a name for the docs."""

    def apply(self, sheet: SheetT, body: BodyT, occasion: Occasion[SheetT, OptionsT], /) -> Applied[SheetT]:
        """Do it to the one whose sheet it is: the same faces give the same answer.

        Raises:
            RuleRefusal: what the rules refuse, and the refusals of the dice; then everything is as it was.
        """
        ...


def applied(
    sheet: SheetT,
    result: Value,
    *,
    word: str,
    why: str,
    rules: Sequence[str],
    hand: Hand | None = None,
    helper: SheetT | None = None,
    quoted: Sequence[str] = (),
) -> Applied[SheetT]:
    """A deed that is done, told as a word and why.

    Args:
        sheet: afterwards.
        result: what came of it.
        word: what happened.
        why: with `{0}`, `{1}`... for words that are somebody's own.
        rules: that decided.
        hand: what was thrown.
        helper: the helper's sheet, where it changed.
        quoted: somebody's own words.
    """

    def filled(quote: Quote) -> str:
        return why.format(*map(quote, quoted)) if quoted else why

    text, markdown = told(word, filled)
    return Applied(
        sheet=sheet,
        helper=helper,
        result=result,
        dice=tuple(hand.thrown) if hand else (),
        rules=tuple(dict.fromkeys(rules)),
        source=hand.source if hand else "server",
        text=text,
        markdown=markdown,
    )


class NewSession(Value):
    """Nothing goes by sessions."""


def session_counts_nothing(sheet: SheetT) -> Applied[SheetT]:
    """The start of a session where the rules count none: nothing changes."""
    return applied(sheet, NewSession(), word="New session", why="nothing changes", rules=[])
