"""Status Effects: what each does to its bearer, how bad it can get, and how it goes."""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.naming import unknown
from app.rules.system import Value

ActionKind = Literal["attack", "treat", "escape", "other"]
Tag = Literal["sight", "movement", "physical", "mental", "social", "calm", "fear", "stealth", "chase"]
WORST: Final = 3


class StatusOperation(Value):
    """One thing that a Status Effect does."""

    op: Literal["complication", "difficulty", "bonus", "block", "tick"]
    """Adds a complication, hits needed or bonus hits to a roll; forbids the action; or injures each round."""
    amount: int | None = None
    """How much; its level where no number stands."""
    least_level: int = 1
    most_level: int = WORST
    """The levels at which it does so."""
    of: Literal["bearer", "against_source", "opponents"] = "bearer"
    """Whose rolls: the bearer's, the bearer's against whoever brought it, or others' against the bearer."""
    tags: list[Tag] = Field(default_factory=list)
    """Only rolls with one of these tags."""
    kinds: list[ActionKind] = Field(default_factory=list)
    """Only actions of these kinds."""
    once_a_scene: bool = False

    def at_level(self, level: int) -> bool:
        """Whether it does anything at that level of the Status Effect."""
        return self.least_level <= level <= self.most_level

    def at(self, level: int) -> int:
        """How much it does at that level, where it does anything."""
        return level if self.amount is None else self.amount


class StatusEffect(Value):
    """A Status Effect of the catalogue."""

    key: str
    name: str
    polarity: Literal["harmful", "helpful"]
    least_level: int = 1
    max_level: int
    """With `least_level` equal to it the Status Effect always has this level."""
    ops: list[StatusOperation] = Field(default_factory=list)
    effect: str
    clears: str
    ends: Literal["turn_end", "encounter_end", "never"] = "never"
    """The moment it goes by itself; `turn_end` is that of the bearer's next turn."""
    treat: Annotated[int, Field(ge=0)] | Literal["level", "level+1"] | None = None
    """The difficulty of treating it; none where treatment doesn't help."""
    by_another: bool = False
    """Whether somebody else must treat it."""
    used_up: bool = False
    """Whether the first roll it touches takes it away."""
    no_follow_up: bool = False
    """Whether its bearer may buy no further action."""

    @property
    def single_level(self) -> bool:
        """Whether it has one level only."""
        return self.least_level == self.max_level


def _comp(amount: int | None = None, *tags: Tag, **more: object) -> StatusOperation:
    return StatusOperation.model_validate({"op": "complication", "amount": amount, "tags": list(tags), **more})


def _diff(amount: int, *tags: Tag, **more: object) -> StatusOperation:
    return StatusOperation.model_validate({"op": "difficulty", "amount": amount, "tags": list(tags), **more})


def _bonus(amount: int | None, *tags: Tag, **more: object) -> StatusOperation:
    return StatusOperation.model_validate({"op": "bonus", "amount": amount, "tags": list(tags), **more})


def _tick(amount: int | None = None, **more: object) -> StatusOperation:
    return StatusOperation.model_validate({"op": "tick", "amount": amount, **more})


