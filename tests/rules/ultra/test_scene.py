"""A scene from its order to its end: numbers of a roll, complications, two sides, races, injuries, what is left."""

from typing import Any

import pytest

from app.rules.encounter.commands import Join
from app.rules.encounter.legal import legal
from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.systems.ultra.sheet import UltraSheet
from tests.rules.encounter.hearing import say, seen_event
from tests.rules.ultra.stage import Stage, faces, trouble

ANN = Viewer(role="player", member_id="ann")
BEA = Viewer(role="player", member_id="bea")


# -- order -----------------------------------------------------------------------------------------------------------


def order(stage: Stage) -> list[str]:
    return list(stage.encounter.order)


def test_the_order_is_as_they_joined_or_as_the_game_master_states_it():
    assert order(Stage()) == ["ann", "bea", "fiend", "imp"]
    stage = Stage(start=False)
    stage.do("start", order=["imp", "ann", "fiend", "bea"])
    assert (order(stage), stage.encounter.active) == (["imp", "ann", "fiend", "bea"], "imp")
    stage.do("set_order", order=["bea", "imp", "ann", "fiend"])
    assert (order(stage), stage.encounter.active) == (["bea", "imp", "ann", "fiend"], "imp")


def test_pools_make_the_order_most_hits_first_then_the_larger_pool_then_the_id():
    stage = Stage(start=False, order="pool")
    pools = {"ann": {"dice": 2}, "bea": {"traits": ["fight"]}, "fiend": {"dice": 3}, "imp": {"dice": 3}}
    events = stage.do("start", pools=pools, faces=[8, 1, 7, 1, 1, 1, 8, 10, 1, 1])
    assert order(stage) == ["imp", "fiend", "ann", "bea"]
    assert [event["initiative"] for event in events if event["type"] == "initiative.rolled"] == [1, 1, 1, 2]


def test_without_named_pools_everybody_rolls_their_best_trait_and_late_joiners_too():
    stage = Stage(start=False, order="pool")
    stage.do("start", faces=[8, 8, 1, 1, *[7, 1, 1, 1, 1], *[1] * 5, *[10, 10]])
    assert order(stage) == ["imp", "ann", "bea", "fiend"]
    late = stage.game.body(Join, id="late", side="foes", sheet=UltraSheet(), name="Late", faces=[10])
    stage.game.send(late)
    assert order(stage) == ["imp", "ann", "late", "bea", "fiend"]


def test_a_late_joiner_comes_last_where_the_game_master_orders():
    stage = Stage()
    stage.game.send(stage.game.body(Join, id="late", side="foes", sheet=UltraSheet(), name="Late"))
    assert order(stage)[-1] == "late"


# -- the numbers of a roll -------------------------------------------------------------------------------------------


def test_advantage_stands_against_the_first_target_or_by_itself():
    stage = Stage()
    stage.do("adjust", actor="ann", actions=9)
    against = stage.act("ann", 1, domain="might", difficulty=2, targets=["fiend"])
    assert (against["advantage"], against["difficulty"], against["hits"]) == (-2, 4, 1)
    friendly = stage.act("ann", 1, domain="might", difficulty=3, targets=["bea", "fiend"])
    assert (friendly["advantage"], friendly["difficulty"], friendly["hits"]) == (1, 3, 3)
    alone = stage.act("ann", 1, domain="might", difficulty=5)
    assert (alone["advantage"], alone["hits"]) == (1, 3)
    assert stage.act("ann", 1, domain="faith", targets=["fiend"])["advantage"] == 0
    assert stage.act("ann", 0, domain="might")["hits"] == 0


def test_a_table_may_leave_advantage_to_the_story():
    stage = Stage(advantage_hits_per_level=0)
    rolled = stage.act("ann", 1, domain="might", targets=["fiend"])
    assert (rolled["advantage"], rolled["difficulty"], rolled["sources"]) == (-2, 1, [])


def test_what_lowers_a_difficulty_comes_after_what_raises_it():
    stage = Stage()
    for key, who in (("dazed", "ann"), ("off_balance", "imp")):
        stage.do("ultra.status", target=who, key=key)
    stage.do("adjust", actor="imp", openings=1)
    rolled = stage.act("ann", 0, difficulty=1, targets=["imp"])
    assert rolled["difficulty"] == 1
    assert [(one["of"], one["value"]) for one in rolled["sources"]] == [
        ("status:dazed", 1),
        ("status:off_balance", -1),
        ("opening", -1),
    ]


