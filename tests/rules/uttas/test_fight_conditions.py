"""What each condition and stance does to later rolls and turns, how it ends, and what a fight leaves on a sheet."""

from typing import Any

import pytest

from app.rules.encounter.table import Character
from app.rules.systems.uttas.encounter.attack_facts import Aiming, StrikeResolved
from app.rules.systems.uttas.encounter.facts import SkillRolled
from app.rules.systems.uttas.sheet import UttasSheet
from tests.rules.uttas.fights import (
    BASE,
    HIT,
    MISS,
    Json,
    TablePlay,
    attack,
    condition,
    do,
    fight,
    refused,
    window_of,
)
from tests.rules.uttas.shorthand import sheet_of


def struck(play: TablePlay, by: str = "a", at: str = "b", *faces: int, **more: Any) -> Aiming:
    """How an attack comes out that its target lets happen; whoever has fallen isn't asked."""
    turn_of(play, by)
    helpless = play.encounter[at].out
    if helpless:
        attack(play, by, at, faces=[*faces], **more)
    else:
        attack(play, by, at, **more)
        do(play, "pass_reaction", at, faces=[*faces])
    return next(event.fact for event in reversed(play.events) if isinstance(event.fact, StrikeResolved)).aims[0]


def turn_of(play: TablePlay, name: str) -> None:
    while play.encounter.active != name:
        play.do({"type": "end_turn"})


def shown(play: TablePlay, name: str) -> Json:
    state: Json = next(one for one in play.seen()["combatants"] if one["id"] == name)["state"]
    return state


class TestStances:
    """G-05: accuracy, Dodge, Defense, Armor and Run, for as long as the stance is kept."""

    @pytest.mark.parametrize(
        ("stance", "accuracy", "dodge", "run"),
        [("none", 0, 20, 6), ("steady", 2, 18, 6), ("bracing", 0, 18, 6), ("mobile", -2, 22, 8)],
    )
    def test_to_the_one_who_takes_it(self, stance: str, accuracy: int, dodge: int, run: int):
        play = fight()
        do(play, "enter_stance", stance=stance)
        assert shown(play, "a")["dodge"] == dodge
        assert refused(play, "insufficient_movement", "move", mode="run", metres=run + 2).facts["limit"] == run
        aim = struck(play, "a", "b", *MISS)
        assert (aim.stance, aim.total) == (accuracy, 13 + accuracy)
        assert struck(play, "b", "a", *MISS).against == dodge

    def test_bracing_takes_a_point_and_five_of_a_hit(self):
        play = fight()
        do(play, "enter_stance", stance="bracing")
        attack(play, "a", "b")
        do(play, "pass_reaction", "b", faces=MISS)
        turn_of(play, "b")
        attack(play, "b", "a")
        do(play, "pass_reaction", "a", faces=HIT)
        do(play, "pass_reaction", "c", faces=[6, 6])
        assert (play.encounter["a"].state.health, play.encounter["a"].state.stamina) == (39, 60 - 2 - 7)

    def test_it_is_kept_until_it_is_changed_or_its_bearer_falls(self):
        """G-09."""
        play = fight()
        do(play, "enter_stance", stance="steady")
        play.do({"type": "end_turn"})
        turn_of(play, "a")
        assert play.encounter["a"].state.stance == "steady"
        play.do({"type": "adjust", "actor": "a", "stamina": -60})
        assert (play.encounter["a"].state.stance, play.encounter["a"].has("unconscious")) == ("none", True)


