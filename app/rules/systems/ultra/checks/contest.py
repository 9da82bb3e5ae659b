"""A race: whoever has the most hits comes in first."""

from collections.abc import Mapping
from itertools import accumulate
from math import prod
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.quoting import markdown_words, plain_words
from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckAnswer, CheckBody, CheckOdds, Value
from app.rules.systems.ultra.checks.from_sheet import Drawn, lend_pool, pool_named
from app.rules.systems.ultra.checks.hand import Hand, Thrown, UltraSide
from app.rules.systems.ultra.checks.telling import counted
from app.rules.systems.ultra.complications import Name, Number
from app.rules.systems.ultra.contests import RaceOutcome, race
from app.rules.systems.ultra.odds import total_ways
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.pools import MOST_BONUS, MOST_DICE, total_hits
from app.rules.systems.ultra.sheet import UltraSheet
from app.rules.telling import LONGEST_TEXT

LONGEST_NAME = 20
MOST_HITS = 2 * MOST_DICE + MOST_BONUS


class ContestBody(CheckBody):
    """Sides that want to be first."""

    kind: Literal["ultra.contest"] = "ultra.contest"
    sides: Annotated[dict[Name, UltraSide], Field(min_length=2, max_length=20)]
    """Each side's pool, by its name; they throw in this order."""


class Entrant(Drawn):
    """One side's pool: the character's by its `traits`, others' by their `dice`."""

    dice: Number | None = None
    """1 to 10 (U-01)."""
    target: Number | None = None
    """A face from here on is a hit; without a number the character's own, or 8 (U-02)."""
    double_from: Number | None = None
    """A hit from here on counts twice; without a number the character's own, or 10 (U-03, U-04)."""
    bonus_hits: Number = 0
    """Count with a hit on the dice, at most 5 of them (G-20)."""


class Entrants(Value):
    """Sides of which one may be a character's."""

    sides: Annotated[dict[Name, Entrant], Field(min_length=2, max_length=20)]
    """Each side's pool, by its name; they throw in this order."""


CONTEST_FROM_SHEET: Final = from_sheet(ContestBody, Entrants)


class Contest:
    """`ultra.contest`."""

    key: str = "ultra.contest"
    summary: str = "Roll a race of pools: the most hits win, level at the top is a draw."
    body: type[ContestBody] = ContestBody
    from_sheet: type[Value] = CONTEST_FROM_SHEET
    result: type[Value] = RaceOutcome
    examples: Mapping[str, ContestBody] = {
        "Two runners": ContestBody(sides={"Mara": UltraSide(dice=5), "Tobin": UltraSide(dice=8, target=7)}),
        "Three, and one has help": ContestBody(
            sides={"fox": UltraSide(dice=6), "hound": UltraSide(dice=4, bonus_hits=2), "hare": UltraSide(dice=7)}
        ),
    }
    sheet_examples: Mapping[str, Value] = {
        "Tobin runs from something": CONTEST_FROM_SHEET.model_validate(
            {"sides": {"Tobin": {"traits": ["athletics"]}, "what comes after": {"dice": 6}}}
        )
    }

    def filled(
        self,
        asked: Any,
        sheet: UltraSheet,
        /,
        *,
        options: UltraOptions,  # noqa: ARG002 - no house rule changes what a sheet lends
        clock: int,  # noqa: ARG002
    ) -> Filled[ContestBody]:
        """A race with the character's pool in it: its dice count alone (section 8).

        Raises:
            OutOfRange: `unknown_trait`, `invalid_pool`, `number_missing`.
        """
        lending = Lending(self.body, asked, rule="G-12")
        named = None
        for name, side in asked.sides.items():
            lending.drop("sides", name, "traits")
            lending.drop("sides", name, "modifiers")
            if side.traits is not None:
                lend_pool(lending, side.traits, side.modifiers, sheet, "sides", name)
                named = pool_named(side.traits, sheet)
        return lending.filled(named)

    def resolve(self, body: ContestBody, *, options: UltraOptions, dice: DiceSource) -> CheckAnswer:
        """Throw each side's pool in the order given, and compare (G-11, G-12)."""
        for side in body.sides.values():
            side.check()
        hand = Hand(dice)
        thrown = {name: hand.throw(side, of=name) for name, side in body.sides.items()}
        outcome = race(
            {
                name: total_hits(thrown[name].hits, bonus_hits=side.bonus_hits, options=options).hits
                for name, side in body.sides.items()
            }
        )
        text, markdown = _told(outcome, thrown)
        return CheckAnswer(
            kind=self.key,
            result=outcome.model_dump(),
            dice=hand.thrown,
            rules=["G-12", "U-11" if outcome.result == "win" else "G-11"],
            source=hand.source,
            text=text,
            markdown=markdown,
        )

    def odds(self, body: ContestBody, *, options: UltraOptions) -> CheckOdds:
        """Who wins, as `win:<name>`, exactly, and how often nobody does."""
        exactly: dict[str, list[int]] = {}
        for name, side in body.sides.items():
            side.check()
            exactly[name] = [0] * (MOST_HITS + 1)
            for hits, count in total_ways(
                side.dice,
                target=side.target,
                double_from=side.double_from,
                bonus_hits=side.bonus_hits,
                options=options,
            ):
                exactly[name][hits] += count
        # Ways to stay below each number of hits.
        below = {name: [0, *accumulate(ways)] for name, ways in exactly.items()}
        ways = {
            f"win:{name}": sum(
                count * prod(below[other][hits] for other in exactly if other != name)
                for hits, count in enumerate(own)
                if hits
            )
            for name, own in exactly.items()
        }
        dice = sum(side.dice for side in body.sides.values())
        nobody = prod(own[0] for own in exactly.values())
        draw = 10**dice - nobody - sum(ways.values())
        return odds_of({**ways, "draw": draw, "none": nobody}, 10**dice)


def _told(outcome: RaceOutcome, thrown: Mapping[str, Thrown]) -> tuple[str, str]:
    said = []
    for quote in (plain_words, markdown_words):
        names = {name: quote(name, longest=LONGEST_NAME) for name in thrown}
        sides = ", ".join(f"{names[name]} {hits} ({thrown[name].told})" for name, hits in outcome.hits.items())
        if outcome.winner is not None:
            said.append((f"{names[outcome.winner]} wins", f"{sides}; {counted(outcome.leftover)} left over"))
        elif outcome.result == "draw":
            said.append(("Draw", f"{sides}; level at the top"))
        else:
            said.append(("Nobody wins", f"{sides}; not one hit"))
    (word, why), (bold, marked) = said
    return plain_words(f"{word}: {why}.", longest=LONGEST_TEXT), f"**{bold}**: {marked}."
