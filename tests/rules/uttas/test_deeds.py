"""Between fights: rests, harm, treatment, conditions, and what is spent, each with the dice given."""

from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.catalog import CHECKS
from app.rules.deeds import DAY, HOUR
from app.rules.system import AgainstTheRules, RecurringKind, RuleRefusal
from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS
from app.rules.systems.uttas.options import DEFAULTS
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.vitals import Lost, alive, hurt, suffered
from tests.rules import deeds

WILLOW, BEAR, THUG = EXAMPLE_SHEETS[:3]
done = partial(deeds.done, "uttas")
refused = partial(deeds.refused, "uttas")
told = partial(deeds.told, "uttas")
WEEK = 7 * DAY


def like(sheet: UttasSheet, **changes: Any) -> UttasSheet:
    return UttasSheet.model_validate({**sheet.model_dump(), **changes})


def passed(sheet: UttasSheet, *, before: int = 0, after: int) -> Any:
    return SYSTEM.time_passes(sheet, DEFAULTS, before=before, after=after)


def broken(sheet: UttasSheet, **debts: int) -> UttasSheet:
    """Limbs out of use by hits, in this order."""
    order = {name: place for place, name in enumerate(debts, 1)}
    limbs = [
        {**limb.model_dump(), "disabled": {"by": "hit", "debt": debts[limb.id], "since": order[limb.id]}}
        if limb.id in debts
        else limb.model_dump()
        for limb in sheet.limbs
    ]
    return like(sheet, limbs=limbs)


def disabled(sheet: UttasSheet) -> dict[str, int]:
    return {limb.id: limb.disabled.debt for limb in sheet.limbs if limb.disabled}


class TestRest:
    """T-098 to T-104; G-28: a day is that of the game's clock."""

    def test_a_short_rest_gives_half_of_what_is_missing_and_all_breathers(self):
        tired = like(THUG, stamina=-9, breather_uses=3, conditions=["prone"])
        answer = done("rest", tired, kind="short", clock=3 * DAY + 90)
        assert answer.result.model_dump() == {
            "stamina": 9,
            "gained": 18,
            "breather_uses": 0,
            "unconscious": False,
        }
        assert answer.sheet.short_rests.model_dump() == {"day": 3, "n": 1}
        assert answer.sheet.conditions == ["prone"]
        assert answer.text == "Short rest: 18 Stamina, 9 of 28, and all breathers."

    def test_who_is_too_far_down_sleeps_on(self):
        answer = done("rest", like(THUG, stamina=-30, stamina_max=20), kind="short")
        assert answer.result.unconscious
        assert answer.sheet.stamina == -5
        assert answer.text.endswith("; still unconscious.")

    def test_two_short_rests_a_day_by_the_calendar(self):
        once = done("rest", like(THUG, stamina=0), kind="short", clock=10 * HOUR).sheet
        twice = done("rest", once, kind="short", clock=12 * HOUR).sheet
        assert refused("rest", twice, kind="short", clock=20 * HOUR) == "rest_limit"
        assert done("rest", twice, kind="short", clock=DAY).sheet.short_rests.n == 1

    def test_one_long_rest_in_24_hours(self):
        rested = done("rest", like(WILLOW, stamina=3, breather_uses=2), kind="long", clock=DAY).sheet
        assert (rested.stamina, rested.breather_uses, rested.last_long_rest_end) == (50, 0, DAY)
        assert refused("rest", rested, kind="long", clock=2 * DAY - 1) == "rest_limit"
        assert done("rest", rested, kind="long", clock=2 * DAY).sheet.last_long_rest_end == 2 * DAY
        assert done("rest", rested, kind="long", clock=5).sheet.last_long_rest_end == 5

    def test_locked_stamina_stays_away(self):
        assert done("rest", like(WILLOW, stamina=20, stamina_locked=14), kind="short").sheet.stamina == 28
        assert done("rest", like(WILLOW, stamina=20, stamina_locked=14), kind="long").sheet.stamina == 36

    def test_a_disabled_body_rests_only_long(self):
        hurt = broken(like(WILLOW, stamina=2, health=8), body=8)
        assert refused("rest", hurt, kind="short") == "body_disabled"
        assert done("rest", hurt, kind="long").sheet.stamina == 50

    def test_the_dead_rest_no_more(self):
        dead = like(WILLOW, health=0)
        assert refused("rest", dead, kind="short") == "dead"
        assert done("rest", like(dead, temp_health=[{"n": 1, "expires": 9}]), kind="short", clock=8).result.gained == 0
        assert refused("rest", like(dead, temp_health=[{"n": 1, "expires": 9}]), kind="long", clock=9) == "dead"

    @pytest.mark.parametrize(
        ("minutes", "kind", "found"),
        [
            (60, None, "short"),
            (479, None, "short"),
            (480, None, "long"),
            (600, "short", "short"),
            (480, "long", "long"),
        ],
    )
    def test_what_so_much_time_is_good_for(self, minutes: int, kind: str | None, found: str):
        assert SYSTEM.rest_for(minutes, kind).model_dump() == {"kind": found}

    @pytest.mark.parametrize(
        ("minutes", "kind", "code"),
        [(59, None, "rest_too_short"), (479, "long", "rest_too_short"), (600, "nap", "unknown_rest")],
    )
    def test_too_little_time(self, minutes: int, kind: str | None, code: str):
        with pytest.raises(RuleRefusal) as refusal:
            SYSTEM.rest_for(minutes, kind)
        assert refusal.value.code == code


