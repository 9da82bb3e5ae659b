"""Tricks: extra effects for the hits beyond the difficulty, what they cost, and how often each is bought."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Final, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.ultra.complications import Name, Number
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.statuses import ActionKind

Effect = Literal[
    "scene_detail",
    "set_up",
    "opening",
    "drive_home",
    "side_move",
    "hinder",
    "shake_off",
    "afflict",
    "second_target",
    "full_follow_up",
    "declare_truth",
    "end_fight",
    "rewrite_scene",
    "remove_target",
]
Price = Annotated[int, Field(ge=1, le=20)]
EXTRAORDINARY: Final = 3
"""The price from which a Trick goes beyond the possible (U-26)."""
SCENE_WIDE: Final[frozenset[Effect]] = frozenset({"end_fight", "rewrite_scene"})


class Trick(Value):
    """A Trick that can be bought."""

    key: Name
    name: Name
    min: Price
    max: Price
    """The same as `min` for a fixed price."""
    repeatable: bool = False
    """Whether one action may have it more than once, for another target each time."""
    tier: Price = Field(default_factory=lambda data: data["min"])
    """Its least price; may be left out."""
    ops: list[Effect] = Field(default_factory=list)
    """The general Tricks whose effect it has, at the price paid; none where it is only told."""
    effect: Annotated[str, Field(max_length=300)] = ""
    """What it does, in words."""
    grants_advantage: bool = False
    """Whether a fact it makes true counts as a level of Advantage instead of bonus hits (G-18)."""

    @model_validator(mode="after")
    def _priced(self) -> Self:
        if self.min > self.max:
            raise ValueError("`min` is above `max`.")
        if self.tier != self.min:
            raise ValueError("`tier` is the least price: leave it out, or give it the number of `min`.")
        return self


class TrickChoice(Value):
    """A Trick that a player wants."""

    model_config = ConfigDict(serialize_by_alias=True)

    key: Name
    cost: Number | None = None
    """Hits for it; needed where the price varies, and its strength there."""
    target: Name | None = None
    """Whom it is for or against."""
    status: Name | None = None
    """Which Status Effect it brings or eases."""
    text: Annotated[str, Field(max_length=300)] | None = None
    """What becomes true."""
    for_kind: ActionKind | None = Field(default=None, alias="for")
    """Which kind of action it prepares; any where none is named."""


class BoughtTrick(Value):
    """A Trick that was bought."""

    key: str
    cost: int


class OfferedTrick(Value):
    """A Trick that the leftover hits can pay."""

    key: str
    min: int
    max: int


def _general(key: Effect, name: str, prices: tuple[int, int], effect: str, *, repeatable: bool = False) -> Trick:
    least, most = prices
    return Trick(key=key, name=name, min=least, max=most, ops=[key], effect=effect, repeatable=repeatable)


GENERAL_TRICKS: Final[tuple[Trick, ...]] = (
    _general("scene_detail", "Convenient Detail", (1, 1), "A small, likely fact joins the scene.", repeatable=True),
    _general("set_up", "Set Up", (1, 2), "As many bonus hits wait for one later action, of the actor or a friend."),
    _general("opening", "Opening", (1, 1), "The next action against the target needs one hit less, but one at least."),
    _general("drive_home", "Drive It Home", (1, 1), "The action's own effect is one step stronger."),
    _general("side_move", "Side Move", (1, 1), "A small act besides that needs no roll."),
    _general("hinder", "Hinder", (1, 3), "A complication of this level lies on the target's next action."),
    _general("shake_off", "Shake It Off", (1, 3), "A Status Effect of the actor or a friend falls by this much."),
    _general("afflict", "Afflict", (1, 3), "The target gets a fitting Status Effect of this level."),
    _general("second_target", "Spread", (2, 2), "The action's plain effect falls on one more target.", repeatable=True),
    _general("full_follow_up", "Full Follow-Up", (2, 2), "A further action at once, which may not buy this again."),
    _general("declare_truth", "Declare a Truth", (2, 2), "A fact that lends two bonus hits, once to each who uses it."),
    _general("end_fight", "Last Word", (3, 3), "The fight is over."),
    _general("rewrite_scene", "Turn the Tables", (3, 3), "A new truth replaces what the scene was about."),
    _general("remove_target", "Out of the Picture", (3, 3), "The target is out until the scene ends."),
)
"""Open to every action; the document's own list is lost (U-20, G-29)."""
GENERAL_KEYS: Final = frozenset(trick.key for trick in GENERAL_TRICKS)


def most_for(trick: Trick, options: UltraOptions = DEFAULTS) -> int:
    """The most hits that this table lets the Trick take (G-19); below its `min` it isn't sold."""
    return min(trick.max, options.trick_cost_max)