class TestAgainstTheBearer:
    def test_stunned_is_easier_to_hit_until_it_is_shaken_off(self):
        """T-141, T-142."""
        play = fight()
        condition(play, "b", "stunned")
        assert struck(play, "a", "b", *MISS, 1).reasons == ("Advantage: stunned",)
        turn_of(play, "b")
        refused(play, "must_recover_stun", "breather", "b")
        do(play, "recover_stun", "b")
        refused(play, "turn_over", "move", "b", mode="run", metres=2)
        assert struck(play, "c", "d", *MISS).reasons == ()
        turn_of(play, "a")
        assert struck(play, "a", "b", *MISS).reasons == ()

    def test_a_hit_stuns_past_body_and_not_at_it(self):
        """T-141."""
        for body, stunned in ((12, False), (11, True)):
            play = fight(b={"body": body})
            attack(play)
            do(play, "pass_reaction", "b", faces=HIT)
            do(play, "pass_reaction", "d", faces=[6, 6])
            assert play.encounter["b"].has("stunned") == stunned

    def test_staggered_lasts_until_the_pool_is_full_again(self):
        """T-026, T-027, T-029, T-030, T-140: the coming turn is lost, and its end refills."""
        play = fight()
        play.do({"type": "adjust", "actor": "b", "actions": -4})
        assert play.encounter["b"].has("staggered")
        assert struck(play, "a", "b", *MISS, 1).reasons == ("Advantage: staggered",)
        turn_of(play, "b")
        refused(play, "no_actions", "breather", "b")
        play.do({"type": "end_turn"})
        assert (play.encounter["b"].state.pool.actions, play.encounter["b"].has("staggered")) == (4, False)

    def test_the_game_master_gives_actions_back(self):
        play = fight()
        play.do({"type": "adjust", "actor": "b", "actions": -4})
        play.do({"type": "adjust", "actor": "b", "actions": 2})
        assert (play.encounter["b"].has("staggered"), play.encounter["b"].state.pool.actions) == (False, 2)
        play.do({"type": "adjust", "actor": "b", "actions": -9})
        play.do({"type": "remove_condition", "actor": "b", "key": "staggered"})
        assert not play.encounter["b"].state.pool.staggered

    @pytest.mark.parametrize(
        ("spaces", "reasons"), [(1, ("Advantage: prone, adjacent",)), (3, ()), (5, ("Disadvantage: prone, far away",))]
    )
    def test_prone_by_distance(self, spaces: int, reasons: tuple[str, ...]):
        """T-136, T-137: up to 2 m, from 4 to 8 m, beyond."""
        play = fight()
        play.do({"type": "edit_combatant", "actor": "b", "pos": [spaces, 0]})
        condition(play, "b", "prone")
        assert struck(play, "a", "b", *MISS, *([1] if reasons else []), what="bow").reasons == reasons

    def test_prone_ends_by_standing_up(self):
        play = fight()
        condition(play, "a", "prone")
        refused(play, "prone", "move", mode="run", metres=2)
        do(play, "stand_up")
        assert not play.encounter["a"].has("prone")

    def test_unconscious_falls_prone_and_wakes_prone(self):
        """T-143, T-144, G-17."""
        play = fight()
        play.do({"type": "adjust", "actor": "b", "stamina": -60})
        assert [play.encounter["b"].has(key) for key in ("unconscious", "prone")] == [True, True]
        assert play.encounter["b"].out
        aim = struck(play, "a", "b", *HIT, 1)
        do(play, "pass_reaction", "d", faces=[3, 3])
        assert aim.reasons == ("Advantage: prone, adjacent",)
        assert play.encounter["b"].state.stamina == -6
        play.do({"type": "end_turn"})
        assert play.encounter.active == "c"
        play.do({"type": "adjust", "actor": "b", "stamina": 7})
        assert [play.encounter["b"].has(key) for key in ("unconscious", "prone")] == [False, True]
        assert not play.encounter["b"].out

    def test_dead_has_no_more_turns(self):
        """T-118."""
        play = fight()
        play.do({"type": "adjust", "actor": "b", "health": -40})
        play.do({"type": "end_turn"})
        assert (play.encounter.active, play.encounter["b"].has("dead")) == ("c", True)
        play.do({"type": "adjust", "actor": "b", "health": 1})
        assert not play.encounter["b"].has("dead")

    def test_grappled_both_are_easier_to_hit_and_neither_moves(self):
        """T-129, T-130."""
        play = fight(a={"strength": 20})
        do(play, "grapple", target="b", limbs=["left_arm"])
        do(play, "pass_reaction", "b", faces=HIT)
        do(play, "pass_reaction", "d")
        turn_of(play, "c")
        play.do({"type": "edit_combatant", "actor": "c", "pos": [2, 0]})
        assert struck(play, "c", "b", *MISS, 1).reasons == ("Advantage: grappled",)
        turn_of(play, "d")
        assert struck(play, "d", "a", *MISS, 1).reasons == ("Advantage: grappled",)
        turn_of(play, "b")
        refused(play, "grappled", "move", "b", mode="run", metres=2)
        play.do({"type": "remove_condition", "actor": "b", "key": "grappled"})
        assert [play.encounter[name].has("grappled") for name in "ab"] == [False, False]
        do(play, "move", "b", path=[{"mode": "run", "to": [3, 0]}])

    def test_entangled_is_easier_to_hit_and_does_not_run_until_it_is_broken(self):
        """G-19, T-153."""
        play = fight()
        condition(play, "b", "entangled", param="3")
        assert struck(play, "a", "b", *MISS, 1).reasons == ("Advantage: entangled",)
        turn_of(play, "b")
        refused(play, "entangled", "move", "b", mode="run", metres=2)
        do(play, "break_entangle", "b", method="strength")
        assert play.encounter["b"].state.entangle.health == 1
        play.do({"type": "adjust", "actor": "b", "entangle_health": 5})
        assert play.encounter["b"].state.entangle.health == 6
        play.do({"type": "end_turn"})
        turn_of(play, "b")
        assert do(play, "break_entangle", "b", method="dexterity", faces=[3, 4]) == {"total": 7, "success": True}
        assert not play.encounter["b"].has("entangled")

    def test_a_roll_at_the_health_of_the_bonds_is_not_enough(self):
        play = fight(a={"entangle": {"health": 7, "limbs": "both"}})
        assert do(play, "break_entangle", method="dexterity", faces=[3, 4]) == {"total": 7, "success": False}
        rolled = next(one.fact for one in play.events if isinstance(one.fact, SkillRolled))
        assert (rolled.total, rolled.dc, rolled.success) == (7, 8, False)
        assert play.encounter["a"].state.entangle.health == 7

    def test_bonds_without_health_are_gone(self):
        play = fight(a={"entangle": {"health": 7, "limbs": "both"}})
        play.do({"type": "adjust", "actor": "a", "entangle_health": -9})
        assert not play.encounter["a"].has("entangled")
        condition(play, "a", "entangled", param="4")
        play.do({"type": "remove_condition", "actor": "a", "key": "entangled"})
        assert play.encounter["a"].state.entangle is None
        unknown = {"type": "add_condition", "actor": "a", "key": "entangled", "param": "much"}
        with pytest.raises(Exception, match="is its Health"):
            play.do(unknown)

    def test_a_surrender_taken_back_leaves_the_own_turn_going_on(self):
        play = fight()
        play.do({"type": "end_turn"})
        club = {"type": "uttas.attack", "attack": "club", "target": "a"}
        do(play, "ready", "b", action=club, trigger={"on": "move", "by": "a"})
        turn_of(play, "a")
        do(play, "move", path=[{"mode": "run", "to": [0, -1]}])
        do(play, "trigger", "b")
        do(play, "surrender", "a")
        play.do({"type": "remove_condition", "actor": "a", "key": "surrendered"})
        do(play, "resolve_surrender", "b", choice="stop")
        assert (play.encounter.active, play.encounter["a"].out, play.encounter.pending) == ("a", False, None)

    def test_surrendered_is_out_until_rising(self):
        """G-23."""
        play = fight()
        do(play, "surrender")
        assert play.encounter["a"].out
        assert play.encounter.active == "b"
        turn_of(play, "a")
        do(play, "rise")
        assert (play.encounter["a"].out, play.encounter["a"].state.pool.actions) == (False, 3)


