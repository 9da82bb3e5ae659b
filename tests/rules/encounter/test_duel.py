"""The made-up system plays an encounter through the frame: what people at the table would see."""

from dataclasses import replace

import pytest

from app.rules.encounter.commands import (
    AddCondition,
    Adjust,
    EditCombatant,
    End,
    EndTurn,
    Hide,
    Join,
    Leave,
    Note,
    RemoveCondition,
    Reveal,
    SetOrder,
    Start,
)
from app.rules.encounter.deciding import characters_needed
from app.rules.encounter.legal import legal
from app.rules.encounter.refusals import MayNot, UnknownCombatant
from app.rules.encounter.state import Expiry
from app.rules.encounter.table import Character, Dice
from app.rules.encounter.telling import seen_by_players
from app.rules.encounter.timeline import timeline
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import WindowView, show
from app.rules.encounter.window_facts import WindowOpened
from app.rules.errors import Refusal
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import DuelRules
from tests.rules.encounter.duel.shapes import Beg, DuelOptions, DuelSheet, Hit, Judge, Parry, Steel, Take, Wait
from tests.rules.encounter.hearing import foreseen, say, seen_event
from tests.rules.encounter.playing import Game

ANNE = Viewer(role="player", member_id="anne")
BEN = Viewer(role="player", member_id="ben")
EYES = Viewer(role="observer", member_id="eyes")


def duel(rules: DuelRules = DUEL) -> Game:
    game = Game(rules, DuelOptions(), characters={"chr_a": Character("Anne", DuelSheet(skill=4), "anne", "owner")})
    game.send(game.body(Join, id="a", character_id="chr_a", side="red", initiative=20))
    game.send(game.body(Join, id="b", name="Bully", sheet=DuelSheet(skill=2), side="blue", initiative=15))
    game.send(game.body(Join, id="c", name="Crow", sheet=DuelSheet(skill=2), side="blue", initiative=10))
    return game


def refused(code: str, game: Game, command: object, viewer: Viewer = GM) -> Refusal:
    with pytest.raises(Refusal) as caught:
        game.decided(command, viewer)  # type: ignore[arg-type]
    assert caught.value.code == code, caught.value.detail
    if not characters_needed(command, game.encounter):  # type: ignore[arg-type]
        foreseen(code, command, game.encounter, viewer, table=game.table)  # type: ignore[arg-type]
    return caught.value


def test_a_blow_from_declaration_to_wound():
    game = duel()
    game.send(Start())
    assert (game.encounter.status, game.encounter.round, game.encounter.active) == ("running", 1, "a")
    declared = game.send(Hit(actor="a", target="b"), ANNE)
    assert say(declared.events, game.encounter, ANNE, table=game.table).text == (
        "Anne strikes at Bully. Bully may parry."
    )
    window = game.encounter.pending
    assert window is not None
    waiting = refused("pending", game, EndTurn(actor="a"), ANNE)
    assert waiting.detail == "First Bully must answer (duel.parry, duel.take)."
    assert waiting.facts == {"pending": window.id, "kind": "parry", "asked": ["b"]}
    refused("not_yours", game, Parry(actor="b"), ANNE)
    hit = game.send(Take(actor="b", faces=[6, 5, 4]))
    said = say(hit.events, game.encounter, GM, table=game.table)
    assert said.text == (
        "2d6 [6, 5] (real dice), 1d6 [4] (real dice) against guard 6: Bully is hit, 4 wounds. Anne is on (round 1)."
    )
    assert "guard" not in say(hit.events, game.encounter, ANNE, table=game.table).text
    assert game.encounter["b"].state.wounds == 4
    refused("spent", game, Hit(actor="a", target="b"), ANNE)
    game.send(EndTurn(), ANNE)
    assert game.encounter.active == "b"


def test_faces_are_all_there_and_none_too_many():
    game = duel()
    game.send(Start())
    game.send(Hit(actor="a", target="b"))
    refused("faces_missing", game, Take(actor="b", faces=[6, 5]))
    refused("faces_unused", game, Take(actor="b", faces=[1, 1, 1]))


