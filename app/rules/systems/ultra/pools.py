"""The dice of an action: how many, what each face is worth, and the hits they come to."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.rules.naming import unknown
from app.rules.system import OutOfRange, Value
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions

SIDES: Final = 10
LEAST_DICE: Final = 1
MOST_DICE: Final = 10
TARGET: Final = 8
DOUBLE_FROM: Final = 10
LEAST_TARGET: Final = 2
MOST_ADVANTAGE: Final = 3
MOST_BONUS: Final = 5
"""Bonus hits that count, whatever their number (G-20)."""
MOST_TRAITS: Final = 3


class Pool(Value):
    """So many dice, after what changes them."""

    pool: int
    clamped: bool
    """Whether the changes would have left 1 to 10."""


class Hits(NamedTuple):
    """What the dice came to."""

    dice_hits: int
    """Of the dice alone."""
    bonus_hits: int
    """Those that count: none without a hit on the dice, and at most 5."""
    advantage_hits: int
    """From positive Advantage, none without a hit on the dice."""
    hits: int
    """All together."""


def check_pool(dice: int) -> None:
    """Refuse a stated pool outside 1 to 10 (U-01).

    Raises:
        OutOfRange: `invalid_pool`.
    """
    _within("invalid_pool", "U-01", "A pool", dice, LEAST_DICE, MOST_DICE)


def check_numbers(*, target: int, double_from: int, bonus_hits: int, advantage: int = 0) -> None:
    """Refuse numbers of a side that the rules don't know (U-02, G-01, G-06, G-07, G-20).

    Raises:
        OutOfRange: `invalid_target`, `invalid_double_from`, `invalid_advantage`, `invalid_bonus_hits`.
    """
    _within("invalid_target", "G-06", "A target number", target, LEAST_TARGET, SIDES)
    _within("invalid_double_from", "G-07", "The face that counts twice", double_from, LEAST_TARGET, SIDES)
    _within("invalid_advantage", "G-01", "Advantage", advantage, -MOST_ADVANTAGE, MOST_ADVANTAGE)
    if bonus_hits < 0:
        raise OutOfRange(
            "invalid_bonus_hits",
            f"Bonus hits are 0 or more, not {bonus_hits}: a drawback is a higher difficulty.",
            found=bonus_hits,
            least=0,
            rule="G-20",
        )


def _within(code: str, rule: str, what: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise OutOfRange(
            code, f"{what} is {least} to {most}, not {found}.", found=found, least=least, most=most, rule=rule
        )


def pool(base: int, modifiers: Sequence[int] = ()) -> Pool:
    """A stated pool and what changes it, held within 1 to 10 (G-05).

    Raises:
        OutOfRange: `invalid_pool` when the base is outside by itself.
    """
    check_pool(base)
    return _clamped(base + sum(modifiers))


def pool_of_traits(traits: Mapping[str, int], names: Sequence[str], modifiers: Sequence[int] = ()) -> Pool:
    """One to three traits of a sheet and what changes them, held within 1 to 10 (section 7, G-05).

    Raises:
        OutOfRange: `unknown_trait` for a name the sheet hasn't; `invalid_pool` for no trait, or more than three.
    """
    for name in names:
        if name not in traits:
            raise unknown("unknown_trait", "trait", name, sorted(traits), rule="G-05")
    if not 1 <= len(names) <= MOST_TRAITS:
        raise OutOfRange(
            "invalid_pool",
            f"A pool is made of one to three traits, not {len(names)}.",
            found=len(names),
            least=1,
            most=MOST_TRAITS,
            rule="G-05",
        )
    return _clamped(sum(traits[name] for name in names) + sum(modifiers))


def _clamped(dice: int) -> Pool:
    held = min(max(dice, LEAST_DICE), MOST_DICE)
    return Pool(pool=held, clamped=held != dice)


def hits_of_face(face: int, *, target: int = TARGET, double_from: int = DOUBLE_FROM) -> int:
    """What a face is worth: 0, 1, or 2 (U-02 to U-04); only a hit can be doubled (G-07)."""
    return (face >= target) + (face >= max(target, double_from))


def total_hits(dice_hits: int, *, bonus_hits: int = 0, advantage: int = 0, options: UltraOptions = DEFAULTS) -> Hits:
    """The hits of a roll: bonus hits and Advantage come only on top of a hit on the dice (U-05, G-01, G-20)."""
    bonus = min(bonus_hits, MOST_BONUS) if dice_hits else 0
    lent = max(0, advantage) * options.advantage_hits_per_level if dice_hits else 0
    return Hits(dice_hits, bonus, lent, dice_hits + bonus + lent)


def final_difficulty(difficulty: int, *, advantage: int = 0, options: UltraOptions = DEFAULTS) -> int:
    """The hits needed: each level by which the other side is ahead asks for one more (U-08, G-01).

    Raises:
        OutOfRange: `invalid_difficulty` below 0.
    """
    if difficulty < 0:
        raise OutOfRange(
            "invalid_difficulty",
            f"A difficulty is 0 hits or more, not {difficulty}.",
            found=difficulty,
            least=0,
            rule="G-15",
        )
    return difficulty + (max(0, -advantage) if options.advantage_hits_per_level else 0)
