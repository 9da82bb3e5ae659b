"""Who acts when, and what ends by itself: the timeline foretells what then comes, to each viewer what they may know."""

import pytest

from app.rules.encounter.commands import AddCondition, EndTurn, Hide, Join, Start
from app.rules.encounter.state import Expiry
from app.rules.encounter.timeline import Timeline, timeline
from app.rules.encounter.viewer import GM, Viewer
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import DuelRules
from tests.rules.encounter.duel.shapes import DuelOptions, DuelSheet, Wait
from tests.rules.encounter.playing import Game

ANNE = Viewer(role="player", member_id="anne")


def duel(rules: DuelRules = DUEL) -> Game:
    game = Game(rules, DuelOptions())
    for place, name in enumerate("abcd"):
        game.send(game.body(Join, id=name, name=name.upper(), sheet=DuelSheet(), side=name, initiative=20 - place))
    game.send(Start())
    return game


def seen(game: Game, viewer: Viewer = GM, rounds: int = 2) -> Timeline:
    return timeline(game.encounter, viewer, table=game.table, rounds=rounds)


def told(line: Timeline) -> list[str]:
    return [
        f"{step.round} {step.combatant or 'end'}"
        + "".join(f" -{one.key}@{one.combatant}" for one in step.at_start)
        + "".join(f" {one.key}@{one.combatant}-" for one in step.at_end)
        for step in line.steps
    ]


def test_the_rest_of_this_round_then_the_next():
    game = duel()
    game.send(EndTurn())
    assert told(seen(game)) == ["1 b", "1 c", "1 d", "1 end", "2 a", "2 b", "2 c", "2 d", "2 end"]
    assert [step.now for step in seen(game).steps] == [True, *[False] * 8]
    assert told(seen(game, rounds=1))[-1] == "1 end"


def test_nothing_is_foretold_before_it_begins_and_after_it_ended():
    game = Game(DUEL, DuelOptions())
    assert seen(game).steps == ()


@pytest.mark.parametrize(
    ("expires", "when", "turns"),
    [
        (Expiry(at="turn_end", of="c"), "1 c dazed@b-", 2),
        (Expiry(at="turn_start", of="c"), "1 c -dazed@b", 1),
        (Expiry(at="turn_start", of="c", count=2), "2 c -dazed@b", 5),
        (Expiry(at="turn_end"), "1 b dazed@b-", 1),
        (Expiry(at="turn_start"), "2 b -dazed@b", 4),
        (Expiry(at="round_end", count=2), "2 end dazed@b-", 7),
        (Expiry(at="turn_end", of="a"), "2 a dazed@b-", 4),
    ],
)
def test_it_foretells_what_comes(expires: Expiry, when: str, turns: int):
    game = duel()
    game.send(EndTurn())
    game.send(AddCondition(actor="b", key="dazed", expires=expires))
    for _ in range(turns):
        assert [line for line in told(seen(game)) if "dazed" in line] == [when]
        game.send(EndTurn())
    assert not game.encounter["b"].conditions


def test_what_lasts_forever_or_to_the_end_is_not_in_it():
    game = duel()
    for at in ("never", "encounter_end", "minutes"):
        game.send(AddCondition(actor="b", key="dazed", param=at, expires=Expiry(at=at)))
    assert not [step for step in seen(game, rounds=20).steps if step.at_start or step.at_end]


def test_minutes_end_by_the_length_of_a_round():
    class Slow(DuelRules):
        round_seconds = 20

    game = duel(Slow())
    game.send(AddCondition(actor="b", key="dazed", expires=Expiry(at="minutes")))
    assert [line for line in told(seen(game, rounds=5)) if "dazed" in line] == ["3 end dazed@b-"]


def test_somebody_hidden_has_no_turn_in_it_and_nothing_tells_of_them():
    game = duel()
    game.send(AddCondition(actor="a", key="dazed", expires=Expiry(at="turn_end", of="c")))
    game.send(AddCondition(actor="c", key="dazed", expires=Expiry(at="turn_end", of="b")))
    game.send(Hide(actor="c"))
    assert told(seen(game, ANNE, rounds=1)) == ["1 a", "1 b", "1 d", "1 end"]
    assert told(seen(game, rounds=1)) == ["1 a", "1 b dazed@c-", "1 c dazed@a-", "1 d", "1 end"]


def test_whoever_is_out_only_stands_where_something_ends_with_their_turn():
    game = duel()
    game.send(game.body(DUEL.frame_bodies[1], actor="b", wounds=10))
    assert told(seen(game, rounds=1)) == ["1 a", "1 c", "1 d", "1 end"]
    game.send(AddCondition(actor="a", key="dazed", expires=Expiry(at="turn_end", of="b")))
    steps = seen(game, rounds=1).steps
    assert [(step.combatant, step.acts) for step in steps][:2] == [("a", True), ("b", False)]


def test_who_waits_is_on_later_and_their_turn_begins_no_second_time():
    game = duel()
    game.send(AddCondition(actor="a", key="dazed", expires=Expiry(at="turn_start")))
    game.send(Wait(actor="a"))
    assert told(seen(game)) == ["1 b", "1 c", "1 d", "1 a", "1 end", "2 b", "2 c", "2 d", "2 a -dazed@a", "2 end"]


def test_an_order_that_nobody_knows_yet_is_not_foretold():
    class Rolling(DuelRules):
        def order_to_come(self, encounter: object, table: object) -> None:
            return None

    game = duel(Rolling())
    line = seen(game, rounds=3)
    assert told(line) == ["1 a", "1 b", "1 c", "1 d", "1 end"]
    assert line.foreseen == 1
