"""Skills: a roll against a difficulty, or against somebody else's roll."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckAnswer, CheckBody, CheckOdds, Value
from app.rules.systems.uttas.checks.from_sheet import Practised, lend_dice
from app.rules.systems.uttas.checks.hand import Hand
from app.rules.systems.uttas.checks.rolling import Circumstances, cited, plan, throw
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.outcomes import ways_to_beat, ways_to_reach
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.vitals import check_acts

SkillDice = Annotated[int, Field(ge=0, le=100)]


class SkillBody(CheckBody, Circumstances):
    """A skill against a difficulty."""

    kind: Literal["uttas.skill"] = "uttas.skill"
    dice: SkillDice
    dc: Annotated[int, Field(ge=-1000, le=1000)]
    """What the total must come to."""


class SkillResult(Value):
    """Whether it works."""

    total: int | None
    """None when nothing was thrown."""
    dc: int
    success: bool
    automatic_failure: bool


SKILL_FROM_SHEET: Final = from_sheet(SkillBody, Practised, "dice")


class SkillCheck:
    """`uttas.skill`."""

    key: str = "uttas.skill"
    summary: str = "Roll a skill's dice against a difficulty: reaching it is enough."
    body: type[SkillBody] = SkillBody
    from_sheet: type[Value] = SKILL_FROM_SHEET
    result: type[Value] = SkillResult
    examples: Mapping[str, SkillBody] = {
        "Acrobatics to get up": SkillBody(dice=6, dc=22),
        "A short cut through the woods": SkillBody(dice=5, dc=18, advantages=1),
        "Spotting somebody two bands away": SkillBody(dice=6, dc=15, range_increments=2),
    }
    sheet_examples: Mapping[str, Value] = {
        "Willow finds a short cut": SKILL_FROM_SHEET.model_validate({"trait": "skills.knowledge_nature", "dc": 18}),
        "By strength alone": SKILL_FROM_SHEET.model_validate({"trait": "strength.dice", "dc": 12}),
    }

    def filled(self, asked: Practised, sheet: UttasSheet, /, *, options: UttasOptions, clock: int) -> Filled[SkillBody]:
        """A roll of the character's dice, with what limbs and distance do to it (T-040, T-110, T-124, T-154)."""
        lending = Lending(self.body, asked, rule="T-040")
        check_acts(sheet, clock)
        return lending.filled(lend_dice(lending, asked, sheet, options))

    def resolve(self, body: SkillBody, *, options: UttasOptions, dice: DiceSource) -> CheckAnswer:
        """Throw the skill's dice and one for each net Advantage or Disadvantage (T-040, G-13b)."""
        hand = Hand(dice)
        planned = plan(body.dice, body, options)
        if planned is None:
            total, success = None, False
            why = f"{body.range_increments} range bands out fail without a roll"
        else:
            thrown = throw(planned, hand, of="skill")
            total = thrown.total
            success = total >= body.dc
            why = f"{total} against difficulty {body.dc} ({thrown.told})"
        word = "Success" if success else "Failure"
        return hand.answer(
            self.key,
            SkillResult(total=total, dc=body.dc, success=success, automatic_failure=planned is None),
            rules=cited(body, "T-040", "G-13b"),
            word=word,
            why=why,
        )

    def odds(self, body: SkillBody, *, options: UttasOptions) -> CheckOdds:
        """Success or failure, exactly."""
        planned = plan(body.dice, body, options)
        if planned is None:
            return odds_of({"failure": 1}, 1)
        good = ways_to_reach(body.dc, added=planned.dice + planned.added, taken=planned.taken)
        return odds_of({"success": good, "failure": planned.denominator - good}, planned.denominator)


class UttasSide(Circumstances):
    """One side of an opposed roll."""

    dice: SkillDice


class UttasOpposedBody(CheckBody):
    """One skill against another."""

    kind: Literal["uttas.opposed"] = "uttas.opposed"
    active: UttasSide
    """Who wants something to change: the searcher, the escaper."""
    passive: UttasSide


