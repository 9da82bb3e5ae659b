"""Two sides against each other: an opposed check, and a comparison of ranks."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Final, Literal

from app.rules.checks import odds_of
from app.rules.lending import Filled, Lending, Trait, from_sheet
from app.rules.system import CheckBody, CheckOdds, Value
from app.rules.systems.supers.checks.from_sheet import lend_trait, named, opposing
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import Modifier, SupersCheck, Told, cited, degrees, shown
from app.rules.systems.supers.degrees import SIDES, die
from app.rules.systems.supers.opposed import (
    Comparison,
    OpposedOutcome,
    Side,
    comparison,
    needs_coin,
    opposed,
)
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet

NAMED: Final[Mapping[Side, str]] = {"a": "The first side wins", "b": "The second side wins"}
FACES: Final = tuple(die(face) for face in range(1, SIDES + 1))


class SupersOpposedBody(CheckBody):
    """Two sides that both throw."""

    kind: Literal["supers.opposed"] = "supers.opposed"
    bonus_a: Modifier
    """All modifiers of the active or first-named side."""
    bonus_b: Modifier
    """All modifiers of the other side."""


class ComparisonBody(CheckBody):
    """Two sides, of which the stronger wins."""

    kind: Literal["supers.comparison"] = "supers.comparison"
    rank_a: Modifier
    rank_b: Modifier


OPPOSED_FROM_SHEET: Final = from_sheet(SupersOpposedBody, Trait, "bonus_a")


class OpposedCheck(SupersCheck[SupersOpposedBody]):
    """`supers.opposed`."""

    key: str = "supers.opposed"
    summary: str = "Both sides roll; the higher total wins, then the higher bonus, then a coin."
    body: type[SupersOpposedBody] = SupersOpposedBody
    from_sheet: type[Value] = OPPOSED_FROM_SHEET
    result: type[Value] = OpposedOutcome
    examples: Mapping[str, SupersOpposedBody] = {
        "Strength to hold, agility to slip away": SupersOpposedBody(bonus_a=10, bonus_b=4),
        "Bluff against Insight": SupersOpposedBody(bonus_a=10, bonus_b=6),
    }
    sheet_examples: Mapping[str, Value] = {
        "Halyard sees through a bluff": OPPOSED_FROM_SHEET.model_validate({"trait": "skills.insight", "bonus_b": 10})
    }

    def of_sheet(self, asked: Trait, sheet: SupersSheet, options: SupersOptions) -> Filled[SupersOpposedBody]:
        """The active side is the character's trait, with what conditions take (S-003, S-100)."""
        return opposing(self.body, asked, sheet, options, "bonus_a", rule="S-012")

    def decide(self, body: SupersOpposedBody, options: SupersOptions, hand: Hand) -> Told:
        """Throw for a, for b, and the coin if they are still level (S-012 to S-014, R-03)."""
        a, b = hand.throw("a"), hand.throw("b")
        level = needs_coin(a, body.bonus_a, b, body.bonus_b, options)
        coin = hand.coin() if level else 1
        made = opposed(a, body.bonus_a, b, body.bonus_b, coin=coin, options=options)
        by = {
            "total": "",
            "bonus": f", decided by the bonus of {max(body.bonus_a, body.bonus_b)}",
            "coin": f", decided by {coin} on the coin",
            "natural_20": ", decided by the only natural 20",
        }
        told_a = f"{made.total_a} ({shown(a, body.bonus_a)})"
        told_b = f"{made.total_b} ({shown(b, body.bonus_b)})"
        rule = {"total": "S-012", "bonus": "S-013", "coin": "S-014", "natural_20": "R-03"}[made.by]
        return Told(
            made,
            f"{NAMED[made.winner]}, {degrees(made.degree)}",
            f"{told_a} against {told_b}{by[made.by]}",
            cited(rule, also=[(rule != "R-03", "R-03")]),
        )

    def odds(self, body: SupersOpposedBody, *, options: SupersOptions) -> CheckOdds:
        """Who wins, exactly, over all pairs of faces; the coin is as good for either."""
        ways: Counter[str] = Counter(a=0, b=0)
        for a, b in product(FACES, FACES):
            if needs_coin(a, body.bonus_a, b, body.bonus_b, options):
                ways.update("ab")
            else:
                ways[opposed(a, body.bonus_a, b, body.bonus_b, options=options).winner] += 2
        return odds_of(ways, 2 * SIDES * SIDES)


COMPARISON_FROM_SHEET: Final = from_sheet(ComparisonBody, Trait, "rank_a")


class ComparisonCheck(SupersCheck[ComparisonBody]):
    """`supers.comparison`."""

    key: str = "supers.comparison"
    summary: str = "No dice: the higher rank wins, and a coin parts equals."
    body: type[ComparisonBody] = ComparisonBody
    from_sheet: type[Value] = COMPARISON_FROM_SHEET
    result: type[Value] = Comparison
    examples: Mapping[str, ComparisonBody] = {"Arm wrestling": ComparisonBody(rank_a=10, rank_b=3)}
    sheet_examples: Mapping[str, Value] = {
        "Brace wrestles": COMPARISON_FROM_SHEET.model_validate({"trait": "strength", "rank_b": 3})
    }

    def of_sheet(self, asked: Trait, sheet: SupersSheet, options: SupersOptions) -> Filled[ComparisonBody]:
        """The first side is the character's trait; conditions take nothing from a rank (S-016, S-100)."""
        lending = Lending(self.body, asked, rule="S-016")
        return lending.filled(named(lend_trait(lending, sheet, asked.trait, options, "rank_a")))

    def decide(self, body: ComparisonBody, options: SupersOptions, hand: Hand) -> Told:  # noqa: ARG002
        """Compare, and throw the coin between equals (S-016, S-017)."""
        coin = hand.coin() if body.rank_a == body.rank_b else 1
        made = comparison(body.rank_a, body.rank_b, coin=coin)
        why = f"rank {body.rank_a} against {body.rank_b}"
        if made.by == "coin":
            why += f", decided by {coin} on the coin"
        return Told(made, NAMED[made.winner], why, cited("S-016", also=[(made.by == "coin", "S-017")]))

    def odds(self, body: ComparisonBody, *, options: SupersOptions) -> CheckOdds:  # noqa: ARG002
        """Certain, or even."""
        if body.rank_a == body.rank_b:
            return odds_of({"a": 1, "b": 1}, 2)
        return odds_of({comparison(body.rank_a, body.rank_b).winner: 1}, 1)
