"""Speed: the pool of actions of a round, on one's own turn and off it."""

from collections.abc import Iterable
from typing import Literal, assert_never

from app.rules.system import AgainstTheRules, Value

SpeedEvent = Literal["turn_start", "spend", "turn_end"]


class ActionPool(Value):
    """The actions somebody has left, and whether the coming turn is lost (T-025 to T-031)."""

    speed: int
    actions: int
    staggered: bool = False
    """Out of actions: nothing more until the pool is filled again, and easier to hit."""
    emptied_on_turn: bool = False
    in_turn: bool = False

    @classmethod
    def full(cls, speed: int) -> "ActionPool":
        """The pool of somebody who joins a fight."""
        return cls(speed=speed, actions=speed)

    @property
    def can_act(self) -> bool:
        """Whether anything that costs an action is possible now (T-029)."""
        return self.actions > 0

    def spend(self, actions: int = 1) -> "ActionPool":
        """The pool after an action, or after several strikes (T-025, T-033).

        Raises:
            AgainstTheRules: `no_actions` when fewer are left.
        """
        if actions > self.actions:
            raise AgainstTheRules(
                "no_actions",
                f"This takes {actions} of the round's actions and {self.actions} of {self.speed} are left.",
                rule="T-029",
                actions=self.actions,
                needed=actions,
            )
        left = self.actions - actions
        emptied = left == 0 and actions > 0
        return self.model_copy(
            update={
                "actions": left,
                "staggered": self.staggered or emptied,
                "emptied_on_turn": self.in_turn if emptied else self.emptied_on_turn,
            }
        )

    def start_turn(self) -> "ActionPool":
        """The own turn begins; with an empty pool it is lost (T-026)."""
        return self.model_copy(update={"in_turn": True, "emptied_on_turn": False})

    def end_turn(self) -> "ActionPool":
        """The own turn ends and the pool fills, unless it was emptied within this very turn (T-027, T-028)."""
        refill = {} if self.emptied_on_turn else {"actions": self.speed, "staggered": False}
        return self.model_copy(update={"emptied_on_turn": False, "in_turn": False, **refill})


class SpeedTrace(Value):
    """What a series of turns and spent actions leaves, after each step."""

    actions: list[int]
    staggered: list[bool]
    can_act_at_turn_start: list[bool]


def trace(*, speed: int, events: Iterable[SpeedEvent]) -> SpeedTrace:
    """Follow a pool through turns; for learning and for tests (section 1.6 of the rules)."""
    pool = ActionPool.full(speed)
    actions, staggered, can_act = [], [], []
    for event in events:
        match event:
            case "turn_start":
                pool = pool.start_turn()
                can_act.append(not pool.staggered)
            case "spend":
                pool = pool.spend()
            case "turn_end":
                pool = pool.end_turn()
            case never:
                assert_never(never)
        actions.append(pool.actions)
        staggered.append(pool.staggered)
    return SpeedTrace(actions=actions, staggered=staggered, can_act_at_turn_start=can_act)