def test_at_most_five_bonus_hits_count():
    stage = Stage(sheets={"ann": {"tokens": [{"amount": 4}, {"amount": 4, "for": "treat"}]}})
    stage.do("ultra.fact", text="x", weight=2)
    assert stage.act("ann", 1, facts=["f1"], difficulty=9)["bonus_hits"] == 5
    assert [one["amount"] for one in stage.state("ann")["tokens"]] == [4]


def test_a_sum_of_traits_is_held_within_ten_dice_and_one():
    stage = Stage()
    stage.do("adjust", actor="ann", actions=2)
    many = stage.do("ultra.act", actor="ann", traits=["fight", "wits"], modifiers=[9], faces=[1] * 10)
    assert [(one["pool"], one["clamped"]) for one in many if one["type"] == "action.rolled"] == [(10, True)]
    few = stage.do("ultra.act", actor="ann", traits=["wits"], modifiers=[-9], faces=[1])
    assert [(one["pool"], one["clamped"]) for one in few if one["type"] == "action.rolled"] == [(1, True)]


# -- what an action does ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "injured", "statuses"),
    [
        ({"kind": "attack", "targets": ["fiend", "imp", "fiend"]}, ["fiend", "imp"], {}),
        ({"kind": "attack", "targets": []}, [], {}),
        ({"kind": "other", "targets": ["fiend"]}, [], {}),
        ({"kind": "other", "targets": [], "applies": {"kind": "injury"}}, ["ann"], {}),
        ({"kind": "other", "targets": [], "applies": {"kind": "status", "key": "steady"}}, [], {"ann": {"steady": 1}}),
        (
            {"kind": "escape", "targets": ["imp"], "applies": {"kind": "status", "key": "hidden"}},
            [],
            {"ann": {"hidden": 1}},
        ),
    ],
)
def test_its_effect_falls_on_each_target_or_on_the_actor(fields: Any, injured: list[str], statuses: Any):
    stage = Stage()
    stage.act("ann", 1, **fields)
    names = ("ann", "bea", "fiend", "imp")
    assert [name for name in names if stage.state(name)["injuries"]] == injured
    assert {name: found for name in names if (found := stage.levels(name))} == statuses


def test_an_effect_may_clear_a_status_effect_or_state_a_fact_once():
    stage = Stage()
    stage.do("adjust", actor="ann", actions=2)
    stage.do("ultra.status", target="bea", key="burning", level=3)
    stage.act("ann", 1, targets=["bea", "imp"], applies={"kind": "clear", "key": "burning"})
    assert stage.levels("bea") == {}
    stage.act("ann", 1, targets=["bea", "imp"], applies={"kind": "fact", "text": "they listen", "weight": 2})
    assert [(one["text"], one["weight"]) for one in stage.scene["facts"]] == [("they listen", 2)]


def test_a_failure_has_no_effect_and_a_disaster_only_its_complications():
    stage = Stage()
    stage.act("ann", 0, kind="attack", targets=["imp"], complications=[trouble(2, kind="damage")])
    done = stage.resolve("ann", accept_complications=True)
    assert (done["result"], stage.state("ann")["injuries"], stage.state("imp")["injuries"]) == ("disaster", 2, 0)


@pytest.mark.parametrize(
    ("complication", "injuries", "statuses", "facts"),
    [
        (trouble(2, kind="damage", note="rocks"), 2, {}, []),
        (trouble(2, kind="status_effect", status_key="bleeding"), 0, {"bleeding": 2}, []),
        (trouble(1, kind="social_setback", note="they laugh"), 0, {}, ["they laugh"]),
        (trouble(1, kind="physical_setback"), 0, {}, ["physical_setback"]),
        (trouble(3, kind="alerted"), 0, {}, ["alerted"]),
        (trouble(1, kind="new_antagonist", note="a second imp"), 0, {}, ["a second imp"]),
        (trouble(1, "noise"), 0, {}, ["noise"]),
    ],
)
def test_each_kind_of_complication_leaves_its_own_behind(
    complication: dict[str, Any], injuries: int, statuses: dict[str, int], facts: list[str]
):
    stage = Stage()
    assert stage.act("ann", 1, complications=[complication])["result"] == "success_with_consequence"
    assert (stage.state("ann")["injuries"], stage.levels("ann")) == (injuries, statuses)
    assert [one["text"] for one in stage.scene["facts"]] == facts
    assert all(one["weight"] == 1 for one in stage.scene["facts"])


