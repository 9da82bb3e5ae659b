"""An attack: does it hit, and is it critical?"""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.lending import Filled, Lending, from_sheet
from app.rules.system import CheckBody, CheckOdds, Value
from app.rules.systems.supers.attacks import AttackOutcome, Foe, attack, routine_attack
from app.rules.systems.supers.checks.from_sheet import Armed, lend_attack
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import Adjusted, Modifier, SupersCheck, Told, cited, shown
from app.rules.systems.supers.degrees import ROUTINE, SIDES, Die, circumstances, die
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.ranges import COVER, Cover, refuse_total_cover
from app.rules.systems.supers.sheet import SupersSheet


class Attacking(Adjusted):
    """What decides whether an attack hits."""

    bonus: Modifier
    """The whole attack bonus."""
    defense: Modifier
    """Rank of the target's Dodge or Parry, before conditions; its class is 10 more."""
    routine: bool = False
    """Count 10 and throw nothing: against minions and the defenseless."""
    cover: Cover = "none"
    """The target's; partial cover takes 2 by itself."""
    attacker_minion: bool = False
    """Minions land no critical hits on others."""
    target_minion: bool = False
    """Others attack minions with routine checks."""
    vulnerable: bool = False
    """Halves the target's defense."""
    defenseless: bool = False
    """The target has no defense; every rolled hit is critical."""
    crit_threat: Annotated[int, Field(ge=16, le=20)] = 20
    """The lowest face that threatens a critical hit; lower with Improved Critical."""

    @property
    def foe(self) -> Foe:
        """The target."""
        return Foe(
            defense=self.defense,
            vulnerable=self.vulnerable,
            defenseless=self.defenseless,
            cover=self.cover,
            attacker_minion=self.attacker_minion,
            target_minion=self.target_minion,
        )

    @property
    def adjustment(self) -> int:
        """The sum of circumstances."""
        return circumstances(self.circumstance, gm=self.gm)


class AttackBody(CheckBody, Attacking):
    """An attack check."""

    kind: Literal["supers.attack"] = "supers.attack"


ATTACK_FROM_SHEET: Final = from_sheet(AttackBody, Armed, "bonus")


class AttackCheck(SupersCheck[AttackBody]):
    """`supers.attack`."""

    key: str = "supers.attack"
    summary: str = "Roll to hit: a d20 and the attack bonus against 10 and Dodge or Parry."
    body: type[AttackBody] = AttackBody
    from_sheet: type[Value] = ATTACK_FROM_SHEET
    result: type[Value] = AttackOutcome
    examples: Mapping[str, AttackBody] = {
        "A bolt at somebody quick": AttackBody(bonus=10, defense=10),
        "From far off, behind a parapet": AttackBody(bonus=10, defense=8, circumstance=[-5], cover="partial"),
        "A hero and a guard": AttackBody(bonus=10, defense=4, target_minion=True, routine=True),
    }
    sheet_examples: Mapping[str, Value] = {
        "Halyard's bolt": ATTACK_FROM_SHEET.model_validate({"power": "Cable bolt", "defense": 8}),
        "A guard's rifle from far off": ATTACK_FROM_SHEET.model_validate(
            {"power": "Rifle", "defense": 10, "circumstance": [-2]}
        ),
    }

    def of_sheet(self, asked: Armed, sheet: SupersSheet, options: SupersOptions) -> Filled[AttackBody]:
        """An attack with a character's power, with what its state does to it (S-058, S-100, S-127)."""
        lending = Lending(self.body, asked, rule="S-058")
        weapon = lend_attack(lending, asked, sheet, options)
        return lending.filled(weapon.called if weapon else None)

    def decide(self, body: AttackBody, options: SupersOptions, hand: Hand) -> Told:
        """Throw a d20, or count 10 (S-058 to S-063, S-093 to S-095, S-106)."""
        made, told = attacked(body, options, hand)
        return Told(made, hit_word(made), told, attack_rules(body, made))

    def odds(self, body: AttackBody, *, options: SupersOptions) -> CheckOdds:
        """Miss, hit and critical, exactly."""
        ways = attack_ways(body, options)
        return odds_of(ways, sum(ways.values()))


def attacked(body: Attacking, options: SupersOptions, hand: Hand) -> tuple[AttackOutcome, str]:
    """The attack of a body, and how it is told."""
    thrown = Die(ROUTINE) if body.routine else None
    adjustment = body.adjustment
    if thrown is not None:
        made = routine_attack(body.bonus, body.foe, circumstance=adjustment, options=options)
    else:
        # What total cover stops is refused before any die falls.
        refuse_total_cover(body.cover)
        thrown = hand.throw("attack")
        made = one_attack(body, thrown, options)
    dice = shown(thrown, body.bonus + adjustment - COVER[body.cover])
    why = f"{made.total} against class {made.dc} ({'routine ' if body.routine else ''}{dice})"
    if made.hit != (made.total >= made.dc):
        why += "; " + _against_the_numbers(made, routine=body.routine)
    return made, why


def one_attack(body: Attacking, thrown: Die, options: SupersOptions) -> AttackOutcome:
    """A rolled attack of a body."""
    return attack(
        thrown,
        body.bonus,
        body.foe,
        circumstance=body.adjustment,
        crit_threat=body.crit_threat,
        options=options,
    )


def _against_the_numbers(made: AttackOutcome, *, routine: bool) -> str:
    if not made.hit:
        return "a natural 1 always misses"
    return "a minion has no luck against this" if routine else "a natural 20 always hits"


def hit_word(made: AttackOutcome) -> str:
    """What came of an attack, in a word."""
    return "Critical hit" if made.critical else "Hit" if made.hit else "Miss"


def attack_rules(body: Attacking, made: AttackOutcome) -> list[str]:
    """The rules that decided an attack."""
    by_luck = made.hit != (made.total >= made.dc)
    also = [
        (by_luck and not body.routine, "S-061" if made.hit else "S-062"),
        (by_luck and body.routine, "S-094"),
        (body.routine, "S-093"),
        (made.critical, "S-106" if body.defenseless else "S-063"),
        (body.attacker_minion and not body.target_minion, "S-095"),
        (body.vulnerable, "S-040"),
        (body.defenseless, "S-041"),
        (body.cover == "partial", "S-088"),
        (bool(body.circumstance), "S-022"),
    ]
    return cited("S-058", also=also)


def attack_ways(body: Attacking, options: SupersOptions) -> dict[str, int]:
    """Ways to miss, hit and critical hit: of 20, or of 1 for a routine attack."""
    if body.routine:
        made = [routine_attack(body.bonus, body.foe, circumstance=body.adjustment, options=options)]
    else:
        made = [one_attack(body, die(face), options) for face in range(1, SIDES + 1)]
    seen = Counter("critical" if one.critical else "hit" if one.hit else "miss" for one in made)
    return {outcome: seen[outcome] for outcome in ("miss", "hit", "critical")}
