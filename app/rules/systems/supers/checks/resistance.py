"""Resistance: what an effect does to somebody whom it reaches."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.lending import Filled, Lending, Trait, from_sheet
from app.rules.system import CheckBody, CheckOdds, Value
from app.rules.systems.supers.checks.from_sheet import lend_resistance, named
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import Modifier, Rank, SupersCheck, Told, cited, degrees, shown
from app.rules.systems.supers.degrees import SIDES, die
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.resistance import TRACK, DamageLevel, Resistance, Threat, Wounds, resist
from app.rules.systems.supers.sheet import SupersSheet

BROKEN: Final[Mapping[DamageLevel, str]] = {
    "dazed": "damaged",
    "staggered": "broken",
    "incapacitated": "destroyed",
}
"""What the levels are called of an object (R-29)."""
EffectId = Annotated[str, Field(min_length=1, max_length=80)]


class Resisting(Value):
    """What decides how an effect is resisted."""

    modifier: Modifier
    """Rank of the defense that resists, before the penalty."""
    effect: EffectId = "damage"
    """`damage`, or another effect of the catalogue."""
    rank: Rank
    """Of the effect."""
    penalty: Rank = 0
    """What earlier wounds take off checks against damage."""
    level: DamageLevel = "none"
    """Where on the track of damage the target stands."""
    increased_effect: bool = False
    """A critical hit has made it 5 harder to resist."""
    inanimate: bool = False
    """The target is an object: it breaks, and neither dies nor recovers."""

    @property
    def wounds(self) -> Wounds:
        """Before the check."""
        return Wounds(level=self.level, penalty=self.penalty)

    @property
    def threat(self) -> Threat:
        """What is resisted."""
        return Threat(effect=self.effect, rank=self.rank, increased_effect=self.increased_effect)


class ResistanceBody(CheckBody, Resisting):
    """A resistance check."""

    kind: Literal["supers.resistance"] = "supers.resistance"
    minion: bool = False
    """The target is a minion: a failure takes the harshest outcome."""


RESISTANCE_FROM_SHEET: Final = from_sheet(ResistanceBody, Trait, "modifier")


class ResistanceCheck(SupersCheck[ResistanceBody]):
    """`supers.resistance`."""

    key: str = "supers.resistance"
    summary: str = "Roll a defense against an effect: Toughness against 15 and its rank for damage, else 10 and it."
    body: type[ResistanceBody] = ResistanceBody
    from_sheet: type[Value] = RESISTANCE_FROM_SHEET
    result: type[Value] = Resistance
    examples: Mapping[str, ResistanceBody] = {
        "Toughness against a bolt": ResistanceBody(modifier=10, rank=10),
        "Wounded and reeling": ResistanceBody(modifier=10, rank=10, penalty=2, level="staggered"),
        "Will against a voice": ResistanceBody(modifier=8, effect="affliction", rank=10),
    }
    sheet_examples: Mapping[str, Value] = {
        "Brace takes a bolt": RESISTANCE_FROM_SHEET.model_validate({"rank": 10}),
        "Halyard hears the bell": RESISTANCE_FROM_SHEET.model_validate(
            {"trait": "will", "effect": "affliction", "rank": 10}
        ),
    }

    def of_sheet(self, asked: Trait, sheet: SupersSheet, options: SupersOptions) -> Filled[ResistanceBody]:
        """A character resists, as wounded as it is (S-068 to S-075, S-100)."""
        lending = Lending(self.body, asked, rule="S-068")
        trait = lend_resistance(lending, asked.trait, sheet, options)
        return lending.filled(named(trait))

    def decide(self, body: ResistanceBody, options: SupersOptions, hand: Hand) -> Told:
        """Throw a d20 (S-068 to S-075, S-096, S-162)."""
        made, told = resisted(body, hand, threat=body.threat, minion=body.minion, options=options)
        rules = resistance_rules(body, made, minion=body.minion)
        return Told(made, fate(body, made), told, rules)

    def odds(self, body: ResistanceBody, *, options: SupersOptions) -> CheckOdds:
        """Every outcome exactly: `noeffect`, `level/-penalty` for damage, `condition n` for the rest."""
        ways = resistance_ways(body, body.threat, minion=body.minion, options=options)
        return odds_of({name: ways[name] for name in sorted(ways, key=outcome_order)}, SIDES)


def resisted(
    body: Resisting, hand: Hand, *, threat: Threat, minion: bool, options: SupersOptions
) -> tuple[Resistance, str]:
    """The resistance of a body, and how it is told."""
    # An unknown effect is refused before any die falls.
    dc = threat.dc
    thrown = hand.throw("resistance")
    made = resist(thrown, body.modifier, threat, body.wounds, minion=minion, inanimate=body.inanimate, options=options)
    taken = body.penalty if body.effect == "damage" else 0
    why = f"{made.total} against {dc} ({shown(thrown, body.modifier, taken=taken)})"
    if not made.success:
        why += f", {degrees(made.degree)} of failure"
        if minion and body.wounds.level not in {"incapacitated", "dying", "dead"}:
            why += "; a minion takes the worst"
    elif made.critical:
        why += "; the natural 20 betters the degree"
    return made, why


def fate(body: Resisting, made: Resistance) -> str:
    """What came of it, in a few words."""
    if made.success:
        return "Resisted"
    if body.effect != "damage":
        return f"Not resisted, condition {made.condition_degree}"
    broken = BROKEN if body.inanimate else {}
    level = "Hurt" if made.level == "none" else broken.get(made.level, made.level).capitalize()
    return f"{level}, now -{made.penalty} to resist damage" if made.penalty > body.penalty else level


def resistance_rules(body: Resisting, made: Resistance, *, minion: bool) -> list[str]:
    """The rules that decided a resistance check."""
    hurt = body.effect == "damage" and not made.success
    again = body.level in {"incapacitated", "dying", "dead"}
    also = [
        (hurt and not again, "S-070"),
        (hurt and not again and body.level == "staggered" and made.degree == -3, "R-05"),
        (hurt and body.level == "incapacitated", "S-072"),
        (hurt and body.level in {"dying", "dead"}, "S-073"),
        (body.effect == "damage" and body.penalty > 0, "S-071"),
        (minion and not made.success and not again, "S-096"),
        (made.critical, "S-005"),
        (body.inanimate, "R-29"),
        (made.condition_degree > 0, "R-31"),
    ]
    return cited("S-068" if body.effect == "damage" else "S-162", also=also)


def outcome_of(made: Resistance, effect: str) -> str:
    """An outcome, as odds name it."""
    if made.success:
        return "noeffect"
    if effect != "damage":
        return f"condition {made.condition_degree}"
    return f"{made.level}/-{made.penalty}"


def outcome_order(outcome: str) -> tuple[int, str]:
    """From the best for the target to the worst."""
    first = ("miss", "noeffect")
    if outcome in first:
        return first.index(outcome), ""
    level = outcome.partition("/")[0]
    return len(first) + (list[str](TRACK).index(level) if level in TRACK else 0), outcome


def resistance_ways(body: Resisting, threat: Threat, *, minion: bool, options: SupersOptions) -> Counter[str]:
    """Ways to each outcome, of 20."""
    return Counter(
        outcome_of(
            resist(
                die(face), body.modifier, threat, body.wounds, minion=minion, inanimate=body.inanimate, options=options
            ),
            body.effect,
        )
        for face in range(1, SIDES + 1)
    )
