"""The house rules of a campaign, with their defaults."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from app.rules.system import Value
from app.rules.systems.uttas.business import BusinessBand, check_bands
from app.rules.systems.uttas.stances import STANCES, Stance


class UttasOptions(Value):
    """House rules: where the document is silent, a table may settle a point differently."""

    initiative: Literal["agility", "roll"] = "agility"
    """Who goes first: the highest Agility, or the highest roll of the Agility dice (T-010, T-012)."""
    grid: Literal["square", "hex"] = "square"
    """The shape of a space (T-004)."""
    metric: Literal["chebyshev", "alternate", "manhattan", "euclid"] = "chebyshev"
    """How far a diagonal of a square grid is: 1 space, 1 and 2 in turn, 2, or as the crow flies (G-06)."""
    units: Literal["m", "ft"] = "m"
    """What the board is drawn in: spaces of 2 metres or of 5 feet (T-005, T-006)."""
    points_per_die: Annotated[int, Field(ge=1, le=100)] = 5
    """Points of a characteristic for each of its d6 (G-01)."""
    accuracy_tie: Literal["miss", "hit"] = "miss"
    """What an Accuracy total equal to its target does (G-13b)."""
    disadvantage_mode: Literal["subtract", "drop_die"] = "subtract"
    """A Disadvantage is a d6 thrown and taken off, or one die fewer to throw (G-15)."""
    breather_limit: Literal["body", "body_dice"] = "body"
    """How often one may take a breather before a short rest: natural Body, or its dice (G-21)."""
    stunned_can_react: bool = True
    """Whether the Stunned may still take Reactions (G-22)."""
    lost_turn_half_move: bool = False
    """Whether a lost turn still allows the free half move (G-11)."""
    evade_penalty: bool = True
    """Whether whoever evades has a Disadvantage on their own Accuracy until the end of their next turn (G-08)."""
    block_ranged: bool = False
    """Whether everybody may block attacks from a distance (G-08)."""
    reactive_move: Literal["quarter", "half"] = "quarter"
    """How much of one kind of movement a Move in answer to an attack may take (G-08)."""
    round_effects_until: Literal["own_turn_start", "round_end"] = "own_turn_start"
    """How long what holds for the round lasts, such as a Sprint (G-12)."""
    intercept_reach_m: Annotated[int, Field(ge=0, le=1000)] = 2
    """From how many metres away one may take a hit for somebody (G-13)."""
    called_shot_dis: Annotated[int, Field(ge=0, le=10)] = 1
    """Disadvantages for aiming at a limb (G-16b)."""
    first_aid_revive: bool = False
    """Whether First Aid may bring back the dead (G-20)."""
    overexert: bool = False
    """Whether one may pay more Stamina than one has, and faint (G-14)."""
    chase_step_m: Annotated[int, Field(ge=0, le=1000)] = 4
    """Metres won or lost by a check in a chase, unless the game master sets others (G-32)."""
    stances: Annotated[list[Stance], Field(max_length=50)] = Field(default_factory=lambda: list(STANCES))
    """The stances of this table, in place of the usual ones (G-05)."""
    business_table: Annotated[list[BusinessBand], Field(min_length=1, max_length=50)] | None = None
    """What a business's quarterly total means; without one the starter table counts (G-27)."""

    @field_validator("stances")
    @classmethod
    def _named_once(cls, stances: list[Stance]) -> list[Stance]:
        names = [stance.id for stance in stances]
        if len(set(names)) < len(names):
            raise ValueError("Two stances have the same id: give each its own.")
        return stances

    @field_validator("business_table")
    @classmethod
    def _bands_in_order(cls, bands: list[BusinessBand] | None) -> list[BusinessBand] | None:
        return bands if bands is None else check_bands(bands)


DEFAULTS = UttasOptions()
