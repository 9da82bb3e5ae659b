"""What goes on by itself once a command is carried out: the deeds under way, the innermost first."""

from collections.abc import Callable
from typing import Any, assert_never

from app.rules.systems.uttas.encounter import assault, chasing, readying, walking
from app.rules.systems.uttas.encounter.deeds import under_way
from app.rules.systems.uttas.encounter.state import Aftermath, Assault, Queue, UttasPlay, Walk


def go_on(play: UttasPlay) -> None:
    """Let the deeds under way go on until somebody has a choice or all of them are done."""
    while play.encounter.pending is None and (deed := under_way(play)) is not None:
        match deed:
            case Assault():
                assault.advance(play, deed)
            case Walk():
                walking.stride(play, deed)
            case Aftermath():
                readying.after_action(play, deed)
            case Queue():
                readying.carry_on(play, deed)
            case _:
                assert_never(deed)


def carried(handler: Callable[[UttasPlay, Any], None]) -> Callable[[UttasPlay, Any], None]:
    """A command that is carried out, in a chase paid for by running, and followed by what goes on by itself."""

    def decide(play: UttasPlay, body: Any) -> None:
        runner = chasing.who_runs(play, body)
        handler(play, body)
        if runner is not None:
            chasing.pay_run(play, runner)
        go_on(play)
        chasing.out_of_breath(play)

    return decide
