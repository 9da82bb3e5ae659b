"""What the frame refuses, what it lets go of, and how it goes on when nobody is left who could act."""

from typing import Annotated, Any

import pytest

from app.rules.encounter import history
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
    Start,
)
from app.rules.encounter.facts import Fact, Id, Of, Told
from app.rules.encounter.frame_facts import CombatantAdjusted, ConditionAdded
from app.rules.encounter.refusals import FRAME_REFUSALS
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import Condition, Expiry, Ref
from app.rules.encounter.table import Character
from app.rules.encounter.viewer import GM, Sight, Viewer
from app.rules.encounter.views import show
from app.rules.system import AgainstTheRules
from app.rules.systems.ultra.encounter.bodies import StateFact
from tests.rules.encounter.duel import DUEL
from tests.rules.encounter.duel.rules import Duel, DuelRules
from tests.rules.encounter.duel.shapes import DuelAdjust, DuelOptions, DuelSheet, Hit
from tests.rules.encounter.hearing import say, seen_event
from tests.rules.encounter.playing import Game
from tests.rules.encounter.test_duel import duel, refused

ANNE = Viewer(role="player", member_id="anne")


def alone(rules: DuelRules = DUEL) -> Game:
    """A single duellist, who fights nobody."""
    game = Game(rules, DuelOptions(), characters={"chr_a": Character("Anne", DuelSheet(wounds=3), "anne", "owner")})
    game.send(game.body(Join, id="a", character_id="chr_a", side="red", initiative=20))
    return game


# -- what is refused -------------------------------------------------------------------------------------------------


def test_a_command_of_another_system_is_unknown_here():
    refused("unknown_command", duel(), StateFact(text="It rains."))


def test_whoever_joins_brings_one_sheet_and_a_character_comes_once():
    game = duel()
    join: Any = lambda **more: game.body(Join, side="red", **more)  # noqa: E731
    refused("sheet_needed", game, join())
    refused("sheet_needed", game, join(sheet=DuelSheet(), character_id="chr_a"))
    refused("duplicate", game, join(character_id="chr_a"))
    refused("unknown_character", game, join(character_id="chr_b"))
    game.characters["chr_b"] = Character("Ben", DuelSheet(), "ben", "owner")
    refused("duplicate", game, join(character_id="chr_b", count=2))
    game.send(join(character_id="chr_b"))
    assert game.encounter.combatants[-1].name == "Ben"


def test_another_apps_name_leads_to_one_combatant():
    game = duel()
    token = {"app": "foundry", "id": "token-1"}
    game.send(game.body(Join, side="red", sheet=DuelSheet(), id="x", external_refs=[token]))
    again = game.body(Join, side="red", sheet=DuelSheet(), external_refs=[token])
    assert "foundry" in refused("duplicate", game, again).detail
    refused("duplicate", game, game.body(EditCombatant, actor="a", external_refs=[token]))
    refused("duplicate", game, game.body(EditCombatant, actor="x", external_refs=[token, token]))
    game.send(game.body(EditCombatant, actor="x", external_refs=[token]))
    view = show(game.encounter, ANNE, table=game.table, tracker=True)
    assert [one.id for one in view.combatants if one.external_refs] == ["x"], "small views have it too"
    game.send(Leave(actor="x"))
    game.send(again)


def test_a_refusal_says_what_stands_in_the_way():
    game = duel()
    join: Any = lambda **more: game.body(Join, side="red", **more)  # noqa: E731
    eyes = Viewer(role="observer", member_id="eyes")
    assert (
        refused("duplicate", game, join(character_id="chr_a")).detail == "This character is in the encounter already."
    )
    assert refused("duplicate", game, join(id="a", sheet=DuelSheet())).detail == FRAME_REFUSALS["duplicate"]
    assert refused("wrong_phase", game, EndTurn(actor="a")).detail == "The encounter has not started yet."
    assert refused("not_yours", game, EndTurn(actor="a"), eyes).detail == "An observer looks on."
    game.send(Start())
    assert refused("wrong_phase", game, Start()).detail == "The encounter runs already."
    assert refused("not_your_turn", game, Hit(actor="b", target="a")).detail == "It is Anne's turn."
    game.send(End())
    late = refused("wrong_phase", game, EndTurn(actor="a"))
    assert (late.detail, late.facts["encounter_status"]) == ("The encounter has ended.", "ended")
    with pytest.raises(AgainstTheRules, match=r"^No command was undone, or another came after it\.$"):
        history.next_redo(game.entries[-1])
    with pytest.raises(AgainstTheRules, match=r"^No command is left to be undone\.$"):
        history.next_undo(history.made())