def test_who_may_read_a_sheet_reads_its_numbers():
    game = duel()
    game.send(Start())
    views = {
        viewer.role + str(viewer.member_id): show(game.encounter, viewer, table=game.table)
        for viewer in (GM, ANNE, BEN)
    }
    states = {who: [one.state is not None for one in view.combatants] for who, view in views.items()}
    assert states == {"gmNone": [True] * 3, "playeranne": [True, False, False], "playerben": [False] * 3}


def test_somebody_hidden_leaves_no_trace():
    game = duel()
    game.send(Hide(actor="c"))
    game.send(Start())
    view = show(game.encounter, ANNE, table=game.table)
    assert [one.id for one in view.combatants] == ["a", "b"]
    assert view.order == ("a", "b")
    refused("unknown_combatant", game, Hit(actor="a", target="c"), ANNE)
    refused("unknown_combatant", game, Hit(actor="a", target="nobody"), ANNE)
    game.send(EndTurn())
    ended = game.send(EndTurn())
    assert game.encounter.active == "c"
    assert show(game.encounter, ANNE, table=game.table).active is None
    assert [seen.type for event in ended.events if (seen := seen_event(event, ANNE))] == ["turn.ended", "turn.ended"][
        :1
    ]
    assert refused("not_your_turn", game, Hit(actor="a", target="b"), ANNE).facts == {"active": None}
    struck = game.send(Hit(actor="c", target="a"))
    shown = [one.data.model_dump(exclude={"rules"}) for event in struck.events if (one := seen_event(event, ANNE))]
    assert shown[0] == {"type": "strike.declared", "attacker": None, "target": "a"}
    assert "Crow" not in str(shown)
    game.send(Take(actor="a"), ANNE)
    game.send(Reveal(actor="c"))
    assert show(game.encounter, ANNE, table=game.table).active == "c"


