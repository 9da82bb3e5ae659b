"""The d20s of a fight: thrown, kept until the next command, and counted better where a hero point says so."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from app.rules.encounter.commands import Command
from app.rules.encounter.facts import Thrown
from app.rules.encounter.state import Encounter
from app.rules.errors import InvalidFace
from app.rules.system import AgainstTheRules
from app.rules.systems.supers.degrees import SIDES, Die, die, improved
from app.rules.systems.supers.encounter.deed_facts import COIN
from app.rules.systems.supers.encounter.state import Cast, Fighter, Scene, SupersPlay
from app.rules.systems.supers.opposed import OpposedOutcome, needs_coin, opposed

TIE: Final = "tie"
HERO_POINT: Final = "hero_point"


@dataclass
class Hand:
    """The dice of one command."""

    casts: list[Cast] = field(default_factory=list)
    """In the order in which they were thrown."""
    lying: list[Cast] = field(default_factory=list)
    """Those of a command that is decided anew, until they are used (R-16)."""
    anew: tuple[Command, Encounter[Fighter, Scene]] | None = None
    """That command, and the state it begins from."""


class Roll(NamedTuple):
    """A d20 as it counts, and the dice that show it."""

    die: Die
    dice: tuple[Thrown, ...]


def hand(play: SupersPlay) -> Hand:
    """What this command has thrown so far."""
    if play.aside is None:
        play.aside = Hand()
    held: Hand = play.aside
    return held


def throw(play: SupersPlay, of: str | None, what: str) -> Thrown:
    """Throw a d20 of somebody.

    Raises:
        AgainstTheRules: `bad_face`, a real die that isn't 1 to 20.
    """
    try:
        return play.throw(of, 1, SIDES, what)
    except InvalidFace as refused:
        raise AgainstTheRules("bad_face", refused.detail, **refused.facts, rule="S-001") from refused


def roll(play: SupersPlay, of: str | None, what: str) -> Roll:
    """A d20 of somebody: one that lies already where a command is decided anew, else thrown."""
    held = hand(play)
    kept = next((one for one in held.lying if (one.of, one.what) == (of, what)), None)
    if kept is None:
        shown = throw(play, of, what)
        held.casts.append(Cast(of=of, what=what, face=shown.faces[0]))
        return Roll(die(shown.faces[0]), (shown,))
    held.lying.remove(kept)
    held.casts.append(kept)
    first = Thrown(of=of, what=what, sides=SIDES, faces=(kept.face,))
    if kept.better is None:
        return Roll(die(kept.face), (first,))
    second = Thrown(of=of, what=HERO_POINT, sides=SIDES, faces=(kept.better,))
    return Roll(improved(die(kept.face), kept.better), (first, second))


def roll_opposed(
    play: SupersPlay, deed: str, a: tuple[str, int], b: tuple[str, int]
) -> tuple[OpposedOutcome, tuple[Thrown, ...]]:
    """Two sides, the actor first, and the coin between equals; each is who and what is added."""
    (actor, bonus_a), (target, bonus_b) = a, b
    one, other = roll(play, actor, deed), roll(play, target, f"against {deed}")
    dice = (*one.dice, *other.dice)
    coin = 1
    if needs_coin(one.die, bonus_a, other.die, bonus_b, play.options):
        thrown = roll(play, actor, COIN)
        coin, dice = thrown.die.counts, (*dice, *thrown.dice)
    return opposed(one.die, bonus_a, other.die, bonus_b, coin=coin, options=play.options), dice
