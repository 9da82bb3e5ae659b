"""Rounds and turns: who comes when, how far one gets, what is readied, and what skills, powers and things do."""

from typing import Any

import pytest

from app.rules.encounter.commands import Join
from app.rules.encounter.dry_run import dry_run
from app.rules.encounter.legal import legal
from app.rules.encounter.viewer import GM, Viewer
from app.rules.systems.uttas.encounter.facts import CombatantMoved, SkillBegun, SkillRolled
from tests.rules.uttas.fights import (
    BASE,
    HIT,
    MISS,
    Json,
    TablePlay,
    attack,
    body_of,
    condition,
    do,
    fight,
    held,
    placed,
    refused,
    window_of,
)  # fmt: skip
from tests.rules.uttas.shorthand import sheet_of


def price(play: TablePlay, kind: str, actor: str = "a", /, **body: Any) -> tuple[dict[str, int], list[str]]:
    """What a player who asks is told of a command: its cost and its dice."""
    command = body_of({"type": f"uttas.{kind}", "actor": actor, **body})
    found = dry_run(command, play.encounter, play.dice, table=play.table, viewer=GM, ids=play.ids).price
    return dict(found.costs), list(found.dice)


def walked(play: TablePlay) -> list[tuple[int, bool]]:
    """The metres that were told of each walk, and whether it was stopped."""
    return [
        (fact.metres, fact.stopped) for fact in (one.fact for one in play.events) if isinstance(fact, CombatantMoved)
    ]


def skilled(*skills: Json, **more: Any) -> TablePlay:
    """a has these skills."""
    play = TablePlay(options=more.pop("options", None))
    for name, pos in {"a": (0, 0), "b": (1, 0)}.items():
        sheet = sheet_of({**BASE, **more.get(name, {})})
        known = [*(one.model_dump() for one in sheet.skills), *(skills if name == "a" else [])]
        sheet = type(sheet).model_validate({**sheet.model_dump(), "skills": known})
        play.joins(name, sheet, name, pos=pos)
    play.do({"type": "start", "faces": [6, 6, 1, 1]})
    return play


def round_of(play: TablePlay, name: str) -> None:
    """Let turns end until it is theirs again."""
    play.do({"type": "end_turn"})
    while play.encounter.active != name:
        play.do({"type": "end_turn"})


class TestInitiative:
    def test_by_roll_ties_fall_to_the_more_agile_and_then_are_rolled_again(self):
        """T-012, T-013, T-014."""
        play = TablePlay()
        for name, agility in (("a", 10), ("b", 14), ("c", 10)):
            play.joins(name, sheet_of({**BASE, "agility": agility}), name)
        play.do({"type": "start", "method": "roll", "faces": [3, 3, 3, 3, 3, 3, 1, 1, 2, 2]})
        assert play.encounter.order == ("b", "c", "a")
        assert [one.initiative for one in play.encounter.combatants] == [6, 6, 6]

    def test_the_game_master_may_say_it(self):
        play = TablePlay()
        for name, said in (("a", 5), ("b", None), ("c", 99)):
            play.joins(name, sheet_of(BASE), name, initiative=said)
        play.do({"type": "start"})
        assert play.encounter.order == ("c", "b", "a")

    def test_without_agility_nothing_is_rolled(self):
        play = TablePlay()
        for name in "ab":
            play.joins(name, sheet_of({**BASE, "agility": 0}), name)
        play.do({"type": "start", "method": "roll"})
        assert sorted(play.encounter.order) == ["a", "b"]

    def test_late_joiners_come_by_the_same_method_and_act_next_round(self):
        """G-34."""
        play = fight()
        play.send(play.body(Join, id="e", name="e", sheet=sheet_of({**BASE, "agility": 30}), side="two"))
        assert play.encounter.order == ("e", "a", "b", "c", "d")
        for _ in range(4):
            play.do({"type": "end_turn"})
        assert (play.encounter.round, play.encounter.active) == (2, "e")

    def test_late_joiners_as_agile_as_others_come_after_them(self):
        play = fight()
        play.send(play.body(Join, id="e", name="e", sheet=sheet_of({**BASE, "agility": 10}), side="two"))
        assert play.encounter.order == ("a", "b", "c", "d", "e")