def test_a_token_of_some_characters_acts_for_those_alone_and_sees_all_the_same():
    game = duel()
    game.characters["chr_d"] = Character("Dove", DuelSheet(), "anne", "owner")
    game.send(game.body(Join, id="d", character_id="chr_d", side="red", initiative=1))
    game.send(game.body(Join, id="e", sheet=DuelSheet(), owner_member_id="anne", side="red", initiative=0))
    for lent, acts in ((None, "ade"), (frozenset({"chr_a"}), "a"), (frozenset({"chr_d"}), "d"), (frozenset(), "")):
        viewer = Viewer(role="player", member_id="anne", character_ids=lent)
        sight = Sight(viewer, game.encounter.combatants)
        assert "".join(one for one in "abcde" if sight.commands(one)) == acts
        assert show(game.encounter, viewer, table=game.table) == show(game.encounter, ANNE, table=game.table)
        for one in set("ade") - set(acts):
            refused("not_yours", game, Note(actor=one, text="En garde!"), viewer)


def test_whoever_has_no_turn_ends_none_but_may_write_into_the_story():
    game = duel()
    game.send(Start())
    ben = Viewer(role="player", member_id="ben")
    refused("not_your_turn", game, EndTurn(), ben)
    game.send(Note(text="It rains."), ben)
    game.send(EndTurn(), ANNE)
    assert game.encounter.active == "b"


def test_a_newcomer_comes_before_those_with_less_initiative_and_after_their_like():
    game = duel()
    game.send(game.body(Join, id="low", sheet=DuelSheet(), side="red", initiative=0))
    game.send(Start())
    for name, initiative in (("one", 1), ("nought", 0), ("below", -1), ("like", 15)):
        game.send(game.body(Join, id=name, sheet=DuelSheet(), side="red", initiative=initiative))
    assert game.encounter.order == ("a", "b", "like", "c", "one", "low", "nought", "below")


@pytest.mark.parametrize("name", ["Thug", "T" * 75, "T" * 80])
def test_several_of_a_kind_are_numbered_on_and_the_first_bears_the_names_that_others_have_for_it(name: str):
    game = duel()
    token = Ref(app="map", id="token-9")
    for initiative in (3, 1):
        thugs = {"name": name, "sheet": DuelSheet(), "side": "red", "initiative": initiative, "count": 2}
        game.send(game.body(Join, external_refs=[token] if initiative == 3 else [], **thugs))
    newcomers = game.encounter.combatants[3:]
    assert [one.name for one in newcomers] == [f"{name[:75]} {number}" for number in (1, 2, 3, 4)]
    assert [one.external_refs for one in newcomers] == [(token,), (), (), ()]


def test_who_comes_into_sight_and_who_goes_out_of_it_is_told_apart():
    game = duel()
    hidden, revealed = (game.send(command(actor="c")).events for command in (Hide, Reveal))
    assert [one.fact.type for one in (*hidden, *revealed)] == ["combatant.hidden", "combatant.revealed"]


@pytest.mark.parametrize(
    ("before", "edit", "told"),
    [
        (None, {"name": "Raven"}, ["combatant.edited"]),
        (None, {"owner_member_id": "ben"}, ["combatant.edited"]),
        ("ben", {"name": "Raven"}, ["combatant.edited"]),
        ("ben", {"owner_member_id": "anne"}, ["combatant.hidden", "combatant.edited"]),
    ],
)
def test_who_owned_somebody_hidden_is_told_that_they_are_gone(
    before: str | None, edit: dict[str, str], told: list[str]
):
    game = duel()
    if before is not None:
        game.send(EditCombatant(actor="c", owner_member_id=before))
    game.send(Hide(actor="c"))
    edited = game.send(EditCombatant(actor="c", **edit))  # type: ignore[arg-type]
    assert [one.fact.type for one in edited.events] == told
    ben = [seen_event(one, Viewer(role="player", member_id="ben")) for one in edited.events]
    assert any(ben) is (before is not None or "owner_member_id" in edit)


