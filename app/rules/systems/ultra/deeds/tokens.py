"""Bonus hits that wait for a later action: set up, and used."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import ConfigDict, Field

from app.rules.deeds import Applied, DeedBody, applied
from app.rules.system import AgainstTheRules, OutOfRange, Value
from app.rules.systems.ultra.deeds.occasion import UltraOccasion
from app.rules.systems.ultra.sheet import MOST_TOKENS, Token, UltraSheet
from app.rules.systems.ultra.statuses import ActionKind


class SpendBody(DeedBody):
    """Bonus hits used or set up."""

    model_config = ConfigDict(serialize_by_alias=True)

    amount: Annotated[int, Field(ge=1, le=20)] = 1
    gain: bool = False
    """They are set up instead of used."""
    for_kind: ActionKind | None = Field(default=None, alias="for")
    """The kind of action; any where none is named."""


class Waiting(Value):
    """Bonus hits that wait."""

    bonus_hits: int
    """All of them."""


class Spend:
    """`spend`."""

    summary: str = "Bonus hits that wait for an action are used, or set up."
    body: type[SpendBody] = SpendBody
    result: type[Value] = Waiting
    examples: Mapping[str, SpendBody] = {
        "Two for the attack": SpendBody.model_validate({"amount": 2, "gain": True, "for": "attack"}),
        "Used": SpendBody(),
    }

    def apply(self, sheet: UltraSheet, body: SpendBody, _: UltraOccasion) -> Applied[UltraSheet]:
        """Use bonus hits that fit the kind of action, the oldest first, or set them up (G-20, G-28).

        Raises:
            OutOfRange: `invalid_bonus_hits`, when more wait than a sheet holds.
            AgainstTheRules: `overspent`, when fewer wait.
        """
        tokens = _with(sheet.tokens, body) if body.gain else _without(sheet.tokens, body)
        changed = sheet.model_copy(update={"tokens": tokens})
        total = sum(token.amount for token in tokens)
        word = f"Bonus hits {'set up' if body.gain else 'used'}"
        return applied(
            changed, Waiting(bonus_hits=total), word=word, why=f"{body.amount}; {total} wait", rules=["G-20", "G-28"]
        )


def _with(tokens: list[Token], body: SpendBody) -> list[Token]:
    if len(tokens) == MOST_TOKENS:
        raise OutOfRange(
            "invalid_bonus_hits",
            f"Bonus hits wait in {MOST_TOKENS} places already: use some first.",
            most=MOST_TOKENS,
            rule="G-28",
        )
    return [*tokens, Token.model_validate({"amount": body.amount, "for": body.for_kind})]


def _without(tokens: list[Token], body: SpendBody) -> list[Token]:
    fitting = sum(token.amount for token in tokens if token.for_kind in {None, body.for_kind})
    if fitting < body.amount:
        raise AgainstTheRules(
            "overspent",
            _too_few(tokens, body.amount, fitting),
            spent=body.amount,
            leftover=fitting,
            rule="G-20",
        )
    left, owed = [], body.amount
    for token in tokens:
        used = min(owed, token.amount) if token.for_kind in {None, body.for_kind} else 0
        owed -= used
        if used < token.amount:
            left.append(token.model_copy(update={"amount": token.amount - used}))
    return left


def _too_few(tokens: list[Token], asked: int, fitting: int) -> str:
    wanted = "1 bonus hit is asked for" if asked == 1 else f"{asked} bonus hits are asked for"
    waiting = ", ".join(f"{token.amount} for {token.for_kind or 'any action'}" for token in tokens)
    if not waiting:
        return f"{wanted}, and none waits."
    return f"{wanted}, and {fitting} can be used: waiting are {waiting}. Name their kind as `for`."
