"""An opposed action: the defender's hits set the difficulty."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckAnswer, CheckOdds, Value
from app.rules.systems.ultra.checks.action import (
    ActionResult,
    Against,
    Attempt,
    actor,
    answer,
    chosen,
    hits_of,
    in_order,
    refuse_choices,
)
from app.rules.systems.ultra.checks.from_sheet import Acting, lend_action, pool_named
from app.rules.systems.ultra.checks.hand import Hand, UltraSide
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.contests import opposed_difficulty
from app.rules.systems.ultra.odds import total_ways
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.outcomes import Choices, Roll, best_result
from app.rules.systems.ultra.pools import SIDES, final_difficulty, total_hits
from app.rules.systems.ultra.sheet import UltraSheet


class UltraOpposedBody(Attempt):
    """An action that somebody resists."""

    kind: Literal["ultra.opposed"] = "ultra.opposed"
    defender: UltraSide
    """Whoever resists."""
    harder: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Hits that it needs besides, as a Status Effect may ask for (G-22)."""


OPPOSED_FROM_SHEET: Final = from_sheet(UltraOpposedBody, Acting)


class Opposed:
    """`ultra.opposed`."""

    key: str = "ultra.opposed"
    summary: str = "Roll a pool against a pool: the actor needs one hit more than the defender."
    body: type[UltraOpposedBody] = UltraOpposedBody
    from_sheet: type[Value] = OPPOSED_FROM_SHEET
    result: type[Value] = ActionResult
    choices: type[Choices] = Choices
    examples: Mapping[str, UltraOpposedBody] = {
        "Five dice against four": UltraOpposedBody(dice=5, defender=UltraSide(dice=4)),
        "Past a guard, and quietly": UltraOpposedBody(
            dice=6,
            advantage=1,
            complications=[Complication(id="noise", level=1, kind="alerted")],
            defender=UltraSide(dice=3),
        ),
    }
    sheet_examples: Mapping[str, Value] = {
        "Tobin shoves somebody aside": OPPOSED_FROM_SHEET.model_validate(
            {"traits": ["brawl", "athletics"], "action": "attack", "tags": ["physical"], "defender": {"dice": 4}}
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
    ) -> Filled[UltraOpposedBody]:
        """The action of a character whom somebody resists (sections 3b, 7 and 8)."""
        lending = Lending(self.body, asked, rule="U-01")
        left = lend_action(lending, asked, sheet, difficulty="harder", usual=0)
        return lending.filled(pool_named(asked.traits, sheet), sheet=left)

    def resolve(self, body: UltraOpposedBody, *, options: UltraOptions, dice: DiceSource) -> CheckAnswer:
        """Throw the actor's pool, then the defender's; from there it is an action like any other (G-11, G-12)."""
        side = actor(body, len(body.faces or ()) - body.defender.dice)
        body.defender.check()
        hand = Hand(dice)
        thrown = hand.throw(side, of="actor")
        resisted = hand.throw(body.defender, of="defender")
        hits = total_hits(resisted.hits, bonus_hits=body.defender.bonus_hits, options=options).hits
        bonus = f", +{hits - resisted.hits} bonus" if hits > resisted.hits else ""
        against = Against(
            opposed_difficulty(hits, options) + body.harder,
            defender_hits=hits,
            told=f"the defender has {hits}: {resisted.told}{bonus}",
            rules=("G-12", "G-11"),
        )
        return answer(self.key, body, hand, thrown, against=against, options=options)

    def choose(
        self, body: UltraOpposedBody, made: CheckAnswer, choices: Choices, *, options: UltraOptions
    ) -> CheckAnswer:
        """Resolve an open action, all or nothing (U-09 to U-22, G-17)."""
        return chosen(self, body, made, choices, options)

    def odds(self, body: UltraOpposedBody, *, options: UltraOptions) -> CheckOdds:
        """The best result each pair of rolls allows the actor, exactly, from the worst (section 4)."""
        refuse_choices(body)
        side = actor(body, 0)
        defender = body.defender
        defender.check()
        mine = hits_of(body, side, options)
        ways: Counter[str] = Counter()
        for resisted, theirs in total_ways(
            defender.dice,
            target=defender.target,
            double_from=defender.double_from,
            bonus_hits=defender.bonus_hits,
            options=options,
        ):
            base = opposed_difficulty(resisted, options) + body.harder
            difficulty = final_difficulty(base, advantage=body.advantage, options=options)
            for hits, count in mine:
                ways[best_result(Roll(hits, difficulty, body.complications), options)] += count * theirs
        apart = SIDES**defender.dice
        totals = {str(hits): count * apart for hits, count in mine}
        return odds_of(in_order(ways), SIDES**side.dice * apart, totals=totals)
