"""Golden vectors: one test a case, and a comparison that lets nothing pass unseen."""

import json

import pytest

from tests.rules.golden import HERE, Case, answer, cases, differences, folders, read

ALL = [case for folder in folders() for case in cases(folder)]


@pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
def test_case(case: Case):
    assert list(differences(case.expect, answer(case))) == []


def test_every_case_of_the_files_is_run():
    own = [json.loads(path.read_text(encoding="utf-8"))["cases"] for path in HERE.glob("*.json")]
    asked = [case for case in ALL if case.name.startswith(f"{HERE.name}/") and not case.name.endswith("-option")]
    assert len(asked) == sum(map(len, own)) > 0


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ({"hits": 1}, {}),
        ({"hits": 1}, {"hits": True}),
        ({"hits": 1}, {"hits": 2}),
        ({"hits": 1}, None),
        ({"dice": [1, 2]}, {"dice": [1]}),
        ({"dice": [1, 2]}, {"dice": [1, 3]}),
        ({"tricks": [{"key": "a"}]}, {"tricks": [{}]}),
        ({"result": None}, {}),
        ({"error": "rest_limit"}, {"stamina": 3}),
    ],
)
def test_a_difference_is_seen(expected: object, actual: object):
    assert len(list(differences(expected, actual))) == 1


def test_unnamed_fields_are_free():
    assert list(differences({"dice": [{"face": 1}]}, {"total": 3, "dice": ({"face": 1, "sides": 6},)})) == []


def test_a_case_with_a_field_nobody_compares_is_refused():
    case = {"id": "X", "op": "check", "given": {}, "expect": {}, "expect_later": {}}
    with pytest.raises(ValueError, match="expect_later"):
        list(read(case, system="uttas", file="more"))


def test_options_are_asked_apart():
    case = {
        "id": "X",
        "op": "check",
        "given": {"dc": 10, "options": {"a": 1}},
        "expect": {"degree": 1},
        "expect_with_option": {"options": {"b": 2}, "expect": {"degree": 2}},
    }
    plain, other = read(case, system="supers", file="more")
    assert plain == Case("more-X", "supers", "check", {"dc": 10}, {"a": 1}, {"degree": 1})
    assert other == Case("more-X-option", "supers", "check", {"dc": 10}, {"a": 1, "b": 2}, {"degree": 2})


@pytest.mark.parametrize("system", sorted({case.system for case in ALL}))
def test_an_unknown_op_fails(system: str):
    with pytest.raises(LookupError):
        answer(Case("X", system, "no_such_op", {}, {}, {}))
