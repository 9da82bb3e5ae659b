"""What a fight and a chase say of their rarer turns, to those who may know all and to those who may not."""

from typing import Any

import pytest

from app.rules.encounter.viewer import GM, Viewer
from tests.rules.encounter.hearing import say, seen_event
from tests.rules.uttas.fights import BASE, HIT, MISS, TablePlay, attack, body_of, condition, do, fight, refused
from tests.rules.uttas.shorthand import sheet_of
from tests.rules.uttas.test_chases import chase

ANNE = Viewer(role="player", member_id="anne")
OTHER = Viewer(role="player", member_id="ben")


def said(play: TablePlay, kind: str, actor: str | None = "a", /, *, to: Viewer = GM, **body: Any) -> str:
    decision = play.send(body_of({"type": f"uttas.{kind}", "actor": actor, **body}))
    return say(decision.events, play.encounter, to, table=play.table).text


def test_things_powers_and_skills():
    play = fight(a={"skills": {"pick": 2}})
    assert "a uses rope (left arm)." in said(play, "use_item", item="rope")
    play = fight()
    assert "a activates ward for 8 Stamina, 8 locked." in said(play, "activate_power", power="ward")
    assert "a drops ward." in said(play, "drop_power", power="ward")
    assert "a has 2 Advantage on the next roll (accuracy)." in said(play, "gm_modifier", roll="accuracy", adv=2)
    assert "a has nothing on the next roll (any)." in said(play, "gm_modifier", roll="any")


def test_a_long_skill_is_begun_and_broken_off():
    play = fight()
    sheet = play.table.sheet(play.encounter["a"])
    known = [*(one.model_dump() for one in sheet.skills), {"id": "pick", "dice": 2, "minutes": 1}]
    again = TablePlay()
    again.joins("a", type(sheet).model_validate({**sheet.model_dump(), "skills": known}), "one")
    again.joins("b", sheet, "two")
    again.do({"type": "start", "faces": [6, 6, 1, 1]})
    assert "a begins pick, until round 11." in said(again, "use_skill", skill="pick")
    stunning = again.send(body_of({"type": "add_condition", "actor": "a", "key": "stunned"}))
    assert "a breaks off pick." in say(stunning.events, again.encounter, GM, table=again.table).text


@pytest.mark.parametrize(
    ("gap_m", "deed", "told"),
    [
        (58, {"kind": "sprint"}, "t has got away."),
        (3, {"kind": "skill", "skill": "stealth", "dc": 30, "gap_on_failure": -1, "faces": [1, 1, 1]}, "t is caught"),
    ],
)
def test_how_a_chase_ends(gap_m: int, deed: dict[str, Any], told: str):
    assert told in said(chase(gap_m), "chase_action", "t", **deed)


def test_a_chase_is_called_off():
    assert "The chase is called off: it is a fight now." in said(chase(), "chase_end", None)


def test_a_hazard_is_told_with_its_numbers_only_to_those_who_may_read_them():
    play = chase()
    do(play, "chase_action", "t", kind="hazard", hazard={"dice": 2, "type": "energy"})
    decision = play.send(body_of({"type": "uttas.chase_action", "actor": "p", "kind": "brave_hazard", "faces": [2, 3]}))
    whole = say(decision.events, play.encounter, GM, table=play.table).text
    assert "Health -2 (2 dice - Armor 0), 38 left; Stamina -5 (5 - Defense 0), 55 left." in whole
    little = say(decision.events, play.encounter, ANNE, table=play.table).text
    assert "p braves it: " in little
    assert "Health" not in little


def test_so_is_a_hit():
    play = fight()
    attack(play)
    do(play, "pass_reaction", "b", faces=HIT)
    decision = play.send(body_of({"type": "uttas.pass_reaction", "actor": "d", "faces": [2, 3]}))
    assert "Health" in say(decision.events, play.encounter, GM, table=play.table).text
    assert "Health" not in say(decision.events, play.encounter, ANNE, table=play.table).text


def test_whoever_waits_in_plain_words_is_shown_with_them():
    play = fight()
    shot = {"type": "uttas.attack", "attack": "bow", "target": "b"}
    do(play, "ready", action=shot, trigger="when it rains")
    state = play.seen()["combatants"][0]["state"]
    assert state["ready"] == {"type": "uttas.attack", "trigger": "when it rains"}