def test_like_sheets_are_kept_once():
    game = duel()
    game.send(game.body(Join, sheet=DuelSheet(guard=7), side="red", count=2))
    kept = len(game.table.sheets)
    game.send(game.body(Join, sheet=DuelSheet(guard=7), side="blue"))
    game.send(EditCombatant(actor="a", refresh=True))
    assert len(game.table.sheets) == kept
    game.characters["chr_a"] = game.characters["chr_a"]._replace(sheet=DuelSheet(guard=8))
    game.send(EditCombatant(actor="a", refresh=True))
    assert len(game.table.sheets) == kept + 1
    assert all(one.startswith("sht_") for one in game.table.sheets)


def test_only_a_character_that_is_still_there_is_copied_again():
    game = duel()
    refused("no_character", game, EditCombatant(actor="b", refresh=True))
    del game.characters["chr_a"]
    refused("unknown_character", game, EditCombatant(actor="a", refresh=True))


def test_which_condition_ends_must_be_said():
    game = duel()
    game.send(AddCondition(actor="b", key="dazed"))
    refused("condition_needed", game, RemoveCondition(actor="b"))
    game.send(RemoveCondition(actor="b", id=game.encounter["b"].conditions[0].id))
    assert game.encounter["b"].conditions == ()


def test_a_tables_own_names_for_somebody_are_kept():
    game = duel()
    game.send(EditCombatant(actor="b", external_refs=[Ref(app="map", id="token-7")]))
    assert [(one.app, one.id) for one in game.encounter["b"].external_refs] == [("map", "token-7")]
    game.send(EditCombatant(actor="b", name="Bruiser"))
    assert [one.id for one in game.encounter["b"].external_refs] == ["token-7"]


# -- whoever is gone -------------------------------------------------------------------------------------------------


def test_what_somebody_hidden_brought_comes_from_nobody_once_they_are_gone():
    game = duel()
    game.send(Start())
    game.send(Hide(actor="c"))
    game.send(AddCondition(actor="b", key="dazed", source="c", expires=Expiry(at="turn_end", of="b")))
    left = game.send(Leave(actor="c"))
    held = game.encounter["b"].conditions[0]
    assert (held.key, held.source, held.expires) == ("dazed", None, Expiry(at="turn_end", of="b"))
    assert [one.fact.type for one in left.events] == ["combatant.left"]


def test_nobody_is_asked_for_by_an_id_that_is_not_there():
    with pytest.raises(KeyError, match="nobody"):
        duel().encounter["nobody"]


def test_a_condition_names_nobody_who_is_gone():
    game = duel()
    game.send(AddCondition(actor="b", key="dazed", source="the fog", param="a"))
    added = game.events[-1]
    assert isinstance(added.fact, ConditionAdded)
    assert (added.fact.by, added.fact.cause, [one.id for one in added.cast]) == (None, "the fog", ["b"])


def test_what_ends_along_with_something_else_ends_once():
    class Linked(DuelRules):
        def condition_ended(self, play: Duel, combatant: str, condition: Condition) -> None:
            for one in play[combatant].conditions if condition.key == "dazed" else ():
                play.remove_condition(combatant, one)

    game = alone(Linked())
    game.send(Start())
    for key in ("dazed", "blinded"):
        game.send(AddCondition(actor="a", key=key, expires=Expiry(at="turn_end")))
    ended = [one.fact for one in game.send(EndTurn()).events if one.fact.type == "condition.ended"]
    assert [(one.key, one.expired) for one in ended] == [("dazed", True), ("blinded", False)]  # type: ignore[attr-defined]
    assert game.encounter["a"].conditions == ()


# -- the flow --------------------------------------------------------------------------------------------------------


def test_when_nobody_can_act_the_game_master_says_how_it_goes_on():
    game = alone()
    game.send(Start())
    stalled = game.send(game.body(Adjust, actor="a", wounds=10))
    assert game.encounter.stage == "stalled"
    assert say(stalled.events, game.encounter, GM, table=game.table).text.endswith(
        "Nobody can act: the game master ends the turn or the encounter."
    )
    game.send(game.body(Adjust, actor="a", wounds=-10))
    assert game.encounter.stage == "stalled"
    game.send(EndTurn())
    assert (game.encounter.stage, game.encounter.active) == ("open", "a")


