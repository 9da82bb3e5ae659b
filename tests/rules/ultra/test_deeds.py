"""Between fights: rest, injuries, treatment, Status Effects and waiting bonus hits, each with the dice given."""

from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.examples import EXAMPLE_SHEETS
from app.rules.systems.ultra.options import DEFAULTS
from app.rules.systems.ultra.sheet import UltraSheet
from tests.rules import deeds

MARA, TOBIN = EXAMPLE_SHEETS[:2]
done = partial(deeds.done, "ultra")
refused = partial(deeds.refused, "ultra")
told = partial(deeds.told, "ultra")
TREAT: dict[str, Any] = {"kind": "treat", "status": "poisoned", "traits": ["medicine", "nerve"]}
ATTACK: dict[str, Any] = {"for": "attack"}
WEARY = [
    {"key": "exhausted", "level": 2},
    {"key": "confused", "level": 1, "clears": {"at": "encounter_end"}},
    {"key": "dazed", "level": 1, "clears": {"at": "turn_end", "of": "mara", "count": 1}},
    {"key": "poisoned", "level": 3, "clears": {"at": "minutes", "count": 30}},
    {"key": "discredited", "level": 1},
]


def like(sheet: UltraSheet, **changes: Any) -> UltraSheet:
    return UltraSheet.model_validate({**sheet.model_dump(mode="json"), **changes})


def levels(sheet: UltraSheet) -> dict[str, int]:
    return {status.key: status.level for status in sheet.statuses}


class TestRest:
    def test_the_end_of_a_scene(self):
        tired = like(MARA, statuses=WEARY, tokens=[{"amount": 2}, {"amount": 1, "for": "attack"}])
        answer = done("rest", tired, kind="scene")
        assert levels(answer.sheet) == {"exhausted": 2, "poisoned": 3, "discredited": 1}
        assert answer.sheet.tokens == []
        assert answer.result.model_dump() == {"ended": ["confused", "dazed"], "eased": {}, "tokens_lost": 3}
        assert answer.text == "End of the scene: Confused ends; Dazed ends; 3 waiting bonus hits are lost."

    def test_a_full_rest_eases_exhaustion(self):
        answer = done("rest", like(MARA, statuses=WEARY, injuries=2))
        assert levels(answer.sheet) == {"exhausted": 1, "poisoned": 3, "discredited": 1}
        assert answer.result.eased == {"exhausted": 1}
        assert answer.sheet.injuries == 2
        again = done("rest", answer.sheet)
        assert levels(again.sheet) == {"poisoned": 3, "discredited": 1}
        assert again.result.ended == ["exhausted"]
        assert done("rest", again.sheet).text == "Full rest: nothing changes."

    @pytest.mark.parametrize(
        ("minutes", "kind", "found"),
        [(479, None, "scene"), (480, None, "full"), (600, "full", "full"), (900, "scene", "scene")],
    )
    def test_what_so_much_time_is_good_for(self, minutes: int, kind: str | None, found: str):
        assert SYSTEM.rest_for(minutes, kind).model_dump() == {"kind": found}

    def test_no_other_rest(self):
        with pytest.raises(OutOfRange) as refusal:
            SYSTEM.rest_for(60, "long")
        assert refusal.value.code == "unknown_rest"

    def test_no_full_rest_in_five_minutes(self):
        with pytest.raises(AgainstTheRules) as refusal:
            SYSTEM.rest_for(5, "full")
        assert (refusal.value.code, refusal.value.facts["needed"]) == ("rest_too_short", 480)

    def test_time_runs_out_for_what_lasts_minutes_and_scenes(self):
        tired = like(MARA, statuses=WEARY, tokens=[{"amount": 2}])
        soon = SYSTEM.time_passes(tired, DEFAULTS, before=100, after=129)
        assert levels(soon.sheet) == levels(tired)
        assert soon.text == "Time passes: nothing changes."
        assert next(one.clears.count for one in soon.sheet.statuses if one.key == "poisoned") == 1
        assert "poisoned" not in levels(SYSTEM.time_passes(soon.sheet, DEFAULTS, before=129, after=130).sheet)
        later = SYSTEM.time_passes(tired, DEFAULTS, before=100, after=160).sheet
        assert (levels(later), later.tokens) == ({"exhausted": 2, "discredited": 1}, [])

    def test_a_session_changes_nothing(self):
        assert SYSTEM.session_starts(MARA, DEFAULTS, new_adventure=False).sheet == MARA


