"""What moves in a scene: each combatant's wounds and openings, the scene's facts, the action that waits for choices."""

from typing import Final, Literal

from app.rules.encounter.play import Play
from app.rules.system import Value
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.encounter.bodies import StatedPool
from app.rules.systems.ultra.encounter.effects import Effect, Weight
from app.rules.systems.ultra.outcomes import Choices, Roll
from app.rules.systems.ultra.sheet import Token
from app.rules.systems.ultra.statuses import ActionKind

MOST_COUNTED: Final = 20
"""Openings that wait, and actions of one turn, at most."""
MOST_HINDERED: Final = 3


class Fighter(Value):
    """A combatant's state; Status Effects are conditions of the frame, with their level as `param`."""

    injuries: int = 0
    tokens: tuple[Token, ...] = ()
    """Bonus hits that wait for an action."""
    openings: int = 0
    """Gaps that others have left: each makes one action against this combatant easier."""
    hindered: int = 0
    """The level of the complication that waits for its next action; 0: none."""
    actions: int = 0
    """Left in this turn."""
    follow_up: bool = False
    """The actions left come from a Trick, and buy no further ones (G-25)."""
    present: bool = True
    """False: out of the picture until the scene ends."""
    ticked: tuple[str, ...] = ()
    """Status Effects that hurt once a scene and have done so."""
    pool: StatedPool | None = None
    """What it rolls for its place in the order."""


class SceneFact(Value):
    """Something that is true in the scene."""

    id: str
    text: str
    weight: Weight = 1
    used_by: tuple[str, ...] = ()
    """Who has leaned on it already."""
    by: str | None = None
    """Whose doing it is; those who don't see them don't know it yet. Of somebody hidden it stays that they leave."""
    advantage: bool = False
    """Counts as a level of Advantage in place of bonus hits (G-18)."""


class OpenAction(Value):
    """An action whose dice lie and whose choices don't."""

    actor: str
    kind: ActionKind
    targets: tuple[str, ...] = ()
    applies: Effect | None = None
    """What it does on success."""
    dice_hits: int
    hits: int
    difficulty: int
    complications: tuple[Complication, ...] = ()
    follow_up: bool = False
    """It was bought as a further action (G-25)."""
    refused: tuple[str, ...] = ()
    """Tricks that the game master doesn't allow on it (G-21)."""
    choices: Choices | None = None
    """Chosen, while the game master is asked."""
    waiting: tuple[str, ...] = ()
    """Tricks that wait for the game master's word."""

    @property
    def roll(self) -> Roll:
        """As the rules of outcomes look at it."""
        return Roll(self.hits, self.difficulty, self.complications)


class Scene(Value):
    """What belongs to nobody alone."""

    conflict: Literal["open", "ended"] = "open"
    goal: str | None = None
    """What the scene is about, once a Trick has turned it."""
    facts: tuple[SceneFact, ...] = ()
    facts_made: int = 0
    """How many there have been; ids aren't used again."""
    action: OpenAction | None = None


UltraPlay = Play[Fighter, Scene]
"""A command under way in these rules."""