@pytest.mark.parametrize(("spare", "whole"), [(0, True), (-1, False)])
def test_where_choices_do_not_fit_the_story_is_cut_before_them(spare: int, *, whole: bool):
    told = "Anne strikes at Bully. Bully may parry."
    choices = ("or run " * 50)[: 300 - len(told) - 1 - spare].replace(" ", "_", 20)

    class Chatty(DuelRules):
        def tell_window(self, *_asked: Any) -> str:
            return f"may parry.\n{choices}"

    game = duel(Chatty())
    game.send(Start())
    text = say(game.send(Hit(actor="a", target="b")).events, game.encounter, GM, table=game.table).text
    assert len(text) <= 300
    assert text.startswith(told if whole else "Anne strikes at… Bully may parry.")
    assert text.endswith(choices)


@pytest.mark.parametrize(("happens", "told"), [(2, ["1", "2"]), (3, ["2", "3"]), (4, ["3", "4"]), (40, ["39", "40"])])
def test_of_a_long_story_the_end_is_told(happens: int, told: list[str]):
    class Eventful(DuelRules):
        def adjust(self, play: Duel, adjust: DuelAdjust) -> None:
            for number in range(1, happens + 1):
                play.happened(CombatantAdjusted(combatant=adjust.actor, what=f"{'wounds ' * 12}{number}"))

    game = duel(Eventful())
    game.send(Start())
    decision = game.send(game.body(Adjust, actor="b", wounds=1))
    said = say(decision.events, game.encounter, GM, table=game.table)
    lines = [f"The game master adjusts Bully: {'wounds ' * 12}{number}." for number in told]
    dropped = ["…"] if happens > 2 else []
    assert said.text == " ".join([*dropped, *lines, "Anne is on (round 1)."])
    assert said.markdown.splitlines()[-3:-1] == lines


@pytest.mark.parametrize(("spare", "left"), [(0, ", the wind and the rain left"), (-1, ""), (-10, "")])
def test_before_a_story_loses_anything_the_turn_goes_untold(spare: int, left: str):
    asked = "Anne is on (round 1, the wind and the rain left)."
    first = "The game master adjusts Bully: wounds."
    what = "w" * (300 - len(f"{first} {first.replace('wounds', '')} {asked}") - spare)

    class Windy(DuelRules):
        def adjust(self, play: Duel, adjust: DuelAdjust) -> None:
            for one in ("wounds", what):
                play.happened(CombatantAdjusted(combatant=adjust.actor, what=one))

        def tell_turn(self, *_asked: Any) -> str:
            return "the wind and the rain"

    game = duel(Windy())
    game.send(Start())
    said = say(game.send(game.body(Adjust, actor="b", wounds=1)).events, game.encounter, GM, table=game.table)
    assert said.text == f"{first} {first.replace('wounds', what)} Anne is on (round 1{left})."
    assert said.markdown.splitlines()[-1] == asked


def test_an_encounter_that_everybody_has_left_waits_for_somebody_to_come():
    game = alone()
    game.send(Start())
    game.send(Leave(actor="a"))
    assert (game.encounter.status, game.encounter.stage, game.encounter.order) == ("running", "stalled", ())
    refused("nobody_to_start", game, EndTurn())
    game.send(game.body(Join, id="b", name="Bully", sheet=DuelSheet(), side="blue", initiative=5))
    assert (game.encounter.order, game.encounter.active) == (("b",), None)
    game.send(EndTurn())
    assert (game.encounter.active, game.encounter.stage) == ("b", "open")


def test_rules_may_end_it_with_the_round():
    class ToTheBell(DuelRules):
        def round_ended(self, play: Duel) -> None:
            play.end()

    game = alone(ToTheBell())
    game.send(Start())
    ended = game.send(EndTurn())
    assert [one.fact.type for one in ended.events if one.fact.type.startswith(("round", "encounter"))] == [
        "round.ended",
        "encounter.ended",
    ]
    assert (game.encounter.status, game.encounter.round) == ("ended", 1)


