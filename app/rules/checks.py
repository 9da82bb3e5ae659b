"""What the checks of every system share: dice kept as they are thrown, the answer made of them, and exact odds."""

from collections.abc import Mapping, Sequence
from typing import Literal

from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.system import Chance, CheckAnswer, CheckDie, CheckOdds, Value


class Hand:
    """Throws a check's dice in the order of the rules and keeps them, each with whose it was and what it brought."""

    def __init__(self, dice: DiceSource) -> None:
        self._dice = dice
        self.thrown: list[CheckDie] = []

    @property
    def source(self) -> Literal["server", "physical"]:
        """Where the dice lay."""
        return "physical" if isinstance(self._dice, PhysicalDice) else "server"

    def draw(self, sides: int, count: int) -> list[int]:
        """Throw so many dice and answer their faces; whoever asks keeps them in `thrown`.

        Raises:
            FacesMissing, InvalidFace: physical dice that don't fit.
        """
        return list(self._dice.draw(sides, count)) if count else []

    def answer(self, kind: str, result: Value, *, rules: Sequence[str], word: str, why: str) -> CheckAnswer:
        """The check as it came out, told as a word and why."""
        return CheckAnswer(
            kind=kind,
            result=result.model_dump(),
            dice=self.thrown,
            rules=list(dict.fromkeys(rules)),
            source=self.source,
            text=f"{word}: {why}.",
            markdown=f"**{word}**: {why}.",
        )


def odds_of(ways: Mapping[str, int], denominator: int, *, totals: Mapping[str, int] | None = None) -> CheckOdds:
    """Exact odds: outcomes that can come up, and what the dice can come to, each with its ways."""
    return CheckOdds(
        denominator=str(denominator),
        outcomes=_chances(ways, denominator),
        totals=_chances(totals or {}, denominator),
    )


def _chances(ways: Mapping[str, int], denominator: int) -> list[Chance]:
    return [
        Chance(outcome=outcome, ways=str(count), probability=count / denominator)
        for outcome, count in ways.items()
        if count
    ]