def test_part_of_a_complication_can_be_paid_where_the_table_allows_it():
    stage = Stage(partial_buyoff=True)
    stage.act("ann", 2, complications=[trouble(3, kind="damage")])
    assert stage.shown["pending"]["menu"]["buy_off"] == [{"id": "c1", "hits": 1}]
    done = stage.resolve("ann", buy_off=[{"id": "c1", "hits": 1}])
    assert (done["occurred"], stage.state("ann")["injuries"]) == ([{"id": "c1", "level": 2}], 2)


def test_a_disaster_may_be_chosen_over_nothing_and_earns_what_the_table_gives():
    stage = Stage(disaster_without_complications=True, disaster_reward="a point of fate")
    assert stage.act("ann", 0)["status"] == "open"
    done = stage.resolve("ann", accept_complications=True)
    assert (done["result"], done["occurred"], done["reward"]) == ("disaster", [], "a point of fate")


def test_whoever_is_taken_out_by_their_own_action_loses_the_rest_of_the_turn():
    stage = Stage(sheets={"ann": {"injury_max": 1}})
    stage.act("ann", 3, complications=[trouble(1, kind="damage")])
    stage.resolve("ann", {"key": "full_follow_up"})
    assert (stage.state("ann")["out"], stage.state("ann")["actions"], stage.encounter.active) == (True, 0, "bea")


# -- against each other ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tie", "difficulty", "result"), [("defender", 3, "failure"), ("actor", 2, "success")])
def test_the_defender_sets_the_difficulty_and_has_the_tie_unless_the_table_says_otherwise(
    tie: str, difficulty: int, result: str
):
    stage = Stage(opposed_tie=tie)
    rolled = stage.act("ann", 2, type_="ultra.oppose", defender="bea", defense={"dice": 2}, more=[7, 8])
    assert (rolled["defender_hits"], rolled["difficulty"], rolled["result"]) == (2, difficulty, result)
    assert [one["of"] for one in rolled["dice"]] == ["ann", "bea"]


def test_states_and_advantage_count_in_an_opposed_action_and_tokens_of_the_defender_do_not():
    stage = Stage(sheets={"imp": {"tokens": [{"amount": 3}]}})
    stage.do("adjust", actor="imp", openings=1)
    rolled = stage.act("ann", 2, type_="ultra.oppose", defender="imp", domain="might", defense={"dice": 2}, more=[8, 1])
    assert (rolled["defender_hits"], rolled["difficulty"], rolled["advantage"], rolled["hits"]) == (1, 1, 1, 4)
    assert stage.state("imp")["tokens"][0]["amount"] == 3


def test_a_race_goes_to_the_most_hits_and_costs_no_action():
    stage = Stage()
    sides = {"bea": {"traits": ["fight"]}, "ann": {"dice": 3}, "imp": {"dice": 1}}
    (run,) = stage.do("ultra.race", sides=sides, faces=[7, 10, 8, 1, 1, 1])
    told = {name: run[name] for name in ("hits", "result", "winner", "leftover")}
    assert told == {"hits": {"bea": 3, "ann": 1, "imp": 0}, "result": "win", "winner": "bea", "leftover": 2}
    assert run["rules"] == ["G-12", "U-11"]
    assert stage.state("ann")["actions"] == 1
    (none,) = stage.do("ultra.race", sides=sides, faces=[1] * 6)
    assert (none["result"], none["winner"], none["leftover"], none["rules"]) == ("none", None, 0, ["G-12", "G-11"])
    (draw,) = stage.do("ultra.race", sides=sides, faces=[8, 1, 8, 1, 1, 1])
    assert (draw["result"], draw["winner"], draw["leftover"], draw["rules"]) == ("draw", None, 0, ["G-12", "G-11"])


# -- the game master's hand ------------------------------------------------------------------------------------------


