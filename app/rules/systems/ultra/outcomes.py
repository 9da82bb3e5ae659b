"""From hits to a result: what is left to choose after the roll, and what the choices come to."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from app.rules.system import AgainstTheRules, Value
from app.rules.systems.ultra import complications as trouble
from app.rules.systems.ultra import tricks as extras
from app.rules.systems.ultra.complications import BuyOff, Complication, Occurred
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.tricks import GENERAL_TRICKS, BoughtTrick, OfferedTrick, Trick, TrickChoice

Outcome = Literal["disaster", "failure", "success", "success_with_consequence", "extraordinary_success"]
MOST_CHOICES: Final = 40


class Choices(Value):
    """What a player decides once the dice lie."""

    accept_complications: bool = False
    """On a shortfall: let all complications happen, for a Disaster in place of a Failure (U-09, G-24)."""
    buy_off: Annotated[list[BuyOff], Field(max_length=MOST_CHOICES)] = Field(default_factory=list)
    """Complications to be spared."""
    tricks: Annotated[list[TrickChoice], Field(max_length=MOST_CHOICES)] = Field(default_factory=list)
    """Extra effects, in the order they take place."""


class Menu(Value):
    """What can be chosen, each by itself; together it must not cost more than the leftover."""

    accept_complications: bool
    """Whether a Disaster can be chosen."""
    buy_off: list[BuyOff]
    """Complications that the leftover can pay, with the hits each takes at most."""
    tricks: list[OfferedTrick]


class Resolution(Value):
    """What an action came to."""

    result: Outcome
    spent: int
    unspent: int
    """Leftover hits that bought nothing; they are lost (G-09)."""
    occurred: list[Occurred]
    tricks: list[BoughtTrick]


class Roll(NamedTuple):
    """An action after its dice and before its choices."""

    hits: int
    difficulty: int
    complications: Sequence[Complication] = ()

    @property
    def failed(self) -> bool:
        """Whether hits are missing (U-11); with none at all it is a shortfall like any other (G-08)."""
        return self.hits < self.difficulty

    @property
    def shortfall(self) -> int:
        """Hits that are missing."""
        return max(0, self.difficulty - self.hits)

    @property
    def leftover(self) -> int:
        """Hits beyond the difficulty: only these buy anything (U-13)."""
        return max(0, self.hits - self.difficulty)


def menu(roll: Roll, *, tricks: Sequence[Trick] = GENERAL_TRICKS, options: UltraOptions = DEFAULTS) -> Menu | None:
    """What is left to choose; None when nothing is, so that the action is resolved by itself (section 8)."""
    if roll.failed:
        allow = bool(roll.complications) or options.disaster_without_complications
        return Menu(accept_complications=True, buy_off=[], tricks=[]) if allow else None
    spare = [
        BuyOff(id=one.id, hits=min(one.level, roll.leftover))
        for one in roll.complications
        if roll.leftover >= (1 if options.partial_buyoff else one.level)
    ]
    offered = extras.offers(tricks, roll.leftover, options)
    return Menu(accept_complications=False, buy_off=spare, tricks=offered) if spare or offered else None


def resolve(
    roll: Roll,
    choices: Choices,
    *,
    tricks: Sequence[Trick] = GENERAL_TRICKS,
    options: UltraOptions = DEFAULTS,
    follow_up: bool = False,
) -> Resolution:
    """The result of an action and its choices, all or nothing (U-09 to U-22, G-17).

    Tricks may be bought while complications stand, and then change nothing about the result (U-15, G-14).

    Raises:
        OutOfRange: `unknown_complication`, `unknown_trick`, `buyoff_exceeds_level`, `trick_cost_required`,
            `trick_cost_out_of_range`.
        AgainstTheRules: `no_purchases_on_failure`, `nothing_to_allow`, `not_a_failure`, `duplicate_buyoff`,
            `partial_buyoff`, `trick_already_bought`, `overspent`.
    """
    trouble.check_known(roll.complications, choices.buy_off)
    extras.check_known(tricks, choices.tricks)
    _check_allowed(roll, choices, options)
    if roll.failed:
        disaster = choices.accept_complications
        return Resolution(
            result="disaster" if disaster else "failure",
            spent=0,
            unspent=0,
            occurred=trouble.remaining(roll.complications, {}) if disaster else [],
            tricks=[],
        )
    paid = trouble.prices(roll.complications, choices.buy_off, options)
    bought = extras.bought(tricks, choices.tricks, options, follow_up=follow_up)
    spent = sum(paid.values()) + sum(trick.cost for trick in bought)
    if spent > roll.leftover:
        raise AgainstTheRules(
            "overspent",
            f"This costs {spent}, and {roll.leftover} of {roll.hits} hits are left over: choose less.",
            spent=spent,
            leftover=roll.leftover,
            rule="U-19",
        )
    occurred = trouble.remaining(roll.complications, paid)
    return Resolution(
        result=_success(roll, occurred, options),
        spent=spent,
        unspent=roll.leftover - spent,
        occurred=occurred,
        tricks=bought,
    )


def best_result(roll: Roll, options: UltraOptions = DEFAULTS) -> Outcome:
    """What a player can get who spends hits on being spared first, and takes no Disaster (section 4)."""
    if roll.failed:
        return "failure"
    spared = sum(one.level for one in roll.complications) <= roll.leftover
    return _success(roll, () if spared else roll.complications, options)


def _success(roll: Roll, standing: Sequence[object], options: UltraOptions) -> Outcome:
    if standing:
        return "success_with_consequence"
    margin = options.extraordinary_without_complications
    if roll.complications or (margin and roll.leftover >= margin):
        return "extraordinary_success"
    return "success"


def _check_allowed(roll: Roll, choices: Choices, options: UltraOptions) -> None:
    if not roll.failed:
        if choices.accept_complications:
            raise AgainstTheRules(
                "not_a_failure",
                f"{roll.hits} against {roll.difficulty} is a success: complications that aren't bought off happen.",
                hits=roll.hits,
                difficulty=roll.difficulty,
                rule="U-09",
            )
        return
    if choices.buy_off or choices.tricks:
        raise AgainstTheRules(
            "no_purchases_on_failure",
            f"{roll.hits} against {roll.difficulty} leaves nothing to spend: only complications can be let happen.",
            shortfall=roll.shortfall,
            rule="U-13",
        )
    if choices.accept_complications and not roll.complications and not options.disaster_without_complications:
        raise AgainstTheRules("nothing_to_allow", "No complication is listed: the action simply fails.", rule="G-10")
