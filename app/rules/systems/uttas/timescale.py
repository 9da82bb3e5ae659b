"""The scale of time: rounds, minutes, and the ladder on which effects grow longer."""

from typing import Final, Literal, get_args

from app.rules.system import Value

SECONDS_PER_ROUND: Final = 6
ROUNDS_PER_MINUTE: Final = 10
WORDS_PER_TURN: Final = 25
"""What one may say in six seconds without an action (T-024)."""

TimeStep = Literal["turn", "round", "minute", "5 minutes", "30 minutes", "hour", "day", "month", "year"]
TIME_LADDER: Final[tuple[TimeStep, ...]] = get_args(TimeStep)


class Rounds(Value):
    """A stretch of time in a fight's measures, whole ones only."""

    rounds: int
    minutes: int


class LadderStep(Value):
    """A step of the time ladder, for the catalogue."""

    id: TimeStep
    place: int
    """0 is the shortest."""


def rounds_in(seconds: int) -> Rounds:
    """How many whole rounds and minutes have gone by (T-009)."""
    rounds = seconds // SECONDS_PER_ROUND
    return Rounds(rounds=rounds, minutes=rounds // ROUNDS_PER_MINUTE)


def shifted(step: TimeStep, shift: int) -> TimeStep:
    """A step so many places longer (or shorter, below 0); the ends of the ladder hold (T-008)."""
    place = TIME_LADDER.index(step) + shift
    return TIME_LADDER[min(max(place, 0), len(TIME_LADDER) - 1)]
