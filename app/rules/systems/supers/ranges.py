"""Distance, cover and concealment: what they take from an attack, and what cover gives against an area."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from app.rules.system import AgainstTheRules, Value
from app.rules.systems.supers.degrees import ROUTINE, Die, check
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

Cover = Literal["none", "partial", "total"]
Band = Literal["short", "medium", "long"]


class Bands(NamedTuple):
    """How far each band reaches, in feet for each rank of the effect (S-083 to S-085)."""

    short: int = 25
    medium: int = 50
    long: int = 100


USUAL: Final = Bands()
BAND_MODIFIERS: Final[Mapping[Band, int]] = {"short": 0, "medium": -2, "long": -5}
COVER: Final[Mapping[Cover, int]] = {"none": 0, "partial": 2, "total": 5}
"""What the attacker loses, and what cover gives to Dodge against an area (S-087 to S-091)."""


class RangeBand(Value):
    """A distance as an attack sees it."""

    band: Band
    modifier: int


class BandEntry(Value):
    """A band, for looking up."""

    id: Band
    feet_per_rank: int
    modifier: int


BAND_NAMES: Final[tuple[Band, ...]] = ("short", "medium", "long")
RANGE_BANDS: Final = tuple(
    BandEntry(id=name, feet_per_rank=feet, modifier=BAND_MODIFIERS[name])
    for name, feet in zip(BAND_NAMES, USUAL, strict=True)
)


class AreaDodge(Value):
    """A Dodge check against an area, and the rank that is left to resist."""

    total: int
    dc: int
    degree: int
    effective_rank: int


def band(rank: int, distance_ft: int, *, bands: Bands = USUAL) -> RangeBand:
    """The band of a ranged attack (S-083 to S-086, R-33).

    Args:
        rank: of the effect.
        distance_ft: feet, 0 or more.
        bands: wider or narrower ones, where a modifier gives them.

    Raises:
        AgainstTheRules: `out_of_range`, past the long band.
    """
    for name, feet in zip(BAND_NAMES, bands, strict=True):
        if distance_ft <= feet * rank:
            return RangeBand(band=name, modifier=BAND_MODIFIERS[name])
    raise AgainstTheRules(
        "out_of_range",
        f"{distance_ft} ft is past the long band, which ends at {bands.long * rank} ft for rank {rank}.",
        distance_ft=distance_ft,
        longest_ft=bands.long * rank,
        rule="S-086",
    )


def refuse_total_cover(cover: Cover) -> None:
    """No direct attack reaches what stands behind total cover (S-090).

    Raises:
        AgainstTheRules: `total_cover`.
    """
    if cover == "total":
        raise AgainstTheRules(
            "total_cover", "The target is wholly behind cover, where no direct attack reaches it.", rule="S-090"
        )


def hidden(cover: Cover, concealment: Cover, options: SupersOptions = DEFAULTS) -> int:
    """What cover and concealment take from an attack, 0 or less (S-087 to S-090, R-13).

    Raises:
        AgainstTheRules: `total_cover`.
    """
    refuse_total_cover(cover)
    both = COVER[cover], COVER[concealment]
    return -(max(both) if options.cover_plus_concealment == "worst" else sum(both))


def area_dodge(
    thrown: Die,
    dodge: int,
    rank: int,
    *,
    cover: Cover = "none",
    circumstance: int = 0,
    options: SupersOptions = DEFAULTS,
) -> AreaDodge:
    """Dodge against 10 and the rank: success halves the effect, fractions down, to no less than 1 (S-091, R-12).

    Args:
        thrown: the target's die.
        dodge: its rank in force, conditions counted in.
        rank: of the effect.
        cover: helps; concealment doesn't (S-092).
        circumstance: other adjustments to the check.
        options: house rules.
    """
    dc = ROUTINE + rank
    made = check(thrown, dodge + COVER[cover] + circumstance, dc, options)
    halved = min(rank, max(1, rank // 2))
    return AreaDodge(total=made.total, dc=dc, degree=made.degree, effective_rank=halved if made.success else rank)
