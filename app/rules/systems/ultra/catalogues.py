"""What a table can look up: Tricks, Status Effects, complications, difficulties and the rules' other names."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.system import Value
from app.rules.systems.ultra.complications import KINDS, LEVELS
from app.rules.systems.ultra.statuses import STATUSES
from app.rules.systems.ultra.tricks import GENERAL_TRICKS


class Term(Value):
    """A word of these rules, and the word that older rules of the family use for it."""

    word: str
    older: str


class DifficultyLabel(Value):
    """A difficulty in words."""

    difficulty: int
    title: str


class TrickTier(Value):
    """What a Trick of a price can do."""

    cost: int
    title: str
    may: list[str]


WORDS: Final[tuple[Term, ...]] = (
    Term(word="Advantage", older="Scale"),
    Term(word="Trick", older="Stunt"),
    Term(word="Hit", older="success"),
    Term(word="Disaster", older="Botch"),
    Term(word="Status Effect", older="Condition"),
)
"""Five names of these rules, and the older ones (U-06)."""
DIFFICULTIES: Final[tuple[DifficultyLabel, ...]] = (
    DifficultyLabel(difficulty=0, title="Routine"),
    DifficultyLabel(difficulty=1, title="Ordinary"),
    DifficultyLabel(difficulty=2, title="Tricky"),
    DifficultyLabel(difficulty=3, title="Hard"),
    DifficultyLabel(difficulty=4, title="Daunting"),
    DifficultyLabel(difficulty=5, title="Hardly possible"),
)
TIERS: Final[tuple[TrickTier, ...]] = (
    TrickTier(
        cost=1,
        title="A small extra",
        may=["help a later action", "add a fact", "make a small opening", "make the action count for more"],
    ),
    TrickTier(
        cost=2,
        title="A further full action",
        may=["reach another target", "have a new effect", "help a later action much", "make a strong truth"],
    ),
    TrickTier(
        cost=3,
        title="Beyond the possible",
        may=["finish a fight", "remake the scene", "take somebody out of it"],
    ),
)
"""What one hit buys (U-24), what two do (U-25), and three (U-26)."""
CATALOGUES: Final[Mapping[str, Sequence[Value]]] = {
    "tricks": GENERAL_TRICKS,
    "trick_tiers": TIERS,
    "status_effects": STATUSES,
    "complication_levels": LEVELS,
    "complication_kinds": KINDS,
    "difficulties": DIFFICULTIES,
    "words": WORDS,
}