class TestDistances:
    @pytest.mark.parametrize(
        ("options", "metres"),
        [
            ({"metric": "chebyshev"}, 6),
            ({"metric": "manhattan"}, 10),
            ({"metric": "alternate"}, 8),
            ({"metric": "euclid"}, 8),
            ({"grid": "hex"}, 10),
            ({"grid": "hex", "metric": "manhattan"}, 10),
        ],
    )
    def test_how_far_a_way_is(self, options: Json, metres: int):
        """G-06: three spaces across and two along."""
        play = fight(options=options, a={"run": 40})
        play.do({"type": "edit_combatant", "actor": "b", "pos": [9, 9]})
        play.do({"type": "edit_combatant", "actor": "d", "pos": [8, 9]})
        do(play, "move", path=[{"mode": "run", "to": [3, 2]}])
        assert play.encounter["a"].state.moved == {"run": metres}

    def test_a_blow_across_a_corner_is_too_far_as_the_crow_flies(self):
        play = fight(options={"metric": "euclid"})
        assert refused(play, "out_of_reach", "attack", attack="club", target="d").facts["distance_m"] == 3

    def test_on_hexes_only_neighbours_are_adjacent(self):
        play = fight(options={"grid": "hex"})
        refused(play, "out_of_reach", "attack", attack="club", target="d")
        attack(play)
        assert window_of(play).for_ == ("b",)

    def test_a_leg_says_no_fewer_metres_than_its_space_is_away(self):
        refused(fight(), "insufficient_movement", "move", path=[{"mode": "run", "m": 2, "to": [0, 3]}])
        refused(fight(), "insufficient_movement", "move")
        play = fight()
        do(play, "move", path=[{"mode": "run", "m": 6, "to": [0, -2]}])
        assert play.encounter["a"].state.moved == {"run": 6}

    def test_without_a_board_there_are_metres_and_no_spaces(self):
        play = TablePlay()
        for name in "ab":
            play.joins(name, sheet_of(BASE), name)
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        refused(play, "blocked", "move", mode="run", to=[1, 1])
        do(play, "move", mode="run", metres=4)
        attack(play)
        assert window_of(play).kind == "reaction"

    def test_the_board_has_an_edge(self):
        refused(fight(a={"warp": 1000}), "insufficient_movement", "move", mode="warp", to=[11_000, 0])
        play = fight()
        play.do({"type": "edit_combatant", "actor": "a", "pos": [10_000, 0]})
        refused(play, "blocked", "move", mode="run", to=[10_001, 0])


class TestPools:
    def test_a_pool_that_is_not_empty_is_full_again_at_the_end_of_the_turn(self):
        """T-028."""
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=MISS)
        assert play.encounter["a"].state.pool.actions == 3
        play.do({"type": "end_turn"})
        assert play.encounter["a"].state.pool.actions == 4

    @pytest.mark.parametrize("allowed", [False, True])
    def test_in_a_lost_turn_there_is_half_a_move_only_where_the_table_plays_so(self, allowed: bool):
        """T-031, G-11."""
        play = fight(options={"lost_turn_half_move": allowed})
        play.do({"type": "adjust", "actor": "b", "actions": -4})
        play.do({"type": "end_turn"})
        assert play.encounter["b"].state.lost_turn
        if allowed:
            do(play, "move", "b", path=[{"mode": "run", "to": [2, 0]}])
            assert play.encounter["b"].state.pos == (2, 0)
        else:
            refused(play, "no_actions", "move", "b", path=[{"mode": "run", "to": [2, 0]}])
        refused(play, "no_actions", "enter_stance", "b", stance="steady")
        do(play, "talk", "b", words=3)

    @pytest.mark.parametrize("allowed", [False, True])
    def test_more_stamina_than_is_left_is_paid_only_where_the_table_plays_so(self, allowed: bool):
        """T-076, G-14: and whoever does so faints."""
        play = fight(a={"stamina": 1}, options={"overexert": allowed})
        if not allowed:
            refused(play, "insufficient_stamina", "attack", attack="club", target="b")
            return
        attack(play)
        do(play, "pass_reaction", "b", faces=MISS)
        assert (play.encounter["a"].state.stamina, play.encounter["a"].has("unconscious")) == (-1, True)

    def test_what_is_readied_lapses_when_the_own_turn_comes(self):
        """T-043."""
        play = fight()
        club = {"type": "uttas.attack", "attack": "club", "target": "b"}
        do(play, "ready", action=club, trigger="when it rains")
        round_of(play, "a")
        assert play.encounter["a"].state.ready is None
        refused(play, "no_ready", "trigger")

    def test_everybody_can_strike_trip_and_grapple(self):
        """T-034."""
        play = fight(a={"attacks": {}, "powers": {}, "skills": {}})
        types = {one.type for one in legal(play.encounter, GM, table=play.table)}
        assert {"uttas.attack", "uttas.trip", "uttas.grapple"} <= types


