"""Between fights: rest, damage, help, conditions and hero points, each with the dice given."""

from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.deeds import HOUR
from app.rules.system import OutOfRange
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.conditions import effective
from app.rules.systems.supers.examples import BRACE, GUARD, HALYARD, TOLLKEEPER
from app.rules.systems.supers.options import DEFAULTS, SupersOptions
from app.rules.systems.supers.sheet import SupersSheet
from tests.rules import deeds

done = partial(deeds.done, "supers")
refused = partial(deeds.refused, "supers")
told = partial(deeds.told, "supers")
STATUE = SupersSheet.model_validate({"kind": "object", "abilities": {"stamina": None}})
HEALER = SupersSheet.model_validate(
    {"powers": [{"name": "Warm hands", "effects": [{"effect_id": "healing", "rank": 5}]}]}
)


def like(sheet: SupersSheet, **changes: Any) -> SupersSheet:
    return SupersSheet.model_validate({**sheet.model_dump(mode="json"), **changes})


def at(sheet: SupersSheet, level: str, penalty: int = 0, **state: Any) -> SupersSheet:
    """The character at this place of the track of damage."""
    stable = state.pop("stable", False)
    return like(sheet, state={"damage": {"level": level, "penalty": penalty, "stable": stable}, **state})


def track(sheet: SupersSheet) -> tuple[str, int]:
    return sheet.state.damage.level, sheet.state.damage.penalty


def bears(sheet: SupersSheet) -> dict[str, str]:
    return {one.id: one.key for one in sheet.state.conditions}


def passed(sheet: SupersSheet, minutes: int, **options: Any) -> Any:
    return SYSTEM.time_passes(sheet, SupersOptions(**options), before=100, after=100 + minutes)


