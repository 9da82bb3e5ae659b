"""What a character's sheet lends to the checks: the pool of its traits, Status Effects, tokens, Advantage."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from app.rules.character import spelled_apart
from app.rules.lending import Lending, Piece, TraitName
from app.rules.naming import unknown
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.ultra.bearing import Bearing, Brought, Deed, bearing, check_allowed
from app.rules.systems.ultra.complications import Name, Number
from app.rules.systems.ultra.pools import (
    DOUBLE_FROM,
    TARGET,
    check_numbers,
    final_difficulty,
    pool,
    pool_of_traits,
)
from app.rules.systems.ultra.sheet import UltraSheet, advantage_over
from app.rules.systems.ultra.statuses import ActionKind, Tag


class Drawn(Value):
    """A pool of the sheet's traits."""

    traits: Annotated[list[TraitName], Field(max_length=20)] | None = None
    """One to three of the character's, added up (section 7); names as on the sheet, or as after an `@`."""
    modifiers: Annotated[list[Number], Field(max_length=20)] = Field(default_factory=list)
    """Dice more or fewer; the sum is held within 1 to 10 (G-05)."""


class Acting(Drawn):
    """An action of a character, as far as its state looks at it."""

    action: ActionKind = "other"
    """What kind of action: tokens may wait for one, and some Status Effects touch only attacks."""
    tags: Annotated[list[Tag], Field(max_length=10)] = Field(default_factory=list)
    """What the action is like; Status Effects look at it."""
    domain: Name | None = None
    """Where Advantage counts: the character's level against somebody ordinary (G-01)."""
    against: Name | None = None
    """Whom it is done to, as the `source` of a Status Effect names them: whoever frightens is harder to face."""


def lend_action(
    lending: Lending[Any], asked: Acting, sheet: UltraSheet, *, difficulty: str, usual: int
) -> UltraSheet | None:
    """Everything that a character brings to an action (sections 3b, 7 and 8).

    Args:
        lending: the action's numbers so far.
        asked: as it came.
        sheet: whose it is.
        difficulty: the field in which more hits are asked for.
        usual: its value where nothing stands.

    Returns:
        The sheet afterwards, where it changes: the roll spends tokens and takes away what goes with it, hit or not.

    Raises:
        AgainstTheRules: `taken_out`, `blocked`.
        OutOfRange: `unknown_trait`, `invalid_pool`, `invalid_difficulty`, `invalid_bonus_hits`.
    """
    if sheet.taken_out:
        raise AgainstTheRules("taken_out", "Whoever has no injury left to take does nothing.", rule="G-27")
    # What is added could hide that these are wrong by themselves.
    final_difficulty(lending.stated(difficulty) or 0)
    check_numbers(target=TARGET, double_from=DOUBLE_FROM, bonus_hits=lending.stated("bonus_hits") or 0)
    brought = bearing(
        Deed(kind=asked.action, tags=asked.tags, target=asked.against), own=sheet.statuses, tokens=sheet.tokens
    )
    check_allowed(brought)
    lend_pool(lending, asked.traits, asked.modifiers, sheet)
    if asked.domain is not None:
        piece = Piece(f"advantage.{asked.domain}", advantage_over(sheet, asked.domain), "G-01")
        lending.own("advantage", of=[piece])
    for one in brought.harder:
        lending.more(difficulty, piece=_piece(one), usual=usual, word="difficulty")
    for one in brought.bonus_hits:
        lending.more("bonus_hits", piece=_piece(one), word="bonus hits")
    for complication in brought.complications:
        piece = Piece(complication.id, complication.level, "G-22")
        lending.listed("complications", item=complication, piece=piece, word="complication")
    after = spent(sheet, asked.action, brought)
    return None if after == sheet else after


def _piece(brought: Brought) -> Piece:
    return Piece(brought.of, brought.value, "G-28" if brought.of == "token" else "G-22")


def spent(sheet: UltraSheet, action: ActionKind, brought: Bearing) -> UltraSheet:
    """The sheet once an action is rolled, hit or not: without the tokens that waited for it and what goes with it."""
    return sheet.model_copy(
        update={
            "tokens": [token for token in sheet.tokens if token.for_kind not in {None, action}],
            "statuses": [status for status in sheet.statuses if status.key not in brought.used_up],
        }
    )


def lend_pool(
    lending: Lending[Any],
    traits: Sequence[str] | None,
    modifiers: Sequence[int],
    sheet: UltraSheet,
    *where: str,
) -> None:
    """A pool with the dice of traits, and the faces that count for whoever throws it (section 7, G-05).

    Args:
        lending: the check's numbers so far.
        traits: names of them; None where the pool is stated.
        modifiers: dice more or fewer.
        sheet: whose they are.
        where: the pool's place in the body.

    Raises:
        OutOfRange: `unknown_trait`, `invalid_pool`.
    """
    stated = lending.stated(*where, "dice")
    if stated is not None:
        if modifiers:
            changed = pool(stated, modifiers).pool - stated
            lending.more(*where, "dice", piece=Piece("modifiers", changed, "G-05"))
    elif traits is not None:
        names = [_known(name, sheet) for name in traits]
        dice = pool_of_traits(sheet.traits, names, modifiers).pool
        lending.own(*where, "dice", of=list(_dice(names, modifiers, sheet, dice)))
    lending.own(*where, "target", of=[Piece("target", sheet.target, "U-02")])
    lending.own(*where, "double_from", of=[Piece("double_from", sheet.double_from, "U-03")])


def _dice(names: Sequence[str], modifiers: Sequence[int], sheet: UltraSheet, dice: int) -> Iterator[Piece]:
    spelled = {trait: name for name, trait in _spellings(sheet).items()}
    yield from (Piece(f"traits.{spelled[name]}", sheet.traits[name], "U-01") for name in names)
    changed = sum(modifiers)
    if changed:
        yield Piece("modifiers", changed, "G-05")
    clamped = dice - changed - sum(sheet.traits[name] for name in names)
    if clamped:
        yield Piece("clamped", clamped, "G-05")


def _spellings(sheet: UltraSheet) -> Mapping[str, str]:
    return dict(zip(spelled_apart(sheet.traits), sheet.traits, strict=True))


def _known(name: str, sheet: UltraSheet) -> str:
    if name in sheet.traits:
        return name
    spellings = _spellings(sheet)
    found = spellings.get(name.lower().removeprefix("traits."))
    if found is None:
        raise unknown("unknown_trait", "trait", name.lower().removeprefix("traits."), spellings, rule="G-05")
    return found


def pool_named(traits: Sequence[str] | None, sheet: UltraSheet) -> str | None:
    """A pool as the text names it, such as `Nerve + Lore`."""
    if traits is None:
        return None
    named = (_known(name, sheet).replace("_", " ") for name in traits)
    return " + ".join(name[:1].upper() + name[1:] for name in named)
