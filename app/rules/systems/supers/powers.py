"""What powers cost: ranks with extras and flaws, flat modifiers, arrays, and what can be taken away."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

LEAST: Final = 1
"""Power points below which no power falls (S-168)."""
RemovableKind = Literal["removable", "easily_removable"]
POINTS_TO_A_DISCOUNT: Final = 5
DISCOUNT: Final[dict[RemovableKind, int]] = {"removable": 1, "easily_removable": 2}


class RankModifier(NamedTuple):
    """An extra or a flaw on the cost of each rank."""

    value: int
    """Power points a rank, below 0 for a flaw."""
    ranks: int | None = None
    """Covers the first so many ranks; None covers all."""


class PowerCost(Value):
    """What a power costs."""

    rank_cost: int
    """For its ranks."""
    total: int
    """With flat modifiers."""


class Removable(Value):
    """A power that can be taken away."""

    discount: int
    """0 or less."""
    total: int


def rank_cost(
    base_per_rank: int, rank: int, modifiers: Iterable[RankModifier] = (), *, options: SupersOptions = DEFAULTS
) -> int:
    """Power points for an effect's ranks (S-163, S-164, S-166, S-167).

    Ranks of one price below 1 are bought together: so many for each point, a begun one counts in full.

    Args:
        base_per_rank: from the catalogue.
        rank: of the effect.
        modifiers: extras and flaws.
        options: house rules; `ratio_floor` is the most ranks a point buys.
    """
    prices = Counter(
        base_per_rank + sum(mod.value for mod in modifiers if mod.ranks is None or number <= mod.ranks)
        for number in range(1, rank + 1)
    )
    return sum(_segment(price, ranks, options.ratio_floor) for price, ranks in prices.items())


def _segment(price: int, ranks: int, floor: int | None) -> int:
    if price >= 1:
        return price * ranks
    ranks_per_point = min(2 - price, floor) if floor else 2 - price
    return -(-ranks // ranks_per_point)


def with_flats(cost_of_ranks: int, flats: int) -> PowerCost:
    """Flat modifiers added once; a power costs at least 1 (S-165, S-168)."""
    return PowerCost(rank_cost=cost_of_ranks, total=max(LEAST, cost_of_ranks + flats))


def removable(cost: int, kind: RemovableKind) -> Removable:
    """What is taken off a finished cost: 1 or 2 for each full 5 points (R-21)."""
    discount = DISCOUNT[kind] * (cost // POINTS_TO_A_DISCOUNT)
    return Removable(discount=-discount, total=max(LEAST, cost - discount))


def array_cost(member_costs: Sequence[int], *, dynamic_members: int = 0, base_index: int | None = None) -> int:
    """An array: the base in full, 1 for each alternate, 2 if it is dynamic, and 1 for a dynamic base (R-21).

    Args:
        member_costs: what each would cost alone.
        dynamic_members: those that share their ranks freely, with the base among them.
        base_index: which member is the base; without one, the dearest.

    Raises:
        AgainstTheRules: `alternate_too_costly`.
        OutOfRange: `bad_array`.
    """
    if not member_costs or not 0 <= dynamic_members <= len(member_costs):
        raise OutOfRange("bad_array", "An array has members, and no more dynamic ones than members.", rule="R-21")
    base, dearest = member_costs[base_index or 0], max(member_costs)
    if base_index is None:
        base = dearest
    if dearest > base:
        raise AgainstTheRules(
            "alternate_too_costly",
            f"An alternate costs {dearest}, more than the base's {base}: make the dearest the base.",
            alternate=dearest,
            base=base,
            rule="R-21",
        )
    # Every dynamic member pays 1 more than it would as a static one, and so does the base.
    return base + len(member_costs) - 1 + dynamic_members
