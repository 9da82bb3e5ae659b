"""Chases: the gap, what each side may do in a round, what it costs, and how it ends (G-32)."""

from typing import Any

import pytest

from app.rules.encounter.commands import Join
from app.rules.encounter.legal import legal
from app.rules.encounter.table import Character
from app.rules.encounter.viewer import GM, PLAYER, Viewer
from app.rules.systems.uttas.encounter.attack_facts import StrikeResolved
from app.rules.systems.uttas.encounter.chase_facts import ChaseEnded
from tests.rules.encounter.hearing import seen_event
from tests.rules.uttas.fights import BASE, HIT, MISS, Json, TablePlay, condition, do, refused, window_of
from tests.rules.uttas.shorthand import sheet_of

BOW: Json = {"attacks": {"bow": {"kind": "mechanical", "range_m": 100}}}
SEEING: Json = {**BASE, "skills": {**BASE["skills"], "perception": 4, "tracking": 4}}


def chase(gap_m: int = 20, *, p: Json | None = None, t: Json | None = None, **more: Any) -> TablePlay:
    """p after t, whose turn it is."""
    play = TablePlay(kind="chase", **more)
    play.joins("p", sheet_of({**SEEING, **(p or {})}), "one")
    play.joins("t", sheet_of({**SEEING, **(t or {})}), "two")
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": gap_m})
    return play


def gap(play: TablePlay) -> int | None:
    found = play.encounter.scene.chase
    return None if found is None else found.gap_m


def act(play: TablePlay, actor: str, kind: str, **body: Any) -> Json | None:
    return do(play, "chase_action", actor, kind=kind, **body)


def endings(play: TablePlay) -> list[str | None]:
    return [one.fact.how for one in play.events if isinstance(one.fact, ChaseEnded)]


@pytest.mark.parametrize(
    ("p", "t", "outcome"),
    [
        ({}, {}, "chase_scene"),
        ({"run": 14}, {}, "overtaken"),
        ({"speed": 3}, {"run": 4}, "target_escapes"),
    ],
)
def test_who_would_catch_whom(p: Json, t: Json, outcome: str):
    """T-146, T-147, T-148."""
    play = TablePlay()
    play.joins("p", sheet_of({**BASE, **p}), "one")
    play.joins("t", sheet_of({**BASE, **t}), "two")
    play.do({"type": "start", "faces": [6, 6, 1, 1]})
    before = play.encounter.combatants
    assert play.do({"type": "uttas.chase_check", "pursuer": "p", "target": "t"}) == {"outcome": outcome}
    assert play.encounter.combatants == before


def test_a_chase_is_between_two_on_two_sides():
    play = TablePlay(kind="chase")
    play.joins("p", sheet_of(BASE), "one")
    play.joins("t", sheet_of(BASE), "one")
    with pytest.raises(Exception, match="between two"):
        play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20})


def test_a_chase_among_others_is_refused_for_them():
    play = TablePlay(kind="chase")
    for name, side in (("p", "one"), ("t", "two"), ("x", "two")):
        play.joins(name, sheet_of(BASE), side)
    body = {"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20}
    with pytest.raises(Exception, match="1 more is in this encounter: let them `leave` first"):
        play.do(body)
    play.do({"type": "leave", "actor": "x"})
    play.do(body)
    assert gap(play) == 20
    offered = {one.type for one in legal(play.encounter, GM, table=play.table)}
    assert not {"uttas.chase_check", "uttas.chase_start"} & offered


def test_a_fight_of_two_may_become_one_and_one_a_fight_again():
    play = TablePlay()
    play.joins("p", sheet_of(BASE), "one", pos=(0, 0))
    play.joins("t", sheet_of(BASE), "two", pos=(1, 0))
    play.do({"type": "start", "faces": [6, 6, 1, 1]})
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20})
    assert (play.encounter.kind, play.encounter.order) == ("chase", ("t", "p"))
    assert play.encounter["t"].state.pos is None
    play.do({"type": "uttas.chase_end"})
    assert (play.encounter.kind, gap(play), endings(play)) == ("fight", None, ["called_off"])


def test_without_one_of_them_there_is_none():
    play = chase()
    play.do({"type": "leave", "actor": "t"})
    assert (play.encounter.kind, endings(play)) == ("fight", ["called_off"])


