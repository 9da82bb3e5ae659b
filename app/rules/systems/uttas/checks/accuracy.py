"""Accuracy: does the attack touch its target?"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource
from app.rules.system import CheckAnswer, CheckBody, CheckOdds, Value
from app.rules.systems.uttas.characteristics import half_sum
from app.rules.systems.uttas.checks.hand import Hand
from app.rules.systems.uttas.checks.rolling import Circumstances, cited, plan, throw
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.outcomes import ways_to_reach

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


class Accuracy:
    """`uttas.accuracy`."""

    key: str = "uttas.accuracy"
    summary: str = "Roll to hit: half of the key characteristic and Dexterity, 3d6, against Dodge or Discipline."
    body: type[AccuracyBody] = AccuracyBody
    result: type[Value] = AccuracyResult
    examples: Mapping[str, AccuracyBody] = {
        "Willow's blast at a thug": AccuracyBody(key=16, dexterity=14, target=20),
        "Steady, against somebody who evades": AccuracyBody(
            key=10, dexterity=14, target=20, stance_accuracy=2, disadvantages=1
        ),
        "Two bands out": AccuracyBody(key=16, dexterity=14, target=20, range_increments=2),
    }

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
