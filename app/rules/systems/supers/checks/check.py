"""A plain check: a d20 and a modifier against a difficulty."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal

from app.rules.checks import odds_of
from app.rules.lending import Filled, Lending, Trait, from_sheet
from app.rules.system import CheckBody, CheckOdds, Value
from app.rules.systems.supers.checks.from_sheet import lend_circumstance, lend_trait, named
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import Adjusted, Modifier, SupersCheck, Told, cited, graded, shown
from app.rules.systems.supers.degrees import (
    ROUTINE,
    SIDES,
    CheckOutcome,
    Die,
    check,
    circumstances,
    die,
    routine_check,
)
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet
from app.rules.systems.supers.traits import hampered


class PlainBody(CheckBody, Adjusted):
    """A check of a skill, an ability, a defense or a power."""

    kind: Literal["supers.check"] = "supers.check"
    modifier: Modifier
    """The rank of the trait."""
    dc: Modifier
    """What the total has to reach."""
    routine: bool = False
    """Count 10 and throw nothing."""
    pressure: bool = False
    """Something presses, as rounds always do: then nothing is routine."""


PLAIN_FROM_SHEET: Final = from_sheet(PlainBody, Trait, "modifier")


class PlainCheck(SupersCheck[PlainBody]):
    """`supers.check`."""

    key: str = "supers.check"
    summary: str = "Roll a d20 and the trait's rank against a difficulty; every full 5 is a degree."
    body: type[PlainBody] = PlainBody
    from_sheet: type[Value] = PLAIN_FROM_SHEET
    result: type[Value] = CheckOutcome
    examples: Mapping[str, PlainBody] = {
        "Treatment on somebody dying": PlainBody(modifier=10, dc=15),
        "With something in the way": PlainBody(modifier=6, dc=20, circumstance=[2, -5]),
        "Without hurry": PlainBody(modifier=9, dc=15, routine=True),
    }
    sheet_examples: Mapping[str, Value] = {
        "Halyard treats somebody dying": PLAIN_FROM_SHEET.model_validate({"trait": "skills.treatment", "dc": 15})
    }

    def of_sheet(self, asked: Trait, sheet: SupersSheet, options: SupersOptions) -> Filled[PlainBody]:
        """A check of a character's trait, with what conditions take (S-003, S-100)."""
        lending = Lending(self.body, asked, rule="S-001")
        trait = lend_trait(lending, sheet, asked.trait, options, "modifier")
        lend_circumstance(lending, hampered(sheet, options, trait.on if trait else ()))
        return lending.filled(named(trait))

    def decide(self, body: PlainBody, options: SupersOptions, hand: Hand) -> Told:
        """Throw a d20, or count 10 (S-001 to S-010, S-022)."""
        modifier = body.modifier + circumstances(body.circumstance, gm=body.gm)
        if body.routine:
            thrown = Die(ROUTINE)
            made = routine_check(modifier, body.dc, pressure=body.pressure, options=options)
        else:
            thrown = hand.throw("check")
            made = check(thrown, modifier, body.dc, options)
        told = f"routine {shown(thrown, modifier)}" if body.routine else shown(thrown, modifier)
        why = f"{made.total} against {body.dc} ({told})"
        if made.critical:
            why += "; the natural 20 betters the degree"
        also = [
            (body.routine, "S-007"),
            (made.critical, "S-005"),
            (bool(body.circumstance), "S-022"),
            (options.failure_steps == "band5", "R-01"),
        ]
        return Told(made, graded(made), why, cited("S-001", "S-008", also=also))

    def odds(self, body: PlainBody, *, options: SupersOptions) -> CheckOdds:
        """Every degree, from the worst to the best, exactly."""
        modifier = body.modifier + circumstances(body.circumstance, gm=body.gm)
        if body.routine:
            made = routine_check(modifier, body.dc, pressure=body.pressure, options=options)
            return odds_of({f"{made.degree:+}": 1}, 1)
        ways = Counter(check(die(face), modifier, body.dc, options).degree for face in range(1, SIDES + 1))
        return odds_of({f"{degree:+}": ways[degree] for degree in sorted(ways)}, SIDES)