class TestMoving:
    def test_a_sprint_halves_dexterity_until_the_next_turn(self):
        """T-037, T-038, G-12: Dodge falls by the difference that half of Dexterity makes."""
        play = fight()
        do(play, "sprint", path=[{"mode": "run", "to": [0, -12]}])
        shown = next(one for one in play.seen()["combatants"] if one["id"] == "a")
        assert (shown["state"]["sprinting"], shown["state"]["dodge"]) == (True, 17)
        round_of(play, "a")
        assert not play.encounter["a"].state.sprinting

    def test_or_until_the_round_ends_where_the_table_plays_so(self):
        play = fight(options={"round_effects_until": "round_end"})
        do(play, "sprint", path=[{"mode": "run", "to": [0, -12]}])
        for _ in range(3):
            play.do({"type": "end_turn"})
            assert play.encounter["a"].state.sprinting == (play.encounter.round == 1)
        play.do({"type": "end_turn"})
        assert not play.encounter["a"].state.sprinting
        round_of(play, "a")
        assert (play.encounter.round, play.encounter["a"].state.sprinting) == (3, False)

    def test_a_way_to_where_one_stands_is_none(self):
        play = fight()
        do(play, "move", mode="run", to=[0, 0])
        assert (play.encounter["a"].state.pos, sum(play.encounter["a"].state.moved.values())) == ((0, 0), 0)

    def test_what_is_raised_by_a_power_costs_the_power(self):
        """T-075: eight Stamina for 40 Active Points, where the metres alone would be one."""
        play = fight(a={"warp_active_points": 40})
        assert price(play, "full_move", path=[{"mode": "warp", "to": [0, -4]}])[0] == {"actions": 1, "stamina": 8}
        do(play, "full_move", path=[{"mode": "warp", "to": [0, -4]}])
        assert play.encounter["a"].state.stamina == 52

    def test_bound_arms_have_no_wings(self):
        """G-19."""
        winged = [{"mode": "fly", "metres": 20, "limitations": ["wings"]}]
        play = TablePlay()
        sheet = sheet_of({**BASE, "entangle": {"health": 8, "limbs": "arms"}})
        sheet = type(sheet).model_validate({**sheet.model_dump(), "moves": winged})
        play.joins("a", sheet, "one", pos=(0, 0))
        play.joins("b", sheet_of(BASE), "two", pos=(5, 0))
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        refused(play, "entangled", "move", mode="fly", metres=4)
        refused(play, "no_free_arm", "trip", target="b")

    def test_standing_up_takes_the_free_half_move_or_acrobatics(self):
        """T-138, T-139: whoever fails the roll still has the other way."""
        play = fight()
        condition(play, "a", "prone")
        assert do(play, "stand_up", method="acrobatics", faces=[6, 6, 6]) == {"total": 18, "success": False}
        do(play, "stand_up")
        assert not play.encounter["a"].has("prone")
        refused(play, "insufficient_movement", "move", mode="run", metres=2)

    def test_a_move_stops_at_each_who_waited_for_it_and_goes_on(self):
        """T-054, T-055."""
        play = fight()
        bow = {"type": "uttas.attack", "attack": "bow", "target": "b"}
        do(play, "ready", action=bow, trigger={"on": "move", "by": "b", "adjacent_to": "d"})
        play.do({"type": "edit_combatant", "actor": "d", "pos": [5, 0]})
        play.do({"type": "end_turn"})
        do(play, "move", "b", path=[{"mode": "run", "to": [4, 0]}])
        assert (window_of(play).for_, play.encounter["b"].state.pos) == (("a",), (4, 0))
        do(play, "trigger", "a")
        do(play, "pass_reaction", "b", faces=MISS)
        assert play.encounter["b"].state.moved == {"run": 6}
        assert walked(play) == [(6, False)]

    def test_nobody_comes_near_somebody_who_is_not_on_the_board(self):
        play = fight()
        bow = {"type": "uttas.attack", "attack": "bow", "target": "b"}
        do(play, "ready", action=bow, trigger={"on": "move", "by": "b", "adjacent_to": "d"})
        play.do({"type": "leave", "actor": "d"})
        play.do({"type": "end_turn"})
        do(play, "move", "b", path=[{"mode": "run", "to": [3, 0]}])
        assert (play.encounter.pending, play.encounter["b"].state.pos) == (None, (3, 0))

    def test_any_step_will_do_where_the_trigger_names_no_place(self):
        play = fight()
        bow = {"type": "uttas.attack", "attack": "bow", "target": "b"}
        do(play, "ready", action=bow, trigger={"on": "move", "by": "b"})
        play.do({"type": "end_turn"})
        do(play, "move", "b", path=[{"mode": "run", "to": [3, 0]}])
        assert play.encounter["b"].state.pos == (2, 0)
        do(play, "pass_reaction", "a")
        assert play.encounter["b"].state.pos == (3, 0)
        assert walked(play) == [(2, False), (2, False)]

    def test_whoever_is_felled_on_the_way_stays_there(self):
        play = fight(b={"stamina": 1})
        bow = {"type": "uttas.attack", "attack": "blow", "target": "b"}
        blow = {"blow": {"kind": "power", "power_dice": 2, "range_m": 50}}
        play = fight(b={"stamina": 1}, a={"attacks": blow})
        do(play, "ready", action=bow, trigger={"on": "move", "by": "b", "space": [2, 0]})
        play.do({"type": "end_turn"})
        do(play, "move", "b", path=[{"mode": "run", "to": [4, 0]}])
        do(play, "trigger", "a")
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d", faces=[6, 6])
        assert play.encounter["b"].state.pos == (2, 0)
        assert walked(play) == [(2, False), (0, True)]
        assert play.encounter.active == "c"