class TestWeeks:
    def test_a_point_a_week(self):
        answer = passed(like(WILLOW, health=12), after=4 * WEEK)
        assert (answer.sheet.health, answer.result.healed) == (16, 4)
        assert answer.text == "Time passes: 4 Health comes back, 16 of 16."
        assert passed(like(WILLOW, health=15), after=3 * WEEK).sheet.health == 16

    def test_a_week_may_pass_in_pieces(self):
        half = passed(like(WILLOW, health=12), before=0, after=3 * DAY).sheet
        assert (half.health, half.mending_since) == (12, 0)
        whole = passed(half, before=3 * DAY, after=7 * DAY).sheet
        assert (whole.health, whole.mending_since) == (13, WEEK)
        assert passed(whole, before=WEEK, after=20 * DAY).sheet.health == 14

    def test_the_first_wound_begins_the_week(self):
        wounded = done("damage", WILLOW, health=3, clock=5 * DAY).sheet
        again = done("damage", wounded, health=1, clock=6 * DAY).sheet
        assert (again.health, again.mending_since) == (12, 5 * DAY)
        assert passed(again, before=6 * DAY, after=12 * DAY).sheet.health == 13
        full = passed(again, before=6 * DAY, after=40 * DAY).sheet
        assert (full.health, full.mending_since) == (16, None)

    def test_healed_limbs_work_again_the_oldest_first(self):
        two = broken(like(WILLOW, health=6), left_leg=2, head=3)
        assert disabled(passed(two, after=WEEK).sheet) == {"left_leg": 1, "head": 3}
        assert disabled(passed(two, after=3 * WEEK).sheet) == {"head": 2}
        assert disabled(passed(two, after=5 * WEEK).sheet) == {}

    def test_the_dead_dont_heal(self):
        assert passed(like(WILLOW, health=0), after=9 * WEEK).sheet.health == 0

    def test_nothing_to_heal(self):
        answer = passed(WILLOW, after=WEEK)
        assert answer.sheet == like(WILLOW, health=16)
        assert answer.text == "Time passes: nothing heals."

    def test_limits_of_past_days_are_forgotten(self):
        entry = {"kind": "first_aid", "helper": "x", "health": 1, "stamina": 1, "at": 100}
        spent = like(WILLOW, short_rests={"day": 0, "n": 2}, heal_log=[entry])
        assert passed(spent, after=DAY - 1).sheet.short_rests is not None
        assert passed(spent, after=DAY).sheet.short_rests is None
        assert len(passed(spent, after=DAY + 99).sheet.heal_log) == 1
        assert passed(spent, after=DAY + 100).sheet.heal_log == []


