"""Attacks of every kind, from the declaration to the last blow back: what people at the table see come of them."""

from typing import Any

import pytest

from app.rules.encounter.commands import Join
from app.rules.encounter.legal import legal
from app.rules.encounter.viewer import GM
from app.rules.systems.uttas.encounter.attack_facts import StrikeFailed, StrikeResolved
from tests.rules.uttas.fights import BASE, HIT, MISS, Json, TablePlay, attack, condition, do, fight, refused, window_of
from tests.rules.uttas.shorthand import sheet_of

SWAT: Json = {"counterattacks": [{"id": "swat", "attack": "club"}]}
STORM: Json = {"kind": "power", "power_dice": 2, "area": True, "range_m": 20}
FISTS: Json = {"kind": "melee", "strength_dice": 0, "martial_dice": 2, "max_strikes": 3}
OUT_AND_BACK = [{"mode": "run", "to": [0, -1]}, {"mode": "run", "m": 4, "to": [0, 0]}]
"""Takes the whole free move of whoever stands at 0, 0."""
KNIFE: Json = {"kind": "thrown", "strength_dice": 2, "required_strength": 10, "range_m": 20}


def armed(**attacks: Json) -> Json:
    """The usual sheet with more attacks."""
    return {"attacks": {**BASE["attacks"], **attacks}}


def numbers(play: TablePlay, name: str) -> tuple[int, int]:
    state = play.encounter[name].state
    return state.health, state.stamina


def rolls(play: TablePlay) -> list[StrikeResolved]:
    return [event.fact for event in play.events if isinstance(event.fact, StrikeResolved)]


def failures(play: TablePlay) -> list[tuple[str, str]]:
    return [(one.fact.target or "", one.fact.why) for one in play.events if isinstance(one.fact, StrikeFailed)]


class TestAreas:
    def stormy(self, **more: Any) -> TablePlay:
        play = fight(a=armed(storm=STORM), **more)
        play.do({"type": "uttas.attack", "actor": "a", "attack": "storm", "targets": ["b", "d"]})
        return play

    def test_all_are_asked_together_and_hit_one_after_the_other_in_one_event(self):
        play = self.stormy()
        assert (window_of(play).kind, window_of(play).for_) == ("reaction", ("b", "d"))
        do(play, "react", "d", kind="evade")
        do(play, "pass_reaction", "b", faces=[*HIT, 5, 4, *MISS, 6])
        (told,) = rolls(play)
        assert [(aim.target, aim.total, aim.hit) for aim in told.aims] == [("b", 28, True), ("d", 7, False)]
        assert (numbers(play, "b"), numbers(play, "d")) == ((38, 51), (40, 60))
        assert play.encounter.pending is None

    def test_nobody_takes_such_a_hit_for_somebody_else(self):
        play = self.stormy()
        do(play, "pass_reaction", "b")
        do(play, "pass_reaction", "d", faces=[*HIT, 1, 1, *MISS])
        refused(play, "no_window", "intercept", "d", for_="b")

    def test_somebody_out_of_range_is_missed_and_the_others_are_hit(self):
        play = fight(a=armed(storm={**STORM, "range_m": 500}))
        play.do({"type": "edit_combatant", "actor": "d", "pos": [100, 0]})
        do(play, "attack", attack="storm", targets=["b", "d"])
        assert window_of(play).for_ == ("b",)
        assert failures(play) == [("d", "out_of_range")]
        assert play.encounter["a"].state.stamina == 60
        do(play, "pass_reaction", "b", faces=[*HIT, 1, 1])
        assert numbers(play, "b") == (38, 58)

    def test_ones_own_hand_throws_for_each_target(self):
        play = fight(a=armed(storm=STORM))
        do(play, "attack", attack="storm", targets=["b", "d"], throw=True)
        do(play, "pass_reaction", "b")
        do(play, "pass_reaction", "d")
        for faces in (HIT, [2, 3], MISS):
            assert (window_of(play).kind, window_of(play).for_) == ("throw", ("a",))
            do(play, "throw", faces=faces)
        assert (play.encounter.pending, numbers(play, "b"), numbers(play, "d")) == (None, (38, 55), (40, 60))