def test_who_runs_comes_as_they_are_when_the_chase_begins():
    play = TablePlay(kind="chase")
    sheet = sheet_of(SEEING)
    play.characters = {"chr": Character("t", sheet, "anne", "table")}
    play.joins("p", sheet, "one")
    play.send(play.body(Join, id="t", character_id="chr", side="two"))
    play.characters = {"chr": Character("t", sheet_of({**SEEING, "health": 7}), "anne", "table")}
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20})
    assert play.encounter["t"].state.health == 7
    play.do({"type": "end"})
    assert play.characters["chr"].sheet.model_dump()["health"] == 7


@pytest.mark.parametrize(("hidden", "told"), [(False, {"chase.started", "gap.changed"}), (True, set())])
def test_whoever_sees_one_side_alone_knows_of_no_chase(hidden: bool, told: set[str]):
    play = TablePlay(kind="chase")
    play.joins("p", sheet_of(SEEING), "one", hidden=hidden)
    play.joins("t", sheet_of(SEEING), "two")
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 10})
    act(play, "t", "sprint")
    heard = {one.type for event in play.events if (one := seen_event(event, PLAYER)) is not None}
    assert {type_ for type_ in heard if type_.startswith(("chase.", "gap."))} == told
    assert (play.seen(PLAYER)["chase"] is None) == hidden


@pytest.mark.parametrize("how", ["caught", "called_off", "left"])
def test_that_it_is_a_fight_now_is_told_to_whoever_sees_it_and_no_more(how: str):
    play = TablePlay(kind="chase")
    play.joins("p", sheet_of(SEEING), "one")
    play.joins("t", sheet_of(SEEING), "two", hidden=True)
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 3})
    match how:
        case "caught":
            play.do({"type": "end_turn"})
            act(play, "p", "sprint")
        case "called_off":
            play.do({"type": "uttas.chase_end"})
        case _:
            play.do({"type": "leave", "actor": "t"})
    assert play.seen(PLAYER)["kind"] == "fight"
    (told,) = [one for event in play.events if (one := seen_event(event, PLAYER)) and one.type == "chase.ended"]
    assert told.text == "It is a fight now."
    assert told.data.model_dump(include={"pursuer", "target", "how"}) == {"pursuer": None, "target": None, "how": None}


@pytest.mark.parametrize("gm_sends", [False, True])
def test_who_runs_after_somebody_unseen_is_told_nothing_of_what_they_do(gm_sends: bool):
    """Neither by what is offered nor by what is refused; the game master, who sees them, is."""
    anne = GM if gm_sends else Viewer(role="player", member_id="anne")
    told = []
    for deed in ("sprint", "hide", "hazard", "falls"):
        play = TablePlay(kind="chase")
        play.joins("p", sheet_of(SEEING), "one", owner_member_id="anne", visibility="table")
        play.joins("t", sheet_of(SEEING), "two", hidden=True)
        play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20})
        if deed == "falls":
            condition(play, "t", "prone")
            play.do({"type": "end_turn"})
        else:
            asked: Json = {"hide": {"skill": "stealth"}, "hazard": {"hazard": {"dice": 3, "type": "physical"}}}
            act(play, "t", deed, **asked.get(deed, {}))
        assert play.encounter.active == "p"
        offered = [one.body for one in legal(play.encounter, anne, table=play.table)]
        kinds = [one.get("kind", "") for one in offered]
        told.append(
            (deed, "oppose" in kinds, "brave_hazard" in kinds, "uttas.move" in [one["type"] for one in offered])
        )
        if not gm_sends:
            refused(play, "no_window", "chase_action", "p", viewer=anne, kind="oppose", skill="perception")
            refused(play, "no_window", "chase_action", "p", viewer=anne, kind="brave_hazard")
            refused(play, "insufficient_movement", "move", "p", viewer=anne, path=[{"mode": "run", "m": 2}])
    assert told == [
        ("sprint", False, False, False),
        ("hide", gm_sends, False, False),
        ("hazard", False, gm_sends, False),
        ("falls", False, False, gm_sends),
    ]


def test_hidden_the_target_must_be_found():
    """T-151, G-13b: strictly higher; found, the gap is as it was."""
    play = chase()
    assert act(play, "t", "hide", skill="stealth", faces=[4, 4, 4]) == {"total": 12}
    assert play.encounter.active == "p"
    result = act(play, "p", "oppose", skill="tracking", faces=[4, 4, 4, 1])
    assert result == {"active_total": 13, "passive_total": 12, "success": True}
    assert gap(play) == 20


