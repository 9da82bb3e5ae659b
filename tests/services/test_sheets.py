"""Merge patches as RFC 7396 has them, and differences that say all that changed and nothing else."""

import copy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.services.sheets import differences, merged
from app.services.text import forged

# The table of RFC 7396, appendix A.
RFC = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]
_leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab/~", max_size=2)
JSON = st.recursive(
    _leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=3)
)


@pytest.mark.parametrize(("target", "patch", "whole"), RFC)
def test_a_merge_patch_is_that_of_the_rfc(target: Any, patch: Any, whole: Any) -> None:
    before = copy.deepcopy(target)
    assert merged(target, patch) == whole
    assert target == before


def put(value: Any, pointer: str, after: Any) -> Any:
    """The value with another one in the place that a pointer names."""
    if not pointer:
        return after
    first, _, rest = pointer[1:].partition("/")
    name = first.replace("~1", "/").replace("~0", "~")
    rest = f"/{rest}" if "/" in pointer[1:] else ""
    if isinstance(value, list):
        whole = [*value, None] if int(name) == len(value) else [*value]
        whole[int(name)] = put(whole[int(name)], rest, after)
        return whole
    return {**value, name: put(value.get(name), rest, after)}


@given(JSON, JSON)
@example({"a": 1}, {"a": True})
def test_differences_lead_from_one_to_the_other(before: Any, after: Any) -> None:
    value = before
    for change in differences(before, after):
        assert change.before != change.after or type(change.before) is not type(change.after) or change.after is None
        value = put(value, change.pointer, change.after)
    # What isn't there any more is told as null.
    assert differences(_trimmed(value, after), after) == []
    assert (differences(before, after) == []) == _same(before, after)


def _trimmed(value: Any, like: Any) -> Any:
    if isinstance(value, dict) and isinstance(like, dict):
        return {name: _trimmed(value[name], member) for name, member in like.items()}
    if isinstance(value, list) and isinstance(like, list):
        return [_trimmed(one, other) for one, other in zip(value, like, strict=False)]
    return value


def _same(one: Any, other: Any) -> bool:
    return repr(_sorted(one)) == repr(_sorted(other))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def test_more_than_200_differences_are_told_as_one() -> None:
    few, many = ({str(place): 0 for place in range(count)} for count in (200, 201))
    assert len(differences({"a": few, "b": 1}, {"a": dict.fromkeys(few, 1), "b": 1})) == 200
    assert [one.pointer for one in differences({"a": many}, {"a": dict.fromkeys(many, 1)})] == ["/a"]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("plain\ttext\n", None),
        ("\u202e", ()),
        ({"a": [1, {"b": "x\u0007"}]}, ("a", 1, "b")),
        ({"a": {"b\u2028": 1}}, ("a",)),
        ([True, None, 1, 1.5, "ok"], None),
    ],
)
def test_a_forged_text_is_found(value: Any, path: Any) -> None:
    assert forged(value) == path
