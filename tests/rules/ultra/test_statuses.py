"""Status Effects: what they bring to a roll, how they hurt, and how they go."""

from typing import Any

import pytest

from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra.bearing import Deed, bearing, difficulty_in_force
from app.rules.systems.ultra.sheet import Status, Token
from app.rules.systems.ultra.statuses import STATUSES, StatusEffect, status_of
from app.rules.systems.ultra.suffering import eased, incoming, level_of, source_gone, struck, tick, treat_difficulty


def held(key: str, level: int = 1, **more: Any) -> Status:
    return Status(key=key, level=level, **more)


def brought(status: Status, *, of_target: bool = False, **deed: Any) -> list[Any]:
    """What one Status Effect brings: complication levels, hits more, hits fewer, bonus hits, whether it blocks."""
    found = bearing(Deed(**deed), own=[] if of_target else [status], of_target=[status] if of_target else [])
    return [
        [one.level for one in found.complications],
        [one.value for one in found.harder],
        [one.value for one in found.easier],
        [one.value for one in found.bonus_hits],
        found.blocked_by == [status.key],
        found.used_up == [status.key],
    ]


NOTHING: list[Any] = [[], [], [], [], False, False]


def expected(*complications: int, harder: int = 0, easier: int = 0, bonus: int = 0, **flags: bool) -> list[Any]:
    some = [[value] if value else [] for value in (harder, easier, bonus)]
    return [list(complications), *some, flags.get("blocked", False), flags.get("used_up", False)]


@pytest.mark.parametrize(
    ("status", "deed", "what"),
    [
        (held("bleeding", 3), {"kind": "attack", "tags": ["physical"]}, NOTHING),
        (held("burning", 3), {}, NOTHING),
        (held("blinded", 2), {"tags": ["sight"]}, expected(2)),
        (held("blinded", 2), {"tags": ["social"]}, NOTHING),
        (held("dazed"), {}, expected(harder=1)),
        (held("stunned", 2), {}, expected(2)),
        (held("off_balance"), {"tags": ["movement"]}, expected(1, used_up=True)),
        (held("off_balance"), {}, NOTHING),
        (held("restrained"), {"tags": ["movement"]}, expected(blocked=True)),
        (held("restrained"), {"tags": ["movement"], "kind": "escape"}, NOTHING),
        (held("restrained"), {"kind": "attack"}, NOTHING),
        (held("restrained", 2), {"kind": "attack"}, expected(2)),
        (held("slowed"), {"tags": ["chase", "movement"]}, expected(1)),
        (held("frightened", 3, source="crone"), {"target": "crone"}, expected(3)),
        (held("frightened", 3, source="crone"), {"target": "hollow"}, NOTHING),
        (held("confused"), {"tags": ["mental"]}, expected(harder=1)),
        (held("confused"), {"tags": ["social", "mental"]}, expected(harder=1)),
        (held("angry"), {"tags": ["calm", "social"]}, expected(1)),
        (held("angry"), {"kind": "attack"}, expected(bonus=1)),
        (held("exhausted", 3), {"tags": ["physical"]}, expected(3)),
        (held("poisoned", 1), {}, expected(1)),
        (held("poisoned", 3), {}, expected(3)),
        (held("discredited", 2), {"tags": ["social"]}, expected(2)),
        (held("located"), {"tags": ["stealth"]}, expected(harder=1)),
        (held("unlucky"), {}, expected(1, used_up=True)),
        (held("inspired", 2), {}, expected(bonus=2, used_up=True)),
        (held("steady"), {"tags": ["fear"]}, expected(bonus=1)),
        (held("hidden"), {"tags": ["stealth"]}, NOTHING),
        (held("hidden"), {}, expected(used_up=True)),
    ],
)
def test_what_a_bearer_brings(status: Status, deed: dict[str, Any], what: list[Any]):
    assert brought(status, **deed) == what


@pytest.mark.parametrize(
    ("status", "what"),
    [
        (held("hidden"), expected(harder=1)),
        (held("off_balance"), expected(easier=1)),
        (held("stunned", 2), NOTHING),
        (held("frightened", 2), NOTHING),
    ],
)
def test_what_a_target_brings(status: Status, what: list[Any]):
    assert brought(status, of_target=True, target="them") == what


def test_everything_together_in_order():
    found = bearing(
        Deed(kind="attack", target="crone", tags=["physical"]),
        own=[held("poisoned", 2), held("angry"), held("frightened", source="crone"), held("dazed")],
        of_target=[held("hidden"), held("off_balance")],
        tokens=[
            Token.model_validate(token)
            for token in ({"amount": 2}, {"amount": 1, "for": "attack"}, {"amount": 4, "for": "treat"})
        ],
    )
    assert [(one.id, one.level, one.kind) for one in found.complications] == [
        ("status:poisoned", 2, None),
        ("status:frightened", 1, None),
    ]
    assert [(one.of, one.value) for one in found.bonus_hits] == [("token", 2), ("token", 1), ("status:angry", 1)]
    assert [(one.of, one.value) for one in found.harder] == [("status:dazed", 1), ("status:hidden", 1)]
    assert [(one.of, one.value) for one in found.easier] == [("status:off_balance", 1)]
    assert (found.blocked_by, found.used_up) == ([], [])