@pytest.mark.parametrize("faces", [[3, 3, 3, 3, 1], [6, 3, 3, 3, 3]])
def test_not_found_the_gap_grows(faces: list[int]):
    """T-110: 20 m are a band out, a die less of Perception."""
    play = chase()
    act(play, "t", "hide", skill="stealth", faces=[5, 5, 5])
    assert act(play, "p", "oppose", skill="perception", faces=faces)["success"] is False  # type: ignore[index]
    assert gap(play) == 24


def test_what_the_pursuer_leaves_open_is_gone_and_costs_ground():
    play = chase()
    act(play, "t", "hazard", hazard={"dice": 2, "type": "energy", "name": "Burning cart"})
    play.do({"type": "end_turn"})
    assert (gap(play), play.encounter.scene.chase.hazard) == (24, None)


def test_a_hazard_braved_does_its_damage_and_may_slow():
    """T-152: Armor and Defense count, and it is no action."""
    play = chase(p={"armor": {"energy": 1}, "defense": {"energy": 3}})
    act(play, "t", "hazard", hazard={"dice": 3, "type": "energy", "slows_m": 5})
    act(play, "p", "brave_hazard", faces=[6, 6, 6])
    state = play.encounter["p"].state
    assert (state.health, state.stamina, gap(play)) == (38, 60 - 15 - 1, 25)
    assert (play.encounter["p"].has("stunned"), play.encounter.active) == (True, "p")
    do(play, "recover_stun", "p")
    refused(play, "no_window", "chase_action", "t", kind="brave_hazard")


def test_a_hazard_without_dice_only_slows():
    play = chase()
    act(play, "t", "hazard", hazard={"dice": 0, "type": "physical", "slows_m": 3})
    act(play, "p", "brave_hazard")
    assert (gap(play), play.encounter["p"].state.health) == (23, 40)


@pytest.mark.parametrize(
    ("actor", "asked", "faces", "then"),
    [
        ("t", {}, [6, 6, 6], 24),
        ("t", {}, [1, 1, 1], 20),
        ("t", {"gap_on_success": 9}, [6, 6, 6], 29),
        ("t", {"gap_on_failure": -7}, [1, 1, 1], 13),
        ("p", {}, [6, 6, 6], 16),
    ],
)
def test_a_skill_gains_ground(actor: str, asked: Json, faces: list[int], then: int):
    play = chase()
    if actor == "p":
        play.do({"type": "end_turn"})
    result = act(play, actor, "skill", skill="stealth", dc=12, faces=faces, **asked)
    assert result == {"total": sum(faces), "dc": 12, "success": faces[0] == 6}
    assert gap(play) == then


def test_perception_over_the_gap_loses_dice():
    play = chase(40)
    assert act(play, "t", "skill", skill="perception", dc=9, faces=[4, 4, 4, 4, 5, 5]) == {
        "total": 6,
        "dc": 9,
        "success": False,
    }


@pytest.mark.parametrize(("actor", "then"), [("t", 32), ("p", 8)])
def test_a_sprint_takes_the_moves_place_and_halves_dexterity(actor: str, then: int):
    """T-037, T-038: 24 m are two Stamina, in place of the round's one."""
    play = chase()
    if actor == "p":
        play.do({"type": "end_turn"})
    act(play, actor, "sprint")
    state = play.encounter[actor].state
    assert (gap(play), state.stamina, state.sprinting) == (then, 58, True)


def test_each_side_pays_its_move_once_a_round():
    play = chase()
    do(play, "talk", "t", words=2)
    assert play.encounter["t"].state.stamina == 59
    act(play, "t", "hide", skill="stealth", faces=[1, 1, 1])
    assert play.encounter["t"].state.stamina == 59
    play.do({"type": "end_turn"})
    do(play, "talk", "t", words=2)
    assert (play.encounter["p"].state.stamina, play.encounter["t"].state.stamina) == (59, 58)


def test_whoever_runs_with_the_last_of_the_stamina_falls():
    """T-076: the chase is over, for one side has nobody left."""
    play = chase(t={"stamina": 1})
    act(play, "t", "hide", skill="stealth", faces=[1, 1, 1])
    assert play.encounter["t"].has("unconscious")
    assert (play.encounter.status, play.encounter.winner) == ("ended", "one")


def test_a_bound_leader_neither_moves_nor_pays_and_is_run_down():
    """T-153: an explicit move closes the gap; at 2 m it is a fight."""
    play = chase(10, t={"entangle": {"health": 8, "limbs": "legs"}})
    play.do({"type": "end_turn"})
    assert play.encounter["t"].state.stamina == 60
    do(play, "move", "p", path=[{"mode": "run", "m": 8}])
    assert (gap(play), play.encounter.kind, endings(play)) == (None, "fight", ["caught"])
    assert play.encounter.order == ("t", "p")
    play.do({"type": "edit_combatant", "actor": "p", "pos": [0, 0]})
    assert play.encounter["p"].state.pos == (0, 0)


