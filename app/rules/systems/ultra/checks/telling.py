"""What an action's answer says: the result, the hits, what goes wrong, what was bought."""

from collections.abc import Iterable, Sequence
from typing import Final

from app.rules.systems.ultra.complications import Complication, Occurred
from app.rules.systems.ultra.outcomes import Outcome, Resolution, Roll
from app.rules.systems.ultra.pools import Hits
from app.rules.systems.ultra.tricks import GENERAL_TRICKS
from app.rules.telling import Quote

MOST_LISTED: Final = 5
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


def still_open(roll: Roll) -> str:
    """What waits for the player."""
    if roll.failed:
        return f"{roll.shortfall} short, to fail with or without the complications"
    return f"{counted(roll.leftover)} to spend"


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
