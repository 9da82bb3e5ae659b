"""What an action's answer says: the result, the hits, what goes wrong, what was bought."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from app.rules.systems.ultra.complications import Complication, Occurred
from app.rules.systems.ultra.outcomes import Menu, Outcome, Resolution, Roll
from app.rules.systems.ultra.pools import Hits
from app.rules.systems.ultra.tricks import GENERAL_TRICKS, OfferedTrick
from app.rules.telling import Quote

MOST_LISTED: Final = 5
BRIEF: Final = 20
"""Characters of a complication that can be spared."""
WORDS: Final[dict[Outcome, str]] = {
    "disaster": "Disaster",
    "failure": "Failure",
    "success": "Success",
    "success_with_consequence": "Success with consequence",
    "extraordinary_success": "Extraordinary success",
}
NAMES: Final = {trick.key: trick.name for trick in GENERAL_TRICKS}


def counted(hits: int) -> str:
    """So many hits, in words."""
    return "1 hit" if hits == 1 else f"{hits} hits"


def score(roll: Roll, hits: Hits, *, faces: str, base: int, advantage: int, defender: str | None = None) -> str:
    """The hits against the difficulty, and where both come from."""
    parts = [faces]
    if hits.advantage_hits:
        parts.append(f"+{hits.advantage_hits} for Advantage")
    if hits.bonus_hits:
        parts.append(f"+{hits.bonus_hits} bonus")
    if defender is not None:
        parts.append(defender)
    if roll.difficulty > base:
        parts.append(f"difficulty {base} +{roll.difficulty - base} for Advantage {advantage}")
    return f"{counted(roll.hits)} against {roll.difficulty} ({'; '.join(parts)})"


def price(offered: OfferedTrick) -> str:
    """The hits that a Trick takes, such as `1-3`."""
    return str(offered.min) if offered.min == offered.max else f"{offered.min}-{offered.max}"


def by_price(offers: Iterable[tuple[OfferedTrick, str]]) -> str:
    """What can be bought for how many hits: each with its name."""
    groups: dict[str, list[str]] = {}
    for one, name in offers:
        groups.setdefault(price(one), []).append(name)
    return "; ".join(f"{hits} {', '.join(names)}" for hits, names in groups.items())


def still_open(roll: Roll, choose: Menu, quote: Quote) -> str:
    """What waits for the player, and what each of it costs."""
    if roll.failed:
        return f"{roll.shortfall} short, to fail with or without the complications"
    named = {one.id: one for one in roll.complications}
    parts = [f"{counted(roll.leftover)} to spend"]
    if choose.buy_off:
        spare = [f"{one.hits} {_brief(quote(named[one.id].told))}" for one in choose.buy_off]
        parts.append(f"Spare: {', '.join(_listed(spare))}")
    if choose.tricks:
        parts.append(f"Tricks: {_general(tuple((one.key, one.min, one.max) for one in choose.tricks))}")
    return ". ".join(parts)


def _brief(words: str) -> str:
    return words if len(words) <= BRIEF else f"{words[: BRIEF - 1]}…"


@cache
def _general(offers: tuple[tuple[str, int, int], ...]) -> str:
    # Every open check offers one of a few lists.
    return by_price((OfferedTrick(key=key, min=least, max=most), NAMES[key]) for key, least, most in offers)


def ending(roll: Roll, resolution: Resolution, *, reward: str | None, quote: Quote) -> str:
    """What happens besides, each part after a semicolon; empty when nothing does."""
    parts = _listed([_happens(one, roll.complications, quote) for one in resolution.occurred])
    parts += _listed([f"{NAMES.get(trick.key, trick.key)} for {trick.cost}" for trick in resolution.tricks])
    if resolution.unspent:
        parts.append(f"{counted(resolution.unspent)} unspent")
    if reward:
        parts.append(quote(reward))
    return "".join(f"; {part}" for part in parts)


def _happens(occurred: Occurred, complications: Iterable[Complication], quote: Quote) -> str:
    cause = next(one for one in complications if one.id == occurred.id)
    lowered = f" (down to {occurred.level})" if occurred.level < cause.level else ""
    return quote(cause.told) + lowered


def _listed(parts: Sequence[str]) -> list[str]:
    shown = list(parts[:MOST_LISTED])
    return [*shown, f"{len(parts) - MOST_LISTED} more"] if len(parts) > MOST_LISTED else shown
