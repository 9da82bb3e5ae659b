"""Business: a quarter's roll of all the skills it takes."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckAnswer, CheckBody, CheckOdds, Value
from app.rules.systems.uttas.arms import Key
from app.rules.systems.uttas.business import (
    BusinessBand,
    check_bands,
    check_quarter,
    dice_for_business,
    level_change,
    months_between,
    starter_table,
)
from app.rules.systems.uttas.checks.from_sheet import Contributing, lend_business
from app.rules.systems.uttas.checks.hand import Hand, counted, shown
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.outcomes import ways_of_sum
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.vitals import check_acts


class BusinessBody(CheckBody):
    """Three months of a business."""

    kind: Literal["uttas.business"] = "uttas.business"
    skill_dice: Annotated[dict[Key, Annotated[int, Field(ge=0, le=20)]], Field(max_length=20)]
    """Dice of each skill the business needs, of whoever brings it."""
    table: Annotated[list[BusinessBand], Field(max_length=50), AfterValidator(check_bands)] | None = None
    """What totals mean; else the campaign's table, else the starter table (G-27)."""
    business: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Its name: in a campaign each is rolled for once in three months of game time."""


class BusinessResult(Value):
    """How the quarter went."""

    total: int
    dice: int
    level_change: int
    """Levels the business grows by; below 0 it shrinks."""


BUSINESS_FROM_SHEET: Final = from_sheet(BusinessBody, Contributing, "skill_dice")


class Business:
    """`uttas.business`."""

    key: str = "uttas.business"
    summary: str = "Roll all dice of all skills a business needs, once in three months: it grows, holds or shrinks."
    body: type[BusinessBody] = BusinessBody
    from_sheet: type[Value] = BUSINESS_FROM_SHEET
    result: type[Value] = BusinessResult
    examples: Mapping[str, BusinessBody] = {
        "An inn and its four skills": BusinessBody(
            skill_dice={"charm": 4, "persuasion": 3, "knowledge_accounting": 3, "knowledge_law": 2}, business="The inn"
        ),
        "With the game master's own table": BusinessBody(
            skill_dice={"charm": 4, "persuasion": 3},
            table=[
                BusinessBand(at_most=15, level_change=-2),
                BusinessBand(at_most=30, level_change=0),
                BusinessBand(level_change=2),
            ],
        ),
    }
    sheet_examples: Mapping[str, Value] = {
        "Willow sells herbs, and somebody keeps the books": BUSINESS_FROM_SHEET.model_validate(
            {"traits": ["skills.knowledge_nature"], "skill_dice": {"knowledge_accounting": 3}, "business": "Herbs"}
        )
    }

    def filled(
        self, asked: Contributing, sheet: UttasSheet, /, *, options: UttasOptions, clock: int
    ) -> Filled[BusinessBody]:
        """A quarter to which the character brings skills of its own (T-156, T-159)."""
        lending = Lending(self.body, asked, rule="T-159")
        check_acts(sheet, clock)
        return lending.filled(lend_business(lending, asked, sheet, options))

    def resolve(self, body: BusinessBody, *, options: UttasOptions, dice: DiceSource) -> CheckAnswer:
        """Throw all dice, skill by skill as named (T-159, T-160).

        Raises:
            AgainstTheRules: `missing_skill` when a skill has no dice.
        """
        count = dice_for_business(body.skill_dice)
        hand = Hand(dice)
        faces = [face for skill, number in body.skill_dice.items() for face in hand.throw(number, of=skill)]
        total = sum(faces)
        change = level_change(total, self._table(body, options, count))
        word = f"The business {_moves(change)}"
        why = f"{total} on {counted(count)} ({shown(faces)})"
        return hand.answer(
            self.key,
            BusinessResult(total=total, dice=count, level_change=change),
            rules=["T-159", "T-160", "G-27"],
            word=word,
            why=why,
        )

    def recurs(self, body: BusinessBody) -> str | None:
        """The business, if it has a name (T-159)."""
        return body.business

    def check_due(self, *, last: int, clock: int) -> None:
        """Refuse a roll within three months of the last.

        Raises:
            AgainstTheRules: `too_early`.
        """
        check_quarter(months_since_last=months_between(last, clock))

    def odds(self, body: BusinessBody, *, options: UttasOptions) -> CheckOdds:
        """Every change of level, exactly, from the worst to the best."""
        count = dice_for_business(body.skill_dice)
        bands = self._table(body, options, count)
        ways = dict.fromkeys(sorted({band.level_change for band in bands}), 0)
        for total, number in enumerate(ways_of_sum(count), count):
            ways[level_change(total, bands)] += number
        return odds_of({str(change): number for change, number in ways.items()}, int(6**count))

    def _table(self, body: BusinessBody, options: UttasOptions, dice: int) -> list[BusinessBand]:
        return body.table or options.business_table or starter_table(dice)


def _moves(change: int) -> str:
    if change == 0:
        return "holds its level"
    levels = "a level" if abs(change) == 1 else f"{abs(change)} levels"
    return f"{'grows' if change > 0 else 'shrinks'} by {levels}"