class TestReadying:
    @pytest.mark.parametrize(
        ("action", "seen"),
        [
            ({"type": "uttas.full_move", "path": [{"mode": "run", "to": [0, -6]}]}, ("pos", (0, -6))),
            ({"type": "uttas.sprint", "path": [{"mode": "run", "to": [0, -12]}]}, ("pos", (0, -12))),
            ({"type": "uttas.activate_power", "power": "ward"}, ("stamina_locked", 8)),
        ],
    )
    def test_what_goes_at_nobody_is_done_when_its_owner_says(self, action: Json, seen: tuple[str, Any]):
        """T-042, T-052: it takes an action when readied and one when done."""
        play = fight()
        do(play, "ready", action=action, trigger="when it rains")
        play.do({"type": "end_turn"})
        do(play, "trigger", "a")
        state = play.encounter["a"].state
        assert (getattr(state, seen[0]), state.ready, state.pool.actions) == (seen[1], None, 3)

    def test_an_attack_is_done_with_the_last_action(self):
        """T-052."""
        play = fight()
        do(play, "ready", action={"type": "uttas.attack", "attack": "club", "target": "b"}, trigger="when it rains")
        play.do({"type": "end_turn"})
        play.do({"type": "adjust", "actor": "a", "actions": -3})
        do(play, "trigger", "a")
        assert (window_of(play).for_, play.encounter["a"].state.pool.actions) == (("b",), 0)

    def test_a_skill_and_a_thing(self):
        for action, faces in (
            ({"type": "uttas.use_skill", "skill": "stealth", "dc": 9}, [3, 3, 3]),
            ({"type": "uttas.use_item", "item": "rope"}, []),
        ):
            play = fight()
            do(play, "ready", action=action, trigger="when it rains")
            play.do({"type": "end_turn"})
            do(play, "trigger", "a", faces=faces)
            assert play.encounter["a"].state.ready is None
        assert play.encounter["a"].state.limbs[0].holds == "rope"

    def test_bonds_are_pulled_at(self):
        play = fight(a={"entangle": {"health": 8, "limbs": "legs"}})
        action = {"type": "uttas.break_entangle", "method": "strength"}
        do(play, "ready", action=action, trigger="when it rains")
        play.do({"type": "end_turn"})
        do(play, "trigger", "a")
        assert play.encounter["a"].state.entangle.health == 6

    def test_bonds_are_slipped_or_torn(self):
        for method, faces in (("dexterity", [6, 6]), ("strength", [])):
            play = fight(a={"entangle": {"health": 2, "limbs": "legs"}, "conditions": ["prone"]})
            action = {"type": "uttas.break_entangle", "method": method}
            do(play, "ready", action=action, trigger="when it rains")
            play.do({"type": "end_turn"})
            do(play, "trigger", "a", faces=faces)
            assert (play.encounter["a"].state.entangle, play.encounter["a"].has("entangled")) == (None, False)
            assert play.encounter["a"].has("prone")

    def test_whom_it_goes_at_may_be_said_when_it_is_done(self):
        play = fight()
        do(play, "ready", action={"type": "uttas.attack", "attack": "club"}, trigger={"on": "action", "by": "b"})
        play.do({"type": "end_turn"})
        do(play, "breather", "b")
        assert window_of(play).for_ == ("a",)
        do(play, "trigger", "a", target="d")
        assert window_of(play).for_ == ("d",)

    def test_two_who_waited_act_one_after_the_other(self):
        """T-053."""
        play = fight()
        club = {"type": "uttas.attack", "attack": "club"}
        do(play, "ready", action={**club, "target": "b"}, trigger={"on": "action", "by": "b", "type": "uttas.breather"})
        play.do({"type": "edit_combatant", "actor": "c", "pos": [2, 0]})
        play.do({"type": "set_order", "order": ["a", "c", "b", "d"]})
        play.do({"type": "end_turn"})
        do(play, "ready", "c", action={**club, "target": "b"}, trigger={"on": "action", "by": "b"})
        play.do({"type": "end_turn"})
        do(play, "breather", "b")
        assert window_of(play).for_ == ("a", "c")
        do(play, "trigger", "c")
        do(play, "trigger", "a")
        for faces in (MISS, MISS):
            do(play, "pass_reaction", "b", faces=faces)
        assert play.encounter.pending is None
        assert [play.encounter[name].state.pool.actions for name in "ac"] == [3, 3]

    def test_other_deeds_do_not_set_it_off(self):
        play = fight()
        club = {"type": "uttas.attack", "attack": "club", "target": "b"}
        do(play, "ready", action=club, trigger={"on": "action", "by": "b", "type": "uttas.trip"})
        play.do({"type": "end_turn"})
        do(play, "breather", "b")
        assert play.encounter.pending is None

    def test_what_cannot_be_done_any_more_asks_nobody(self):
        play = fight()
        club = {"type": "uttas.attack", "attack": "club", "target": "b"}
        do(play, "ready", action=club, trigger={"on": "action", "by": "b"})
        play.do({"type": "edit_combatant", "actor": "b", "pos": [9, 9]})
        play.do({"type": "end_turn"})
        do(play, "breather", "b")
        assert play.encounter.pending is None

    def test_what_fails_when_it_is_done_was_in_vain(self):
        play = fight()
        move = {"type": "uttas.full_move", "path": [{"mode": "run", "to": [0, -6]}]}
        do(play, "ready", action=move, trigger="when it rains")
        play.do({"type": "edit_combatant", "actor": "c", "pos": [0, -6]})
        play.do({"type": "end_turn"})
        do(play, "trigger", "a")
        assert [getattr(one.fact, "how", None) for one in play.events[-3:]].count("in_vain") == 1
        assert play.encounter["a"].state.pos == (0, 0)

    def test_only_attacks_are_coordinated(self):
        play = fight()
        act = {"type": "uttas.use_item", "item": "rope"}
        refused(play, "not_readyable", "ready", action=act, trigger={"on": "coordinate", "by": "c"})
        club: Json = {"type": "uttas.attack", "attack": "horns", "target": "b"}
        refused(play, "unknown_attack", "ready", action=club, trigger="now")
        club = {"type": "uttas.attack", "attack": "club", "target": "nobody"}
        refused(play, "unknown_actor", "ready", action=club, trigger="now")
        club = {"type": "uttas.attack", "attack": "club", "targets": ["b", "nobody"]}
        refused(play, "unknown_actor", "ready", action=club, trigger="now")
        club["targets"] = ["b"]
        refused(play, "unknown_actor", "ready", action=club, trigger={"on": "move", "by": "nobody"})

    def test_given_up_reactions_are_back_at_once(self):
        """G-36, T-057."""
        play = fight()
        club = {"type": "uttas.attack", "attack": "club", "target": "b"}
        do(play, "ready", action=club, trigger="when it rains")
        round_of(play, "b")
        do(play, "cancel_ready")
        attack(play, "b", "a")
        do(play, "react", "a", kind="evade", faces=[*MISS, 1])
        assert play.encounter["a"].state.pool.actions == 3

    def test_without_an_action_it_waits(self):
        play = fight(a={"speed": 1})
        club = {"type": "uttas.attack", "attack": "club", "target": "b"}
        do(play, "ready", action=club, trigger="when it rains")
        play.do({"type": "end_turn"})
        refused(play, "no_actions", "trigger")

    def test_somebody_who_may_not_see_the_one_waited_for_is_not_told(self):
        play = fight()
        club = {"type": "uttas.attack", "attack": "club", "target": "b"}
        do(play, "ready", action=club, trigger={"on": "action", "by": "d"})
        play.do({"type": "hide", "actor": "d"})
        play.do({"type": "edit_combatant", "actor": "a", "owner_member_id": "anne", "visibility": "owner"})
        seen = play.seen(Viewer(role="player", member_id="anne"))
        ready = next(one for one in seen["combatants"] if one["id"] == "a")["state"]["ready"]
        assert ready == {"type": "uttas.attack", "trigger": None}