def test_injuries_stay_between_none_and_what_takes_one_out():
    stage = Stage()
    stage.do("ultra.injure", target="imp", amount=9)
    assert (stage.state("imp")["injuries"], stage.state("imp")["out"]) == (2, True)
    stage.do("ultra.heal", target="imp", amount=1)
    assert (stage.state("imp")["injuries"], stage.state("imp")["out"]) == (1, False)
    stage.do("ultra.heal", target="imp", amount=9)
    assert stage.state("imp")["injuries"] == 0


def test_numbers_by_hand_are_relative_and_stay_in_their_bounds():
    stage = Stage()
    stage.do("adjust", actor="ann", injuries=-3, hindered=9, openings=2, bonus_hits=3)
    state = stage.state("ann")
    assert (state["injuries"], state["hindered"], state["openings"]) == (0, 3, 2)
    assert state["tokens"][0]["amount"] == 3
    stage.do("adjust", actor="bea", actions=2, present=False)
    assert (stage.state("bea")["actions"], stage.state("bea")["out"]) == (0, True)
    stage.do("adjust", actor="bea", present=True)
    assert stage.state("bea")["out"] is False


def test_facts_and_status_effects_can_be_set_before_the_scene_begins():
    stage = Stage(start=False)
    stage.do("ultra.fact", text="fog", weight=2)
    stage.do("ultra.status", target="imp", key="hidden")
    stage.do("start")
    assert (stage.scene["facts"][0]["text"], stage.levels("imp")) == ("fog", {"hidden": 1})


def test_whoever_is_taken_out_before_the_scene_begins_has_no_turn_in_it():
    stage = Stage(start=False)
    ann = stage.game.characters["chr_ann"]
    hurt = ann.sheet.model_copy(update={"injuries": 5})
    stage.game.characters["chr_ann"] = ann._replace(sheet=hurt)
    stage.do("start")
    assert (stage.state("ann")["out"], stage.state("ann")["actions"], stage.encounter.active) == (True, 0, "bea")


# -- what is left ----------------------------------------------------------------------------------------------------


def test_characters_get_back_injuries_status_effects_and_tokens_that_last():
    tokens = [{"amount": 1, "expires": {"at": "never"}}, {"amount": 2}]
    stage = Stage(sheets={"ann": {"tokens": tokens, "statuses": [{"key": "exhausted", "level": 2}]}})
    stage.do("ultra.injure", target="ann", amount=2)
    stage.do("ultra.status", target="ann", key="dazed")
    stage.do("ultra.status", target="ann", key="angry")
    stage.do("end")
    sheet = stage.game.characters["chr_ann"].sheet.model_dump(mode="json")
    assert sheet["injuries"] == 2
    assert [(one["key"], one["clears"]["at"], one["clears"]["of"]) for one in sheet["statuses"]] == [
        ("exhausted", "never", None),
        ("dazed", "turn_end", None),
    ]
    assert [one["amount"] for one in sheet["tokens"]] == [1]


def test_whoever_leaves_takes_along_what_lasts_and_the_open_action_goes_on_without_them():
    stage = Stage()
    stage.do("ultra.injure", target="bea")
    stage.act("ann", 3, kind="attack", targets=["bea", "imp"])
    stage.do("leave", actor="bea")
    assert stage.game.characters["chr_bea"].sheet.model_dump()["injuries"] == 1
    stage.resolve("ann")
    assert stage.state("imp")["injuries"] == 1


def test_an_actor_who_leaves_resolves_plainly_and_one_who_waits_for_approval_takes_the_action_along():
    stage = Stage()
    stage.act("ann", 3, kind="attack", targets=["imp"])
    stage.do("leave", actor="ann")
    assert (stage.state("imp")["injuries"], stage.encounter.pending) == (1, None)
    stage.buys("bea", {"key": "end_fight"})
    stage.do("leave", actor="bea")
    assert (stage.encounter.pending, stage.scene["conflict"], stage.encounter.active) == (None, "open", "fiend")


def test_a_refreshed_sheet_keeps_what_the_scene_has_done_within_its_bounds():
    stage = Stage()
    stage.do("ultra.injure", target="ann", amount=4)
    smaller = stage.game.characters["chr_ann"].sheet.model_copy(update={"injury_max": 3, "traits": {"fight": 9}})
    stage.game.characters["chr_ann"] = stage.game.characters["chr_ann"]._replace(sheet=smaller)
    stage.do("edit_combatant", actor="ann", refresh=True)
    assert (stage.state("ann")["injuries"], stage.state("ann")["out"]) == (3, True)