def test_what_a_turn_takes_away_is_told_to_whoever_may_read_it():
    play = fight()
    play.do({"type": "edit_combatant", "actor": "a", "owner_member_id": "anne", "visibility": "owner"})
    do(play, "ready", action={"type": "uttas.attack", "attack": "bow", "target": "b"}, trigger="when it rains")
    since = len(play.events)
    for _ in play.encounter.order:
        play.do({"type": "end_turn"})
    bob = Viewer(role="player", member_id="bob")
    lapsed = [
        [(one["text"], one["data"]["rules"]) for one in heard(play, since, to) if one["type"] == "turn.prepared"]
        for to in (ANNE, bob)
    ]
    assert lapsed == [[("a readied in vain.", ["T-043"])], []]


def test_a_player_is_told_nothing_of_an_attacker_who_cannot_be_seen():
    play = fight()
    play.do({"type": "edit_combatant", "actor": "b", "owner_member_id": "anne", "visibility": "owner"})
    play.do({"type": "hide", "actor": "a"})
    attack(play, faces=MISS)
    with pytest.raises(Exception, match="Nobody asks this combatant"):
        play.do({"type": "uttas.react", "actor": "b", "kind": "block"}, ANNE)


def test_a_scene_has_no_winner():
    play = TablePlay(kind="scene")
    for name in "ab":
        play.joins(name, sheet_of(BASE), name)
    play.do({"type": "start", "faces": [6, 6, 1, 1]})
    condition(play, "b", "surrendered")
    assert play.encounter.status == "running"


def ambushed() -> TablePlay:
    """b shoots from hiding at Anne's a, who may read her own sheet alone."""
    play = fight(b={"attacks": {"bow": {"kind": "mechanical", "range_m": 20, "weapon_dice": 2}}})
    play.do({"type": "edit_combatant", "actor": "a", "owner_member_id": "anne", "visibility": "owner"})
    play.do({"type": "edit_combatant", "actor": "b", "pos": [8, 0]})
    play.do({"type": "hide", "actor": "b"})
    play.do({"type": "set_order", "order": ["b", "a", "c", "d"]})
    while play.encounter.active != "b":
        play.do({"type": "end_turn"})
    return play


def heard(play: TablePlay, since: int, to: Viewer) -> list[dict[str, Any]]:
    told = [seen_event(event, to) for event in play.events[since:]]
    return [one.model_dump(mode="json") for one in told if one is not None]


def test_of_an_attack_from_hiding_its_victim_reads_the_losses_and_nothing_else():
    play = ambushed()
    since = len(play.events)
    attack(play, "b", "a", "bow", faces=[*HIT, 1, 2, 3])
    told = heard(play, since, ANNE)
    assert [one["text"] for one in told] == ["a: Health -2 (Armor 0), 38 left; Stamina -5 (Defense 0), 55 left."]
    data = told[0]["data"]
    assert (data["actors"], data["targets"], data["aims"]) == ([], ["a"], [])
    assert (data["landings"][0]["rolled"], data["landings"][0]["dice"]) == (None, [])
    assert not {"T-077", "T-079", "T-106"} & set(data["rules"])
    assert [one["text"] for one in heard(play, since, OTHER)] == ["a is hit."]


def test_a_miss_from_hiding_never_was():
    play = ambushed()
    since = len(play.events)
    attack(play, "b", "a", "bow", faces=[*MISS, 1])
    assert heard(play, since, ANNE) == []


def test_dice_that_are_taken_off_are_told_with_their_sign():
    play = fight()
    play.do({"type": "uttas.gm_modifier", "actor": "a", "roll": "accuracy", "dis": 1})
    attack(play)
    told = said(play, "pass_reaction", "b", faces=[4, 4, 4, 5])
    assert (
        "(10 + 3d6 [4, 4, 4] (real dice) - 1d6 [5] (real dice); Disadvantage: 1 by the game master) against Dodge"
        in told
    )


def test_a_window_says_in_words_what_can_be_done():
    play = fight()
    assert said(play, "attack", attack="club", target="b").endswith("b may react, surrender or let it be.")
    play = fight()
    play.do({"type": "end_turn"})
    while play.encounter.active != "b":
        play.do({"type": "end_turn"})
    do(play, "ready", "b", action={"type": "uttas.attack", "attack": "club", "target": "a"}, trigger="now")
    play.do({"type": "end_turn"})
    while play.encounter.active != "a":
        play.do({"type": "end_turn"})
    assert said(play, "attack", attack="club", target="b").endswith("b may surrender or let it be.")