class TestSkills:
    def test_against_somebody_elses(self):
        """G-13b: strictly higher."""
        play = skilled()
        seek = {"skill": "stealth", "opposed": {"by": "b", "skill": "acrobatics"}}
        assert price(play, "use_skill", **seek) == ({"actions": 1}, ["3d6"])
        result = do(play, "use_skill", **seek, faces=[4, 4, 4, 4, 4, 4])
        assert result == {"active_total": 12, "passive_total": 12, "success": False}

    @pytest.mark.parametrize(("visibility", "passive"), [("table", 11), ("gm", None)])
    def test_whoever_rolls_is_told_what_they_may_know_of_it(self, visibility: str, passive: int | None):
        """Their own total always, somebody else's as its event says it."""
        play = skilled()
        play.do({"type": "edit_combatant", "actor": "a", "owner_member_id": "anne"})
        play.do({"type": "edit_combatant", "actor": "b", "visibility": visibility})
        seek = {"skill": "stealth", "opposed": {"by": "b", "skill": "acrobatics"}, "faces": [4, 4, 4, 4, 4, 3]}
        anne = Viewer(role="player", member_id="anne")
        result = play.do({"type": "uttas.use_skill", "actor": "a", **seek}, anne)
        assert result == {"active_total": 12, "passive_total": passive, "success": True}

    def test_what_somebody_else_rolls_meanwhile_is_not_answered(self):
        play = skilled()
        play.joins("c", sheet_of(BASE), "one", initiative=1, owner_member_id="anne")
        play.do({"type": "set_order", "order": ["a", "c", "b"]})
        waits = {"on": "action", "by": "b"}
        do(play, "ready", action={"type": "uttas.use_skill", "skill": "stealth"}, trigger=waits)
        round_of(play, "c")
        do(play, "ready", "c", action={"type": "uttas.use_item", "item": "rope"}, trigger=waits)
        round_of(play, "b")
        do(play, "breather", "b")
        do(play, "trigger")
        anne = Viewer(role="player", member_id="anne")
        assert play.do({"type": "uttas.trigger", "actor": "c", "faces": [4, 4, 4]}, anne) is None

    def test_what_the_rival_was_granted_is_used_up(self):
        """T-109."""
        play = skilled()
        do(play, "gm_modifier", "b", roll="skill", dis=1)
        do(play, "gm_modifier", roll="skill", adv=1)
        seek = {"skill": "stealth", "opposed": {"by": "b", "skill": "acrobatics"}}
        result = do(play, "use_skill", **seek, faces=[4, 4, 4, 2, 4, 4, 4, 5])
        assert result == {"active_total": 14, "passive_total": 7, "success": True}
        assert play.encounter["b"].state.grants == play.encounter["a"].state.grants == ()

    def test_without_a_difficulty_there_is_only_a_total(self):
        play = skilled()
        assert do(play, "use_skill", skill="stealth", faces=[1, 2, 3]) == {"total": 6, "dc": None, "success": None}

    def test_perception_over_a_distance(self):
        """T-110: two bands out are two dice less, three fail without a throw."""
        for pos, faces, total in (((20, 0), [4, 4, 1, 2], 5), ((60, 0), [], None)):
            play = skilled({"id": "perception", "dice": 2})
            play.do({"type": "edit_combatant", "actor": "b", "pos": list(pos)})
            result = do(play, "use_skill", skill="perception", dc=5, target="b", faces=faces)
            assert result == {"total": total, "dc": 5, "success": total is not None}

    def test_a_long_one_is_rolled_when_its_time_has_run(self):
        """T-041."""
        play = skilled({"id": "pick", "dice": 2, "rounds": 2})
        do(play, "use_skill", skill="pick", dc=9)
        assert play.encounter["a"].state.skill.done_at_round == 3
        round_of(play, "a")
        play.do({"type": "end_turn"})
        play.do({"type": "end_turn", "faces": [5, 5]})
        (told,) = [one.fact for one in play.events if isinstance(one.fact, SkillRolled)]
        assert (told.total, told.success, play.encounter["a"].state.skill) == (10, True, None)

    @pytest.mark.parametrize("how", ["stunned", "unconscious", "move"])
    def test_a_long_one_is_broken_off(self, how: str):
        """G-25."""
        play = skilled({"id": "pick", "dice": 2, "minutes": 1})
        do(play, "use_skill", skill="pick")
        assert play.encounter["a"].state.skill.done_at_round == 11
        if how == "move":
            round_of(play, "a")
            do(play, "move", mode="run", to=[0, -1])
        elif how == "stunned":
            condition(play, "a", "stunned")
        else:
            play.do({"type": "add_condition", "actor": "a", "key": "unconscious"})
        assert play.encounter["a"].state.skill is None
        told = [one.fact for one in play.events if isinstance(one.fact, SkillBegun)]
        assert [one.done_at_round for one in told] == [11, None]

    def test_a_disabled_head_makes_every_check_harder(self):
        """T-124."""
        play = skilled()
        condition(play, "a", "disabled", param="head")
        assert do(play, "use_skill", skill="stealth", faces=[5, 5, 5, 3]) == {"total": 12, "dc": None, "success": None}

    def test_without_the_limb_it_takes_it_cannot_be_done(self):
        """T-120, T-122."""
        play = skilled({"id": "juggle", "dice": 2, "tags": ["hand"]})
        condition(play, "a", "disabled", param="left_arm")
        condition(play, "a", "disabled", param="right_arm")
        assert refused(play, "limb_disabled", "use_skill", skill="juggle").facts["rule"] == "T-120"
        play.do({"type": "remove_condition", "actor": "a", "id": play.encounter["a"].conditions[-1].id})
        assert do(play, "use_skill", skill="juggle", faces=[1, 2]) == {"total": 3, "dc": None, "success": None}

    def test_something_new_goes_into_a_free_hand(self):
        """T-044: what the hand held is put away."""
        play = fight(a={"holds": {"left_arm": "torch", "right_arm": "rope"}})
        do(play, "use_item", item="lamp")
        assert [limb.holds for limb in play.encounter["a"].state.limbs[:2]] == ["lamp", "rope"]
        again = fight(a={"holds": {"left_arm": "torch"}})
        do(again, "use_item", item="torch")
        assert [limb.holds for limb in again.encounter["a"].state.limbs[:2]] == ["torch", None]