STATUSES: Final[tuple[StatusEffect, ...]] = (
    StatusEffect(
        key="bleeding",
        name="Bleeding",
        polarity="harmful",
        max_level=3,
        ops=[_tick(1, most_level=2), _tick(2, least_level=3)],
        effect="One injury each round, two at level 3.",
        clears="Treatment at its level, or Shake It Off.",
        treat="level",
    ),
    StatusEffect(
        key="burning",
        name="Burning",
        polarity="harmful",
        max_level=3,
        ops=[_tick()],
        effect="As many injuries each round as its level.",
        clears="An action at difficulty 1; out of the heat it falls by one.",
        treat=1,
    ),
    StatusEffect(
        key="blinded",
        name="Blinded",
        polarity="harmful",
        max_level=3,
        ops=[_comp(None, "sight")],
        effect="A complication of its level wherever sight matters.",
        clears="Light or water at difficulty 1, or the end of the scene.",
        ends="encounter_end",
        treat=1,
    ),
    StatusEffect(
        key="dazed",
        name="Dazed",
        polarity="harmful",
        max_level=1,
        ops=[_diff(1)],
        effect="Every roll needs one hit more.",
        clears="The end of the bearer's next turn.",
        ends="turn_end",
    ),
    StatusEffect(
        key="stunned",
        name="Stunned",
        polarity="harmful",
        least_level=2,
        max_level=2,
        ops=[_comp(2)],
        effect="A moderate complication on every roll, and no further action from a Trick.",
        clears="The end of the bearer's next turn, or Shake It Off.",
        ends="turn_end",
        no_follow_up=True,
    ),
    StatusEffect(
        key="off_balance",
        name="Off Balance",
        polarity="harmful",
        max_level=1,
        ops=[_comp(1, "movement"), _diff(-1, of="opponents")],
        effect="A minor complication on movement, and the bearer is easier to act against.",
        clears="The bearer's next action that moves.",
    ),
    StatusEffect(
        key="restrained",
        name="Restrained",
        polarity="harmful",
        max_level=2,
        ops=[StatusOperation(op="block", tags=["movement"]), _comp(2, kinds=["attack"], least_level=2)],
        effect="No movement; at level 2 a moderate complication on attacks besides.",
        clears="An opposed escape from whoever holds on.",
    ),
    StatusEffect(
        key="slowed",
        name="Slowed",
        polarity="harmful",
        max_level=1,
        ops=[_comp(1, "chase")],
        effect="One range less, and a minor complication in chases.",
        clears="The end of the scene.",
        ends="encounter_end",
    ),
    StatusEffect(
        key="frightened",
        name="Frightened",
        polarity="harmful",
        max_level=3,
        ops=[_comp(None, of="against_source")],
        effect="A complication of its level on anything done against what frightens.",
        clears="That is gone, or a friend's success at its level.",
        treat="level",
        by_another=True,
    ),
    StatusEffect(
        key="confused",
        name="Confused",
        polarity="harmful",
        max_level=1,
        ops=[_diff(1, "mental", "social")],
        effect="Thinking and dealing with people need one hit more.",
        clears="The end of the scene, or things made plain at difficulty 2.",
        ends="encounter_end",
        treat=2,
    ),
    StatusEffect(
        key="angry",
        name="Angry",
        polarity="harmful",
        max_level=1,
        ops=[_comp(1, "calm", "social"), _bonus(1, kinds=["attack"])],
        effect="A minor complication where calm or manners count, a bonus hit on attacks.",
        clears="The end of the scene.",
        ends="encounter_end",
    ),
    StatusEffect(
        key="exhausted",
        name="Exhausted",
        polarity="harmful",
        max_level=3,
        ops=[_comp(None, "physical")],
        effect="A complication of its level on physical rolls.",
        clears="Each full rest lowers it by one.",
    ),
    StatusEffect(
        key="poisoned",
        name="Poisoned",
        polarity="harmful",
        max_level=3,
        ops=[_comp(), _tick(1, least_level=3, once_a_scene=True)],
        effect="A complication of its level on every roll; at level 3 an injury once a scene.",
        clears="Treatment at one more than its level.",
        treat="level+1",
    ),
    StatusEffect(
        key="discredited",
        name="Discredited",
        polarity="harmful",
        max_level=3,
        ops=[_comp(None, "social")],
        effect="A complication of its level among people who know of it.",
        clears="Amends in public, or the story.",
    ),
    StatusEffect(
        key="located",
        name="Located",
        polarity="harmful",
        max_level=1,
        ops=[_diff(1, "stealth")],
        effect="Enemies know where the bearer is, and stealth needs one hit more.",
        clears="Hiding again at difficulty 2.",
        treat=2,
    ),
    StatusEffect(
        key="unlucky",
        name="Unlucky",
        polarity="harmful",
        max_level=1,
        ops=[_comp(1)],
        effect="A minor complication on the next roll.",
        clears="That roll.",
        used_up=True,
    ),
    StatusEffect(
        key="inspired",
        name="Inspired",
        polarity="helpful",
        max_level=3,
        ops=[_bonus(None)],
        effect="Bonus hits of its level on the next roll that fits it.",
        clears="That roll, or the end of the scene.",
        ends="encounter_end",
        used_up=True,
    ),
    StatusEffect(
        key="steady",
        name="Steady",
        polarity="helpful",
        max_level=1,
        ops=[_bonus(1, "fear", "social")],
        effect="A bonus hit against fear and pressure.",
        clears="The end of the scene.",
        ends="encounter_end",
    ),
    StatusEffect(
        key="hidden",
        name="Hidden",
        polarity="helpful",
        max_level=1,
        ops=[_diff(1, of="opponents")],
        effect="Others need one hit more to find or to target the bearer.",
        clears="Acting in the open.",
    ),
)
BY_KEY: Final = {status.key: status for status in STATUSES}


def status_of(key: str) -> StatusEffect:
    """The Status Effect of that key (section 3b).

    Raises:
        OutOfRange: `unknown_status`.
    """
    found = BY_KEY.get(key)
    if found is None:
        raise unknown("unknown_status", "Status Effect", key, BY_KEY, of="The catalogue", rule="U-27")
    return found
