"""Complications: how bad they are, what they can do, and what it takes to be spared."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.statuses import status_of

Kind = Literal["damage", "status_effect", "social_setback", "physical_setback", "alerted", "new_antagonist"]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
"""Any whole number of a request; the rules say which they take, each by its own refusal."""


class ComplicationLevel(Value):
    """How bad a complication is."""

    level: int
    title: str
    example: str


class ComplicationKind(Value):
    """What a complication can do."""

    key: Kind
    title: str
    effect: str


LEVELS: Final[tuple[ComplicationLevel, ...]] = (
    ComplicationLevel(level=1, title="Minor", example="A brittle lock is ruined for good."),
    ComplicationLevel(level=2, title="Moderate", example="Sharp rocks wound whoever climbs them."),
    ComplicationLevel(level=3, title="Major", example="A storm that isn't natural closes the way out."),
)
KINDS: Final[tuple[ComplicationKind, ...]] = (
    ComplicationKind(key="damage", title="Harm", effect="The actor takes injuries of its level (G-27)."),
    ComplicationKind(key="status_effect", title="Status Effect", effect="The actor gets the fitting Status Effect."),
    ComplicationKind(key="social_setback", title="Loss of face", effect="The actor is shown up before others."),
    ComplicationKind(key="physical_setback", title="Setback", effect="The actor is slowed, or loses ground or gear."),
    ComplicationKind(key="alerted", title="Found out", effect="An enemy learns where the actor is."),
    ComplicationKind(key="new_antagonist", title="Company", effect="A new enemy joins the scene."),
)
TITLES: Final = {kind.key: kind.title for kind in KINDS}


class Complication(Value):
    """What may go wrong with an action, whether it succeeds or not."""

    id: Name
    level: Number
    """1 minor, 2 moderate, 3 major: the hits it takes to be spared (U-16, U-17)."""
    kind: Kind | None = None
    """May be left open until it happens (G-16)."""
    status_key: Name | None = None
    """Which Status Effect, for that kind."""
    note: Annotated[str, Field(max_length=300)] | None = None
    """What happens, in the words of the table."""

    @property
    def told(self) -> str:
        """Its note, else its kind, else its id."""
        return self.note or (TITLES[self.kind] if self.kind else self.id.removeprefix("status:").replace("_", " "))


class BuyOff(Value):
    """Hits for one complication."""

    id: Name
    hits: Number | None = None
    """All that it takes, unless the table lets one pay less (G-03)."""


class Occurred(Value):
    """A complication that happens."""

    id: str
    level: int
    """What is left of it."""


def check_complications(complications: Sequence[Complication]) -> None:
    """Refuse levels and Status Effects the rules don't know, and an id that is there twice (U-17, U-27, G-02).

    Raises:
        OutOfRange: `invalid_complication_level`, `duplicate_complication`, `unknown_status`.
    """
    known = [level.level for level in LEVELS]
    for complication in complications:
        if complication.level not in known:
            raise OutOfRange(
                "invalid_complication_level",
                f"A complication is of level 1, 2 or 3, not {complication.level}.",
                found=complication.level,
                allowed=known,
                rule="U-17",
            )
    ids = [complication.id for complication in complications]
    if len(set(ids)) < len(ids):
        raise OutOfRange(
            "duplicate_complication",
            "Two complications have the same id: give each its own, so that it can be bought off.",
            rule="G-02",
        )
    for complication in complications:
        if complication.status_key is not None:
            status_of(complication.status_key)


def check_known(complications: Iterable[Complication], buy_offs: Iterable[BuyOff]) -> None:
    """Refuse hits for what isn't on the action (U-16).

    Raises:
        OutOfRange: `unknown_complication`.
    """
    ids = [complication.id for complication in complications]
    for buy_off in buy_offs:
        if buy_off.id not in ids:
            raise unknown("unknown_complication", "complication", buy_off.id, ids, of="The action", rule="U-16")


def prices(
    complications: Iterable[Complication], buy_offs: Sequence[BuyOff], options: UltraOptions = DEFAULTS
) -> dict[str, int]:
    """Hits that go into each complication, by its id (U-16, G-02, G-03).

    Raises:
        OutOfRange: `buyoff_exceeds_level`.
        AgainstTheRules: `duplicate_buyoff`; `partial_buyoff` for less than the level, or for nothing at all.
    """
    levels = {complication.id: complication.level for complication in complications}
    paid: dict[str, int] = {}
    for buy_off in buy_offs:
        level = levels[buy_off.id]
        hits = level if buy_off.hits is None else buy_off.hits
        if buy_off.id in paid:
            raise AgainstTheRules(
                "duplicate_buyoff", "A complication is bought off once: name it a single time.", rule="U-16"
            )
        if hits > level:
            raise OutOfRange(
                "buyoff_exceeds_level",
                f"This complication takes {level}, and {hits} were offered: pay its level.",
                found=hits,
                most=level,
                rule="U-16",
            )
        if hits < (1 if options.partial_buyoff else level):
            raise AgainstTheRules(
                "partial_buyoff",
                f"This complication takes {level}, and {hits} were offered: pay {_enough(level, options)}.",
                found=hits,
                needed=level,
                rule="G-03",
            )
        paid[buy_off.id] = hits
    return paid


def _enough(level: int, options: UltraOptions) -> str:
    return f"1 to {level}" if options.partial_buyoff else "all of it, or nothing"


def remaining(complications: Iterable[Complication], paid: dict[str, int]) -> list[Occurred]:
    """What still happens of the complications after the hits that went into them (U-12, G-03)."""
    return [
        Occurred(id=one.id, level=one.level - paid.get(one.id, 0))
        for one in complications
        if paid.get(one.id, 0) < one.level
    ]