class TestPowers:
    def test_a_triggered_one_needs_a_head(self):
        """T-124."""
        play = fight(a={"powers": {"charm": {"active_points": 5, "triggered": True}}})
        condition(play, "a", "disabled", param="head")
        refused(play, "power_limited", "activate_power", power="charm")

    def test_gestures_need_arms(self):
        play = fight(
            a={
                "powers": {"charm": {"active_points": 5, "limitations": ["gestures"]}},
                "entangle": {"health": 8, "limbs": "arms"},
            }
        )
        refused(play, "power_limited", "activate_power", power="charm")

    def test_what_is_kept_up_can_lock_no_more_than_there_is(self):
        """T-074."""
        play = fight(a={"stamina_max": 20, "powers": {"ward": {"active_points": 20, "maintained": True}}})
        play.do({"type": "adjust", "actor": "a", "stamina_locked": 13})
        assert refused(play, "insufficient_stamina", "activate_power", power="ward").facts["rule"] == "T-074"

    def test_dropping_it_frees_its_stamina_which_recovers_by_itself(self):
        """T-105: locked Stamina is not given back at once."""
        play = fight()
        do(play, "activate_power", power="ward")
        do(play, "drop_power", power="ward")
        state = play.encounter["a"].state
        assert (state.stamina, state.stamina_locked) == (52, 0)

    def test_an_attack_that_is_kept_up_locks_its_stamina_once(self):
        """T-074."""
        field = {"kind": "power", "power_dice": 1, "active_points": 20, "maintained": True}
        play = fight(a={"attacks": {**BASE["attacks"], "field": field}})
        do(play, "activate_power", power="ward")
        spent = []
        for _ in range(2):
            round_of(play, "a")
            attack(play, what="field")
            do(play, "pass_reaction", "b", faces=MISS)
            state = play.encounter["a"].state
            spent.append((state.stamina, state.stamina_locked))
        assert spent == [(44, 16), (36, 16)]

    def test_an_attack_that_is_kept_up_asks_for_room_once(self):
        """T-074."""
        field = {"kind": "power", "power_dice": 1, "active_points": 20, "maintained": True}
        play = fight(a={"attacks": {**BASE["attacks"], "field": field}})
        do(play, "activate_power", power="ward")
        play.do({"type": "adjust", "actor": "a", "stamina_locked": 45})
        round_of(play, "a")
        assert refused(play, "insufficient_stamina", "attack", attack="field", target="b").facts["rule"] == "T-074"
        play = fight(a={"attacks": {**BASE["attacks"], "field": field}})
        attack(play, what="field")
        do(play, "pass_reaction", "b", faces=MISS)
        play.do({"type": "adjust", "actor": "a", "stamina_locked": 52})
        round_of(play, "a")
        attack(play, what="field")
        zap = {"kind": "power", "power_dice": 1, "active_points": 20}
        play = fight(a={"attacks": {"zap": zap, "baton": {"kind": "melee", "strength_dice": 2, "maintained": True}}})
        play.do({"type": "adjust", "actor": "a", "stamina_locked": 60})
        for what in ("zap", "baton"):
            attack(play, what=what)
            do(play, "pass_reaction", "b", faces=MISS)
            round_of(play, "a")
        assert play.encounter["a"].state.kept_up == ()