class TestTheBearersOwnRolls:
    def test_a_disabled_head_makes_accuracy_worse(self):
        """T-124."""
        play = fight()
        condition(play, "a", "disabled", param="head")
        aim = struck(play, "a", "b", *MISS, 2)
        assert (aim.reasons, aim.total) == (("Disadvantage: head disabled",), 11)

    @pytest.mark.parametrize(("legs", "half"), [(("left_leg",), 2), (("left_leg", "right_leg"), 0)])
    def test_legs_out_of_use(self, legs: tuple[str, ...], half: int):
        """T-122, T-123: Run halved, then none; no Leap."""
        play = fight(a={"leap": 8})
        for leg in legs:
            condition(play, "a", "disabled", param=leg)
        refused(play, "limb_disabled", "move", mode="leap", metres=2)
        if half:
            refused(play, "insufficient_movement", "move", mode="run", metres=half + 2)
            do(play, "move", mode="run", to=[0, -1])
        else:
            refused(play, "limb_disabled", "move", mode="run", metres=2)
            condition(play, "a", "prone")
            refused(play, "limb_disabled", "stand_up")

    def test_an_extra_arm_out_of_use_holds_nothing(self):
        """T-127, T-135."""
        sheet = sheet_of({**BASE, "strength": 20})
        limbs = [*(limb.model_dump() for limb in sheet.limbs), {"id": "tentacle", "kind": "extra"}]
        sheet = type(sheet).model_validate({**sheet.model_dump(), "limbs": limbs})
        play = TablePlay()
        play.joins("a", sheet, "one", pos=(0, 0))
        play.joins("b", sheet_of(BASE), "two", pos=(1, 0))
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        three: Json = {"target": "b", "limbs": ["head", "left_arm", "right_arm"]}
        condition(play, "a", "disabled", param="tentacle")
        refused(play, "too_many_limbs", "grapple", **three)
        play.do({"type": "remove_condition", "actor": "a", "key": "disabled"})
        do(play, "grapple", **three)
        do(play, "pass_reaction", "b", faces=HIT)
        assert play.encounter["b"].state.grapple.limbs == ("head", "left_arm", "right_arm")

    def test_an_extra_arm_will_do_to_trip_somebody(self):
        """G-18."""
        sheet = sheet_of(BASE)
        limbs = [*(limb.model_dump() for limb in sheet.limbs), {"id": "tentacle", "kind": "extra"}]
        play = TablePlay()
        play.joins("a", type(sheet).model_validate({**sheet.model_dump(), "limbs": limbs}), "one", pos=(0, 0))
        play.joins("b", sheet, "two", pos=(1, 0))
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        for limb in ("left_arm", "right_arm"):
            condition(play, "a", "disabled", param=limb)
        do(play, "trip", target="b")
        assert window_of(play).for_ == ("b",)

    def test_stunned_and_unconscious_at_once_one_still_recovers_on_waking(self):
        """G-35."""
        play = fight()
        condition(play, "b", "stunned")
        play.do({"type": "adjust", "actor": "b", "stamina": -60})
        play.do({"type": "adjust", "actor": "b", "stamina": 5})
        turn_of(play, "b")
        refused(play, "must_recover_stun", "breather", "b")

    def test_a_disabled_body_takes_no_breather(self):
        """T-104."""
        play = fight()
        condition(play, "a", "disabled", param="body")
        refused(play, "body_disabled", "breather")

    def test_what_the_game_master_grants_is_for_the_next_roll(self):
        """T-109."""
        play = fight()
        do(play, "gm_modifier", roll="accuracy", adv=2, dis=1)
        aim = struck(play, "a", "b", *MISS, 4)
        assert (aim.total, len(aim.reasons)) == (17, 2)
        do(play, "gm_modifier", "b", roll="any", adv=1)
        do(play, "gm_modifier", "b", roll="any")
        assert struck(play, "b", "a", *MISS).reasons == ()

    def test_a_called_shot_is_harder_and_disables_past_half_of_health(self):
        """G-16b, T-119: 20 of 40 Health in one strike."""
        axe = {"axe": {"kind": "melee", "strength_dice": 0, "martial_dice": 20}}
        play = fight(a={"attacks": axe}, b={"holds": {"left_arm": "club"}, "stamina_max": 200})
        attack(play, what="axe", limb="left_arm")
        do(play, "pass_reaction", "b", faces=[*HIT, 1])
        do(play, "pass_reaction", "d", faces=[1] * 20)
        arm = play.encounter["b"].state.limbs[0]
        assert (arm.disabled.debt, arm.holds, play.encounter["b"].state.health) == (20, None, 20)
        play.do({"type": "adjust", "actor": "b", "health": 19})
        assert play.encounter["b"].state.limbs[0].disabled.debt == 1
        play.do({"type": "adjust", "actor": "b", "health": 1})
        assert play.encounter["b"].state.limbs[0].disabled is None

    def test_what_the_game_master_disables_is_healed_by_nothing(self):
        """G-16b."""
        play = fight(a={"health": 30})
        condition(play, "a", "disabled", param="left_arm")
        play.do({"type": "adjust", "actor": "a", "health": 10})
        assert play.encounter["a"].state.limbs[0].disabled.permanent
        play.do({"type": "remove_condition", "actor": "a", "key": "disabled"})
        assert play.encounter["a"].state.limbs[0].disabled is None

    def test_a_breather_gives_body_dice_and_harm_spoils_it(self):
        """T-091 to T-095."""
        for harm in (0, -1):
            play = fight(a={"stamina": 20})
            do(play, "breather")
            if harm:
                play.do({"type": "adjust", "actor": "a", "stamina": harm})
            for _ in range(3):
                play.do({"type": "end_turn"})
            play.do({"type": "end_turn", **({} if harm else {"faces": [6, 5]})})
            state = play.encounter["a"].state
            assert (state.stamina, state.breather_uses) == ((19, 0) if harm else (31, 1))


