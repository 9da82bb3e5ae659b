"""The character sheet: what a character is good at, bears and has waiting."""

from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from app.rules.system import Value
from app.rules.systems.ultra.complications import Name
from app.rules.systems.ultra.pools import MOST_ADVANTAGE, SIDES, TARGET
from app.rules.systems.ultra.statuses import BY_KEY, ActionKind
from app.rules.systems.ultra.tricks import GENERAL_KEYS, Trick

MOST_TOKENS: Final = 50
Face = Annotated[int, Field(ge=2, le=SIDES)]
Rating = Annotated[int, Field(ge=1, le=10)]
Standing = Annotated[int, Field(ge=-MOST_ADVANTAGE, le=MOST_ADVANTAGE)]


def _sayable(name: str) -> str:
    if not any(letter.isalpha() for letter in name) or not all(letter.isalnum() or letter in " _-'" for letter in name):
        raise ValueError("can't be said after `@`: it needs letters, and may have digits, spaces, `_`, `-` and `'`")
    return name


TraitName = Annotated[Name, AfterValidator(_sayable)]
"""What a trait or a domain is called; dice notation writes `Sleight of hand` as `@sleight_of_hand`."""


class Moment(Value):
    """When something ends by itself."""

    at: Literal["turn_start", "turn_end", "round_end", "encounter_end", "minutes", "never"]
    of: Name | None = None
    """Whose turn."""
    count: Annotated[int, Field(ge=0)] | None = None
    """So many of them from now."""


NEVER = Moment(at="never")
SCENE_END = Moment(at="encounter_end")


class Status(Value):
    """A Status Effect that somebody bears."""

    key: Name
    level: Annotated[int, Field(ge=1, le=3)]
    source: Name = "gm"
    """Who brought it: a combatant, `complication:<id>` or `gm`."""
    clears: Moment = NEVER

    @model_validator(mode="after")
    def _in_the_catalogue(self) -> Self:
        effect = BY_KEY.get(self.key)
        if effect is None:
            raise ValueError(f"No Status Effect has that key: known are {', '.join(BY_KEY)}.")
        if not effect.least_level <= self.level <= effect.max_level:
            raise ValueError(f"{effect.name} has levels {effect.least_level} to {effect.max_level}.")
        return self


class Token(Value):
    """Bonus hits that wait for a later action."""

    model_config = ConfigDict(serialize_by_alias=True)

    amount: Annotated[int, Field(ge=1, le=20)]
    for_kind: ActionKind | None = Field(default=None, alias="for")
    """The kind of action they wait for; any where none is named."""
    expires: Moment = SCENE_END


class UltraSheet(Value):
    """A character: the smallest sheet that the rules need (section 7)."""

    name: Annotated[str, Field(max_length=80)] | None = None
    """Whose sheet it is; the character's own name stands beside the sheet."""
    kind: Literal["player", "antagonist", "ally"] = "player"
    """An antagonist isn't taken out of the scene without the game master's word (G-21)."""
    traits: Annotated[dict[TraitName, Rating], Field(max_length=100)] = Field(default_factory=dict)
    """What pools are made of: one to three of them together (U-01, G-05)."""
    advantage: Annotated[dict[TraitName, Standing], Field(max_length=50)] = Field(default_factory=dict)
    """How far above or below the ordinary the character stands, by domain (U-28, G-01)."""
    target: Face = TARGET
    """A face from here on is a hit (U-02, G-06)."""
    double_from: Face = SIDES
    """A hit from here on counts twice (U-03, G-07)."""
    injury_max: Annotated[int, Field(ge=1, le=20)] = 5
    """Injuries that take the character out (G-27)."""
    injuries: Annotated[int, Field(ge=0)] = 0
    """Injuries suffered (G-27)."""
    statuses: Annotated[list[Status], Field(max_length=50)] = Field(default_factory=list)
    """Status Effects, each at most once (U-27, G-22)."""
    tricks: Annotated[list[Trick], Field(max_length=50)] = Field(default_factory=list)
    """The character's own, besides the general ones (U-20, G-19)."""
    tokens: Annotated[list[Token], Field(max_length=MOST_TOKENS)] = Field(default_factory=list)
    """Bonus hits set up for later (G-20, G-28)."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.injuries > self.injury_max:
            raise ValueError("`injuries` is above `injury_max`.")
        held = [status.key for status in self.statuses]
        if len(set(held)) < len(held):
            raise ValueError("`statuses` has a Status Effect twice: keep the one of the higher level.")
        keys = [trick.key for trick in self.tricks]
        if len(set(keys)) < len(keys):
            raise ValueError("`tricks` has the same key twice: give each its own.")
        if GENERAL_KEYS.intersection(keys):
            raise ValueError("A Trick of one's own can't have the key of a general one.")
        return self

    @property
    def taken_out(self) -> bool:
        """Whether injuries have reached what the character can take."""
        return self.injuries >= self.injury_max


def advantage_over(own: UltraSheet, domain: str, other: UltraSheet | None = None) -> int:
    """Advantage in a domain: the own level less the other's, held within -3 to 3; unlisted is 0 (G-01, section 8)."""
    ahead = own.advantage.get(domain, 0) - (other.advantage.get(domain, 0) if other else 0)
    return max(-MOST_ADVANTAGE, min(MOST_ADVANTAGE, ahead))


def injured(sheet: UltraSheet, amount: int) -> int:
    """Injuries after so many more, or fewer below 0; never past what the character can take, never below 0 (G-27)."""
    return max(0, min(sheet.injury_max, sheet.injuries + amount))