def test_a_leader_who_is_down_can_be_run_at_too_and_the_bound_pursuer_cannot():
    play = chase(20, t={"conditions": ["prone"]}, p={"entangle": {"health": 8, "limbs": "legs"}})
    play.do({"type": "end_turn"})
    refused(play, "entangled", "move", "p", path=[{"mode": "run", "m": 8}])
    free = chase(20, t={"conditions": ["prone"]})
    free.do({"type": "end_turn"})
    do(free, "move", "p", metres=6)
    assert gap(free) == 14


def test_beyond_the_pursuers_third_band_the_target_is_gone():
    """G-26: fled is out, and the fight is over."""
    play = chase(58)
    act(play, "t", "sprint")
    assert (play.encounter["t"].state.fled, endings(play)) == (True, ["escaped"])
    assert (play.encounter.status, play.encounter.winner) == ("ended", "one")


def test_a_longer_reach_sees_farther():
    """T-116."""
    play = chase(58, p={"range_extension": 1})
    act(play, "t", "sprint")
    assert (gap(play), play.encounter.status) == (70, "running")


class TestAttacks:
    def test_the_gap_is_the_distance(self):
        play = chase(20, p=BOW)
        play.do({"type": "end_turn"})
        do(play, "attack", "p", attack="bow", target="t")
        do(play, "pass_reaction", "t", faces=[*MISS, 3])
        told = next(one.fact for one in play.events if isinstance(one.fact, StrikeResolved))
        assert told.aims[0].reasons == ("Disadvantage: 1 range band out",)
        assert play.encounter.active == "t"

    @pytest.mark.parametrize(("by", "then"), [("t", 22), ("p", 18)])
    def test_a_step_aside_changes_it_and_nobody_follows(self, by: str, then: int):
        other = "p" if by == "t" else "t"
        play = chase(20, p=BOW, t=BOW)
        if other == "p":
            play.do({"type": "end_turn"})
        do(play, "attack", other, attack="bow", target=by)
        assert window_of(play).for_ == (by,)
        do(play, "react", by, kind="move", path=[{"mode": "run", "m": 2}], faces=[*MISS, 3])
        assert (gap(play), play.encounter.pending) == (then, None)

    def test_a_net_stops_the_leader(self):
        play = chase(8, p={"attacks": {"net": {"kind": "power", "entangle_health": 8}}})
        play.do({"type": "end_turn"})
        do(play, "attack", "p", attack="net", target="t")
        do(play, "pass_reaction", "t", faces=HIT)
        assert play.encounter["t"].has("entangled")
        play.do({"type": "end_turn"})
        do(play, "move", "p", metres=4)
        assert gap(play) == 4

    def test_what_was_readied_is_set_off_by_the_others_deed(self):
        play = chase(20, p=BOW)
        play.do({"type": "end_turn"})
        shot = {"type": "uttas.attack", "attack": "bow", "target": "t"}
        do(play, "ready", "p", action=shot, trigger={"on": "action", "by": "t"})
        act(play, "t", "hide", skill="stealth", faces=[1, 1, 1])
        assert window_of(play).for_ == ("p",)
        do(play, "trigger", "p")
        do(play, "pass_reaction", "t", faces=[*MISS, 3])
        assert play.encounter.active == "p"


def test_the_surrendered_stop_running():
    play = chase()
    condition(play, "t", "surrendered")
    assert (play.encounter.status, play.encounter.winner) == ("ended", "one")


def test_whom_nobody_can_reach_any_more_is_attacked_by_nobody():
    """G-26: of three the fled one is out, and the fight goes on."""
    play = chase(58, p=BOW)
    play.joins("t2", sheet_of(SEEING), "two")
    act(play, "t", "sprint")
    while play.encounter.active != "p":
        play.do({"type": "end_turn"})
    refused(play, "out_of_range", "attack", "p", attack="bow", target="t")


def test_a_hazard_may_kill():
    play = chase(p={"health": 2})
    act(play, "t", "hazard", hazard={"dice": 3, "type": "energy"})
    act(play, "p", "brave_hazard", faces=[6, 6, 6])
    assert (play.encounter["p"].has("dead"), play.encounter["p"].has("unconscious")) == (True, False)
    assert (play.encounter.status, play.encounter.winner) == ("ended", "two")
