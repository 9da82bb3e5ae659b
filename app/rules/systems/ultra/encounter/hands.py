"""What somebody has at hand: the pools they throw, with their hits, and the Tricks they can buy."""

from collections.abc import Mapping
from typing import NamedTuple

from app.rules.encounter.facts import Thrown
from app.rules.errors import InvalidFace
from app.rules.system import OutOfRange
from app.rules.systems.ultra.encounter.bodies import StatedPool
from app.rules.systems.ultra.encounter.state import UltraPlay
from app.rules.systems.ultra.pools import MOST_DICE, SIDES, Pool, hits_of_face, pool, pool_of_traits
from app.rules.systems.ultra.sheet import UltraSheet
from app.rules.systems.ultra.tricks import GENERAL_TRICKS, Trick


class Lying(NamedTuple):
    """A pool that was thrown."""

    thrown: Thrown
    hits: int


def pool_of(play: UltraPlay, combatant: str, stated: StatedPool) -> Pool:
    """The dice that somebody throws (section 7, G-05).

    Traits are named by those who may read the sheet or act for whoever it is: to anybody else the answer is the same
    whether it has such a trait or not.

    Raises:
        OutOfRange: `unknown_trait`, `invalid_pool`.
    """
    match stated.traits, stated.dice:
        case None, int(dice):
            return pool(dice, stated.modifiers)
        case list(_), None if not (play.sight.reads(combatant) or play.sight.commands(combatant)):
            raise OutOfRange(
                "unknown_trait",
                "This sheet isn't yours to read, so name none of its traits: say the `dice`, or ask the game master.",
                rule="G-05",
            )
        case list(names), None:
            return pool_of_traits(play.sheet(combatant).traits, names, stated.modifiers)
        case _:
            raise OutOfRange(
                "invalid_pool", "Say what is thrown: `traits` of the sheet, or `dice`, one of them.", rule="U-01"
            )


def pools_of(play: UltraPlay, stated: Mapping[str, StatedPool]) -> dict[str, Pool]:
    """The dice of several, all checked before any is thrown.

    Raises:
        OutOfRange: `unknown_trait`, `invalid_pool`.
    """
    return {one: pool_of(play, one, pool) for one, pool in stated.items()}


def throw(play: UltraPlay, combatant: str, dice: int, what: str) -> Lying:
    """Throw a pool and count its hits by the owner's target and doubles (U-02 to U-05).

    Raises:
        OutOfRange: `invalid_die` for a face that a d10 doesn't have.
        FacesMissing: physical dice ran out.
    """
    try:
        thrown = play.throw(combatant, dice, SIDES, what)
    except InvalidFace as refusal:
        raise OutOfRange("invalid_die", refusal.detail, **refusal.facts, rule="U-01") from None
    sheet = play.sheet(combatant)
    worth = [hits_of_face(face, target=sheet.target, double_from=sheet.double_from) for face in thrown.faces]
    return Lying(thrown, sum(worth))


def plain_pool(sheet: UltraSheet) -> StatedPool:
    """The plainest pool of a sheet: its best trait, without any a single die."""
    if not sheet.traits:
        return StatedPool(dice=1)
    return StatedPool(traits=[max(sheet.traits, key=lambda name: (sheet.traits[name], name))])


def tricks_of(sheet: UltraSheet) -> list[Trick]:
    """The Tricks that somebody can buy: the general ones, then their own (U-20)."""
    return [*GENERAL_TRICKS, *sheet.tricks]


def notation(dice: int) -> str:
    """So many dice, as they are written."""
    return f"{min(dice, MOST_DICE)}d{SIDES}"
