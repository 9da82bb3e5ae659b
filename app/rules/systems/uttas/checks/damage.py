"""Damage: what a hit does to somebody behind Armor, Defense and perhaps a Block."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckAnswer, CheckBody, CheckOdds, Value
from app.rules.systems.uttas.checks.from_sheet import Harming, lend_hit, lend_victim
from app.rules.systems.uttas.checks.hand import Hand, counted, shown
from app.rules.systems.uttas.damage import damage, dies, faints, stuns
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.outcomes import ways_of_sum
from app.rules.systems.uttas.sheet import UttasSheet


class DamageBody(CheckBody):
    """A hit."""

    kind: Literal["uttas.damage"] = "uttas.damage"
    dice: Annotated[int, Field(ge=0, le=200)]
    """All damage dice."""
    armor: Annotated[int, Field(ge=0, le=1000)] = 0
    """The target's, against this type."""
    defense: Annotated[int, Field(ge=0, le=1000)] = 0
    """The target's, against this type."""
    block_dice: Annotated[int, Field(ge=0, le=100)] = 0
    """Strength dice of a Block."""
    body: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """The target's Body as it is now, to tell whether it is Stunned."""
    current_health: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """To tell whether it dies."""
    current_stamina: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None
    """To tell whether it falls unconscious."""


class DamageResult(Value):
    """What the hit takes."""

    rolled: int
    """Sum of the damage dice."""
    blocked: int
    """Sum of the Block dice."""
    health: int
    stamina: int
    fully_blocked: bool
    stunned: bool | None
    """None when `body` wasn't given."""
    unconscious: bool | None
    """None when `current_stamina` wasn't given."""
    dead: bool | None
    """None when `current_health` wasn't given."""


DAMAGE_FROM_SHEET: Final = from_sheet(DamageBody, Harming, "dice")


class DamageCheck:
    """`uttas.damage`."""

    key: str = "uttas.damage"
    summary: str = "Roll damage: Health by the number of dice less Armor, Stamina by their sum less Defense."
    body: type[DamageBody] = DamageBody
    from_sheet: type[Value] = DAMAGE_FROM_SHEET
    result: type[Value] = DamageResult
    examples: Mapping[str, DamageBody] = {
        "A fiery blast against a good defense": DamageBody(dice=10, defense=20),
        "A club on a bear": DamageBody(dice=4, armor=3, defense=8, body=20, current_health=30, current_stamina=60),
        "Claws against a Block": DamageBody(dice=6, armor=1, defense=4, block_dice=2, body=18, current_stamina=10),
    }
    sheet_examples: Mapping[str, Value] = {
        "The bear's claws hit": DAMAGE_FROM_SHEET.model_validate({"attack": "claws", "armor": 1, "defense": 4}),
        "Willow is hit by a club": DAMAGE_FROM_SHEET.model_validate({"type": "physical", "dice": 4}),
    }

    def filled(self, asked: Harming, sheet: UttasSheet, /, *, options: UttasOptions, clock: int) -> Filled[DamageBody]:
        """A hit that the character deals, or one that it suffers (T-084 to T-089, T-118, T-141, T-143, G-08)."""
        lending = Lending(self.body, asked, rule="T-084")
        named = lend_hit(lending, asked, sheet, options)
        return lending.filled(named or lend_victim(lending, asked, sheet, options, clock))

    def resolve(self, body: DamageBody, *, options: UttasOptions, dice: DiceSource) -> CheckAnswer:  # noqa: ARG002
        """Throw the Block, then the damage (T-083 to T-089, G-08)."""
        hand = Hand(dice)
        block = hand.throw(body.block_dice, of="block", sign=-1)
        faces = hand.throw(body.dice, of="damage")
        done = damage(faces, armor=body.armor, defense=body.defense, block_dice=block)
        result = DamageResult(
            **done.model_dump(),
            stunned=None if body.body is None else stuns(done.stamina, body=body.body),
            unconscious=None if body.current_stamina is None else faints(body.current_stamina - done.stamina),
            dead=None if body.current_health is None else dies(body.current_health - done.health),
        )
        word, why = _told(body, result, faces=faces, block=block)
        return hand.answer(
            self.key,
            result,
            rules=_cited(result, blocking=bool(block)),
            word=word,
            why=why,
        )

    def odds(self, body: DamageBody, *, options: UttasOptions) -> CheckOdds:  # noqa: ARG002
        """Health and Stamina lost, exactly, as `2/15`, from the least to the most."""
        ways: Counter[tuple[int, int]] = Counter()
        open_health = max(0, body.dice - body.armor - body.block_dice)
        # The damage less the Block falls like one throw of all dice, shifted by 7 for each that is taken off.
        lowest = body.dice - 6 * body.block_dice
        for place, count in enumerate(ways_of_sum(body.dice + body.block_dice)):
            stamina = max(0, lowest + place - body.defense)
            through = stamina > 0 or body.block_dice == 0
            ways[open_health if through else 0, stamina] += count
        told = {f"{health}/{stamina}": ways[health, stamina] for health, stamina in sorted(ways)}
        return odds_of(told, int(6 ** (body.dice + body.block_dice)))


def _told(body: DamageBody, result: DamageResult, *, faces: list[int], block: list[int]) -> tuple[str, str]:
    wall = f"Defense {body.defense}"
    if block:
        wall += f" and a Block of {shown(block)}"
    if result.fully_blocked:
        return "Blocked", f"{result.rolled} damage stop at {wall}"
    fate = [
        name
        for name, struck in (("dead", result.dead), ("unconscious", result.unconscious), ("stunned", result.stunned))
        if struck
    ]
    word = f"{result.health} Health and {result.stamina} Stamina lost"
    armor = f"Armor {body.armor + len(block)}"
    why = f"{counted(len(faces))} against {armor}, {shown(faces)} against {wall}"
    return word, f"{why}; the target is {' and '.join(fate)}" if fate else why


def _cited(result: DamageResult, *, blocking: bool) -> list[str]:
    rules = ["T-084", "T-086"]
    if blocking:
        rules.append("G-08")
    if result.stunned is not None:
        rules.append("T-141")
    if result.unconscious is not None:
        rules.append("T-143")
    if result.dead is not None:
        rules.append("T-118")
    return rules
