"""Attacks: whether they hit, whether the hit is critical, and what a critical hit is turned into."""

from typing import Final, Literal, NamedTuple

from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.catalogues.effects import resistance_base
from app.rules.systems.supers.defenses import active_defense
from app.rules.systems.supers.degrees import ROUTINE, Die
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.ranges import COVER, Cover, refuse_total_cover

CRITICAL_DC: Final = 5
"""What Increased Effect adds to the difficulty of resisting (S-064)."""
NATURAL_1: Final = 1
CriticalOption = Literal["increased", "added", "alternate"]


class Foe(NamedTuple):
    """The target and its state, as far as an attack is concerned."""

    defense: int
    """Rank of Dodge or Parry, before conditions."""
    vulnerable: bool
    defenseless: bool
    cover: Cover
    attacker_minion: bool
    target_minion: bool

    @property
    def minion_of_others(self) -> bool:
        """A minion under attack by somebody who isn't one (S-093)."""
        return self.target_minion and not self.attacker_minion

    @property
    def spared_criticals(self) -> bool:
        """Minions roll their attacks like anybody (S-097), and never land critical hits on others (S-095)."""
        return self.attacker_minion and not self.target_minion


class AttackOutcome(Value):
    """Whether an attack hits."""

    total: int
    dc: int
    hit: bool
    critical: bool


class CriticalChoice(Value):
    """What a critical hit is turned into."""

    option: CriticalOption
    resistance_dc: int
    added_effect: str | None = None
    added_rank: int | None = None
    added_resistance_dc: int | None = None
    stunt_granted: bool = False
    fatigue_steps: int = 0
    """A stunt out of a critical hit tires nobody (S-066)."""


def defense_class(foe: Foe, options: SupersOptions = DEFAULTS) -> int:
    """What an attack has to reach (S-035, S-040, S-041)."""
    return active_defense(
        foe.defense, vulnerable=foe.vulnerable, defenseless=foe.defenseless, options=options
    ).defense_class


def net_bonus(bonus: int, foe: Foe, circumstance: int) -> int:
    """The attack bonus with circumstances and partial cover.

    Raises:
        AgainstTheRules: `total_cover`.
    """
    refuse_total_cover(foe.cover)
    return bonus + circumstance - COVER[foe.cover]


def attack(
    thrown: Die,
    bonus: int,
    foe: Foe,
    *,
    circumstance: int = 0,
    crit_threat: int = 20,
    options: SupersOptions = DEFAULTS,
) -> AttackOutcome:
    """A rolled attack (S-058 to S-063, S-095, S-106).

    Args:
        thrown: the attacker's die.
        bonus: the whole attack bonus.
        foe: the target.
        circumstance: the sum of adjustments, without the cover of `foe`.
        crit_threat: the lowest face that threatens a critical hit.
        options: house rules.

    Raises:
        AgainstTheRules: `total_cover`.
    """
    dc = defense_class(foe, options)
    total = thrown.counts + net_bonus(bonus, foe, circumstance)
    reaches = total >= dc
    hit = thrown.natural_20 or (reaches and thrown.counts != NATURAL_1)
    threat = thrown.natural_20 or crit_threat <= thrown.counts < 20
    critical = hit and not foe.spared_criticals and (foe.defenseless or (threat and reaches))
    return AttackOutcome(total=total, dc=dc, hit=hit, critical=critical)


def routine_attack(bonus: int, foe: Foe, *, circumstance: int = 0, options: SupersOptions = DEFAULTS) -> AttackOutcome:
    """An attack that counts 10 (S-093, S-094, S-106, R-11).

    Raises:
        AgainstTheRules: `routine_not_allowed` unless the target is a minion of others or defenseless, `total_cover`.
    """
    net = net_bonus(bonus, foe, circumstance)
    if not (foe.minion_of_others or foe.defenseless):
        raise AgainstTheRules(
            "routine_not_allowed",
            "A routine attack works only on the defenseless, or on a minion by somebody who is none: roll the die.",
            rule="S-093",
        )
    dc = defense_class(foe, options)
    guaranteed = options.minion_auto == "seed" and foe.minion_of_others and net >= 0
    return AttackOutcome(total=ROUTINE + net, dc=dc, hit=guaranteed or ROUTINE + net >= dc, critical=False)


def crit_choice(option: str, *, effect: str, rank: int, added_effect: str | None = None) -> CriticalChoice:
    """What a critical hit does besides (S-064 to S-067).

    Args:
        option: one of `increased`, `added`, `alternate`.
        effect: of the attack, a catalogue id.
        rank: of that effect.
        added_effect: the second effect of `added`, at rank 0.

    Raises:
        OutOfRange: `crit_choice` for another option or a missing effect, `unknown_effect`.
    """
    dc = resistance_base(effect) + rank
    match option:
        case "increased":
            return CriticalChoice(option="increased", resistance_dc=dc + CRITICAL_DC)
        case "added" if added_effect is not None:
            return CriticalChoice(
                option="added",
                resistance_dc=dc,
                added_effect=added_effect,
                added_rank=0,
                added_resistance_dc=resistance_base(added_effect),
            )
        case "alternate":
            return CriticalChoice(option="alternate", resistance_dc=dc, stunt_granted=True)
        case _:
            raise OutOfRange(
                "crit_choice",
                "A critical hit takes one of `increased`, `alternate`, or `added` with its second effect.",
                options=["increased", "added", "alternate"],
                rule="S-067",
            )
