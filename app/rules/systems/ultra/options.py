"""The house rules of a campaign, with their defaults."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.system import Value


class UltraOptions(Value):
    """House rules: where the document is silent, a table may settle a point differently."""

    advantage_hits_per_level: Annotated[int, Field(ge=0, le=20)] = 2
    """Hits for each level of Advantage; 0 leaves Advantage to the story, its drawback too (G-01)."""
    partial_buyoff: bool = False
    """Whether fewer hits than its level lower a complication instead of being refused (G-03)."""
    extraordinary_without_complications: Annotated[int, Field(ge=0, le=100)] = 0
    """Leftover hits that make a success extraordinary where no complication was listed; 0 for never (G-04)."""
    disaster_without_complications: bool = False
    """Whether a player may choose Disaster where no complication is listed, for the game master to invent (G-10)."""
    opposed_tie: Literal["defender", "actor"] = "defender"
    """Who comes out ahead when both sides of an opposed action have as many hits (G-11)."""
    trick_cost_max: Annotated[int, Field(ge=1, le=20)] = 3
    """The most hits one Trick may take, of which 1 to 3 are usual (U-23, G-19)."""
    cost3_approval: Literal["named", "always", "never"] = "named"
    """Which three-hit Tricks wait for the game master in an encounter: those that end or remake the scene or hit an
    antagonist, all, or none (G-21)."""
    disaster_reward: Annotated[str, Field(max_length=200)] = ""
    """What choosing Disaster earns, told with the result; nothing unless the table says so (G-23)."""
    order: Literal["gm", "pool"] = "gm"
    """Who acts when: as the game master states it, or by the hits of a named pool (section 8)."""


DEFAULTS = UltraOptions()