class TestWhatItWillCost:
    def test_what_harms_nobody_throws_for_no_accuracy(self):
        """T-082."""
        play = fight()
        assert price(play, "attack", attack="bow", target="b")[1][0] == "3d6"
        assert price(play, "activate_power", power="ward")[1] == []

    def test_of_moves_stances_powers_and_bonds(self):
        play = fight(a={"entangle": {"health": 8, "limbs": "arms"}})
        assert price(play, "full_move", path=[{"mode": "run", "to": [0, -6]}]) == ({"actions": 1, "stamina": 1}, [])
        assert price(play, "sprint", path=[{"mode": "run", "to": [0, -12]}]) == ({"actions": 1, "stamina": 2}, [])
        assert price(play, "enter_stance", stance="steady") == ({}, [])
        assert price(play, "activate_power", power="ward") == ({"actions": 1, "stamina": 8}, [])
        assert price(play, "break_entangle", method="strength") == ({"actions": 1, "stamina": 2}, [])
        assert price(play, "break_entangle", method="dexterity") == ({"actions": 1}, ["2d6"])
        assert price(play, "break_entangle", method="contortionist") == ({"actions": 1}, ["3d6"])
        do(play, "enter_stance", stance="steady")
        assert price(play, "enter_stance", stance="none") == ({"actions": 1}, [])

    def test_of_ways_out_of_a_hold(self):
        play = held()
        assert price(play, "escape", "b", method="strength") == ({"actions": 1, "stamina": 2}, ["2d6"])
        assert price(play, "escape", "b", method="contortionist") == ({"actions": 1}, ["3d6"])
        assert price(play, "escape", "b", method="warp", path=[{"mode": "warp", "to": [3, 0]}]) == ({}, [])

    def test_of_reactions(self):
        play = fight(b={"warp_active_points": 50})
        attack(play)
        aside = [{"mode": "warp", "to": [2, 0]}]
        assert price(play, "react", "b", kind="evade") == ({"actions": 1}, [])
        assert price(play, "react", "b", kind="move", path=aside) == ({"actions": 1, "stamina": 10}, [])

    def test_of_attacks(self):
        play = fight()
        assert price(play, "attack", attack="club", target="b") == ({"actions": 1, "stamina": 2}, ["3d6", "2d6"])
        assert price(play, "attack", attack="net", target="b") == ({"actions": 1, "stamina": 0}, ["3d6"])
        assert price(play, "talk", words=3) == ({}, [])