def test_whoever_is_put_elsewhere_is_edited_once():
    play = fight()
    decision = play.send(body_of({"type": "edit_combatant", "actor": "a", "pos": [5, 5]}))
    assert [event.fact.type for event in decision.events] == ["combatant.edited"]
    assert play.encounter["a"].state.pos == (5, 5)


def test_whoever_is_on_hears_that_the_turn_has_no_action_any_more():
    play = fight()
    assert said(play, "breather").endswith(
        "a is on (round 1, 3 of 4 actions and 60 Stamina; this turn's action is done: "
        "only words and the end of the turn are left)."
    )
    refused(play, "turn_over", "move", path=[{"mode": "run", "to": [-1, 0]}])


def test_whoever_is_on_hears_that_the_turn_is_lost():
    play = fight()
    play.do({"type": "adjust", "actor": "b", "actions": -4})
    play.do({"type": "end_turn"})
    while play.encounter.active != "b":
        play.do({"type": "end_turn"})
    assert said(play, "talk", "b", words=1).endswith(
        "(round 1, 0 of 4 actions and 60 Stamina; this turn is lost: words and the end of the turn are left)."
    )


def test_whoever_is_on_hears_that_a_stun_comes_first():
    play = fight()
    condition(play, "a", "stunned")
    assert said(play, "talk", words=1).endswith(
        "a is on (round 1, Stunned, which takes the action to shake off: 4 of 4 actions and 60 Stamina left)."
    )


def test_whoever_hides_while_running_hears_what_it_costs_and_why_they_fall():
    play = chase()
    play.do({"type": "adjust", "actor": "t", "stamina": -58})
    assert said(play, "chase_action", "t", kind="hide", skill="stealth", faces=[4, 5, 6]).startswith(
        "t, stealth: 15 (3d6 [4, 5, 6] (real dice)), to find takes more. t keeps running for 1 Stamina."
    )
    told = said(play, "chase_action", "p", kind="oppose", skill="contortionist", faces=[4, 5, 6])
    assert "p, contortionist: 15 (3d6 [4, 5, 6] (real dice)) against 15, failure." in told
    told = said(play, "chase_action", "t", kind="hide", skill="stealth", faces=[4, 5, 6])
    assert "t keeps running for 1 Stamina. t has paid 1 Stamina: 0 left." in told


def test_whoever_attacks_with_the_last_stamina_hears_why_they_fall():
    play = fight(a={"stamina": 2})
    attack(play)
    told = said(play, "pass_reaction", "b", faces=MISS)
    assert told.startswith("a has paid 2 Stamina: 0 left. Accuracy ")


def test_whoever_throws_with_their_own_hand_hears_which_dice():
    play = fight()
    play.do({"type": "uttas.gm_modifier", "actor": "a", "roll": "accuracy", "dis": 1})
    attack(play, throw=True)
    told = said(play, "react", "b", kind="block")
    assert told.endswith("a is asked to throw 3d6 to hit, then 1d6 for Disadvantage.")
    play.do({"type": "uttas.throw", "actor": "a", "faces": [*HIT, 1]})
    told = said(play, "pass_reaction", "d")
    assert told.endswith("a is asked to throw 2d6 of the Block, then 2d6 for damage.")
    assert play.seen()["pending"]["menu"] == {
        "dice": [{"dice": "2d6", "what": "of the Block"}, {"dice": "2d6", "what": "for damage"}]
    }
    assert said(play, "throw", faces=[5, 2, 3, 4]).startswith("Block 2d6 [5, 2] (real dice) = 7; 2d6 [3, 4]")


def test_dice_that_come_too_early_are_told_how_to_be_asked_for():
    play = fight()
    with pytest.raises(Exception, match='last answer, or attack with `"throw": true` to be asked for them'):
        attack(play, faces=HIT)
    with pytest.raises(Exception, match="send `faces` with the last answer\\."):
        attack(play, faces=HIT, throw=True)


def test_whoever_comes_in_unconscious_is_told_to_get_no_turn():
    play = TablePlay()
    for name, more in {"a": {}, "b": {"stamina": 0}}.items():
        play.joins(name, sheet_of({**BASE, **more}), name)
    play.joins("c", sheet_of(BASE), "a")
    started = play.send(body_of({"type": "start", "method": "roll", "faces": [6, 6, 5, 5, 1, 1]}))
    told = say(started.events, play.encounter, GM, table=play.table).text
    assert "b has initiative 10 (2d6 [5, 5] (real dice)), but is unconscious and gets no turn." in told
    assert "gets no turn" not in say(started.events, play.encounter, ANNE, table=play.table).text