class OpposedResult(Value):
    """Who comes out ahead."""

    active_total: int | None
    """None when nothing was thrown."""
    passive_total: int | None
    success: bool
    """The active side is strictly higher."""
    automatic_failure: bool
    """The active side is out of range."""


class Trying(Circumstances):
    """The active side, whose dice a sheet may give."""

    dice: SkillDice | None = None
    """In place of the sheet's."""


class Opposing(Practised):
    """An opposed roll that a character makes."""

    active: Trying = Trying()
    """Who wants something to change: the character."""


OPPOSED_FROM_SHEET: Final = from_sheet(UttasOpposedBody, Opposing)


class Opposed:
    """`uttas.opposed`."""

    key: str = "uttas.opposed"
    summary: str = "Roll one skill against another: whoever wants a change must be strictly higher."
    body: type[UttasOpposedBody] = UttasOpposedBody
    from_sheet: type[Value] = OPPOSED_FROM_SHEET
    result: type[Value] = OpposedResult
    examples: Mapping[str, UttasOpposedBody] = {
        "Perception against Stealth": UttasOpposedBody(active=UttasSide(dice=6), passive=UttasSide(dice=6)),
        "The same from 20 m": UttasOpposedBody(active=UttasSide(dice=6, range_increments=1), passive=UttasSide(dice=6)),
    }
    sheet_examples: Mapping[str, Value] = {
        "Willow looks for somebody hidden": OPPOSED_FROM_SHEET.model_validate(
            {"trait": "skills.perception", "distance_m": 20, "passive": {"dice": 6}}
        )
    }

    def filled(
        self, asked: Opposing, sheet: UttasSheet, /, *, options: UttasOptions, clock: int
    ) -> Filled[UttasOpposedBody]:
        """The active side is the character, with what limbs and distance do to its roll (T-110, T-124, T-151)."""
        lending = Lending(self.body, asked, rule="T-151")
        check_acts(sheet, clock)
        return lending.filled(lend_dice(lending, asked, sheet, options, "active"))

    def resolve(self, body: UttasOpposedBody, *, options: UttasOptions, dice: DiceSource) -> CheckAnswer:
        """Throw the active side's dice, then the passive side's (T-151, G-13b).

        A side that is three range bands out or more fails by itself; then nobody throws.
        """
        hand = Hand(dice)
        mine, theirs = plan(body.active.dice, body.active, options), plan(body.passive.dice, body.passive, options)
        if mine is None or theirs is None:
            active_total = passive_total = None
            success = mine is not None
            why = f"the {'passive' if success else 'active'} side is out of range and fails without a roll"
        else:
            active, passive = throw(mine, hand, of="active"), throw(theirs, hand, of="passive")
            active_total, passive_total = active.total, passive.total
            success = active_total > passive_total
            tie = ", and a tie changes nothing" if active_total == passive_total else ""
            why = f"{active_total} against {passive_total} ({active.told}; {passive.told}){tie}"
        word = "Success" if success else "Failure"
        return hand.answer(
            self.key,
            OpposedResult(
                active_total=active_total,
                passive_total=passive_total,
                success=success,
                automatic_failure=mine is None,
            ),
            rules=list(dict.fromkeys([*cited(body.active, "T-151", "G-13b"), *cited(body.passive)])),
            word=word,
            why=why,
        )

    def odds(self, body: UttasOpposedBody, *, options: UttasOptions) -> CheckOdds:
        """Success or failure of the active side, exactly."""
        mine, theirs = plan(body.active.dice, body.active, options), plan(body.passive.dice, body.passive, options)
        if mine is None or theirs is None:
            return odds_of({"failure" if mine is None else "success": 1}, 1)
        denominator = mine.denominator * theirs.denominator
        good = ways_to_beat(
            active=(mine.dice + mine.added, mine.taken), passive=(theirs.dice + theirs.added, theirs.taken)
        )
        return odds_of({"success": good, "failure": denominator - good}, denominator)