def test_what_ends_before_it_begins_gives_nothing_back():
    game = alone()
    ended = game.send(End())
    assert (game.encounter.status, [one.fact.type for one in ended.events], ended.left) == (
        "ended",
        ["encounter.ended"],
        [],
    )


def test_rules_that_say_no_more_put_nobody_out_and_leave_sheets_as_they_were():
    class Plain(DuelRules):
        left_on = EncounterRules.left_on  # type: ignore[assignment]
        is_out = EncounterRules.is_out
        bounds = EncounterRules.bounds  # type: ignore[assignment]
        not_asked = EncounterRules.not_asked

    rules = Plain()
    game = alone(rules)
    game.send(Start())
    refused("no_window", game, DUEL.kinds["duel.take"].body(actor="a"))  # type: ignore[call-arg]
    game.send(game.body(Adjust, actor="a", wounds=20))
    assert (game.encounter["a"].state.wounds, game.encounter["a"].out) == (10, False)
    assert list(rules.bounds(game.encounter["a"], game.table)) == []
    assert [left.sheet for left in game.send(End()).left] == [DuelSheet(wounds=3)]


# -- what is kept ----------------------------------------------------------------------------------------------------


def test_each_version_shows_a_command_or_what_a_turn_back_has_brought():
    first = history.made(4)
    second = history.command(first)
    assert [one.shows for one in (first, second, history.undo(second, second))] == [4, 5, 4]


def test_sheets_are_stored_as_they_are_and_read_when_they_are_asked_for():
    game = alone()
    (name,) = game.table.sheets
    stored = game.table.sheets.documents()
    assert stored[name]["wounds"] == 3
    again = Sheets(DuelSheet, stored)
    assert (len(again), again[name], again.documents()) == (1, DuelSheet(wounds=3), stored)
    more = again.joined({"new": DuelSheet(skill=9)})
    assert (len(more), more["new"], len(again)) == (2, DuelSheet(skill=9), 1)
    with pytest.raises(KeyError):
        again["new"]


# -- what is withheld ------------------------------------------------------------------------------------------------


class Wound(Told):
    """A part of a fact."""

    bearer: Id | None
    depth: Annotated[int | None, Of("bearer")]


class Bled(Fact):
    """A fact with one part."""

    type: str = "bled"
    combatant: Id | None
    wound: Wound


def test_a_part_of_a_fact_is_withheld_like_the_fact():
    game = duel()
    game.send(Hide(actor="c"))
    fact = Bled(combatant="b", wound=Wound(bearer="c", depth=3))
    assert fact.named == {"b", "c"}
    assert fact.seen(Sight(ANNE, game.encounter.combatants)).wound == Wound(bearer=None, depth=None)
    assert fact.seen(Sight(GM, game.encounter.combatants)) == fact


@pytest.mark.parametrize(
    ("expires", "seen"),
    [
        (Expiry(at="round_end"), True),
        (Expiry(at="turn_end"), True),
        (Expiry(at="turn_end", of="b"), True),
        (Expiry(at="turn_end", of="c"), False),
    ],
    ids=["round", "own turn", "seen", "hidden"],
)
def test_when_a_condition_ends_is_withheld_where_it_waits_for_somebody_hidden(expires: Expiry, *, seen: bool):
    game = duel()
    game.send(Hide(actor="c"))
    game.send(AddCondition(actor="b", key="dazed", expires=expires))
    lasts = game.encounter["b"].conditions[0].expires
    for viewer, sees in ((ANNE, seen), (GM, True)):
        shown = show(game.encounter, viewer, table=game.table)
        (held,) = next(one.conditions for one in shown.combatants if one.id == "b")
        told = seen_event(game.events[-1], viewer)
        assert told is not None
        assert isinstance(told.data, ConditionAdded)
        assert held.expires == told.data.expires == (lasts if sees else None)
        assert told.data.until == (lasts.of if sees else None)


def test_what_can_be_withheld_must_be_able_to_be_nothing():
    with pytest.raises(TypeError, match=r"Deep\.depth may be withheld from a viewer: let it be null"):

        class Deep(Told):
            bearer: Id | None
            depth: Annotated[int, Of("bearer")]
