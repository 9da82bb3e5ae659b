"""Two sides against each other: by dice, or by rank alone."""

from typing import Final, Literal

from app.rules.system import Value
from app.rules.systems.supers.degrees import STEP, Die, die
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

Side = Literal["a", "b"]
COIN_FOR_FIRST: Final = 10
"""The first-named side has the faces up to this one (S-014, R-03)."""


class OpposedOutcome(Value):
    """Who wins, by what, and by how much."""

    total_a: int
    total_b: int
    winner: Side
    by: Literal["total", "bonus", "coin", "natural_20"]
    degree: int


class Comparison(Value):
    """Who has more of it."""

    winner: Side
    by: Literal["rank", "coin"]


def coin_side(coin: int) -> Side:
    """Whose the coin is: 1 to 10 the first-named side's (S-014)."""
    return "a" if die(coin).counts <= COIN_FOR_FIRST else "b"


def upset(a: Die, b: Die, options: SupersOptions) -> Side | None:
    """The side that wins by its natural 20 alone, where the table plays so (R-03)."""
    if not options.opposed_crit_upset or a.natural_20 == b.natural_20:
        return None
    return "a" if a.natural_20 else "b"


def needs_coin(a: Die, bonus_a: int, b: Die, bonus_b: int, options: SupersOptions = DEFAULTS) -> bool:
    """Whether totals and bonuses leave both sides level (S-014)."""
    return bonus_a == bonus_b and a.counts == b.counts and upset(a, b, options) is None


def opposed(
    a: Die, bonus_a: int, b: Die, bonus_b: int, *, coin: int = 1, options: SupersOptions = DEFAULTS
) -> OpposedOutcome:
    """The higher total wins, then the higher bonus, then the coin (S-012 to S-014, R-03).

    Args:
        a: the active or first-named side's die.
        bonus_a: all its modifiers together.
        b: the other side's die.
        bonus_b: all its modifiers together.
        coin: a d20 for sides still level; not looked at otherwise.
        options: house rules.
    """
    total_a, total_b = a.counts + bonus_a, b.counts + bonus_b
    winner: Side
    by: Literal["total", "bonus", "coin", "natural_20"]
    favoured = upset(a, b, options)
    if favoured is not None:
        winner, by = favoured, "natural_20"
    elif total_a != total_b:
        winner, by = "a" if total_a > total_b else "b", "total"
    elif bonus_a != bonus_b:
        winner, by = "a" if bonus_a > bonus_b else "b", "bonus"
    else:
        winner, by = coin_side(coin), "coin"
    ahead = total_a - total_b if winner == "a" else total_b - total_a
    shown = a if winner == "a" else b
    degree = 1 + max(0, ahead) // STEP + shown.natural_20
    return OpposedOutcome(total_a=total_a, total_b=total_b, winner=winner, by=by, degree=degree)


def comparison(rank_a: int, rank_b: int, *, coin: int = 1) -> Comparison:
    """The higher rank wins without a die; the coin between equals (S-016, S-017)."""
    if rank_a == rank_b:
        return Comparison(winner=coin_side(coin), by="coin")
    return Comparison(winner="a" if rank_a > rank_b else "b", by="rank")
