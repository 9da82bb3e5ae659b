"""Accuracy: does the attack touch its target?"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckAnswer, CheckBody, CheckOdds, Value
from app.rules.systems.uttas.characteristics import half_sum
from app.rules.systems.uttas.checks.from_sheet import Striking, lend_attack
from app.rules.systems.uttas.checks.hand import Hand
from app.rules.systems.uttas.checks.rolling import Circumstances, cited, plan, throw
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.outcomes import ways_to_reach
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.vitals import check_acts

ACCURACY_DICE = 3
Score = Annotated[int, Field(ge=-1000, le=1000)]


class AccuracyBody(CheckBody, Circumstances):
    """An attack, or a power that harms somebody."""

    kind: Literal["uttas.accuracy"] = "uttas.accuracy"
    key: Score
    """The characteristic the attack works by."""
    dexterity: Score
    """The attacker's; halved while sprinting."""
    target: Score
    """The Dodge or Discipline to beat."""
    stance_accuracy: Annotated[int, Field(ge=-100, le=100)] = 0
    """What the attacker's stance adds."""


class AccuracyResult(Value):
    """Whether it hits."""

    base: int
    """Half of the two characteristics."""
    total: int | None
    """None when nothing was thrown."""
    target: int
    hit: bool
    automatic_failure: bool


ACCURACY_FROM_SHEET: Final = from_sheet(AccuracyBody, Striking, "key", "dexterity")


class Accuracy:
    """`uttas.accuracy`."""

    key: str = "uttas.accuracy"
    summary: str = "Roll to hit: half of the key characteristic and Dexterity, 3d6, against Dodge or Discipline."
    body: type[AccuracyBody] = AccuracyBody
    from_sheet: type[Value] = ACCURACY_FROM_SHEET
    result: type[Value] = AccuracyResult
    examples: Mapping[str, AccuracyBody] = {
        "Willow's blast at a thug": AccuracyBody(key=16, dexterity=14, target=20),
        "Steady, against somebody who evades": AccuracyBody(
            key=10, dexterity=14, target=20, stance_accuracy=2, disadvantages=1
        ),
        "Two bands out": AccuracyBody(key=16, dexterity=14, target=20, range_increments=2),
    }
    sheet_examples: Mapping[str, Value] = {
        "Willow's blast from 25 m": ACCURACY_FROM_SHEET.model_validate(
            {"attack": "blast", "target": 20, "distance_m": 25, "stance": "steady"}
        ),
        "A thug's club": ACCURACY_FROM_SHEET.model_validate({"attack": "club", "target": 23}),
    }

    def filled(
        self, asked: Striking, sheet: UttasSheet, /, *, options: UttasOptions, clock: int
    ) -> Filled[AccuracyBody]:
        """A character's attack, with what limbs, stance and distance do to it (T-077, T-082, T-110, T-124, G-05)."""
        lending = Lending(self.body, asked, rule="T-077")
        check_acts(sheet, clock)
        return lending.filled(lend_attack(lending, asked, sheet, options))

    def resolve(self, body: AccuracyBody, *, options: UttasOptions, dice: DiceSource) -> CheckAnswer:
        """Throw 3d6 and one die for each net Advantage or Disadvantage (T-077 to T-081)."""
        hand = Hand(dice)
        base = half_sum(body.key, body.dexterity)
        planned = plan(ACCURACY_DICE, body, options)
        if planned is None:
            total, hit = None, False
            why = f"{body.range_increments} range bands out fail without a roll"
        else:
            thrown = throw(planned, hand, of="accuracy")
            total = base + body.stance_accuracy + thrown.total
            hit = total >= self._needed(body, options)
            stance = f" {body.stance_accuracy:+d} stance" if body.stance_accuracy else ""
            why = f"{total} {_against(total, body.target, hit=hit)} ({base}{stance} + {thrown.told})"
        word = "Hit" if hit else "Miss"
        return hand.answer(
            self.key,
            AccuracyResult(base=base, total=total, target=body.target, hit=hit, automatic_failure=planned is None),
            rules=cited(body, "T-077", "G-13b" if total == body.target else "T-079"),
            word=word,
            why=why,
        )

    def odds(self, body: AccuracyBody, *, options: UttasOptions) -> CheckOdds:
        """Hit or miss, exactly."""
        planned = plan(ACCURACY_DICE, body, options)
        if planned is None:
            return odds_of({"miss": 1}, 1)
        fixed = half_sum(body.key, body.dexterity) + body.stance_accuracy
        hits = ways_to_reach(
            self._needed(body, options) - fixed, added=planned.dice + planned.added, taken=planned.taken
        )
        return odds_of({"hit": hits, "miss": planned.denominator - hits}, planned.denominator)

    def _needed(self, body: AccuracyBody, options: UttasOptions) -> int:
        """The least total that hits: a tie misses, unless the table plays it otherwise (T-080, G-13b)."""
        return body.target if options.accuracy_tie == "hit" else body.target + 1


def _against(total: int, target: int, *, hit: bool) -> str:
    if total == target:
        return f"equals {target}, and a tie {'hits' if hit else 'misses'}"
    return f"{'beats' if hit else 'falls short of'} {target}"