class TestLentHealth:
    def test_it_is_lost_after_ones_own(self):
        """G-20: First Aid's Health keeps somebody alive."""
        play = fight(a={"health": 1, "temp_health": [{"n": 5, "expires": 1440}]})
        turn_of(play, "b")
        attack(play, "b", "a")
        do(play, "pass_reaction", "a", faces=HIT)
        do(play, "pass_reaction", "c", faces=[1, 1])
        state = play.encounter["a"].state
        assert (state.health, state.temp_health[0].n, play.encounter["a"].has("dead")) == (0, 4, False)


class TestWhatAFightLeaves:
    """Section 4: numbers, limbs, bonds and what outlasts a fight; stances, holds and surrender end with it."""

    def ended(self, *done: Json, **short: Any) -> UttasSheet:
        sheet = sheet_of({**BASE, **short})
        play = TablePlay(characters={"chr_a": Character("a", sheet, "anne", "table")})
        play.do({"type": "join", "id": "a", "character_id": "chr_a", "side": "one", "pos": [0, 0]})
        play.joins("b", sheet_of(BASE), "two", pos=(1, 0))
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        for one in done:
            play.do(one)
        if play.encounter.status != "ended":
            play.do({"type": "end"})
        left = play.characters["chr_a"].sheet
        assert isinstance(left, UttasSheet)
        return left

    def test_numbers(self):
        left = self.ended(
            {"type": "uttas.activate_power", "actor": "a", "power": "ward"},
            {"type": "adjust", "actor": "a", "health": -3, "breather_uses": 1},
        )
        assert (left.health, left.stamina, left.stamina_locked, left.kept_up, left.breather_uses) == (
            37,
            52,
            8,
            ["ward"],
            1,
        )

    def test_conditions_that_last(self):
        held = [{"type": "add_condition", "actor": "a", "key": key} for key in ("prone", "stunned", "surrendered")]
        assert self.ended(*held).conditions == ["prone", "stunned"]

    @pytest.mark.parametrize(("key", "numbers"), [("dead", (0, 60)), ("unconscious", (40, 0))])
    def test_death_and_sleep_that_the_game_master_brought(self, key: str, numbers: tuple[int, int]):
        """T-118, T-143: a sheet tells them by its numbers."""
        left = self.ended({"type": "add_condition", "actor": "a", "key": key})
        assert (left.health, left.stamina) == numbers
        brief = {"type": "add_condition", "actor": "a", "key": key, "expires": {"at": "encounter_end"}}
        whole = self.ended(brief)
        assert (whole.health, whole.stamina) == (40, 60)

    def test_limbs_and_bonds(self):
        left = self.ended(
            {"type": "add_condition", "actor": "a", "key": "disabled", "param": "head"},
            {"type": "add_condition", "actor": "a", "key": "entangled", "param": "3"},
        )
        assert [limb.id for limb in left.limbs if limb.disabled is not None] == ["head"]
        assert left.entangle is not None
        assert left.entangle.health == 3

    def test_holds_end_with_it(self):
        left = self.ended({"type": "uttas.grapple", "actor": "a", "target": "b", "limbs": ["head"], "faces": None})
        assert "grappled" not in left.conditions

    def test_power_kept_up_comes_in_again(self):
        left = self.ended({"type": "uttas.activate_power", "actor": "a", "power": "ward"})
        play = TablePlay()
        play.joins("a", left, "one")
        assert [(one.id, one.lock) for one in play.encounter["a"].state.kept_up] == [("ward", 8)]

    @pytest.mark.parametrize(
        ("short", "keys"),
        [
            ({"stamina": 0}, ["prone", "unconscious"]),
            ({"health": 0}, ["dead"]),
            ({"conditions": ["prone"], "stamina": -3}, ["prone", "unconscious"]),
            ({"entangle": {"health": 3, "limbs": "legs"}}, ["entangled"]),
        ],
    )
    def test_how_somebody_comes_in(self, short: Json, keys: list[str]):
        play = TablePlay()
        play.joins("a", sheet_of({**BASE, **short}), "one")
        assert sorted(one.key for one in play.encounter["a"].conditions) == keys

    def test_a_sheet_copied_again_keeps_what_the_fight_did(self):
        sheet = sheet_of(BASE)
        play = TablePlay(characters={"chr_a": Character("a", sheet, "anne", "table")})
        play.do({"type": "join", "id": "a", "character_id": "chr_a", "side": "one", "pos": [0, 0]})
        play.joins("b", sheet_of(BASE), "two", pos=(1, 0))
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        play.do({"type": "uttas.activate_power", "actor": "a", "power": "ward"})
        play.do({"type": "adjust", "actor": "a", "health": -3, "actions": -1})
        weaker = {**BASE, "health_max": 30, "speed": 1, "powers": {}, "stamina_max": 50}
        play.characters["chr_a"] = Character("a", sheet_of(weaker), "anne", "table")
        play.do({"type": "edit_combatant", "actor": "a", "refresh": True})
        state = play.encounter["a"].state
        assert (state.health, state.stamina, state.stamina_locked, state.kept_up) == (30, 50, 0, ())
        assert (state.pool.speed, state.pool.actions) == (1, 1)

    def test_a_limb_that_the_new_sheet_has_besides_comes_to_those_that_the_fight_has_hurt(self):
        sheet = sheet_of(BASE)
        limbs = [*(limb.model_dump() for limb in sheet.limbs), {"id": "tail", "kind": "extra"}]
        play = TablePlay(characters={"chr_a": Character("a", sheet, "anne", "table")})
        play.do({"type": "join", "id": "a", "character_id": "chr_a", "side": "one"})
        play.joins("b", sheet, "two")
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        condition(play, "a", "disabled", param="left_arm")
        tailed = type(sheet).model_validate({**sheet.model_dump(), "limbs": limbs})
        play.characters["chr_a"] = Character("a", tailed, "anne", "table")
        play.do({"type": "edit_combatant", "actor": "a", "refresh": True})
        now = play.encounter["a"].state.limbs
        assert [limb.id for limb in now] == [*(limb.id for limb in sheet.limbs), "tail"]
        assert [limb.id for limb in now if limb.disabled is not None] == ["left_arm"]

    def test_a_limb_that_the_new_sheet_has_no_more_is_no_trouble(self):
        tail = sheet_of(BASE)
        limbs = [*(limb.model_dump() for limb in tail.limbs), {"id": "tail", "kind": "extra"}]
        tail = type(tail).model_validate({**tail.model_dump(), "limbs": limbs})
        play = TablePlay(characters={"chr_a": Character("a", tail, "anne", "table")})
        play.do({"type": "join", "id": "a", "character_id": "chr_a", "side": "one"})
        play.joins("b", sheet_of(BASE), "two")
        play.do({"type": "start", "faces": [6, 6, 1, 1]})
        condition(play, "a", "disabled", param="tail")
        play.characters["chr_a"] = Character("a", sheet_of(BASE), "anne", "table")
        play.do({"type": "edit_combatant", "actor": "a", "refresh": True})
        play.do({"type": "remove_condition", "actor": "a", "key": "disabled"})
        assert [limb.id for limb in play.encounter["a"].state.limbs if limb.disabled is not None] == []


def test_what_waits_for_a_turn_of_somebody_who_leaves_ends_with_the_round():
    play = fight()
    condition(play, "b", "prone", expires={"at": "turn_start", "of": "d"})
    play.do({"type": "leave", "actor": "d"})
    held = play.encounter["b"].conditions[0].expires
    assert (held.at, held.of) == ("round_end", None)
    for _ in range(3):
        assert play.encounter["b"].has("prone")
        play.do({"type": "end_turn"})
    assert not play.encounter["b"].has("prone")


def test_what_somebody_in_hiding_has_brought_comes_from_nobody_once_they_leave():
    play = fight()
    play.do({"type": "hide", "actor": "d"})
    condition(play, "b", "prone", source="d")
    play.do({"type": "leave", "actor": "d"})
    assert play.encounter["b"].conditions[0].source is None
