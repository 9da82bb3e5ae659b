"""The house rules of a campaign, with their defaults."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.system import Value


class SupersOptions(Value):
    """House rules: where the document is silent or cut, a table may settle a point differently."""

    failure_steps: Literal["full5", "band5"] = "full5"
    """Whether missing by exactly 5 is a second degree of failure, or still the first (R-01)."""
    crit_bump_across_zero: bool = True
    """Whether a natural 20 turns one degree of failure into one of success (R-02)."""
    opposed_crit_upset: bool = False
    """Whether a side alone in showing a 20 wins an opposed check whatever the totals (R-03)."""
    team_sum: Literal["net", "gross"] = "net"
    """Helpers' degrees are summed with their signs, or successes and failures counted apart (R-03b)."""
    second_stagger_incapacitates: bool = True
    """Whether a third degree of failure fells whoever is staggered already (R-05)."""
    damage_daze_ends: Literal["end_of_next_turn", "until_recovered"] = "end_of_next_turn"
    """How long the dazed of a hit lasts (S-076, R-08)."""
    dying_mode: Literal["seed", "srd3"] = "seed"
    """One failed check of the dying kills, or three degrees of failure together (R-07)."""
    recovery_model: Literal["ladder", "set"] = "ladder"
    """Rest goes down the track step by step, or takes off only the conditions one really has (R-09)."""
    minion_auto: Literal["seed", "strict"] = "seed"
    """A routine attack of 0 or better always hits a minion, or is compared like any other (R-11)."""
    cover_plus_concealment: Literal["sum", "worst"] = "sum"
    """Partial cover and concealment add up, or only the larger counts (R-13)."""
    prone_hindered: bool = False
    """Whether the prone are also hindered (R-26)."""
    negative_defenses: Literal["seed", "keep"] = "seed"
    """Vulnerable and defenseless also lift active defenses below 0, or leave those alone (R-06)."""
    fatigue_timing: Literal["next_turn_start", "immediate"] = "next_turn_start"
    """When the fatigue of extra effort lands (R-15)."""
    ratio_floor: Annotated[int, Field(ge=0, le=100)] | None = 5
    """The most ranks that flaws let one power point buy; 0 (or null) for no floor (S-167)."""
    recover_action: bool = True
    """Whether one may recover once in a conflict, for the whole turn (R-32)."""
    skill_ranks_per_point: Annotated[int, Field(ge=1, le=10)] = 2
    """Skill ranks for one power point (R-20)."""
    absent_abilities: bool = False
    """Whether a character may lack an ability altogether; objects always do (section 3)."""
    mirror_tradeoff_limits: bool = True
    """Whether effects may not more than double, nor attack bonuses drop below 0, in a trade-off (R-18)."""
    paralyzed_mental_actions: bool = False
    """Whether the paralyzed may act by mind alone (R-14)."""


DEFAULTS = SupersOptions()
