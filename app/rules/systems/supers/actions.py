"""The actions of a turn: what one has, what conditions leave of it, and what a plan would take."""

from collections.abc import Collection, Sequence
from typing import Final

from app.rules.system import AgainstTheRules, OutOfRange, Value


class ActionEntry(Value):
    """A kind of action."""

    id: str
    is_for: str


ACTIONS: Final = (
    ActionEntry(id="standard", is_for="An attack, a power, a skill or an advantage: one a turn."),
    ActionEntry(id="move", is_for="Moving as far as one's speed, drawing or stowing a thing, standing up."),
    ActionEntry(id="free", is_for="Words, letting go, going prone, ending a sustained power."),
    ActionEntry(id="reaction", is_for="An answer to something, on anybody's turn, outside the allotment."),
    ActionEntry(id="none", is_for="Resistance checks and the like, which nothing prevents."),
)


class Budget(Value):
    """The actions of a turn."""

    standard_left: int
    move_left: int


class Plan(Value):
    """A plan that the turn allows, and what it leaves."""

    legal: bool = True
    standard_left: int
    move_left: int


def budget_of(conditions: Collection[str], *, surprise_round: bool = False, extra_standards: int = 0) -> Budget:
    """What a turn starts with (S-045, S-046, S-057, S-101, S-103, S-112).

    Args:
        conditions: the effective ones.
        surprise_round: everybody who acts has one standard.
        extra_standards: from extra effort, for the dazed too (R-15).
    """
    if "stunned" in conditions:
        return Budget(standard_left=0, move_left=0)
    narrow = surprise_round or "dazed" in conditions or "compelled" in conditions
    return Budget(standard_left=1 + extra_standards, move_left=0 if narrow else 1)


def check_plan(
    conditions: Collection[str],
    plan: Sequence[str],
    *,
    surprise_round: bool = False,
    extra_standards: int = 0,
) -> Plan:
    """Whether a turn allows these actions, in their order (S-045 to S-049, S-057, S-103, S-110, S-112).

    Args:
        conditions: the effective ones.
        plan: kinds of action; `move:travel` is a move that covers ground.
        surprise_round: one standard or a move only.
        extra_standards: from extra effort.

    Raises:
        AgainstTheRules: `stunned`, `surprise_limit`, `no_standard_left`, `no_move_left`, `immobile`.
        OutOfRange: `unknown_action`.
    """
    left = budget_of(conditions, surprise_round=surprise_round, extra_standards=extra_standards)
    for action in plan:
        if action != "none" and "stunned" in conditions:
            raise AgainstTheRules("stunned", "The stunned take no actions, not even free ones.", rule="S-112")
        left = taken(left, action, surprise_round=surprise_round)
        if action == "move:travel" and "immobile" in conditions:
            raise AgainstTheRules("immobile", "The immobile cover no ground.", rule="S-110")
    return Plan(standard_left=left.standard_left, move_left=left.move_left)


def taken(left: Budget, action: str, *, surprise_round: bool) -> Budget:
    """What is left once one of these actions is paid; a standard may become a move (S-045, S-046, S-057).

    Free actions, Reactions and what is no action cost nothing of it (S-047, S-048, S-049).

    Raises:
        AgainstTheRules: `surprise_limit`, `no_standard_left`, `no_move_left`.
        OutOfRange: `unknown_action`.
    """
    match action:
        case "free" | "reaction" | "none":
            return left
        case "standard" if left.standard_left:
            return Budget(standard_left=left.standard_left - 1, move_left=left.move_left)
        case "move" | "move:travel" if left.move_left:
            return Budget(standard_left=left.standard_left, move_left=left.move_left - 1)
        case "move" | "move:travel" if left.standard_left:
            return Budget(standard_left=left.standard_left - 1, move_left=left.move_left)
        case "standard" | "move" | "move:travel":
            kind = action.partition(":")[0]
            if surprise_round:
                raise AgainstTheRules(
                    "surprise_limit", "In the surprise round one has a standard or a move, not both.", rule="S-057"
                )
            why = {
                "standard": "The standard of this turn is used.",
                "move": "The moves of this turn are used, and there is no standard left to trade.",
            }
            rule = {"standard": "S-045", "move": "S-046"}
            raise AgainstTheRules(f"no_{kind}_left", why[kind], rule=rule[kind])
        case _:
            raise OutOfRange(
                "unknown_action",
                "An action is one of standard, move, move:travel, free, reaction, none.",
                rule="S-045",
            )