class Laid:
    """Dice that lie there in this order."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def draw(self, faces: int, count: int) -> list[int]:
        drawn, self.left = self.left[:count], self.left[count:]
        return drawn


def test_somebody_hidden_takes_no_die_from_those_of_the_table():
    game = duel()
    game.send(Hide(actor="c"))
    game.send(Start())
    while game.encounter.active != "c":
        game.send(EndTurn())
    public, secret = Laid(6, 6, 5), Laid(1, 1)
    game.dice = Dice(public, secret)
    game.send(Hit(actor="c", target="a"))
    game.send(Take(actor="a"))
    assert (public.left, secret.left, game.encounter["a"].state.wounds) == ([6, 6, 5], [], 0)
    game.send(EndTurn())
    game.send(Hit(actor="a", target="b"))
    game.send(Take(actor="b"))
    assert (public.left, game.encounter["b"].state.wounds) == ([], 5)


def test_a_window_for_somebody_hidden_only_shows_that_the_table_waits():
    game = duel()
    game.send(Hide(actor="c"))
    game.send(Start())
    game.send(Hit(actor="a", target="c"))
    view = show(game.encounter, ANNE, table=game.table)
    assert view.pending is not None
    assert view.pending.model_dump() == {"kind": "waiting"}
    assert refused("pending", game, Hit(actor="a", target="b"), ANNE).facts == {"kind": "waiting"}


@pytest.mark.parametrize("hidden", [False, True])
def test_what_the_game_master_is_asked_is_known_to_those_who_see_whoever_asks(*, hidden: bool):
    game = duel()
    if hidden:
        game.send(Hide(actor="c"))
    game.send(Start())
    while game.encounter.active != "c":
        game.send(EndTurn())
    asked = game.send(Beg(actor="c"))
    assert game.encounter.pending is not None
    whole = (game.encounter.pending.id, "mercy", ("duel.judge",), "c")
    for viewer, known in ((GM, True), (ANNE, not hidden)):
        opened = [one.data for event in asked.events if (one := seen_event(event, viewer)) is not None][-1]
        for told in (show(game.encounter, viewer, table=game.table).pending, opened):
            assert isinstance(told, WindowView | WindowOpened)
            said = (told.id, told.kind, told.options or None, told.since)
            assert said == (whole if known else (None, "waiting", None, None))


def test_legal_lists_what_can_be_posted():
    game = duel()
    assert [(one.type, one.summary) for one in legal(game.encounter, GM, table=game.table)] == [("start", "begin")]
    game.send(Start())
    assert [one.body for one in legal(game.encounter, ANNE, table=game.table)] == [
        {"type": "duel.strike", "actor": "a", "target": "b"},
        {"type": "duel.strike", "actor": "a", "target": "c"},
        {"type": "duel.beg", "actor": "a"},
        {"type": "duel.wait", "actor": "a"},
        {"type": "end_turn", "actor": "a"},
    ]
    assert [one.summary for one in legal(game.encounter, GM, table=game.table)] == [
        "Anne: strike → Bully",
        "Anne: strike → Crow",
        "Anne: beg for mercy",
        "Anne: wait",
        "Anne: end the turn",
        "end the encounter",
    ]
    assert legal(game.encounter, BEN, table=game.table) == []
    game.send(Hit(actor="a", target="b"))
    window = game.encounter.pending
    assert window is not None
    assert [one.body for one in legal(game.encounter, GM, table=game.table)][:2] == [
        {"type": "duel.parry", "actor": "b", "pending": window.id},
        {"type": "duel.take", "actor": "b", "pending": window.id},
    ]
    assert legal(game.encounter, ANNE, table=game.table) == []


def test_legal_looks_for_whoever_is_on_where_a_command_does_not_say_that_it_takes_a_turn():
    class Unsaid(DuelRules):
        commands = tuple(replace(kind, own_turn=False) for kind in DUEL.commands)  # type: ignore[assignment]

    said, unsaid = duel(), duel(Unsaid())
    for _ in range(3):
        for game in (said, unsaid):
            game.send(EndTurn() if game.encounter.status == "running" else Start())
        assert legal(unsaid.encounter, GM, table=unsaid.table) == legal(said.encounter, GM, table=said.table)


def test_a_late_answer_is_not_taken_for_the_next():
    game = duel()
    game.send(Start())
    game.send(Hit(actor="a", target="b"))
    assert game.encounter.pending is not None
    late = Take(actor="b", pending=game.encounter.pending.id)
    game.send(Take(actor="b"))
    refused("pending_changed", game, late)
    refused("no_window", game, Take(actor="b"))


def test_the_rules_own_reason_for_whoever_was_not_asked():
    game = duel()
    game.send(Start())
    game.send(Hit(actor="a", target="b"))
    refused("own_blow", game, Parry(actor="a"), ANNE)
    refused("pending", game, Take(actor="a"), ANNE)


def test_auto_resolve_answers_at_once_but_never_for_the_gm():
    game = duel()
    game.table = type(game.table)(
        rules=DUEL, options=DuelOptions(), sheets=game.table.sheets, auto_resolve=frozenset({"parry", "mercy"})
    )
    game.send(Start())
    game.send(Hit(actor="a", target="b", faces=[1, 1]))
    assert game.encounter.pending is None
    game.send(EndTurn())
    game.send(Beg(actor="b"))
    assert game.encounter.pending is not None
    waiting = refused("pending", game, EndTurn(actor="b"))
    assert waiting.detail == "First the game master must answer (duel.judge)."
    assert waiting.facts["asked"] == []
    refused("not_gm", game, Judge(mercy=True), ANNE)
    game.send(Judge(mercy=True))
    assert game.encounter["b"].out


def test_a_turn_waits_for_a_window_at_its_start():
    game = duel()
    game.send(AddCondition(actor="b", key="poisoned"))
    game.send(Start())
    game.send(EndTurn())
    assert game.encounter.pending is not None
    assert (game.encounter.pending.kind, game.encounter.stage) == ("poison", "starting")
    game.send(Steel(actor="b", faces=[2]))
    assert (game.encounter.active, game.encounter.stage, game.encounter["b"].state.actions) == ("b", "open", 1)


def test_conditions_end_at_their_moment():
    game = duel()
    game.send(Start())
    for key, expires in {
        "dazed": Expiry(at="turn_end", of="b"),
        "blinded": Expiry(at="turn_start", of="c", count=2),
    }.items():
        game.send(AddCondition(actor="b", key=key, source="a", expires=expires))

    def held() -> list[str]:
        return [one.key for one in game.encounter["b"].conditions]

    game.send(EndTurn())
    assert (game.encounter.active, held()) == ("b", ["dazed", "blinded"])
    game.send(EndTurn())
    assert (game.encounter.active, held()) == ("c", ["blinded"])
    for _ in range(3):
        game.send(EndTurn())
    assert (game.encounter.round, game.encounter.active, held()) == (2, "c", [])


def test_what_waits_for_somebody_hidden_waits_on_unseen_when_they_leave():
    game = duel()
    game.send(Start())
    game.send(Hide(actor="c"))
    game.send(AddCondition(actor="a", key="dazed", source="c", expires=Expiry(at="turn_end", of="c")))

    def seen() -> list[str]:
        looks = (show(game.encounter, ANNE, table=game.table), timeline(game.encounter, ANNE, table=game.table))
        return [look.model_dump_json() for look in looks]

    before = seen()
    gone = game.send(Leave(actor="c"))
    assert seen() == before
    assert [event.fact.type for event in gone.events if seen_by_players(event)] == []
    (dazed,) = show(game.encounter, GM, table=game.table).combatants[0].conditions
    assert dazed.expires is not None
    assert dazed.expires.at == "round_end"
    for _ in range(2):
        assert game.encounter["a"].conditions
        game.send(EndTurn())
    assert (game.encounter.round, game.encounter["a"].conditions) == (2, ())


def test_the_same_condition_from_the_same_source_is_one():
    game = duel()
    for _ in range(3):
        game.send(AddCondition(actor="b", key="dazed", source="a"))
    assert len(game.encounter["b"].conditions) == 1
    game.send(RemoveCondition(actor="b", key="dazed"))
    assert not game.encounter["b"].conditions
    refused("no_such_condition", game, RemoveCondition(actor="b", key="dazed"))


def test_a_late_joiner_slots_in_and_whoever_leaves_moves_nobody():
    game = duel()
    game.send(Start())
    game.send(EndTurn())
    game.send(game.body(Join, id="d", name="Dove", sheet=DuelSheet(), side="red", initiative=12))
    game.send(game.body(Join, id="e", name="Early", sheet=DuelSheet(), side="red", initiative=18))
    assert (game.encounter.order, game.encounter.active) == (("a", "e", "b", "d", "c"), "b")
    game.send(Leave(actor="a"))
    assert (game.encounter.order, game.encounter.active) == (("e", "b", "d", "c"), "b")
    game.send(EndTurn())
    game.send(EndTurn())
    game.send(EndTurn())
    assert (game.encounter.round, game.encounter.active) == (2, "e")


def test_a_new_order_gives_nobody_two_turns():
    game = duel()
    game.send(Start())
    game.send(SetOrder(order=["c", "b", "a"]))
    assert game.encounter.active == "a"
    seen = []
    for _ in range(4):
        game.send(EndTurn())
        seen.append(game.encounter.active)
    assert seen == ["c", "b", "c", "b"]
    assert refused("bad_order", game, SetOrder(order=["a", "b"])).facts["order"] == ["c", "b", "a"]


def test_who_waits_goes_on_later_and_once():
    game = duel()
    game.send(Start())
    game.send(Wait(actor="a"), ANNE)
    assert game.encounter.order == ("b", "c", "a")
    seen = [game.encounter.active]
    for _ in range(3):
        game.send(EndTurn())
        seen.append(game.encounter.active)
    assert seen == ["b", "c", "a", "b"]


def test_a_character_gets_back_what_the_duel_left():
    game = duel()
    game.send(Start())
    game.send(game.body(Adjust, actor="a", wounds=3))
    ended = game.send(End())
    assert [(left.character_id, left.sheet) for left in ended.left] == [("chr_a", DuelSheet(skill=4, wounds=3))]
    refused("wrong_phase", game, EndTurn())


def test_the_start_copies_what_the_character_is_by_then():
    game = duel()
    game.characters["chr_a"] = game.characters["chr_a"]._replace(sheet=DuelSheet(skill=9, wounds=2))
    game.send(Start())
    assert game.encounter["a"].state.wounds == 2
    game.characters["chr_a"] = game.characters["chr_a"]._replace(sheet=DuelSheet(skill=11))
    game.send(EditCombatant(actor="a", refresh=True))
    assert game.table.sheet(game.encounter["a"]) == DuelSheet(skill=11)
    assert game.encounter["a"].state.wounds == 2


def test_it_ends_when_one_side_is_down():
    game = duel()
    game.send(Start())
    game.send(game.body(Adjust, actor="b", wounds=10))
    game.send(game.body(Adjust, actor="c", wounds=10))
    assert (game.encounter.status, game.encounter.winner) == ("ended", "red")


def test_nobody_can_act():
    game = duel()
    game.send(game.body(Join, id="d", name="Dove", sheet=DuelSheet(), side="red", initiative=12))
    for one in ("b", "d"):
        game.send(game.body(Adjust, actor=one, wounds=10))
    game.send(Start())
    game.send(EndTurn())
    assert game.encounter.active == "c"


def test_a_choice_that_is_open_at_the_end_is_said_to_be_dropped():
    game = duel()
    game.send(Start())
    game.send(Hit(actor="a", target="b"))
    ended = game.send(End())
    assert game.encounter.pending is None
    assert say(ended.events, game.encounter, GM, table=game.table).text == (
        "What Bully had to answer is dropped. It is over."
    )
    game.undo()
    assert game.encounter.pending is not None


def test_notes():
    game = duel()
    kept = game.send(Note(text="The bully has a key.", private=True))
    assert [seen_event(event, ANNE) for event in kept.events] == [None]
    with pytest.raises(MayNot):
        game.decided(Note(text="psst", private=True), ANNE)
    with pytest.raises(MayNot):
        game.decided(Note(text="I watch"), EYES)
    written = game.send(Note(actor="a", text="En garde, *you*!"), ANNE)
    assert say(written.events, game.encounter, BEN, table=game.table).markdown.startswith(
        "Anne: En garde, \\*you\\*\\!"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("A bell tolls", "A bell tolls."),
        ("A bell tolls (far off)", "A bell tolls (far off)."),
        ("A bell tolls!", "A bell tolls!"),
        ('"Wait!"', '"Wait!"'),
        ("Hear…", "Hear…"),
    ],
)
def test_what_follows_a_note_is_a_sentence_of_its_own(words: str, told: str):
    game = duel()
    game.send(Start())
    game.send(Note(text="Rain"))
    written = game.send(Note(text=words))
    assert [line.text for event in written.events if (line := seen_event(event, GM))] == [words], (
        "the log has it as written"
    )
    assert say(written.events, game.encounter, GM, table=game.table).text.startswith(f"{told} Anne is on")
    undone = say([game.undo()], game.encounter, GM, table=game.table)
    assert undone.text.startswith(f"Undone: {told} Anne is on")


def test_only_a_gm_uses_the_frames_commands():
    game = duel()
    for command in (Start(), Hide(actor="a"), End(), AddCondition(actor="a", key="dazed")):
        with pytest.raises(MayNot):
            game.decided(command, ANNE)
    with pytest.raises(UnknownCombatant):
        game.decided(Hide(actor="nobody"))


@pytest.mark.parametrize(
    ("named", "viewer", "said"),
    [
        ("bb", GM, "There is no combatant `bb` in the encounter: did you mean `b`?"),
        ("nobody", GM, "There is no combatant `nobody` in the encounter."),
        ("bb", ANNE, "There is no such combatant in the encounter."),
    ],
)
def test_a_name_that_is_nobodys_is_told_to_game_masters_with_the_nearest(named: str, viewer: Viewer, said: str):
    game = duel()
    game.send(Start())
    with pytest.raises(UnknownCombatant) as refused:
        game.decided(Hit(actor="a", target=named), viewer)
    assert refused.value.detail == said