def test_no_sheet_is_refreshed_while_something_of_it_is_under_way():
    trick = {"key": "smash", "name": "Smash", "min": 3, "max": 3, "ops": ["remove_target"]}
    stage = Stage(sheets={"ann": {"tricks": [trick]}})
    stage.buys("ann", {"key": "smash", "target": "fiend", "cost": 3})
    bare = stage.game.characters["chr_ann"].sheet.model_copy(update={"tricks": []})
    stage.game.characters["chr_ann"] = stage.game.characters["chr_ann"]._replace(sheet=bare)
    stage.refused("pending", "edit_combatant", actor="ann", refresh=True)
    stage.do("ultra.approve", trick="smash")
    stage.do("edit_combatant", actor="ann", refresh=True)
    assert not stage.state("fiend")["present"]


def test_a_complication_of_the_longest_name_befalls_its_actor():
    stage = Stage()
    name = "c" * 80
    stage.act("ann", 0, difficulty=3, complications=[trouble(1, name, kind="status_effect", status_key="dazed")])
    stage.resolve("ann", accept_complications=True)
    (borne,) = stage.state("ann")["statuses"]
    assert borne["source"] == f"complication:{name}"[:80]


# -- what is told ----------------------------------------------------------------------------------------------------


def test_the_text_of_an_open_action_tells_what_can_be_bought_with_what():
    stage = Stage()
    decision = stage.game.send(
        stage.body(
            "ultra.act",
            actor="ann",
            dice=4,
            faces=[8, 10, 9, 1],
            difficulty=2,
            complications=[trouble(1, note="the lamp falls"), trouble(3, "c2", note="the roof gives way")],
        )
    )
    said = say(decision.events, stage.encounter, GM, table=stage.game.table)
    assert said.text == (
        "Ann acts: 4 hits against 2 (8, 10, 9, 1). Ann has 2 of 4 hits to spend. Spare: 1 the lamp falls. "
        "Too dear: 3 the roof give…. Tricks: 1 Convenient Detail, Opening, Drive It Home, Side Move; "
        "1-2 Set Up, Hinder, Afflict; 2 Spread, Full Follow-Up, Declare a Truth."
    )
    assert "Spare: 1 the lamp falls (minor)." in said.markdown
    assert "- **Full Follow\\-Up** 2: A further action at once" in said.markdown


def test_of_many_complications_the_plain_text_tells_the_beginning_of_each():
    stage = Stage()
    notes = ["the lamp falls", "the roof gives way", "the door slams shut"]
    troubles = [trouble(1, f"c{place}", note=note) for place, note in enumerate(notes)]
    body = stage.body("ultra.act", actor="ann", dice=1, faces=[1], complications=troubles)
    said = say(stage.game.send(body).events, stage.encounter, GM, table=stage.game.table)
    assert said.text.endswith("or accepts a Disaster: the lamp fa…, the roof gi…, the door sl….")
    assert "the roof gives way" in said.markdown


def test_the_text_of_a_shortfall_tells_what_a_disaster_would_bring():
    stage = Stage()
    body = stage.body("ultra.act", actor="ann", dice=1, faces=[1], complications=[trouble(1, note="the lamp falls")])
    decision = stage.game.send(body)
    assert say(decision.events, stage.encounter, GM, table=stage.game.table).text == (
        "Ann acts: 0 hits against 1 (1). Ann is 1 hit short: fails plainly, or accepts a Disaster: the lamp falls."
    )


def secretive() -> Stage:
    """The fiend's sheet is the game master's, and the imp is hidden."""
    stage = Stage()
    stage.do("edit_combatant", actor="fiend", visibility="gm", owner_member_id="gm")
    stage.do("edit_combatant", actor="imp", visibility="gm", owner_member_id="gm")
    stage.do("hide", actor="imp")
    return stage


def seen(stage: Stage, viewer: Viewer, type_: str) -> Any:
    events = [seen_event(event, viewer) for event in stage.game.events]
    told = [one for one in events if one is not None and one.type == type_]
    return told[-1].data.model_dump(mode="json") if told else None