class TestRest:
    @pytest.mark.parametrize(
        ("minutes", "left"),
        [
            (1, ("staggered", 3)),
            (2, ("dazed", 3)),
            (3, ("none", 3)),
            (4, ("none", 2)),
            (6, ("none", 0)),
            (90, ("none", 0)),
        ],
    )
    def test_a_step_a_minute(self, minutes: int, left: tuple[str, int]):
        answer = done("rest", at(BRACE, "incapacitated", 3), minutes=minutes)
        assert track(answer.sheet) == left
        assert (answer.result.level, answer.result.penalty) == left

    def test_only_what_one_has_by_house_rule(self):
        options = {"recovery_model": "set"}
        assert track(done("rest", at(BRACE, "incapacitated", 2), minutes=1, options=options).sheet) == ("none", 2)
        assert track(done("rest", at(BRACE, "none", 2), minutes=1, options=options).sheet) == ("none", 1)

    def test_a_step_of_fatigue_an_hour(self):
        weary = like(BRACE, state={"fatigue": "exhausted", "conditions": [{"id": "c1", "key": "exhausted"}]})
        assert done("rest", weary, minutes=59).sheet.state.fatigue == "exhausted"
        answer = done("rest", weary, hours=1)
        assert (answer.sheet.state.fatigue, bears(answer.sheet)) == ("fatigued", {"c1": "fatigued"})
        assert answer.text == "Rest: unhurt; fatigued (was exhausted)."
        answer = done("rest", weary, hours=2)
        assert (answer.sheet.state.fatigue, answer.result.ended) == ("none", ["c1"])
        assert done("rest", like(BRACE, state={"fatigue": "incapacitated"}), hours=3).sheet.state.fatigue == "none"

    def test_prone_and_what_lasts_stay_turns_and_scenes_end(self):
        add = [
            {"id": "c1", "key": "prone"},
            {"id": "c2", "key": "vulnerable", "expires": {"at": "turn_end", "of": "x"}},
            {"id": "c3", "key": "blind", "expires": {"at": "minutes", "count": 1}},
            {"id": "c4", "key": "incapacitated", "expires": {"at": "never"}},
            {"id": "c5", "key": "dazed", "expires": {"at": "encounter_end"}},
        ]
        answer = done("rest", at(BRACE, "dazed", conditions=add), minutes=1)
        assert bears(answer.sheet) == {"c1": "prone", "c3": "blind", "c4": "incapacitated"}
        assert answer.text == "Rest: unhurt (was dazed); vulnerable ends; dazed ends."

    def test_fatigue_that_was_still_to_come(self):
        effort = like(BRACE, state={"fatigue": "fatigued", "pending_step": 1})
        rested = done("rest", effort, minutes=1).sheet.state
        assert (rested.fatigue, rested.pending_step) == ("exhausted", 0)

    def test_who_doesnt_recover_by_rest(self):
        assert refused("rest", at(HALYARD, "dying"), minutes=5) == "dying"
        assert refused("rest", at(HALYARD, "dead"), minutes=5) == "dead"
        assert refused("rest", STATUE, minutes=5) == "object_no_recovery"

    def test_diehard_stabilises_alone(self):
        assert track(done("rest", at(BRACE, "dying", 1), minutes=2).sheet) == ("dazed", 1)

    def test_stable_until_better(self):
        saved = at(HALYARD, "incapacitated", 1, stable=True)
        assert done("rest", saved, minutes=1).sheet.state.damage.stable is False

    @pytest.mark.parametrize("body", [{}, {"minutes": 0}, {"minutes": -1}, {"hours": -1, "minutes": 90}])
    def test_some_time(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("rest", BRACE, **body)

    def test_all_of_the_time_is_rest(self):
        assert SYSTEM.rest_for(90, None).model_dump() == {"minutes": 90, "hours": 0}
        with pytest.raises(OutOfRange) as refusal:
            SYSTEM.rest_for(90, "long")
        assert refusal.value.code == "unknown_rest"


class TestTime:
    def test_minutes_run_out(self):
        add = [
            {"id": "c1", "key": "blind", "expires": {"at": "minutes", "count": 10}},
            {"id": "c2", "key": "weakened", "param": "strength,25"},
            {"id": "c3", "key": "weakened", "param": "agility"},
            {"id": "c4", "key": "surprised", "expires": {"at": "round_end"}},
        ]
        soon = passed(like(BRACE, state={"conditions": add}), 2).sheet
        assert [(one.id, one.param, one.expires and one.expires.count) for one in soon.state.conditions] == [
            ("c1", None, 8),
            ("c2", "strength,5", None),
            ("c3", "agility", None),
        ]
        assert bears(passed(soon, 8).sheet) == {"c3": "weakened"}
        assert passed(like(BRACE, state={"conditions": add}), 0).sheet.state.conditions[0].expires.count == 10

    def test_the_daze_of_a_hit_is_over(self):
        """S-076, R-08."""
        assert track(passed(at(BRACE, "dazed", 2), 1).sheet) == ("none", 2)
        assert track(passed(at(BRACE, "dazed", 2), 1, damage_daze_ends="until_recovered").sheet) == ("dazed", 2)
        assert track(passed(at(BRACE, "dazed", 2), 0).sheet) == ("dazed", 2)
        assert track(passed(at(BRACE, "staggered", 2), 500).sheet) == ("staggered", 2)


class TestDamage:
    def test_a_resistance_check(self):
        answer = done("damage", BRACE, 4, rank=10)
        assert answer.result.model_dump() == {
            "total": 14,
            "dc": 25,
            "degree": -3,
            "level": "staggered",
            "penalty": 1,
        }
        assert answer.text == "Hurt, 3 degrees: 14 against 25 (4 + 10); staggered, -1."
        assert track(answer.sheet) == ("staggered", 1)
        worse = done("damage", answer.sheet, 4, rank=10)
        assert worse.text == "Hurt, 3 degrees: 13 against 25 (4 + 10 - 1); incapacitated, -2."
        assert bears(worse.sheet) == {"c1": "prone"}

    def test_resisted(self):
        answer = done("damage", BRACE, 15, rank=10)
        assert (answer.sheet, answer.result.degree) == (BRACE, 1)
        assert answer.text == "Resisted: 25 against 25 (15 + 10); unhurt."

    def test_what_makes_it_harder_or_easier(self):
        assert done("damage", BRACE, 10, rank=10, increased_effect=True).result.dc == 30
        assert done("damage", BRACE, 10, rank=10, circumstance=[2]).result.total == 22
        assert refused("damage", BRACE, 10, rank=10, circumstance=[3]) == "circumstance_size"
        impaired = at(BRACE, "none", conditions=[{"id": "c1", "key": "impaired", "param": "toughness"}])
        assert done("damage", impaired, 10, rank=10).result.total == 18

    def test_sustained_protection_takes_somebody_awake(self):
        assert done("damage", TOLLKEEPER, 10, rank=10).result.total == 21
        asleep = at(TOLLKEEPER, "none", conditions=[{"id": "c1", "key": "asleep"}])
        assert done("damage", asleep, 10, rank=10).result.total == 14

    def test_a_degree_that_was_thrown_at_the_table(self):
        answer = done("damage", BRACE, degree=2)
        assert answer.result.model_dump() == {"total": None, "dc": None, "degree": -2, "level": "dazed", "penalty": 1}
        assert answer.text == "Hurt: dazed, -1 after 2 degrees of failure."
        assert track(done("damage", at(BRACE, "none"), degree=4).sheet) == ("incapacitated", 0)

    def test_minions_and_objects(self):
        assert track(done("damage", GUARD, degree=1).sheet) == ("incapacitated", 0)
        broken = done("damage", STATUE, degree=4).sheet
        assert (track(broken), bears(broken)) == (("incapacitated", 0), {})
        assert track(done("damage", broken, degree=1).sheet) == ("incapacitated", 0)

    def test_down_the_track_to_the_end(self):
        saved = at(HALYARD, "incapacitated", 1, stable=True, conditions=[{"id": "c1", "key": "blind"}])
        dying = done("damage", saved, degree=1).sheet
        assert (track(dying), dying.state.damage.stable) == (("dying", 1), False)
        assert bears(dying) == {"c1": "blind", "c2": "prone"}
        dead = done("damage", dying, degree=1).sheet
        assert (track(dead), bears(dead)) == (("dead", 1), {"c2": "prone"})
        assert [str(one) for one in effective(dead.state.standing(), DEFAULTS)] == ["prone"]
        assert refused("damage", dead, degree=1) == "dead"
        assert done("damage", saved, 20, rank=1).sheet.state.damage.stable

    def test_prone_already(self):
        lying = at(HALYARD, "none", conditions=[{"id": "c7", "key": "prone"}])
        assert bears(done("damage", lying, degree=4).sheet) == {"c7": "prone"}
        full = at(HALYARD, "none", conditions=[{"id": f"x{place}", "key": "blind"} for place in range(100)])
        assert len(done("damage", full, degree=4).sheet.state.conditions) == 100

    @pytest.mark.parametrize("body", [{}, {"rank": 1, "degree": 1}, {"degree": 0}, {"rank": -1}])
    def test_one_way_to_be_hurt(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("damage", BRACE, **body)


class TestHelp:
    def test_the_dying_are_stabilised(self):
        answer = done("heal", at(BRACE, "dying", 2), 5, kind="stabilize", helper=HALYARD)
        assert answer.result.model_dump() == {
            "total": 15,
            "degree": 1,
            "success": True,
            "level": "incapacitated",
            "penalty": 2,
        }
        assert answer.sheet.state.damage.stable
        assert answer.text == "Success, 1 degree: 15 against 15 (5 + 10); incapacitated, -2."
        failed = done("heal", at(BRACE, "dying"), 4, kind="stabilize", helper=HALYARD)
        assert (track(failed.sheet), failed.result.success) == (("dying", 0), False)
        routine = done("heal", at(BRACE, "dying"), kind="stabilize", helper=HALYARD, routine=True)
        assert routine.text == "Success, 2 degrees: 20 against 15 (routine 10 + 10); incapacitated."
        assert routine.dice == ()

    def test_a_healing_effect_takes_a_step_for_each_degree(self):
        answer = done("heal", at(BRACE, "staggered", 2), 10, kind="heal", helper=HEALER)
        assert (track(answer.sheet), answer.result.degree) == (("none", 2), 2)
        dying = done("heal", at(BRACE, "dying"), 5, kind="heal", helper=HEALER).sheet
        assert (track(dying), dying.state.damage.stable) == (("incapacitated", 0), True)
        assert done("heal", at(BRACE, "incapacitated", stable=True), 5, kind="heal", helper=HEALER)
        assert not done("heal", at(BRACE, "dying"), 10, kind="heal", helper=HEALER).sheet.state.damage.stable

    def test_a_healing_that_failed_waits_a_minute(self):
        hurt = done("heal", at(BRACE, "dazed"), 4, kind="heal", helper=HEALER, clock=7).sheet
        assert track(hurt) == ("dazed", 0)
        assert refused("heal", hurt, kind="heal", helper=HEALER, clock=7) == "heal_retry"
        assert done("heal", hurt, 9, kind="heal", helper=HEALER, by="chr_2", clock=7)
        again = done("heal", hurt, 4, kind="heal", helper=HEALER, clock=8).sheet
        assert [one.at for one in again.state.healing_failed] == [8]
        later = SYSTEM.time_passes(again, DEFAULTS, before=8, after=9).sheet
        assert later.state.healing_failed == []

    def test_which_power(self):
        assert refused("heal", BRACE, kind="heal", helper=HALYARD) == "unknown_power"
        assert refused("heal", BRACE, kind="heal", helper=HEALER, power="Cold hands") == "unknown_power"
        assert done("heal", BRACE, 10, kind="heal", helper=HEALER, power="Warm hands").result.total == 15

    def test_objects_are_repaired(self):
        cracked = at(STATUE, "staggered", 1)
        answer = done("heal", cracked, 11, kind="repair", helper=HALYARD)
        assert (track(answer.sheet), answer.result.degree) == (("none", 1), 2)
        assert track(done("heal", cracked, 2, kind="repair", helper=HALYARD).sheet) == ("staggered", 1)
        assert refused("heal", at(STATUE, "incapacitated"), kind="repair", helper=HALYARD) == "destroyed"

    def test_who_can_help_whom(self):
        dying = at(BRACE, "dying")
        assert refused("heal", BRACE, kind="repair", helper=HALYARD) == "not_object"
        assert refused("heal", STATUE, kind="heal", helper=HEALER) == "object_no_recovery"
        assert refused("heal", at(BRACE, "dead"), kind="heal", helper=HEALER) == "dead"
        assert refused("heal", BRACE, kind="stabilize", helper=HALYARD) == "not_dying"
        assert refused("heal", dying, kind="stabilize", helper=GUARD) == "trained_only"
        assert refused("heal", dying, kind="stabilize") == "stunned"
        assert refused("heal", dying, kind="stabilize", helper=at(HALYARD, "dead")) == "dead"

    def test_what_hinders_the_helper(self):
        shaken = at(HALYARD, "none", conditions=[{"id": "c1", "key": "impaired", "param": "all"}])
        assert done("heal", at(BRACE, "dying"), 5, kind="stabilize", helper=shaken).result.total == 13


class TestConditions:
    def test_they_come_with_ids_of_their_own_and_go_by_them(self):
        add = [
            {"key": "restrained", "param": "anchored", "source": "a net"},
            {"key": "blind", "expires": {"at": "minutes", "count": 2}},
            {"key": "dazed", "id": "shock"},
        ]
        answer = done("conditions", BRACE, add=add)
        assert bears(answer.sheet) == {"c1": "restrained", "c2": "blind", "shock": "dazed"}
        assert answer.result.effective == ["dazed", "immobile", "unaware:visual", "vulnerable"]
        assert answer.text == (
            "Conditions: restrained (anchored) comes; blind comes; dazed comes; "
            "now dazed, immobile, unaware (visual), vulnerable."
        )
        assert "unaware \\(visual\\)" in answer.markdown
        less = done("conditions", answer.sheet, end=["c1", "shock"], add=[{"key": "prone"}])
        assert bears(less.sheet) == {"c2": "blind", "c3": "prone"}
        assert less.result.effective == ["hindered", "prone", "unaware:visual", "vulnerable"]
        assert done("conditions", less.sheet, end=["c2", "c3"]).text == (
            "Conditions: blind ends; prone ends; now none."
        )

    def test_an_id_that_is_taken(self):
        borne = done("conditions", BRACE, add=[{"key": "prone", "id": "c2"}]).sheet
        assert bears(done("conditions", borne, add=[{"key": "blind"}]).sheet) == {"c2": "prone", "c3": "blind"}
        assert refused("conditions", borne, add=[{"key": "blind", "id": "c2"}]) == "duplicate"

    def test_told_as_people_say_it(self):
        assert done("conditions", BRACE, add=[{"key": "blind"}]).text == (
            "Conditions: blind comes; now hindered, unaware (visual), vulnerable."
        )
        assert done("damage", BRACE, degree=1).text == "Hurt: -1 on resisting damage after 1 degree of failure."
        blind = done("conditions", BRACE, add=[{"key": "blind"}]).sheet
        assert done("conditions", blind, end=["blind"]).text == "Conditions: blind ends; now none."

    def test_ended_by_key(self):
        twice = done("conditions", BRACE, add=[{"key": "blind"}, {"key": "prone"}, {"key": "blind"}]).sheet
        assert bears(done("conditions", twice, end=["blind"]).sheet) == {"c2": "prone", "c3": "blind"}
        assert bears(done("conditions", twice, end=["blind", "blind"]).sheet) == {"c2": "prone"}
        named = done("conditions", twice, add=[{"key": "stunned", "id": "blind"}], end=["c2"]).sheet
        assert bears(done("conditions", named, end=["blind"]).sheet) == {"c1": "blind", "c3": "blind"}

    def test_what_could_be_ended(self):
        borne = done("conditions", BRACE, add=[{"key": "blind", "id": "flash"}, {"key": "prone"}]).sheet
        assert told("conditions", borne, end=["deaf"]) == (
            "not_borne R-14 known=['flash', 'blind', 'c2', 'prone']",
            "The character doesn't bear `deaf`: what could be ended is `flash`, `blind`, `c2`, `prone`.",
        )
        assert told("conditions", BRACE, end=["c1"]).detail == (
            "The character doesn't bear `c1`: nothing is there to be ended."
        )

    def test_what_isnt_there_or_known(self):
        assert refused("conditions", BRACE, end=["c1"], add=[{"key": "prone"}]) == "not_borne"
        assert refused("conditions", BRACE, add=[{"key": "prone"}, {"key": "sleepy"}]) == "unknown_condition"
        assert refused("conditions", BRACE, add=[{"key": "impaired"}]) == "bad_param"
        assert refused("conditions", at(BRACE, "dazed"), end=["damage"]) == "not_borne"
        with pytest.raises(ValidationError):
            done("conditions", BRACE)

    def test_a_hundred_at_the_most(self):
        full = at(BRACE, "none", conditions=[{"id": f"x{place}", "key": "blind"} for place in range(99)])
        assert refused("conditions", full, add=[{"key": "prone"}, {"key": "deaf"}]) == "too_many_conditions"
        assert len(done("conditions", full, add=[{"key": "prone"}]).sheet.state.conditions) == 100


class TestPoints:
    def test_earned_and_spent(self):
        answer = done("spend", BRACE, gain=True, amount=2, reason="a *promise* kept")
        assert (answer.sheet.hero_points, answer.text) == (
            3,
            "Hero points earned: 3 hero points left; a *promise* kept.",
        )
        assert "\\*promise\\*" in answer.markdown
        assert done("spend", answer.sheet, use="inspiration").text == "Hero point, inspiration: 2 hero points left."
        assert done("spend", answer.sheet, amount=2).text == "Hero points spent: 1 hero point left."
        assert refused("spend", answer.sheet, amount=4) == "no_hero_point"
        assert refused("spend", TOLLKEEPER, use="edit_scene") == "no_hero_point"
        assert done("spend", like(BRACE, hero_points=999), gain=True, amount=20).sheet.hero_points == 1000

    def test_the_worst_is_shaken_off(self):
        add = [
            {"id": "c1", "key": "fatigued"},
            {"id": "c2", "key": "exhausted"},
            {"id": "c3", "key": "stunned"},
            {"id": "c4", "key": "blind"},
        ]
        state: dict[str, Any] = {"damage": {"level": "dazed", "penalty": 1}, "fatigue": "exhausted", "conditions": add}
        sheet, order = like(BRACE, hero_points=9, state=state), []
        for _ in range(7):
            answer = done("spend", sheet, use="recover")
            sheet = answer.sheet
            order.append(answer.result.ended)
        assert order == ["c3", "damage", "c2", "fatigue", "c1", "c2", "fatigue"]
        assert (sheet.hero_points, bears(sheet), track(sheet), sheet.state.fatigue) == (
            2,
            {"c4": "blind"},
            ("none", 1),
            "none",
        )
        assert refused("spend", sheet, use="recover") == "nothing_to_recover"

    def test_what_is_named_is_shaken_off(self):
        state: dict[str, Any] = {"damage": {"level": "dazed"}, "fatigue": "fatigued"}
        answer = done("spend", like(BRACE, state=state), use="recover", condition="fatigue")
        assert (track(answer.sheet), answer.sheet.state.fatigue) == (("dazed", 0), "none")
        assert answer.text == "Hero point, recover from fatigue: 0 hero points left."
        assert refused("spend", like(BRACE, state=state), use="recover", condition="c1") == "nothing_to_recover"
        assert refused("spend", at(BRACE, "staggered"), use="recover") == "nothing_to_recover"

    def test_extra_effort_tires_at_once(self):
        answer = done("spend", BRACE, resource="extra_effort", effort="strength")
        assert (answer.sheet.state.fatigue, answer.sheet.hero_points) == ("fatigued", 1)
        assert answer.text == "Extra effort, strength: fatigued."
        again = done("spend", answer.sheet, resource="extra_effort", effort="power_stunt", hero_point=True)
        assert (again.sheet.state.fatigue, again.sheet.hero_points) == ("fatigued", 0)
        assert "S-135" in again.rules
        assert (
            refused("spend", again.sheet, resource="extra_effort", effort="speed", hero_point=True) == "no_hero_point"
        )
        out = done("spend", like(BRACE, state={"fatigue": "exhausted"}), resource="extra_effort", effort="speed").sheet
        assert out.state.fatigue == "incapacitated"
        assert refused("spend", out, resource="extra_effort", effort="speed") == "stunned"

    @pytest.mark.parametrize(
        "body",
        [
            {"resource": "extra_effort"},
            {"effort": "speed"},
            {"hero_point": True},
            {"gain": True, "use": "recover"},
            {"use": "recover", "amount": 2},
            {"condition": "c1"},
            {"use": "improve_roll"},
            {"amount": 0},
        ],
    )
    def test_bodies_that_say_too_little_or_too_much(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("spend", BRACE, **body)

    @pytest.mark.parametrize(
        ("sheet", "carried", "new_adventure", "points"),
        [
            (BRACE, 0, False, 1),
            (BRACE, 4, False, 4),
            (BRACE, 4, True, 1),
            (HALYARD, 0, True, 2),
            (TOLLKEEPER, 0, True, 0),
        ],
    )
    def test_a_session_starts(self, sheet: SupersSheet, carried: int, new_adventure: bool, points: int):
        answer = SYSTEM.session_starts(like(sheet, hero_points=carried), DEFAULTS, new_adventure=new_adventure)
        assert answer.sheet.hero_points == points
        assert answer.text.startswith("New adventure: " if new_adventure else "New session: ")


def test_after_an_hour_all_of_it_together():
    """Time first, then the rest: the daze of a hit has gone by itself, and the minutes heal what is left."""
    clocked = passed(at(BRACE, "dazed", 70, fatigue="fatigued"), HOUR).sheet
    rested = done("rest", clocked, clock=100 + HOUR, **SYSTEM.rest_for(HOUR, None).model_dump()).sheet
    assert (track(rested), rested.state.fatigue) == (("none", 10), "none")