def offers(tricks: Iterable[Trick], leftover: int, options: UltraOptions = DEFAULTS) -> list[OfferedTrick]:
    """What so many hits can buy, each up to what is left."""
    limit = min(options.trick_cost_max, leftover)
    # Every open action offers the general ones, so the same few lists are made again and again.
    return list(_general_offers(limit)) if tricks is GENERAL_TRICKS else _offers(tricks, limit)


@cache
def _general_offers(limit: int) -> list[OfferedTrick]:
    return _offers(GENERAL_TRICKS, limit)


def _offers(tricks: Iterable[Trick], limit: int) -> list[OfferedTrick]:
    return [
        OfferedTrick(key=trick.key, min=trick.min, max=min(trick.max, limit)) for trick in tricks if trick.min <= limit
    ]


def check_known(tricks: Iterable[Trick], choices: Sequence[TrickChoice]) -> None:
    """Refuse Tricks that nobody knows (U-20).

    Raises:
        OutOfRange: `unknown_trick`.
    """
    if not choices:
        return
    titles = {trick.key: trick.name for trick in tricks}
    for choice in choices:
        if choice.key not in titles:
            raise unknown("unknown_trick", "Trick", choice.key, titles, of="The action", titles=titles, rule="U-20")


def bought(
    tricks: Iterable[Trick],
    choices: Sequence[TrickChoice],
    options: UltraOptions = DEFAULTS,
    *,
    follow_up: bool = False,
) -> list[BoughtTrick]:
    """The Tricks chosen, with what each costs (U-21, U-22, G-13, G-19, G-25).

    Args:
        tricks: those that can be bought, of any key chosen.
        choices: in the order they take effect.
        options: of the campaign.
        follow_up: whether this action was itself bought as a further one.

    Raises:
        AgainstTheRules: `trick_already_bought`.
        OutOfRange: `trick_cost_required`, `trick_cost_out_of_range`.
    """
    if not choices:
        return []
    by_key = {trick.key: trick for trick in tricks}
    done: list[BoughtTrick] = []
    seen: list[TrickChoice] = []
    for choice in choices:
        trick = by_key[choice.key]
        _check_new(trick, choice, seen, follow_up=follow_up)
        seen.append(choice)
        done.append(BoughtTrick(key=trick.key, cost=_cost(trick, choice, options)))
    return done


def _check_new(trick: Trick, choice: TrickChoice, seen: Iterable[TrickChoice], *, follow_up: bool) -> None:
    if follow_up and "full_follow_up" in trick.ops:
        raise AgainstTheRules(
            "trick_already_bought",
            f"{trick.name} has made this action, which may not buy a further one.",
            trick=trick.key,
            rule="G-25",
        )
    for other in seen:
        if other.key != trick.key:
            continue
        if not trick.repeatable:
            raise AgainstTheRules(
                "trick_already_bought",
                f"{trick.name} is bought once an action: take it off the list once.",
                trick=trick.key,
                rule="U-21",
            )
        if choice.target is not None and other.target == choice.target:
            raise AgainstTheRules(
                "trick_already_bought",
                f"{trick.name} is bought again only for another target.",
                trick=trick.key,
                rule="U-21",
            )


def _cost(trick: Trick, choice: TrickChoice, options: UltraOptions) -> int:
    most = most_for(trick, options)
    cost = choice.cost
    if cost is None:
        if trick.min < trick.max and trick.min <= most:
            raise OutOfRange(
                "trick_cost_required",
                f"{trick.name} takes {trick.min} to {most}: say how many hits it gets (`cost`).",
                trick=trick.key,
                least=trick.min,
                most=most,
                rule="U-22",
            )
        cost = trick.min
    if not trick.min <= cost <= most:
        prices = str(trick.min) if trick.min == trick.max else f"{trick.min} to {trick.max}"
        limit = "" if trick.max == most else f", and this table sells none above {most}"
        raise OutOfRange(
            "trick_cost_out_of_range",
            f"{trick.name} costs {prices}{limit}: {cost} is not a price of it.",
            trick=trick.key,
            found=cost,
            least=trick.min,
            most=most,
            rule="G-13",
        )
    return cost


def waits_for_game_master(trick: Trick, *, target_kind: str | None = None, options: UltraOptions = DEFAULTS) -> bool:
    """Whether a Trick bought in an encounter takes effect only with the game master's word (U-26, G-21).

    Args:
        trick: what was bought.
        target_kind: `kind` on the sheet of whom it hits.
        options: of the campaign.
    """
    if trick.tier < EXTRAORDINARY or options.cost3_approval == "never":
        return False
    if options.cost3_approval == "always":
        return True
    return target_kind == "antagonist" or not SCENE_WIDE.isdisjoint(trick.ops)