def test_players_get_no_number_of_a_sheet_they_may_not_read():
    stage = secretive()
    stage.turn_of("fiend")
    stage.act("fiend", 2, domain="might", targets=["ann"])
    told = seen(stage, ANN, "action.rolled")
    numbers = ("pool", "advantage", "hits", "difficulty", "leftover", "bonus_hits", "dice_hits", "stated")
    assert {name: told[name] for name in numbers} == dict.fromkeys(numbers)
    assert (told["sources"], told["targets"]) == ([], ["ann"])
    window = show(stage.encounter, ANN, table=stage.game.table).pending
    assert window is not None
    assert (window.kind, window.for_, window.menu) == ("resolution", ("fiend",), None)
    assert "spend" not in say([], stage.encounter, ANN, table=stage.game.table).text


def test_who_acts_against_a_sheet_they_may_not_read_gets_their_own_numbers_only():
    stage = secretive()
    stage.do("adjust", actor="fiend", openings=1)
    stage.act("ann", 3, domain="might", targets=["fiend"])
    told = seen(stage, ANN, "action.rolled")
    assert (told["hits"], told["difficulty"], told["leftover"]) == (3, 2, 1)
    assert (told["advantage"], told["stated"], told["sources"]) == (None, None, [])
    stage = Stage()
    stage.do("edit_combatant", actor="bea", visibility="gm", owner_member_id="gm")
    rolled = stage.act("ann", 3, domain="might", targets=["bea"])
    assert rolled["sources"] == [{"to": "hits", "of": "advantage", "whose": "bea", "value": 2}]
    assert seen(stage, ANN, "action.rolled")["sources"] == []


@pytest.mark.parametrize(
    ("before", "fields", "rules"),
    [
        ({}, {}, ["U-02", "U-03", "U-08"]),
        ({}, {"domain": "might", "targets": ["bea"]}, ["U-02", "U-03", "U-08", "G-01"]),
        ({"tokens": [{"amount": 1}]}, {}, ["U-02", "U-03", "U-08", "G-20"]),
        ({"statuses": [{"key": "dazed", "level": 1}]}, {}, ["U-02", "U-03", "U-08", "G-22"]),
        (
            {},
            {"type_": "ultra.oppose", "defender": "bea", "defense": {"dice": 1}, "more": [1]},
            ["U-02", "U-03", "G-12"],
        ),
    ],
)
def test_a_roll_names_the_rules_it_rests_on(before: dict[str, Any], fields: dict[str, Any], rules: list[str]):
    assert Stage(sheets={"ann": before}).act("ann", 2, **fields)["rules"][: len(rules)] == rules


def test_what_somebody_hidden_does_leaves_no_trace_but_its_effect():
    stage = secretive()
    stage.turn_of("imp")
    stage.act("imp", 1, complications=[trouble(1, note="it giggles")])
    assert seen(stage, ANN, "action.rolled") is None
    assert seen(stage, ANN, "fact.added") is None
    view = show(stage.encounter, ANN, table=stage.game.table).model_dump(mode="json")
    assert view["scene"]["facts"] == []
    stage.next_turn_of("ann")
    stage.refused("unknown_combatant", "ultra.act", viewer=ANN, actor="ann", dice=1, targets=["imp"])
    hidden_fact = stage.scene["facts"][0]["id"]
    stage.refused("unknown_fact", "ultra.act", viewer=ANN, actor="ann", dice=1, facts=[hidden_fact])
    stage.act("ann", 1, complications=[trouble(1, note="she trips")])
    view = show(stage.encounter, ANN, table=stage.game.table).model_dump(mode="json")
    assert [one["id"] for one in view["scene"]["facts"]] == ["f1"]
    stage.do("reveal", actor="imp")
    view = show(stage.encounter, ANN, table=stage.game.table).model_dump(mode="json")
    assert [one["text"] for one in view["scene"]["facts"]] == ["it giggles", "she trips"]


def test_what_somebody_made_true_stays_so_when_they_leave_and_stays_secret_where_it_was():
    stage = secretive()
    for actor, note in (("bea", "the bridge burns"), ("imp", "it giggles")):
        stage.turn_of(actor)
        stage.act(actor, 1, complications=[trouble(1, note=note)])
        stage.do("leave", actor=actor)
    for viewer, facts in ((GM, ["the bridge burns", "it giggles"]), (ANN, ["the bridge burns"])):
        view = show(stage.encounter, viewer, table=stage.game.table).model_dump(mode="json")
        assert [one["text"] for one in view["scene"]["facts"]] == facts
    burns, giggles = stage.scene["facts"]
    stage.turn_of("ann")
    stage.refused("unknown_fact", "ultra.act", viewer=ANN, actor="ann", dice=1, facts=[giggles["id"]])
    stage.do("ultra.act", viewer=ANN, actor="ann", dice=1, facts=[burns["id"]], faces=[1])
    for fact, told in ((giggles, None), (burns, "the bridge burns")):
        stage.do("ultra.unfact", fact=fact["id"])
        assert (seen(stage, ANN, "fact.dropped") or {}).get("text") == told