class TestOnesOwnHand:
    def test_the_attacker_is_asked_before_each_throw(self):
        play = fight()
        attack(play, throw=True)
        do(play, "pass_reaction", "b")
        assert window_of(play).kind == "throw"
        do(play, "throw", faces=HIT)
        do(play, "pass_reaction", "d")
        assert window_of(play).kind == "throw"
        do(play, "throw", faces=[3, 4])
        assert (play.encounter.pending, numbers(play, "b")) == (None, (38, 53))

    def test_a_net_has_no_dice_of_damage_to_throw(self):
        play = fight()
        attack(play, what="net", throw=True)
        do(play, "pass_reaction", "b")
        do(play, "throw", faces=HIT)
        do(play, "pass_reaction", "d")
        assert play.encounter.pending is None
        assert play.encounter["b"].has("entangled")

    def test_left_to_itself_the_server_throws(self):
        play = fight()
        play.table = type(play.table)(
            rules=play.table.rules,
            options=play.table.options,
            sheets=play.table.sheets,
            auto_resolve=frozenset({"throw", "reaction", "intercept"}),
        )
        attack(play, throw=True)
        assert play.encounter.pending is None
        assert len(rolls(play)) == 1


class TestThrownWeapons:
    def test_it_costs_the_strength_in_it_and_what_it_requires(self):
        """T-070: two Strength dice, and a fifth of the Strength required."""
        play = fight(a=armed(knife=KNIFE))
        attack(play, what="knife")
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d", faces=[5, 5])
        assert play.encounter["a"].state.stamina == 60 - 2 - 2
        assert numbers(play, "b") == (38, 50)

    def test_fewer_strength_dice_cost_less_and_do_less(self):
        play = fight(a=armed(knife=KNIFE))
        attack(play, what="knife", strength_dice=1)
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d", faces=[5])
        assert (play.encounter["a"].state.stamina, numbers(play, "b")) == (57, (39, 55))

    def test_a_second_band_is_a_disadvantage(self):
        play = fight(a=armed(knife={**KNIFE, "range_m": 30}))
        play.do({"type": "edit_combatant", "actor": "b", "pos": [6, 0]})
        attack(play, what="knife")
        do(play, "pass_reaction", "b", faces=[4, 4, 4, 2])
        (told,) = rolls(play)
        assert (told.aims[0].total, told.aims[0].reasons) == (20, ("Disadvantage: 1 range band out",))

    def test_a_throw_is_not_blocked_unless_the_table_plays_so(self):
        play = fight(a=armed(knife=KNIFE))
        attack(play, what="knife")
        refused(play, "out_of_reach", "react", "b", kind="block")
        ranged = fight(a=armed(knife=KNIFE), options={"block_ranged": True})
        attack(ranged, what="knife")
        do(ranged, "react", "b", kind="block", faces=HIT)
        do(ranged, "pass_reaction", "d", faces=[3, 3, 1, 1])
        assert numbers(ranged, "b") == (40, 60)

    def test_a_disabled_arm_throws_nothing_and_the_hand_named_is_the_one(self):
        play = fight(a=armed(knife=KNIFE))
        condition(play, "a", "disabled", param="left_arm")
        refused(play, "limb_disabled", "attack", attack="knife", target="b", hand="left_arm")
        refused(play, "unknown_limb", "attack", attack="knife", target="b", hand="tentacle")
        attack(play, what="knife", hand="right_arm")
        assert window_of(play).kind == "reaction"