class TestInjuries:
    def test_they_stop_at_what_one_can_take(self):
        answer = done("damage", MARA, amount=3)
        assert answer.result.model_dump() == {"injuries": 3, "injury_max": 5, "taken_out": False}
        assert answer.text == "3 suffered: 3 of 5 injuries."
        out = done("damage", answer.sheet, amount=9)
        assert (out.sheet.injuries, out.result.taken_out) == (5, True)
        assert out.text == "2 suffered: 5 of 5 injuries; taken out."

    def test_they_heal_to_none(self):
        answer = done("heal", like(MARA, injuries=2), amount=5)
        assert (answer.sheet.injuries, answer.result.injuries, answer.result.hits) == (0, 0, None)
        assert answer.text == "2 healed: 0 of 5 injuries are left."

    @pytest.mark.parametrize("body", [{"amount": 0}, {"kind": "treat"}, {"status": "bleeding", "traits": ["nerve"]}])
    def test_bodies_that_say_too_little_or_too_much(self, body: dict[str, Any]):
        with pytest.raises(ValidationError):
            done("heal", MARA, **body)


class TestTreatment:
    def test_enough_hits_take_it_away(self):
        answer = done("heal", like(MARA, statuses=WEARY), 7, 7, 7, 1, 1, helper=TOBIN, **TREAT)
        assert (answer.result.hits, answer.result.difficulty, answer.result.success) == (3, 4, False)
        assert answer.text == "Failure: 3 hits against 4 (7, 7, 7, 1, 1); Poisoned stays."
        assert "poisoned" in levels(answer.sheet)
        answer = done("heal", like(MARA, statuses=WEARY), 10, 7, 7, 1, 1, helper=TOBIN, **TREAT)
        assert (answer.result.success, answer.result.treated) == (True, "poisoned")
        assert "poisoned" not in levels(answer.sheet)
        assert answer.helper == TOBIN
        assert [(die.of, die.counts) for die in answer.dice][:2] == [("healer", 2), ("healer", 1)]

    def test_what_the_healer_bears_counts(self):
        healer = like(
            TOBIN,
            statuses=[{"key": "dazed", "level": 1}, {"key": "unlucky", "level": 1}, {"key": "inspired", "level": 2}],
            tokens=[{"amount": 1, "for": "treat"}, {"amount": 3, "for": "attack"}],
        )
        patient = like(MARA, statuses=[{"key": "bleeding", "level": 2}])
        answer = done("heal", patient, 7, 1, kind="treat", status="bleeding", traits=["medicine"], helper=healer)
        assert (answer.result.hits, answer.result.difficulty) == (4, 3)
        assert levels(answer.helper) == {"dazed": 1}
        assert [token.amount for token in answer.helper.tokens] == [3]
        assert answer.text.startswith("Extraordinary success: 4 hits")
        short = like(healer, tokens=[])
        answer = done("heal", patient, 7, 1, kind="treat", status="bleeding", traits=["medicine"], helper=short)
        assert answer.text == (
            "Success with consequence: 3 hits against 3 (7, 1); Bleeding is gone, "
            "and the healer's own Status Effects make trouble."
        )
        assert "U-12" in answer.rules

    def test_by_oneself(self):
        alone = like(TOBIN, statuses=[{"key": "burning", "level": 2}], tokens=[{"amount": 1}])
        answer = done("heal", alone, 7, 1, 1, kind="treat", status="burning", traits=["nerve"])
        assert (answer.sheet.statuses, answer.sheet.tokens, answer.helper) == ([], [], None)

    def test_who_can_treat_what(self):
        scared = like(TOBIN, statuses=[{"key": "frightened", "level": 1}, {"key": "angry", "level": 1}])
        treat = partial(refused, "heal", scared, kind="treat", traits=["nerve"])
        assert treat(status="frightened") == "nothing_to_clear"
        assert treat(status="angry", helper=MARA) == "nothing_to_clear"
        assert treat(status="bleeding", helper=MARA) == "nothing_to_clear"
        assert treat(status="cursed", helper=MARA) == "unknown_status"
        assert treat(status="frightened", helper=like(MARA, injuries=5)) == "taken_out"
        assert (
            refused("heal", scared, kind="treat", status="frightened", traits=["luck"], helper=MARA) == "unknown_trait"
        )
        assert done("heal", scared, 8, 1, 1, 1, kind="treat", status="frightened", traits=["nerve"], helper=MARA)


