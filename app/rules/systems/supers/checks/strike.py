"""A strike: an attack, and what its hit does, in one answer."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal, assert_never

from app.rules.checks import odds_of
from app.rules.lending import Filled, Lending, Piece, from_sheet
from app.rules.system import CheckBody, CheckOdds, Value
from app.rules.systems.supers.attacks import AttackOutcome, CriticalChoice, CriticalOption, crit_choice
from app.rules.systems.supers.checks.attack import Attacking, attack_rules, attack_ways, attacked, hit_word
from app.rules.systems.supers.checks.from_sheet import Armed, lend_attack
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import SupersCheck, Told
from app.rules.systems.supers.checks.resistance import (
    EffectId,
    Resisting,
    fate,
    outcome_order,
    resistance_rules,
    resistance_ways,
    resisted,
)
from app.rules.systems.supers.degrees import SIDES
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.resistance import Resistance, Threat
from app.rules.systems.supers.sheet import SupersSheet


class StrikeBody(CheckBody, Attacking, Resisting):
    """An attack and the resistance to it."""

    kind: Literal["supers.strike"] = "supers.strike"
    critical_option: CriticalOption = "increased"
    """What a critical hit is turned into."""
    added_effect: EffectId | None = None
    """The second effect of the option `added`; it is resisted apart, at rank 0."""

    @property
    def choice(self) -> CriticalChoice:
        """What a critical hit comes to.

        Raises:
            OutOfRange: `crit_choice`, `unknown_effect`.
        """
        return crit_choice(self.critical_option, effect=self.effect, rank=self.rank, added_effect=self.added_effect)

    def threat_of(self, *, critical: bool) -> Threat:
        """What is resisted after a hit."""
        increased = self.increased_effect or (critical and self.critical_option == "increased")
        return Threat(effect=self.effect, rank=self.rank, increased_effect=increased)


class StrikeOutcome(Value):
    """An attack and what came of it."""

    attack: AttackOutcome
    critical_choice: CriticalChoice | None
    """None unless the hit is critical."""
    resistance: Resistance | None
    """None after a miss."""


STRIKE_FROM_SHEET: Final = from_sheet(StrikeBody, Armed, "bonus", "rank")


class StrikeCheck(SupersCheck[StrikeBody]):
    """`supers.strike`."""

    key: str = "supers.strike"
    summary: str = "Roll an attack, and on a hit the target's resistance."
    body: type[StrikeBody] = StrikeBody
    from_sheet: type[Value] = STRIKE_FROM_SHEET
    result: type[Value] = StrikeOutcome
    examples: Mapping[str, StrikeBody] = {
        "Equals of power level 10": StrikeBody(bonus=10, defense=10, modifier=10, rank=10),
        "A guard goes down": StrikeBody(bonus=10, defense=4, modifier=4, rank=10, target_minion=True, routine=True),
        "Numbed as well": StrikeBody(
            bonus=10,
            defense=8,
            modifier=10,
            rank=10,
            penalty=1,
            level="staggered",
            critical_option="added",
            added_effect="affliction",
        ),
    }
    sheet_examples: Mapping[str, Value] = {
        "Brace's fist and an equal": STRIKE_FROM_SHEET.model_validate(
            {"power": "Anvil fist", "defense": 10, "modifier": 10}
        )
    }

    def of_sheet(self, asked: Armed, sheet: SupersSheet, options: SupersOptions) -> Filled[StrikeBody]:
        """An attack with a character's power, and its effect; whoever is hit stays in numbers (S-058, S-100)."""
        lending = Lending(self.body, asked, rule="S-058")
        weapon = lend_attack(lending, asked, sheet, options)
        if weapon is not None:
            lending.own("effect", of=[Piece(weapon.name, weapon.effect, "S-149")])
            lending.own("rank", of=weapon.rank)
        return lending.filled(weapon.called if weapon else None)

    def decide(self, body: StrikeBody, options: SupersOptions, hand: Hand) -> Told:
        """Throw the attack, and on a hit the resistance (section 1.18)."""
        choice = body.choice
        made, told = attacked(body, options, hand)
        rules = attack_rules(body, made)
        if not made.hit:
            return Told(StrikeOutcome(attack=made, critical_choice=None, resistance=None), "Miss", told, rules)
        held, why = resisted(
            body,
            hand,
            threat=body.threat_of(critical=made.critical),
            minion=body.target_minion,
            options=options,
        )
        rules += resistance_rules(body, held, minion=body.target_minion)
        result = StrikeOutcome(attack=made, critical_choice=choice if made.critical else None, resistance=held)
        word = f"{hit_word(made)}, {fate(body, held).lower()}"
        if made.critical:
            told += f", {_turned(choice)}"
            rules.append({"increased": "S-064", "added": "S-065", "alternate": "S-066"}[choice.option])
        return Told(result, word, f"{told}; resistance {why}", list(dict.fromkeys(rules)))

    def odds(self, body: StrikeBody, *, options: SupersOptions) -> CheckOdds:
        """Every outcome exactly: `miss`, `noeffect`, `level/-penalty` or `condition n` (section 7)."""
        body.choice  # noqa: B018 - a choice that isn't one is refused here as it is in play
        found = attack_ways(body, options)
        thrown = sum(found.values())
        ways = Counter({"miss": found["miss"] * SIDES})
        for kind in ("hit", "critical"):
            if found[kind]:
                threat = body.threat_of(critical=kind == "critical")
                after = resistance_ways(body, threat, minion=body.target_minion, options=options)
                for outcome, count in after.items():
                    ways[outcome] += found[kind] * count
        return odds_of({name: ways[name] for name in sorted(ways, key=outcome_order)}, thrown * SIDES)


def _turned(choice: CriticalChoice) -> str:
    match choice.option:
        case "increased":
            return "5 harder to resist"
        case "added":
            return f"with a second effect to resist at {choice.added_resistance_dc}"
        case "alternate":
            return "with a power stunt for nothing"
        case _:
            assert_never(choice.option)