class TestWhatIsHeld:
    def test_a_weapon_that_was_dropped_has_to_be_drawn(self):
        """T-120: the hand that is out of use lets fall what it holds."""
        play = fight(a={"holds": {"right_arm": "club"}})
        condition(play, "a", "disabled", param="right_arm")
        refused(play, "limb_disabled", "attack", attack="club", target="b")
        do(play, "use_item", item="club")
        assert play.encounter["a"].state.action_used
        held = {limb.id: limb.holds for limb in play.encounter["a"].state.limbs}
        assert (held["left_arm"], held["right_arm"]) == ("club", None)

    def test_a_weapon_in_a_held_arm_does_not_strike(self):
        play = fight(a={"strength": 20}, b={"holds": {"right_arm": "club"}})
        do(play, "grapple", target="b", limbs=["left_arm"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        while play.encounter.active != "b":
            play.do({"type": "end_turn"})
        do(play, "take_control", "b", limbs=["head"], faces=[6, 6, 1, 1, 1, 1])
        assert play.encounter["b"].state.grapple.role == "holder"

    def test_two_hands_take_two_arms(self):
        play = fight(a=armed(maul={"kind": "melee", "hands": 2}))
        condition(play, "a", "disabled", param="left_arm")
        refused(play, "limb_disabled", "attack", attack="maul", target="b")


class TestSeveralStrikes:
    def test_one_after_the_other_at_the_targets_named(self):
        play = fight(a=armed(fists=FISTS))
        do(play, "attack", attack="fists", targets=["b", "d"])
        do(play, "pass_reaction", "b", faces=MISS)
        assert window_of(play).for_ == ("d",)
        do(play, "pass_reaction", "d", faces=MISS)
        assert play.encounter["a"].state.pool.actions == 2

    def test_what_is_left_lapses_when_the_target_falls(self):
        """G-31: the target fell during this attack."""
        play = fight(a=armed(fists=FISTS), b={"stamina": 5})
        do(play, "attack", attack="fists", target="b", strikes=3)
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d", faces=[3, 3])
        assert play.encounter["b"].has("unconscious")
        assert (play.encounter.pending, play.encounter["a"].state.pool.actions) == (None, 3)

    def test_what_is_left_lapses_when_the_attacker_stops_for_a_surrender(self):
        """T-059: stopping ends the turn; the actions of later strikes are not spent, nor is Stamina."""
        play = fight(a=armed(fists={**FISTS, "strength_dice": 2}))
        do(play, "attack", attack="fists", target="b", strikes=3)
        do(play, "surrender", "b")
        assert (window_of(play).kind, window_of(play).for_) == ("surrender", ("a",))
        do(play, "resolve_surrender", choice="stop")
        state = play.encounter["a"].state
        assert (state.pool.actions, state.stamina, state.action_used) == (3, 60, True)
        assert numbers(play, "b") == (40, 60)
        assert rolls(play) == []

    def test_finishing_it_is_easier(self):
        """G-23: whoever has surrendered grants an Advantage."""
        play = fight()
        attack(play)
        do(play, "surrender", "b")
        do(play, "resolve_surrender", choice="finish", faces=[4, 4, 4, 3])
        (told,) = rolls(play)
        assert told.aims[0].reasons == ("Advantage: surrendered",)
        assert told.aims[0].total == 10 + 12 + 3

    @pytest.mark.parametrize("key", ["unconscious", "dead"])
    def test_whoever_can_no_longer_finish_it_isnt_asked(self, key: str):
        play = fight()
        attack(play)
        do(play, "surrender", "b")
        play.do({"type": "add_condition", "actor": "a", "key": key})
        assert play.encounter.pending is None
        assert rolls(play) == []
        play.do({"type": "leave", "actor": "a"})

    def test_left_to_itself_a_surrender_is_finished(self):
        play = fight()
        play.table = type(play.table)(
            rules=play.table.rules,
            options=play.table.options,
            sheets=play.table.sheets,
            auto_resolve=frozenset({"surrender", "intercept"}),
        )
        attack(play)
        do(play, "surrender", "b", faces=[*MISS, 1])
        assert len(rolls(play)) == 1


class TestSteppingAside:
    def test_out_of_reach_the_strike_fails_and_costs_no_stamina(self):
        play = fight()
        do(play, "move", path=OUT_AND_BACK)
        attack(play)
        do(play, "react", "b", kind="move", path=[{"mode": "run", "to": [2, 0]}])
        assert play.encounter.pending is None
        assert failures(play) == [("b", "out_of_reach")]
        assert (play.encounter["a"].state.stamina, play.encounter["b"].state.stamina) == (60, 59)

    def test_half_a_move_where_the_table_plays_so(self):
        play = fight(options={"reactive_move": "half"})
        attack(play)
        do(play, "react", "b", kind="move", path=[{"mode": "run", "to": [4, 0]}])
        assert play.encounter["b"].state.pos == (4, 0)

    def test_warping_aside_leaves_the_bonds_behind(self):
        play = fight(b={"entangle": {"health": 8, "limbs": "legs"}})
        attack(play)
        do(play, "react", "b", kind="move", path=[{"mode": "warp", "to": [2, 0]}])
        assert not play.encounter["b"].has("entangled")

    def test_following_takes_the_unused_free_move(self):
        play = fight()
        attack(play)
        do(play, "react", "b", kind="move", path=[{"mode": "run", "to": [2, 0]}])
        do(play, "follow", path=[{"mode": "run", "to": [1, 0]}], faces=[*HIT])
        assert play.encounter["a"].state.moved == {"run": 2}

    def test_a_bow_follows_whoever_steps_aside_within_its_range(self):
        play = fight()
        do(play, "move", path=OUT_AND_BACK)
        attack(play, what="bow")
        do(play, "react", "b", kind="move", path=[{"mode": "run", "to": [2, 0]}], faces=MISS)
        assert [aim.target for aim in rolls(play)[0].aims] == ["b"]

    def test_too_far_in_bands_it_fails_by_itself(self):
        play = fight(a=armed(gun={"kind": "mechanical", "range_m": 100}))
        do(play, "move", path=OUT_AND_BACK)
        play.do({"type": "edit_combatant", "actor": "b", "pos": [30, 0]})
        attack(play, what="gun")
        do(play, "react", "b", kind="move", path=[{"mode": "run", "to": [31, 0]}])
        assert failures(play) == [("b", "out_of_range")]


class TestStrikingBack:
    def test_of_several_the_first_that_works(self):
        ways = [
            {"id": "kick", "attack": "spike"},
            {"id": "swat", "attack": "club"},
        ]
        play = fight(b={"counterattacks": ways, **armed(spike={"kind": "power", "active_points": 500})})
        attack(play)
        do(play, "pass_reaction", "b", faces=MISS)
        do(play, "react", "b", kind="counterattack", faces=[*HIT, 3, 3])
        assert numbers(play, "a") == (38, 60 - 2 - 6)
        assert play.encounter["b"].state.stamina == 58

    def test_none_that_works_is_refused_for_the_first_reason(self):
        play = fight(b={"counterattacks": [{"id": "kick", "attack": "blast"}]})
        attack(play)
        do(play, "pass_reaction", "b", faces=MISS)
        assert play.encounter.pending is None
        refused(play, "insufficient_stamina", "react", "b", kind="counterattack")

    def test_bound_arms_strike_nobody_back(self):
        play = fight(b={**SWAT, "entangle": {"health": 8, "limbs": "arms"}})
        attack(play)
        do(play, "pass_reaction", "b", faces=[*MISS, 1])
        refused(play, "limb_disabled", "react", "b", kind="counterattack")

    def test_a_power_kept_up_to_strike_back_locks_its_stamina(self):
        """T-074."""
        ward = {"kind": "power", "power_dice": 1, "active_points": 20, "maintained": True}
        play = fight(b={"counterattacks": [{"id": "zap", "attack": "field"}], **armed(field=ward)})
        attack(play)
        do(play, "pass_reaction", "b", faces=MISS)
        do(play, "react", "b", kind="counterattack", faces=[*HIT, 1])
        assert (play.encounter["b"].state.stamina, play.encounter["b"].state.stamina_locked) == (52, 8)

    def test_an_attacker_who_falls_is_struck_back_by_nobody_else(self):
        play = fight(a={"stamina": 3}, b=SWAT, d=SWAT)
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "intercept", "d", for_="b", faces=[1, 1])
        assert window_of(play).for_ == ("b", "d")
        do(play, "react", "b", kind="counterattack", faces=[*HIT, 6, 6])
        assert play.encounter["a"].has("unconscious")
        assert play.encounter.pending is None

    def test_the_stunned_react_unless_the_table_plays_otherwise(self):
        """G-22."""
        play = fight(b=SWAT)
        condition(play, "b", "stunned")
        attack(play)
        do(play, "react", "b", kind="evade")
        play = fight(b=SWAT, options={"stunned_can_react": False})
        condition(play, "b", "stunned")
        attack(play)
        refused(play, "must_recover_stun", "react", "b", kind="evade")
        do(play, "pass_reaction", "b", faces=[*MISS, 1])
        assert play.encounter.pending is None

    def test_a_second_answer_in_the_window_of_counterattacks_asks_for_nothing_else(self):
        play = fight(b=SWAT)
        attack(play)
        refused(play, "no_window", "react", "b", kind="counterattack")
        do(play, "pass_reaction", "b", faces=MISS)
        refused(play, "no_window", "react", "b", kind="evade")


class TestReacting:
    def test_without_actions_there_is_only_surrender(self):
        """T-029: step 4 asks even those with no action left."""
        play = fight()
        play.do({"type": "adjust", "actor": "b", "actions": -4})
        attack(play)
        refused(play, "no_actions", "react", "b", kind="evade")
        do(play, "pass_reaction", "b", faces=[*MISS, 1])
        assert rolls(play)[0].aims[0].reasons == ("Advantage: staggered",)

    def test_a_stance_counts_at_once(self):
        """T-050: mobile adds 2 to Dodge before the roll."""
        play = fight()
        attack(play)
        do(play, "react", "b", kind="stance", stance="mobile", faces=[4, 4, 4])
        assert (rolls(play)[0].aims[0].total, rolls(play)[0].aims[0].against, rolls(play)[0].aims[0].hit) == (
            22,
            22,
            False,
        )
        assert play.encounter["b"].state.pool.actions == 3

    def test_a_tie_hits_where_the_table_plays_so(self):
        """G-13b."""
        play = fight(options={"accuracy_tie": "hit"})
        attack(play)
        do(play, "pass_reaction", "b", faces=[4, 3, 3])
        assert rolls(play)[0].aims[0].hit

    def test_an_evader_misses_more_until_the_next_turn_is_over(self):
        """G-08."""
        play = fight()
        attack(play)
        do(play, "react", "b", kind="evade", faces=[*MISS, 1])
        while play.encounter.active != "b":
            play.do({"type": "end_turn"})
        attack(play, "b", "a")
        do(play, "pass_reaction", "a", faces=[*MISS, 1])
        assert rolls(play)[-1].aims[0].reasons == ("Disadvantage: evaded",)
        play.do({"type": "end_turn"})
        assert play.encounter["b"].state.evade_penalty == 0

    def test_no_penalty_where_the_table_plays_so(self):
        play = fight(options={"evade_penalty": False})
        attack(play)
        do(play, "react", "b", kind="evade", faces=[*MISS, 1])
        assert play.encounter["b"].state.evade_penalty == 0

    def test_evading_in_the_own_turn_lasts_until_the_end_of_the_next(self):
        play = fight(c=armed())
        do(play, "ready", action={"type": "uttas.attack", "attack": "club", "target": "b"}, trigger="when it rains")
        while play.encounter.active != "b":
            play.do({"type": "end_turn"})
        do(play, "trigger", "a")
        do(play, "react", "b", kind="evade", faces=[*MISS, 1])
        play.do({"type": "end_turn"})
        assert play.encounter["b"].state.evade_penalty == 1

    def test_an_art_of_ones_own_is_told(self):
        play = fight(b={"reaction_arts": ["wing_chun"]})
        attack(play)
        do(play, "react", "b", kind="block", art="wing_chun", faces=MISS)
        assert any(getattr(event.fact, "art", None) == "wing_chun" for event in play.events)

    def test_a_reaction_spoils_a_breather(self):
        """T-093, T-095: it gives nothing and does not count."""
        play = fight()
        play.do({"type": "end_turn"})
        do(play, "breather", "b")
        while play.encounter.active != "a":
            play.do({"type": "end_turn"})
        attack(play)
        do(play, "react", "b", kind="evade", faces=[*MISS, 1])
        play.do({"type": "end_turn"})
        assert play.encounter["b"].state.breather_uses == 0

    def test_waiting_for_a_trigger_one_is_told_so(self):
        play = fight()
        refused(play, "no_window", "throw", "a")


class TestTakingAHit:
    def test_the_interceptor_bears_it_with_armor_and_defense(self):
        """T-060: one more action, hit automatically, no Block."""
        play = fight(d={"armor": {"physical": 1}, "defense": {"physical": 3}})
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "intercept", "d", for_="b", faces=[6, 6])
        assert (numbers(play, "b"), numbers(play, "d"), play.encounter["d"].state.pool.actions) == (
            (40, 60),
            (39, 51),
            3,
        )

    def test_only_for_the_one_who_is_about_to_be_hit(self):
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        refused(play, "no_window", "intercept", "d", for_="c")

    def test_not_without_an_action_nor_in_a_hold_nor_waiting(self):
        play = fight()
        play.do({"type": "adjust", "actor": "d", "actions": -4})
        attack(play)
        do(play, "pass_reaction", "b", faces=[*HIT, 1, 1])
        assert numbers(play, "b")[0] == 38
        refusal = refused(play, "no_actions", "intercept", "d", for_="b")
        assert refusal.facts == {"rule": "T-060", "actions": 0}

    def test_the_first_closes_the_window_for_all(self):
        play = fight()
        play.send(play.body(Join, id="e", name="e", sheet=sheet_of(BASE), side="two", pos=(2, 0)), GM)
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        assert window_of(play).for_ == ("d", "e")
        do(play, "intercept", "e", for_="b", faces=[1, 1])
        assert (play.encounter.pending, numbers(play, "e")[0]) == (None, 38)