@pytest.mark.parametrize(
    ("difficulty", "harder", "easier", "needed"), [(1, 0, 0, 1), (1, 1, 1, 1), (1, 0, 3, 1), (3, 1, 2, 2), (0, 0, 2, 0)]
)
def test_a_difficulty_is_never_lowered_below_one(difficulty: int, harder: int, easier: int, needed: int):
    assert difficulty_in_force(difficulty, harder=harder, easier=easier) == needed
    assert difficulty_in_force(difficulty) == difficulty


@pytest.mark.parametrize(
    ("key", "level", "injuries"),
    [
        ("bleeding", 1, 1),
        ("bleeding", 2, 1),
        ("bleeding", 3, 2),
        ("burning", 3, 3),
        ("poisoned", 2, 0),
        ("poisoned", 3, 1),
        ("dazed", 1, 0),
    ],
)
def test_injuries_at_the_start_of_a_turn(key: str, level: int, injuries: int):
    assert tick(key, level) == injuries


def test_poison_hurts_once_a_scene():
    assert tick("poisoned", 3, ticked_this_scene=True) == 0
    assert tick("burning", 2, ticked_this_scene=True) == 2


@pytest.mark.parametrize(
    ("key", "wanted", "level"),
    [("bleeding", 2, 2), ("restrained", 3, 2), ("dazed", 3, 1), ("stunned", 1, 2), ("stunned", 3, 2)],
)
def test_the_level_at_which_one_comes(key: str, wanted: int, level: int):
    assert level_of(key, wanted) == level


def test_when_one_ends_by_itself():
    told = {key: incoming(key, 1, bearer="a", source="b").clears.model_dump(exclude_none=True) for key in BY_ENDING}
    assert told == BY_ENDING
    assert incoming("dazed", 1, bearer="a", source="b", own_turn=True).clears.count == 2
    assert incoming("bleeding", 9, bearer="a", source="b").model_dump()["level"] == 3


BY_ENDING = {
    "dazed": {"at": "turn_end", "of": "a", "count": 1},
    "angry": {"at": "encounter_end"},
    "bleeding": {"at": "never"},
}


def test_the_stronger_one_stays():
    old, worse, newer = held("bleeding", 2), held("bleeding", 3, source="x"), held("bleeding", 2, source="x")
    other = held("dazed")
    assert struck([old, other], worse) == [worse, other]
    assert struck([worse, other], old) == [worse, other]
    assert struck([old], newer) == [newer]
    assert struck([other], old) == [other, old]


def test_fear_goes_with_its_source():
    fear, wound = held("frightened", source="crone"), held("bleeding", source="crone")
    assert source_gone([fear, wound], {"crone"}) == [wound]
    assert source_gone([fear, wound], {"hollow"}) == [fear, wound]


@pytest.mark.parametrize(
    ("key", "level", "hits", "left"), [("bleeding", 3, 1, 2), ("bleeding", 1, 3, 0), ("stunned", 2, 2, 0)]
)
def test_shaking_off(key: str, level: int, hits: int, left: int):
    assert eased(key, level=level, hits=hits) == left


def test_what_has_one_level_is_shaken_off_whole():
    with pytest.raises(OutOfRange) as refused:
        eased("stunned", level=2, hits=1)
    assert refused.value.code == "trick_cost_out_of_range"
    assert refused.value.facts == {"found": 1, "least": 2, "rule": "G-22"}


@pytest.mark.parametrize(
    ("key", "level", "needed"),
    [
        ("bleeding", 2, 2),
        ("burning", 3, 1),
        ("blinded", 3, 1),
        ("frightened", 3, 3),
        ("confused", 1, 2),
        ("poisoned", 2, 3),
        ("located", 1, 2),
    ],
)
def test_treatment(key: str, level: int, needed: int):
    assert treat_difficulty(key, level) == needed


def test_what_no_treatment_helps():
    hopeless = {"dazed", "stunned", "off_balance", "restrained", "slowed", "angry", "exhausted", "discredited"} | {
        *["unlucky", "inspired", "steady", "hidden"]
    }
    assert {status.key for status in STATUSES if status.treat is None} == hopeless
    for key in hopeless:
        with pytest.raises(AgainstTheRules) as refused:
            treat_difficulty(key, 1)
        assert (refused.value.code, refused.value.facts["rule"]) == ("nothing_to_clear", "G-22")


def test_an_unknown_one_is_refused_with_those_known():
    with pytest.raises(OutOfRange) as refused:
        status_of("sleepy")
    assert refused.value.code == "unknown_status"
    assert refused.value.facts["known"] == [status.key for status in STATUSES]
    assert len(STATUSES) == 19


@pytest.mark.parametrize("status", STATUSES, ids=lambda status: status.key)
def test_a_status_effect_says_what_it_does(status: StatusEffect):
    assert status.effect.endswith(".")
    assert status.clears.endswith(".")
    assert 1 <= status.least_level <= status.max_level <= 3
    assert StatusEffect.model_validate_json(status.model_dump_json()) == status


def test_the_few_that_are_special():
    assert [status.key for status in STATUSES if status.no_follow_up] == ["stunned"]
    assert [status.key for status in STATUSES if status.by_another] == ["frightened"]
    assert [status.key for status in STATUSES if status.used_up] == ["unlucky", "inspired"]
    assert {status.key for status in STATUSES if status.polarity == "helpful"} == {"inspired", "steady", "hidden"}