class TestStatuses:
    def test_the_higher_level_stays(self):
        add = [{"key": "poisoned", "level": 2, "source": "the cup"}, {"key": "stunned", "level": 1}]
        answer = done("conditions", like(MARA, statuses=[{"key": "poisoned", "level": 3}]), add=add)
        assert levels(answer.sheet) == {"poisoned": 3, "stunned": 2}
        assert answer.sheet.statuses[1].clears.at == "turn_end"
        assert answer.text == "Status Effects: Poisoned 2 comes; Stunned 2 comes."

    def test_it_lasts_as_long_as_is_said(self):
        add = [{"key": "blinded", "clears": {"at": "minutes", "count": 10}}]
        assert done("conditions", MARA, add=add).sheet.statuses[0].clears.count == 10

    def test_one_ends_and_comes_back_lower(self):
        borne = like(MARA, statuses=[{"key": "bleeding", "level": 3}])
        answer = done("conditions", borne, end=["bleeding"], add=[{"key": "bleeding"}])
        assert levels(answer.sheet) == {"bleeding": 1}
        assert answer.text == "Status Effects: Bleeding ends; Bleeding 1 comes."

    def test_what_isnt_borne_or_known(self):
        assert refused("conditions", MARA, end=["bleeding"], add=[{"key": "dazed"}]) == "nothing_to_clear"
        assert refused("conditions", MARA, end=["luck"]) == "unknown_status"
        assert refused("conditions", MARA, add=[{"key": "luck"}]) == "unknown_status"
        with pytest.raises(ValidationError):
            done("conditions", MARA)


class TestTokens:
    def test_they_are_set_up_and_used_the_oldest_first(self):
        ready = done("spend", MARA, amount=2, gain=True).sheet
        ready = done("spend", ready, amount=3, gain=True, **ATTACK).sheet
        answer = done("spend", ready, amount=3, **ATTACK)
        assert [(token.amount, token.for_kind) for token in answer.sheet.tokens] == [(2, "attack")]
        assert answer.text == "Bonus hits used: 3; 2 wait."
        assert refused("spend", answer.sheet) == "overspent"
        assert told("spend", like(MARA, tokens=[{"amount": 2, "for": "attack"}])).detail == (
            "1 bonus hit is asked for, and 0 can be used: waiting are 2 for attack. Name their kind as `for`."
        )
        assert told("spend", like(MARA, tokens=[])).detail == "1 bonus hit is asked for, and none waits."
        assert refused("spend", ready, amount=3, **{**ATTACK, "for": "treat"}) == "overspent"

    def test_a_sheet_holds_fifty(self):
        full = like(MARA, tokens=[{"amount": 1}] * 50)
        assert refused("spend", full, gain=True) == "invalid_bonus_hits"
        assert done("spend", full, amount=20).result.bonus_hits == 30