class TestOffers:
    def test_buttons_say_in_words_what_they_do(self):
        play = fight()
        words = {one.type: one.summary for one in reversed(legal(play.encounter, GM, table=play.table))}
        assert list(reversed(words.values())) == [
            "a: change the stance to steady",
            "a: move 2 m to [-1, 0] (run)",
            "a: full move 2 m to [-1, 0] (run) (1 action, 1 Stamina)",
            "a: sprint 2 m to [-1, 0] (run) (1 action, 1 Stamina)",
            "a: attack with strike → b (1 action, 2 Stamina)",
            "a: trip → b (1 action, 2 Stamina)",
            "a: grapple → b (1 action, 2 Stamina)",
            "a: activate ward (1 action, 8 Stamina)",
            "a: use the skill contortionist (1 action)",
            "a: be ready to attack (strike) → b (1 action)",
            "a: take a breather (1 action)",
            "a: say something",
            "see whether a would catch b",
            "a: end the turn",
            "end the encounter",
            "a: surrender",
        ]

    @pytest.mark.parametrize(
        ("pos", "moves", "full"),
        [
            ((5, 0), {"run": [3, 0], "warp": [2, 0]}, {"run": [4, 0]}),
            ((4, 4), {"run": [3, 3], "warp": [2, 2]}, {"run": [3, 3]}),
            ((40, 0), {"run": [3, 0], "warp": [2, 0]}, {"run": [6, 0], "warp": [4, 0]}),
        ],
    )
    def test_moves_lead_to_the_nearest_foe(
        self, pos: tuple[int, int], moves: dict[str, list[int]], full: dict[str, list[int]]
    ):
        play = placed("b", pos)
        play.do({"type": "leave", "actor": "d"})
        listed = legal(play.encounter, GM, table=play.table)
        for kind, ends in (("uttas.move", moves), ("uttas.full_move", full)):
            legs = [one.body["path"][0] for one in listed if one.type == kind]
            assert {leg["mode"]: leg["to"] for leg in legs} == ends
        assert f"a: move 6 m to {moves['run']} (run), towards b" in [one.summary for one in listed]

    def test_nothing_is_offered_that_leads_nowhere(self):
        play = fight(a={"stamina": 1})
        condition(play, "b", "prone")
        listed = legal(play.encounter, GM, table=play.table)
        assert [one.body["action"]["attack"] for one in listed if one.type == "uttas.ready"] == ["bow", "bow"]
        play = fight()
        condition(play, "b", "prone")
        listed = legal(play.encounter, GM, table=play.table)
        assert [one.body["target"] for one in listed if one.type == "uttas.trip"] == ["d"]
        play.do({"type": "adjust", "actor": "a", "actions": -3})
        assert "uttas.ready" not in {one.type for one in legal(play.encounter, GM, table=play.table)}

    def test_what_was_moved_before_counts(self):
        play = placed("b", (5, 0))
        do(play, "move", path=[{"mode": "run", "to": [-2, 0]}])
        ways = {one.type: one.summary for one in reversed(legal(play.encounter, GM, table=play.table))}
        assert ways["uttas.move"] == "a: move 2 m to [-1, 1] (run), towards d"
        assert ways["uttas.full_move"] == "a: full move 4 m to [0, 2] (run), towards d (1 action, 1 Stamina)"

    def test_a_fighter_reaches_another_by_what_is_offered(self):
        play = placed("b", (30, 7))
        for name in "cd":
            play.do({"type": "leave", "actor": name})
        for _ in range(12):
            if play.encounter.active != "a":
                play.do({"type": "end_turn"})
            listed = legal(play.encounter, GM, table=play.table)
            if any(one.type == "uttas.attack" and one.body["attack"] == "club" for one in listed):
                return
            play.do(next(one.body for one in listed if one.type == "uttas.move"))
            play.do({"type": "end_turn"})
        pytest.fail("nobody is reached")

    def test_a_stranger_is_offered_nothing_and_an_owner_what_can_be_done(self):
        play = fight(a={"holds": {"left_arm": "rope"}})
        play.do({"type": "edit_combatant", "actor": "a", "owner_member_id": "anne"})
        offered = legal(play.encounter, Viewer(role="player", member_id="anne"), table=play.table)
        bodies = [one.body for one in offered]
        assert {"type": "uttas.use_item", "actor": "a", "item": "rope"} in bodies
        assert all(body.get("actor") == "a" for body in bodies)

    def test_bound_legs_are_not_offered_to_swim_across_a_room(self):
        play = fight()
        condition(play, "a", "entangled", param="3")
        moves = [one.body for one in legal(play.encounter, GM, table=play.table) if "path" in one.body]
        assert {leg["mode"] for body in moves for leg in body["path"]} == {"warp"}

    def test_a_stance_that_is_given_up_costs_its_action(self):
        play = fight()
        do(play, "enter_stance", stance="steady")
        words = [one.summary for one in legal(play.encounter, GM, table=play.table)]
        assert "a: change the stance to none (1 action)" in words

    def test_an_area_is_offered_with_its_targets(self):
        storm = {"storm": {"kind": "power", "power_dice": 2, "area": True, "range_m": 20}}
        play = fight(a={"attacks": storm})
        bodies = [one.body for one in legal(play.encounter, GM, table=play.table) if one.type == "uttas.attack"]
        assert {"type": "uttas.attack", "actor": "a", "attack": "storm", "targets": ["b"]} in bodies

    def test_without_a_board_a_hold_is_left_by_metres(self):
        play = TablePlay()
        for name in "ab":
            play.joins(name, sheet_of({**BASE, "strength": 20}), name)
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        do(play, "grapple", target="b", limbs=["head"])
        do(play, "pass_reaction", "b", faces=HIT)
        play.do({"type": "end_turn"})
        bodies = [one.body for one in legal(play.encounter, GM, table=play.table)]
        assert {"type": "uttas.escape", "actor": "b", "method": "warp", "metres": 2} in bodies
        do(play, "escape", "b", method="warp", metres=2)
        assert play.encounter["b"].state.grapple is None

    def test_no_way_leads_into_an_occupied_space(self):
        play = placed("b", (1, 1))
        bodies = [one.body for one in legal(play.encounter, GM, table=play.table) if one.type == "uttas.move"]
        assert bodies
        assert all(body["path"][0]["to"] != [1, 1] for body in bodies)

    def test_whoever_is_walled_in_is_offered_no_step(self):
        play = fight()
        for number, pos in enumerate([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]):
            play.joins(f"wall{number}", sheet_of(BASE), "two", pos=pos)
        assert "uttas.move" not in {one.type for one in legal(play.encounter, GM, table=play.table)}

    def test_whoever_throws_is_offered_the_throw(self):
        play = fight()
        attack(play, throw=True)
        do(play, "pass_reaction", "b")
        assert "uttas.throw" in {one.type for one in legal(play.encounter, GM, table=play.table)}

    def test_only_the_one_about_to_be_hit_is_offered(self):
        storm = {"storm": {"kind": "melee", "strength_dice": 0, "martial_dice": 1, "max_strikes": 2}}
        play = fight(a={"attacks": storm})
        attack(play, what="storm")
        do(play, "pass_reaction", "b", faces=HIT)
        listed = legal(play.encounter, GM, table=play.table)
        assert [one.body["for"] for one in listed if one.type == "uttas.intercept" and "for" in one.body] == ["b"]

    def test_a_race_is_offered_of_two_who_are_on_two_sides(self):
        play = TablePlay()
        for name, side in (("a", "one"), ("b", "one"), ("c", "two")):
            play.joins(name, sheet_of(BASE), side)
        play.do({"type": "start", "faces": [1] * 4 + [2] * 2 + [3, 3, 4, 4]})
        bodies = [one.body for one in legal(play.encounter, GM, table=play.table)]
        assert {"type": "uttas.chase_check", "pursuer": "a", "target": "c"} in bodies
        alone = TablePlay(kind="scene")
        for name in "ab":
            alone.joins(name, sheet_of(BASE), "one")
        alone.joins("c", sheet_of(BASE), "two")
        alone.do({"type": "start", "faces": [1] * 4 + [2] * 2 + [3, 3, 4, 4]})
        alone.do({"type": "leave", "actor": "c"})
        assert "uttas.chase_check" not in {one.type for one in legal(alone.encounter, GM, table=alone.table)}