class TestLeavingInTheMiddle:
    """Whoever leaves takes their part of an attack along; the rest goes on."""

    def leave(self, play: TablePlay, who: str) -> None:
        play.do({"type": "leave", "actor": who})

    def test_the_attacker(self):
        play = fight()
        attack(play)
        self.leave(play, "a")
        assert play.encounter.pending is None
        assert play.encounter.find("a") is None
        assert numbers(play, "b") == (40, 60)

    def test_the_target_who_is_asked_lets_it_be_first(self):
        play = fight()
        attack(play)
        self.leave(play, "b")
        assert [aim.target for aim in rolls(play)[0].aims] == ["b"]
        state = play.encounter["a"].state
        assert (play.encounter.pending, state.action_used, state.pool.actions) == (None, True, 3)

    def test_the_target_before_the_hit_lands(self):
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        assert window_of(play).for_ == ("d",)
        self.leave(play, "b")
        assert (play.encounter.pending, numbers(play, "d")) == (None, (40, 60))

    def test_the_target_of_a_later_strike(self):
        play = fight(a=armed(fists=FISTS))
        do(play, "attack", attack="fists", targets=["b", "d"])
        self.leave(play, "d")
        assert window_of(play).for_ == ("b",)
        do(play, "pass_reaction", "b", faces=MISS)
        assert play.encounter.pending is None
        assert play.encounter["a"].state.pool.actions == 3

    def test_one_of_those_in_an_area(self):
        play = fight(a=armed(storm=STORM))
        do(play, "attack", attack="storm", targets=["b", "d"])
        self.leave(play, "d")
        assert play.encounter.pending is None
        assert rolls(play) == []

    def test_whoever_was_only_asked_to_take_the_hit(self):
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        self.leave(play, "d")
        assert play.encounter.find("d") is None

    def test_somebody_who_has_nothing_to_do_with_it(self):
        play = fight()
        attack(play)
        self.leave(play, "c")
        assert window_of(play).for_ == ("b",)
        do(play, "pass_reaction", "b", faces=MISS)
        assert len(rolls(play)) == 1

    def test_the_one_who_waited_for_a_move(self):
        play = fight()
        readied = {"type": "uttas.attack", "attack": "bow", "target": "b"}
        do(play, "ready", action=readied, trigger={"on": "move", "by": "b", "space": [3, 0]})
        play.do({"type": "end_turn"})
        do(play, "move", "b", path=[{"mode": "run", "to": [4, 0]}])
        assert window_of(play).for_ == ("a",)
        self.leave(play, "a")
        assert play.encounter.pending is None
        assert play.encounter["b"].state.pos == (4, 0)

    def test_the_mover_whom_somebody_waited_for(self):
        play = fight()
        readied = {"type": "uttas.attack", "attack": "bow", "target": "b"}
        do(play, "ready", action=readied, trigger={"on": "move", "by": "b", "space": [3, 0]})
        play.do({"type": "end_turn"})
        do(play, "move", "b", path=[{"mode": "run", "to": [4, 0]}])
        self.leave(play, "b")
        assert play.encounter.pending is None
        assert play.encounter.active == "c"

    def test_a_holder_lets_go(self):
        play = fight(a={"strength": 20})
        do(play, "grapple", target="b", limbs=["head"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        self.leave(play, "a")
        assert not play.encounter["b"].has("grappled")


class TestNobodyWasAsked:
    """Whoever answers a strike that is over is told why, or that nobody asks."""

    def test_a_strike_that_is_over_is_answered_by_nobody(self):
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=MISS)
        refused(play, "no_window", "react", "b", kind="block")
        refused(play, "no_window", "intercept", "d", for_="b")
        refused(play, "no_window", "pass_reaction", "b")

    def test_nobody_of_the_attackers_side_takes_the_hit(self):
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        refused(play, "no_window", "intercept", "c", for_="b")

    def test_a_hit_that_was_let_pass_is_taken_by_nobody(self):
        play = fight()
        attack(play)
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d", faces=[1, 1])
        refused(play, "no_window", "intercept", "d", for_="b")

    def test_while_somebody_else_is_asked_nobody_surrenders(self):
        play = fight()
        attack(play)
        assert refused(play, "pending", "surrender", "c").facts["rule"] == "T-045"

    def test_a_triggered_attack_needs_a_head(self):
        """T-124."""
        play = fight(a=armed(trap={"kind": "power", "power_dice": 1, "triggered": True, "range_m": 20}))
        condition(play, "a", "disabled", param="head")
        refused(play, "limb_disabled", "attack", attack="trap", target="b")

    def test_a_called_shot_may_be_too_weak_for_the_limb(self):
        """G-16b."""
        play = fight()
        attack(play, limb="left_arm")
        do(play, "pass_reaction", "b", faces=[*HIT, 1])
        do(play, "pass_reaction", "d", faces=[1, 1])
        assert play.encounter["b"].state.limbs[0].disabled is None


class TestAtOneInstant:
    """T-056: of two who act together each finds things as they were before."""

    def both(self, deed: Json) -> TablePlay:
        play = fight(a={"strength": 20}, c={"strength": 20})
        while play.encounter.active != "c":
            play.do({"type": "end_turn"})
        do(play, "ready", "c", action=deed, trigger={"on": "coordinate", "by": "a"})
        while play.encounter.active != "a":
            play.do({"type": "end_turn"})
        play.do({**deed, "actor": "a"})
        do(play, "trigger", "c")
        return play

    def test_only_the_first_hold_is_one(self):
        hold = {"type": "uttas.grapple", "target": "b", "limbs": ["head"]}
        play = self.both(hold)
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        assert play.encounter["b"].state.grapple.with_ == "a"
        assert play.encounter["c"].state.grapple is None

    def test_only_the_one_who_hits_is_intercepted(self):
        blow = {"type": "uttas.attack", "attack": "club", "target": "b"}
        play = self.both(blow)
        do(play, "pass_reaction", "b", faces=MISS)
        do(play, "pass_reaction", "b", faces=HIT)
        listed = legal(play.encounter, GM, table=play.table)
        assert [one.body["for"] for one in listed if "for" in one.body] == ["b"]
        do(play, "intercept", "d", for_="b", faces=[1, 1])
        assert (numbers(play, "b"), numbers(play, "d")[0]) == ((40, 60), 38)

    def test_whoever_readied_it_and_has_fallen_does_nothing(self):
        play = fight(c={"stamina": 1})
        shot = {"type": "uttas.attack", "attack": "bow", "target": "c"}
        play.do({"type": "set_order", "order": ["a", "c", "b", "d"]})
        do(play, "ready", action=shot, trigger={"on": "action", "by": "b"})
        play.do({"type": "end_turn"})
        do(play, "ready", "c", action={**shot, "target": "b"}, trigger={"on": "action", "by": "b"})
        play.do({"type": "end_turn"})
        do(play, "breather", "b")
        do(play, "trigger", "a")
        do(play, "trigger", "c")
        play.do({"type": "add_condition", "actor": "c", "key": "unconscious"})
        do(play, "pass_reaction", "c", faces=MISS)
        assert play.encounter["c"].state.ready is None


class TestTheLastSideStanding:
    def test_an_attack_is_played_out_before_the_fight_ends(self):
        """T-002."""
        play = fight(a={"stamina": 2}, b={"stamina": 1})
        for name in "cd":
            condition(play, name, "surrendered")
        attack(play)
        do(play, "pass_reaction", "b", faces=[*HIT, 6, 6])
        assert (play.encounter.status, play.encounter.winner) == ("ended", None)

    def test_the_side_that_is_left_wins(self):
        play = fight(b={"stamina": 1})
        condition(play, "d", "surrendered")
        attack(play)
        do(play, "pass_reaction", "b", faces=[*HIT, 6, 6])
        assert (play.encounter.status, play.encounter.winner) == ("ended", "one")


class TestHolds:
    def held_by_a(self, **more: Any) -> TablePlay:
        play = fight(a={"strength": 20}, **more)
        do(play, "grapple", target="b", limbs=["head"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        return play

    @pytest.mark.parametrize(("who", "key"), [("a", "unconscious"), ("b", "dead")])
    def test_a_holder_who_falls_lets_go_and_nobody_holds_the_dead(self, who: str, key: str):
        play = self.held_by_a()
        condition(play, who, key)
        assert [play.encounter[name].has("grappled") for name in "ab"] == [False, False]

    def test_the_unconscious_are_held_on(self):
        play = self.held_by_a()
        condition(play, "b", "unconscious")
        assert play.encounter["b"].has("grappled")

    def test_trip_brings_down_and_costs_strength(self):
        """G-24."""
        play = fight()
        do(play, "trip", target="b")
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        assert play.encounter["b"].has("prone")
        assert (play.encounter["a"].state.stamina, numbers(play, "b")) == (58, (40, 60))

    def test_a_held_limb_drops_what_it_holds(self):
        play = fight(a={"strength": 20}, b={"holds": {"right_arm": "club"}})
        do(play, "grapple", target="b", limbs=["right_arm"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        assert all(limb.holds is None for limb in play.encounter["b"].state.limbs)

    def test_a_limb_is_named_once_and_there(self):
        play = fight(a={"strength": 20})
        refused(play, "unknown_limb", "grapple", target="b", limbs=["head", "head"])
        refused(play, "unknown_limb", "grapple", target="b", limbs=["tail"])
        refused(play, "target_needed", "grapple", limbs=["head"])

    @pytest.mark.parametrize(("metres", "action"), [(2, False), (8, True)])
    def test_warp_leaves_by_half_a_move_or_as_the_action(self, metres: int, action: bool):
        """T-134."""
        play = fight(a={"strength": 20})
        do(play, "grapple", target="b", limbs=["head"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        while play.encounter.active != "b":
            play.do({"type": "end_turn"})
        do(play, "escape", "b", method="warp", path=[{"mode": "warp", "to": [1 + metres // 2, 0]}])
        state = play.encounter["b"].state
        assert (state.grapple, state.action_used, state.pos) == (None, action, (1 + metres // 2, 0))

    def test_only_warp_leaves_without_a_roll(self):
        play = fight(a={"strength": 20})
        do(play, "grapple", target="b", limbs=["head"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        while play.encounter.active != "b":
            play.do({"type": "end_turn"})
        refused(play, "insufficient_movement", "escape", "b", method="warp", path=[{"mode": "run", "to": [2, 0]}])
        result = do(play, "escape", "b", method="contortionist", faces=[6, 6, 6, 2, 1, 1, 1, 1])
        assert result == {"active_total": 16, "passive_total": 4, "success": True}
        assert play.encounter["b"].state.stamina == 60
