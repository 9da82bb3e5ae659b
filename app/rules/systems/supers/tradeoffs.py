"""Trade-offs: some accuracy for some effect, or for some defense, and back."""

from typing import Final, Literal, assert_never

from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.supers.options import DEFAULTS, SupersOptions

TradeOffKind = Literal["accurate", "power", "all_out", "defensive"]
USUAL_SHIFT: Final = 2
BEST_SHIFT: Final = 5
"""With the advantage (R-18)."""


class TradeOff(Value):
    """An attack after a trade-off."""

    attack: int
    effect: int
    defense: int


def trade_off(
    kind: TradeOffKind,
    shift: int,
    *,
    attack: int,
    effect: int = 0,
    defense: int = 0,
    max_shift: int = USUAL_SHIFT,
    options: SupersOptions = DEFAULTS,
) -> TradeOff:
    """Points moved from one number to another (S-042, S-043, R-18).

    Args:
        kind: accurate takes effect for attack, power attack for effect, all_out defense for attack, defensive
            attack for defense.
        shift: points moved, 1 or more.
        attack: the attack bonus.
        effect: rank of the attack's effect.
        defense: rank of the active defenses.
        max_shift: 2, or 5 with the advantage of that name.
        options: house rules; without `mirror_tradeoff_limits` effects and bonuses have no limits of their own.

    Raises:
        OutOfRange: `shift_limit`.
        AgainstTheRules: `bonus_more_than_double`, `effect_below_zero`, `effect_more_than_double`,
            `bonus_below_zero`.
    """
    if not 1 <= shift <= max_shift:
        raise OutOfRange(
            "shift_limit",
            f"A trade-off moves 1 to {max_shift} points, not {shift}.",
            shift=shift,
            most=max_shift,
            rule="R-18",
        )
    after = _shifted(kind, shift, attack=attack, effect=effect, defense=defense)
    if after.attack > max(attack, 2 * attack):
        raise AgainstTheRules(
            "bonus_more_than_double",
            f"An attack bonus of {attack} can't become {after.attack}: it may double at most.",
            attack=after.attack,
            rule="S-042",
        )
    if after.effect < 0:
        raise AgainstTheRules(
            "effect_below_zero", f"An effect of rank {effect} can't give {shift}: it ends at 0.", rule="S-043"
        )
    if options.mirror_tradeoff_limits:
        _check_mirror(after, attack=attack, effect=effect)
    return after


def _shifted(kind: TradeOffKind, shift: int, *, attack: int, effect: int, defense: int) -> TradeOff:
    match kind:
        case "accurate":
            return TradeOff(attack=attack + shift, effect=effect - shift, defense=defense)
        case "power":
            return TradeOff(attack=attack - shift, effect=effect + shift, defense=defense)
        case "all_out":
            return TradeOff(attack=attack + shift, effect=effect, defense=defense - shift)
        case "defensive":
            return TradeOff(attack=attack - shift, effect=effect, defense=defense + shift)
        case _:
            assert_never(kind)


def _check_mirror(after: TradeOff, *, attack: int, effect: int) -> None:
    if after.effect > max(effect, 2 * effect):
        raise AgainstTheRules(
            "effect_more_than_double",
            f"An effect of rank {effect} can't become {after.effect}: it may double at most.",
            effect=after.effect,
            rule="R-18",
        )
    if after.attack < min(attack, 0):
        raise AgainstTheRules(
            "bonus_below_zero", f"An attack bonus of {attack} can't give so much: it ends at 0.", rule="R-18"
        )