@pytest.mark.parametrize(("ann", "imp", "winner", "leftover"), [(3, 2, "ann", 1), (1, 3, None, None), (2, 2, None, 0)])
def test_a_race_against_somebody_hidden_tells_nothing_of_their_hits(
    ann: int, imp: int, winner: str | None, leftover: int | None
):
    stage = secretive()
    sides = {"ann": {"dice": 3}, "bea": {"dice": 2}, "imp": {"dice": 3}}
    stage.do("ultra.race", sides=sides, faces=[*faces(ann, 3), *faces(2, 2), *faces(imp, 3)])
    told = seen(stage, ANN, "race.run")
    assert (told["winner"], told["hits"], told["leftover"]) == (winner, {"ann": ann, "bea": 2}, leftover)


def test_of_an_action_by_somebody_hidden_the_target_learns_its_effect_and_that_they_resist():
    stage = secretive()
    stage.turn_of("imp")
    stage.act("imp", 0, kind="attack", targets=["ann"])
    assert (seen(stage, ANN, "action.rolled"), seen(stage, ANN, "action.resolved")) == (None, None)
    stage.next_turn_of("imp")
    stage.do("ultra.oppose", actor="imp", dice=2, defender="ann", defense={"dice": 1}, kind="attack", faces=[1, 2, 8])
    told = seen(stage, ANN, "action.rolled")
    assert (told["actor"], told["kind"], told["hits"], told["rules"]) == (None, None, None, ["G-12"])
    assert (told["defender"], told["defender_hits"], [one["faces"] for one in told["dice"]]) == ("ann", 1, [[8]])


def test_a_player_is_not_offered_pools_of_sheets_they_may_not_read():
    stage = secretive()
    offered = legal(stage.encounter, ANN, table=stage.game.table)
    assert {one.body["defender"] for one in offered if one.type == "ultra.oppose"} == {"bea"}
    # Claws are on the sheet, the other names are not: nobody can tell by asking.
    pools: tuple[dict[str, Any], ...] = (
        {"traits": ["claws"]},
        {"traits": ["x"]},
        {"traits": ["x"] * 4},
        {"traits": []},
    )
    answers = []
    for defense in pools:
        refusal = stage.refused(
            "unknown_trait", "ultra.oppose", viewer=ANN, actor="ann", dice=1, defender="fiend", defense=defense
        )
        answers.append((refusal.detail, refusal.facts))
    assert all(answer == answers[0] for answer in answers)
    assert "claws" not in str(answers)


def test_those_who_act_for_somebody_name_the_traits_whoever_may_read_the_sheet():
    stage = Stage()
    stage.do("edit_combatant", actor="ann", visibility="gm")
    stage.do("ultra.act", viewer=ANN, actor="ann", traits=["fight"], faces=[1, 1, 1, 1])


def test_buttons_say_in_words_what_they_do():
    stage = Stage()
    stage.do("ultra.status", target="bea", key="bleeding", level=2)
    words = [one.summary for one in legal(stage.encounter, GM, table=stage.game.table)]
    assert "Ann: attack Fiend with fight, difficulty 1" in words
    assert "Ann: act on Bea with fight, difficulty 1" in words
    assert "Ann: act against Fiend, fight against claws" in words
    assert "Ann: treat Bea's bleeding with fight" in words
    assert "end Bea's bleeding" in words
    stage.act("ann", 3, complications=[trouble(1)])
    words = [one.summary for one in legal(stage.encounter, GM, table=stage.game.table)]
    assert "Ann: be spared c1 for 1" in words
    assert "Ann: buy Hinder for 1 → Fiend" in words
    assert "Ann: buy Shake It Off for 1 (bleeding) → Bea" in words
    assert "Ann: choose nothing more" in words
