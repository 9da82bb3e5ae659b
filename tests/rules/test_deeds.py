"""What holds for every deed of every system, whatever is done in which order."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.catalog import SYSTEMS
from app.rules.deeds import DAY, HelpedBody, Helper, Occasion, RolledBody, Route
from app.rules.dice import PhysicalDice
from app.rules.system import RuleRefusal, System

EACH = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
AMOUNT = st.integers(1, 20)
HELPERS = {"ultra": 1, "uttas": 0, "supers": 0}
"""The example who knows how to help."""


def one_of(**fields: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


DEEDS: dict[str, dict[Route, st.SearchStrategy[dict[str, Any]]]] = {
    "ultra": {
        "rest": one_of(kind=st.sampled_from(["scene", "full"])),
        "damage": one_of(amount=AMOUNT),
        "heal": st.one_of(
            one_of(amount=AMOUNT),
            st.just({"kind": "treat", "status": "bleeding", "traits": ["nerve"]}),
        ),
        "conditions": st.sampled_from(
            [{"add": [{"key": key, "level": 2}]} for key in ("bleeding", "exhausted", "dazed", "inspired")]
            + [{"end": ["bleeding"]}]
        ),
        "spend": one_of(amount=AMOUNT, gain=st.booleans()),
    },
    "uttas": {
        "rest": st.fixed_dictionaries({"kind": st.sampled_from(["short", "long"])}),
        "damage": st.one_of(
            st.fixed_dictionaries(
                {"dice": st.integers(1, 12)}, optional={"limb": st.sampled_from(["head", "left_arm"])}
            ),
            st.fixed_dictionaries({"stamina": AMOUNT}, optional={"health": AMOUNT}),
        ),
        "heal": st.fixed_dictionaries({"kind": st.sampled_from(["first_aid", "heal"])}),
        "conditions": st.sampled_from(
            [{"add": [{"key": "prone"}]}, {"end": ["prone"]}, {"end": ["disabled:head"], "add": [{"key": "stunned"}]}]
        ),
        "spend": st.one_of(
            st.fixed_dictionaries({"amount": AMOUNT, "gain": st.booleans()}),
            st.fixed_dictionaries({"amount": AMOUNT, "gain": st.booleans(), "resource": st.just("lock")}),
            st.just({"resource": "breather"}),
        ),
    },
    "supers": {
        "rest": st.fixed_dictionaries({"minutes": AMOUNT}),
        "damage": st.one_of(
            st.fixed_dictionaries({"rank": AMOUNT}), st.fixed_dictionaries({"degree": st.integers(1, 4)})
        ),
        "heal": st.fixed_dictionaries({"kind": st.sampled_from(["stabilize", "heal", "repair"])}),
        "conditions": st.sampled_from(
            [
                {"add": [{"key": "prone"}]},
                {"add": [{"key": "blind", "expires": {"at": "minutes", "count": 3}}]},
                {"end": ["c1"]},
            ]
        ),
        "spend": st.one_of(
            one_of(amount=st.integers(1, 3), gain=st.booleans()),
            st.just({"use": "recover"}),
            st.just({"resource": "extra_effort", "effort": "speed"}),
        ),
    },
}


class Loaded:
    """Dice that show these faces over and over."""

    def __init__(self, faces: list[int]) -> None:
        self.faces, self.thrown = faces, 0

    def draw(self, faces: int, count: int) -> list[int]:
        begin, self.thrown = self.thrown, self.thrown + count
        return [(self.faces[place % len(self.faces)] - 1) % faces + 1 for place in range(begin, self.thrown)]


def occasion(system: System, dice: Any, *, clock: int, helper: Any = None) -> Occasion[Any, Any]:
    return Occasion(options=system.options(), dice=dice, clock=clock, helper=helper)


def written(sheet: Any) -> Any:
    return type(sheet).model_validate_json(sheet.model_dump_json())


@EACH
def test_every_route_has_its_deed(system: System):
    assert set(system.deeds) == set(get_args(Route))
    for route, deed in system.deeds.items():
        assert deed.summary
        assert deed.examples
        assert deed.body.model_json_schema()["properties"]
        for example in deed.examples.values():
            plain = example.model_dump(mode="json", exclude_defaults=True)
            assert deed.body.model_validate(plain) == example, route


@EACH
@given(data=st.data())
def test_whatever_is_done_the_sheet_stays_one(system: System, data: st.DataObject):
    sheet = data.draw(st.sampled_from(list(system.example_sheets)))
    helper = Helper("chr_helper", system.example_sheets[HELPERS[system.key]])
    ids = {entry.id for entry in system.rule_index}
    clock, refused = 0, set[str]()
    for _ in range(data.draw(st.integers(1, 8))):
        route = data.draw(st.sampled_from(sorted(system.deeds)))
        body = system.deeds[route].body.model_validate(data.draw(DEEDS[system.key][route]))
        faces = data.draw(st.lists(st.integers(1, 20), min_size=1, max_size=6))
        helped = helper if isinstance(body, HelpedBody) and data.draw(st.booleans()) else None
        before = sheet.model_dump_json()
        try:
            done = system.deeds[route].apply(sheet, body, occasion(system, Loaded(faces), clock=clock, helper=helped))
        except RuleRefusal as refusal:
            refused.add(refusal.code)
            continue
        finally:
            assert sheet.model_dump_json() == before
        assert isinstance(body, RolledBody) or not done.dice
        again = PhysicalDice([die.face for die in done.dice])
        same = system.deeds[route].apply(sheet, body, occasion(system, again, clock=clock, helper=helped))
        again.finish()
        assert (same.sheet, same.helper, same.result, same.text) == (done.sheet, done.helper, done.result, done.text)
        assert isinstance(done.result, system.deeds[route].result)
        assert done.rules
        assert set(done.rules) <= ids
        assert 0 < len(done.text) <= 300
        assert written(done.sheet) == done.sheet
        assert done.helper is None or (helped is not None and written(done.helper) == done.helper)
        minutes = data.draw(st.sampled_from([0, 1, 60, DAY, 9 * DAY]))
        passed = system.time_passes(done.sheet, system.options(), before=clock, after=clock + minutes)
        clock += minutes
        sheet = passed.sheet
        assert written(sheet) == sheet
    assert refused <= set(system.refusals)


@EACH
def test_time_that_doesnt_pass_and_sessions_leave_a_valid_sheet(system: System):
    for sheet in system.example_sheets:
        still = system.time_passes(sheet, system.options(), before=5, after=5).sheet
        assert written(still) == still
        for new_adventure in (False, True):
            started = system.session_starts(sheet, system.options(), new_adventure=new_adventure)
            assert written(started.sheet) == started.sheet
            assert started.text
