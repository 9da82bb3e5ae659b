"""What a command is judged with: the rules and house rules, the sheets lent, the dice, the characters it copies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from app.rules.dice.source import DiceSource
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import C, Combatant, S
from app.rules.encounter.viewer import Visibility
from app.rules.value import Value

Ids = Callable[[str], str]
"""Makes an id with this prefix: `cbt` a combatant, `cnd` a condition, `win` a window, `sht` a sheet, `fct` a fact."""


class Dice(NamedTuple):
    """What throws: the dice that everybody sees, and those that some player may not see (design 11)."""

    public: DiceSource
    secret: DiceSource

    @classmethod
    def of(cls, source: DiceSource) -> "Dice":
        """The same for both, such as dice that lie on the table."""
        return cls(source, source)


class Character(NamedTuple):
    """A character of the campaign, as the caller lends it."""

    name: str
    sheet: Value
    owner_member_id: str | None = None
    visibility: Visibility = "table"


class LeftOn(NamedTuple):
    """What the encounter leaves on a character."""

    combatant: str
    character_id: str
    sheet: Value


@dataclass(frozen=True, kw_only=True)
class Table(Generic[S, C]):
    """What holds at this table, besides the state: the system's rules, the campaign's options, the sheets lent."""

    rules: EncounterRules[S, C]
    options: Value
    sheets: Sheets
    auto_resolve: frozenset[str] = frozenset()
    """Kinds of windows that are answered at once, with pass or default."""

    def answers(self, window: str) -> bool:
        """Whether windows of this kind are answered at once."""
        return window in self.auto_resolve and self.rules.choices[window].auto

    def sheet(self, combatant: Combatant[S]) -> Any:
        """The sheet that it fights with, of the system's own type."""
        return self.sheets[combatant.sheet]