class TestDamage:
    def test_dice_against_armor_and_defense(self):
        answer = done("damage", WILLOW, 5, 4, 5, 2, dice=4)
        assert answer.result.model_dump() == {
            "rolled": 16,
            "health": 2,
            "stamina": 10,
            "stunned": False,
            "unconscious": False,
            "dead": False,
            "disabled": [],
            "dropped": [],
        }
        assert (answer.sheet.health, answer.sheet.stamina) == (14, 40)
        assert answer.text == ("2 Health and 10 Stamina lost: 4 dice against Armor 2, 5+4+5+2 against Defense 6.")
        assert [(die.of, die.face) for die in answer.dice] == [("damage", face) for face in (5, 4, 5, 2)]

    def test_mental_harm_meets_no_armor_here(self):
        answer = done("damage", WILLOW, 3, type="mental", dice=1)
        assert (answer.result.health, answer.result.stamina) == (1, 3)

    def test_one_hit_above_body_stuns(self):
        assert done("damage", WILLOW, stamina=12).sheet.conditions == []
        answer = done("damage", WILLOW, stamina=13)
        assert (answer.sheet.conditions, answer.result.stunned) == (["stunned"], True)
        assert "T-141" in answer.rules
        drained = like(WILLOW, modifiers={"body": -6})
        assert done("damage", drained, stamina=7).result.stunned

    def test_without_stamina_one_lies_there(self):
        answer = done("damage", like(WILLOW, stamina=5), stamina=5)
        assert (answer.sheet.stamina, answer.sheet.conditions) == (0, ["prone"])
        assert suffered(answer.sheet, 0) == ["prone", "unconscious"]
        assert answer.result.unconscious
        assert answer.text == "0 Health and 5 Stamina lost: 0 Health and 5 Stamina; prone, unconscious."
        assert done("damage", answer.sheet, stamina=9).sheet.stamina == -9

    def test_without_health_one_is_dead(self):
        answer = done("damage", WILLOW, health=16)
        assert answer.result.dead
        assert suffered(answer.sheet, 0) == ["dead"]
        assert refused("damage", answer.sheet, health=1) == "dead"
        assert done("damage", WILLOW, health=400).sheet.health == 0

    def test_lent_health_goes_last_and_leaves_one(self):
        lent = like(WILLOW, health=3, temp_health=[{"n": 4, "expires": DAY}])
        hit = done("damage", lent, health=5, clock=9).sheet
        assert (hit.health, hit.temp_health[0].n) == (0, 2)
        assert alive(hit, 9)
        assert passed(hit, before=9, after=DAY).sheet.health == 1
        assert done("damage", hit, health=2, clock=9).result.dead
        assert not alive(hit, DAY)

    def test_a_strong_hit_disables_a_limb_and_it_drops_what_it_holds(self):
        armed = like(
            WILLOW,
            limbs=[{**limb.model_dump(), "holds": "club" if limb.kind == "arm" else None} for limb in WILLOW.limbs],
        )
        light = done("damage", armed, health=7, limb="left_arm")
        assert (light.result.disabled, disabled(light.sheet)) == ([], {})
        heavy = done("damage", armed, health=8, limb="left_arm")
        assert (heavy.result.disabled, heavy.result.dropped) == (["left_arm"], ["club"])
        assert disabled(heavy.sheet) == {"left_arm": 8}
        assert next(limb.holds for limb in heavy.sheet.limbs if limb.id == "right_arm") == "club"
        assert heavy.text.endswith("; left arm is out of use.")
        assert heavy.markdown.endswith("; left arm is out of use.")
        assert refused("damage", WILLOW, health=8, limb="tail") == "unknown_limb"

    def test_a_limb_that_is_hit_again_owes_both(self):
        tough = like(BEAR, limb_threshold=4)
        once = done("damage", tough, health=4, limb="head").sheet
        twice = done("damage", once, health=5, limb="head")
        assert disabled(twice.sheet) == {"head": 9}
        assert twice.result.dropped == []
        assert done("damage", once, health=3, limb="head").result.disabled == []

    @pytest.mark.parametrize("body", [{}, {"dice": 2, "health": 1}, {"dice": 0}, {"health": -1}, {"limb": "head"}])
    def test_one_way_to_be_hurt(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("damage", WILLOW, **body)

    def test_stamina_has_no_floor_but_a_sheet_has(self):
        deep = like(WILLOW, stamina=-999_999)
        assert hurt(deep, Lost(stamina=9000), clock=0).stamina == -1_000_000


class TestHealing:
    """T-090, T-097, G-20: First Aid and the power; time is the third way."""

    def test_first_aid_lends_health_and_gives_stamina(self):
        patient = like(WILLOW, health=9, stamina=10)
        answer = done("heal", patient, 4, 3, 5, 2, kind="first_aid", helper=WILLOW, clock=60)
        assert answer.result.model_dump() == {"total": 14, "minutes": 4, "health": 4, "stamina": 14}
        assert (answer.sheet.health, answer.sheet.stamina) == (9, 24)
        assert [one.model_dump() for one in answer.sheet.temp_health] == [{"n": 4, "expires": 60 + DAY}]
        assert answer.helper is None
        assert answer.text == "First Aid: 4 Health lent and 14 Stamina in 4 minutes (4+3+5+2)."

    def test_a_second_helper_adds_what_is_better(self):
        patient = done("heal", like(WILLOW, health=9, stamina=10), 4, 3, 5, 2, kind="first_aid", helper=WILLOW).sheet
        worse = like(WILLOW, skills=[{"id": "paramedics", "dice": 3}])
        same = done("heal", patient, 3, 3, 3, kind="first_aid", helper=worse, by="chr_2").sheet
        assert (same.stamina, [one.n for one in same.temp_health]) == (24, [4])
        better = like(WILLOW, skills=[{"id": "first_aid", "dice": 6}])
        more = done("heal", same, *[3] * 6, kind="first_aid", helper=better, by="chr_3", clock=30)
        assert (more.result.health, more.result.stamina) == (2, 4)
        assert [one.n for one in more.sheet.temp_health] == [4, 6]

    def test_the_same_helper_helps_once_in_24_hours(self):
        patient = done("heal", like(WILLOW, stamina=1), 1, 1, 1, 1, kind="first_aid", helper=WILLOW).sheet
        assert refused("heal", patient, 2, 2, 2, 2, kind="first_aid", helper=WILLOW, clock=DAY - 1) == "heal_limit"
        assert refused("heal", patient, kind="first_aid", helper=WILLOW, clock=DAY - 1) == "heal_limit"
        answer = done("heal", patient, 2, 2, 2, 2, kind="first_aid", helper=WILLOW, clock=DAY)
        assert (answer.result.health, answer.result.stamina) == (4, 8)
        assert len(answer.sheet.heal_log) == 1

    def test_one_may_bandage_oneself(self):
        answer = done("heal", like(WILLOW, stamina=1), 1, 1, 1, 1, kind="first_aid")
        assert answer.sheet.heal_log[0].helper == "self"

    def test_who_can_help_and_be_helped(self):
        patient = like(THUG, stamina=-3)
        assert refused("heal", patient, kind="first_aid") == "unconscious"
        assert refused("heal", THUG, kind="first_aid", helper=like(WILLOW, health=0)) == "dead"
        assert refused("heal", THUG, kind="first_aid", helper=THUG) == "unknown_skill"
        assert refused("heal", THUG, kind="heal", helper=WILLOW) == "unknown_power"
        assert refused("heal", like(THUG, health=0), kind="first_aid", helper=WILLOW) == "dead"
        none = like(WILLOW, skills=[{"id": "first_aid", "dice": 0}])
        assert refused("heal", THUG, kind="first_aid", helper=none) == "unknown_skill"

    def test_the_dead_by_house_rule(self):
        dead, options = like(THUG, health=0, stamina=0), {"first_aid_revive": True}
        answer = done("heal", dead, 1, 1, 1, 1, kind="first_aid", helper=WILLOW, options=options)
        assert alive(answer.sheet, 0)
        assert suffered(answer.sheet, 0) == []
        assert passed(answer.sheet, after=DAY).sheet.health == 1

    def test_the_power_to_heal(self):
        healer = like(WILLOW, stamina=10, powers=[{"id": "heal", "active_points": 20, "dice": 3}])
        patient = broken(like(THUG, health=10, stamina=1), head=4)
        answer = done("heal", patient, 2, 3, 4, kind="heal", helper=healer)
        assert answer.result.model_dump() == {"total": 9, "minutes": None, "health": 3, "stamina": 9}
        assert (answer.sheet.health, answer.sheet.stamina) == (13, 10)
        assert disabled(answer.sheet) == {"head": 1}
        assert answer.helper is not None
        assert answer.helper.stamina == 6
        assert refused("heal", answer.sheet, kind="heal", helper=healer, clock=DAY - 1) == "heal_limit"
        assert done("heal", answer.sheet, 1, 1, 1, kind="heal", helper=healer, clock=DAY).result.health == 3
        assert done("heal", answer.sheet, 1, 1, 1, kind="heal", helper=healer, by="chr_2").result.health == 3

    def test_healing_oneself_costs_oneself(self):
        healer = like(WILLOW, health=10, stamina=4, powers=[{"id": "mend", "active_points": 20, "dice": 2}])
        answer = done("heal", healer, 5, 5, kind="heal")
        assert (answer.sheet.health, answer.sheet.stamina, answer.helper) == (12, 10, None)
        assert answer.sheet.conditions == ["prone"]
        assert refused("heal", like(healer, stamina=3), kind="heal") == "insufficient_stamina"

    def test_whole_health_takes_nothing_of_the_day(self):
        healer = like(WILLOW, powers=[{"id": "heal", "dice": 2}])
        answer = done("heal", like(THUG, stamina=5), 1, 1, kind="heal", helper=healer)
        assert (answer.result.health, answer.sheet.heal_log) == (0, [])


class TestConditions:
    def test_they_come_and_go(self):
        add = [
            {"key": "prone"},
            {"key": "entangled", "health": 8, "limbs": "arms"},
            {"key": "disabled", "limb": "left_arm", "permanent": True},
        ]
        answer = done("conditions", WILLOW, add=add)
        assert answer.result.model_dump() == {"conditions": ["entangled", "prone"], "disabled": ["left_arm"]}
        assert answer.sheet.entangle is not None
        assert answer.sheet.entangle.model_dump() == {"health": 8, "limbs": "arms"}
        assert answer.text == "Conditions: entangled; prone; left arm out of use."
        ended = done("conditions", answer.sheet, end=["entangled", "prone", "disabled:left_arm"])
        assert ended.result.model_dump() == {"conditions": [], "disabled": []}
        assert ended.text == "Conditions: none."
        assert ended.sheet == WILLOW

    def test_no_healing_lifts_what_is_permanent(self):
        once = broken(like(WILLOW, health=10), left_arm=2)
        lost = done("conditions", once, add=[{"key": "disabled", "limb": "left_arm", "permanent": True}]).sheet
        assert disabled(lost) == {"left_arm": 2}
        assert disabled(passed(lost, after=6 * WEEK).sheet) == {"left_arm": 0}
        kept = done("conditions", lost, add=[{"key": "disabled", "limb": "left_arm"}]).sheet
        assert next(limb for limb in kept.limbs if limb.id == "left_arm").disabled.permanent

    def test_to_end_before_adding(self):
        stunned = like(WILLOW, conditions=["stunned"])
        answer = done("conditions", stunned, end=["stunned"], add=[{"key": "stunned"}, {"key": "stunned"}])
        assert answer.sheet.conditions == ["stunned"]

    @pytest.mark.parametrize("name", ["prone", "entangled", "disabled:head", "unconscious", "luck"])
    def test_what_isnt_borne_isnt_ended(self, name: str):
        assert refused("conditions", WILLOW, end=[name], add=[{"key": "stunned"}]) == "not_borne"

    def test_what_could_be_ended(self):
        hurt = like(WILLOW, conditions=["prone"])
        hurt = done(
            "conditions", hurt, add=[{"key": "disabled", "limb": "left_arm"}, {"key": "entangled", "health": 5}]
        )
        assert told("conditions", hurt.sheet, end=["disabled"]) == (
            "not_borne T-119 known=['prone', 'entangled', 'disabled:left_arm']",
            "The character doesn't bear `disabled`: what could be ended is `prone`, `entangled`, `disabled:left_arm`.",
        )
        assert told("conditions", WILLOW, end=["disabled:left_am"]).detail == (
            "The sheet has no limb `left_am`: perhaps `left_arm` or `left_leg`."
        )

    def test_a_limb_the_sheet_hasnt(self):
        assert refused("conditions", WILLOW, end=["disabled:tail"]) == "unknown_limb"
        assert refused("conditions", WILLOW, add=[{"key": "disabled", "limb": "tail"}]) == "unknown_limb"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"add": [{"key": "grappled"}]},
            {"add": [{"key": "disabled"}]},
            {"add": [{"key": "prone", "limb": "head"}]},
            {"add": [{"key": "entangled"}]},
            {"add": [{"key": "stunned", "health": 4}]},
        ],
    )
    def test_bodies_that_say_too_little_or_too_much(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("conditions", WILLOW, **body)


class TestSpending:
    def test_stamina_is_paid_to_the_last_point(self):
        answer = done("spend", like(WILLOW, stamina=6), amount=5)
        assert (answer.sheet.stamina, answer.result.unconscious) == (1, False)
        fallen = done("spend", answer.sheet, amount=1)
        assert (fallen.sheet.stamina, fallen.sheet.conditions, fallen.result.unconscious) == (0, ["prone"], True)
        assert fallen.text == "Stamina spent: 0 of 50 Stamina; unconscious."
        assert refused("spend", answer.sheet, amount=2) == "insufficient_stamina"
        assert refused("spend", fallen.sheet, amount=1) == "unconscious"
        assert done("spend", answer.sheet, amount=4, options={"overexert": True}).sheet.stamina == -3

    def test_stamina_comes_back_to_the_ceiling(self):
        locked = like(WILLOW, stamina=-2, stamina_locked=14)
        assert done("spend", locked, amount=10, gain=True).sheet.stamina == 8
        assert done("spend", locked, amount=500, gain=True).sheet.stamina == 36
        above = like(WILLOW, stamina=50, stamina_locked=14)
        assert done("spend", above, amount=1, gain=True).sheet.stamina == 50

    def test_a_breather(self):
        answer = done("spend", like(WILLOW, stamina=10), 3, 4, resource="breather")
        assert (answer.sheet.stamina, answer.sheet.breather_uses) == (17, 1)
        assert answer.text == "Breather: 3+4; 1 of 12 breathers used; 17 of 50 Stamina."
        assert [die.of for die in answer.dice] == ["body", "body"]
        full = like(WILLOW, breather_uses=12)
        assert refused("spend", full, resource="breather") == "breather_limit"
        assert refused("spend", broken(WILLOW, body=1), resource="breather") == "body_disabled"
        assert refused(
            "spend", like(full, breather_uses=2), resource="breather", options={"breather_limit": "body_dice"}
        )
        assert done("spend", full, resource="breather", gain=True, amount=20).sheet.breather_uses == 0

    def test_a_maintained_power_locks_its_cost(self):
        shield = {"id": "shield", "active_points": 38, "maintained": True}
        ready = like(WILLOW, stamina=20, powers=[shield, {"id": "light", "active_points": 12}])
        answer = done("spend", ready, power="shield")
        assert (answer.sheet.stamina, answer.sheet.stamina_locked) == (6, 14)
        assert answer.text == "Power activated: 14 Stamina; 6 of 50 Stamina; 14 locked."
        assert done("spend", ready, power="light").sheet.stamina_locked == 0
        assert refused("spend", ready, power="rope") == "unknown_power"
        freed = done("spend", answer.sheet, resource="lock", amount=14, gain=True).sheet
        assert (freed.stamina, freed.stamina_locked) == (6, 0)
        assert refused("spend", freed, resource="lock", amount=1, gain=True) == "not_maintained"
        assert done("spend", freed, resource="lock", amount=900).sheet.stamina_locked == 50

    def test_the_dead_get_nothing_back(self):
        assert refused("spend", like(WILLOW, health=0), amount=1, gain=True) == "dead"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"power": "a", "amount": 1},
            {"power": "a", "gain": True},
            {"power": "a", "resource": "lock"},
            {"resource": "breather", "amount": 1},
            {"resource": "breather", "gain": True},
            {"amount": 0},
        ],
    )
    def test_bodies_that_say_too_little_or_too_much(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("spend", WILLOW, **body)


def test_a_session_changes_nothing():
    assert SYSTEM.session_starts(WILLOW, DEFAULTS, new_adventure=True).sheet == WILLOW


def test_a_business_waits_three_months():
    kind = CHECKS["uttas.business"][1]
    assert isinstance(kind, RecurringKind)
    named = kind.body.model_validate({"skill_dice": {"charm": 2}, "business": "The inn"})
    assert kind.recurs(named) == "The inn"
    assert kind.recurs(named.model_copy(update={"business": None})) is None
    kind.check_due(last=DAY, clock=91 * DAY)
    with pytest.raises(AgainstTheRules) as refusal:
        kind.check_due(last=DAY, clock=91 * DAY - 1)
    assert (refusal.value.code, refusal.value.facts["months_since_last"]) == ("too_early", 2)
    assert not isinstance(CHECKS["uttas.skill"][1], RecurringKind)
