"""Checks: what they answer, what they say, and what they refuse before a choice is made."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.errors import FacesMissing
from app.rules.system import AgainstTheRules, CheckBody, OutOfRange
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.checks.action import ActionBody, ActionResult
from app.rules.systems.ultra.checks.contest import ContestBody
from app.rules.systems.ultra.checks.hand import UltraSide
from app.rules.systems.ultra.checks.opposed import UltraOpposedBody
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.options import DEFAULTS, UltraOptions
from app.rules.systems.ultra.outcomes import Choices
from tests.rules.ultra.table import KINDS, ask, choosing

LOCK = Complication(id="lock", level=1, note="the lock breaks")
STORM = Complication(id="storm", level=3, kind="physical_setback")
BARE = Complication(id="c9", level=2)
TIED = UltraOptions(opposed_tie="actor")
GUARD = UltraSide(dice=2)
SIDE = UltraSide(dice=1)
FOR_ONE = "Tricks: 1 Convenient Detail, Set Up, Opening, Drive It Home, Side Move, Hinder, Shake It Off, Afflict."


class Tens:
    """Dice that always show a 10."""

    def draw(self, faces: int, count: int) -> list[int]:
        return [10] * count


def attempt(**given: Any) -> ActionBody:
    return ActionBody(**{"dice": 3, **given})


@pytest.mark.parametrize(
    ("body", "faces", "text"),
    [
        (attempt(), (8, 2, 2), "Success: 1 hit against 1 (8, 2, 2)."),
        (attempt(), (7, 2, 2), "Failure: 0 hits against 1 (7, 2, 2)."),
        (
            attempt(complications=[LOCK]),
            (8, 2, 2),
            "Success with consequence: 1 hit against 1 (8, 2, 2); the lock breaks.",
        ),
        (attempt(), (8, 2, 9), f"To choose: 2 hits against 1 (8, 2, 9); 1 hit to spend. {FOR_ONE}"),
        (
            attempt(difficulty=2, complications=[LOCK]),
            (8, 2, 2),
            "To choose: 1 hit against 2 (8, 2, 2); 1 short, to fail with or without the complications.",
        ),
        (
            attempt(difficulty=3, advantage=1, bonus_hits=2),
            (8, 1, 1),
            "To choose: 5 hits against 3 (8, 1, 1; +2 for Advantage; +2 bonus); 2 hits to spend. "
            "Tricks: 1 Convenient Detail, Opening, Drive It Home, Side Move; 1-2 Set Up, Hinder, Shake It Off, "
            "Afflict; 2 Spread, Full Follow-Up, Declare a Truth.",
        ),
        (
            attempt(advantage=-2),
            (8, 8, 8),
            "Success: 3 hits against 3 (8, 8, 8; difficulty 1 +2 for Advantage -2).",
        ),
        (
            UltraOpposedBody(dice=2, defender=GUARD),
            (8, 2, 9, 3),
            "Failure: 1 hit against 2 (8, 2; the defender has 1: 9, 3).",
        ),
        (
            UltraOpposedBody(dice=2, defender=UltraSide(dice=1, bonus_hits=1)),
            (10, 9, 9),
            "Success: 3 hits against 3 (10, 9; the defender has 2: 9, +1 bonus).",
        ),
        (
            ContestBody(sides={"a": GUARD, "b": GUARD}),
            (10, 8, 8, 2),
            "a wins: a 3 (10, 8), b 1 (8, 2); 2 hits left over.",
        ),
        (
            ContestBody(sides={"a": GUARD, "b": UltraSide(dice=1)}),
            (8, 8, 10),
            "Draw: a 2 (8, 8), b 2 (10); level at the top.",
        ),
        (
            ContestBody(sides={"a": GUARD, "b": UltraSide(dice=1)}),
            (1, 2, 3),
            "Nobody wins: a 0 (1, 2), b 0 (3); not one hit.",
        ),
    ],
)
def test_what_is_said(body: CheckBody, faces: tuple[int, ...], text: str):
    answer = ask(body, *faces)
    assert answer.text == text
    word, _, why = text.partition(":")
    assert answer.markdown == f"**{word}**:{why}"
    assert answer.source == "physical"
    assert [die.face for die in answer.dice] == list(faces)


@pytest.mark.parametrize(
    ("faces", "choices", "options", "text"),
    [
        (
            (10, 10, 1),
            {},
            {},
            "Success with consequence: 4 hits against 1 (10, 10, 1); the lock breaks; Setback; c9; 3 hits unspent.",
        ),
        (
            (10, 10, 1),
            {"buy_off": [{"id": "storm"}]},
            {},
            "Success with consequence: 4 hits against 1 (10, 10, 1); the lock breaks; c9.",
        ),
        (
            (10, 8, 1),
            {"buy_off": [{"id": "storm", "hits": 1}], "tricks": [{"key": "set_up", "cost": 1, "for": "attack"}]},
            {"partial_buyoff": True},
            "Success with consequence: 3 hits against 1 (10, 8, 1); "
            "the lock breaks; Setback (down to 2); c9; Set Up for 1.",
        ),
        (
            (10, 10, 10),
            {"buy_off": [{"id": "storm"}, {"id": "lock"}], "tricks": [{"key": "opening", "target": "guard"}]},
            {},
            "Success with consequence: 6 hits against 1 (10, 10, 10); c9; Opening for 1.",
        ),
        (
            (1, 2, 3),
            {"accept_complications": True},
            {"disaster_reward": "a point of *fate*"},
            "Disaster: 0 hits against 1 (1, 2, 3); the lock breaks; Setback; c9; a point of *fate*.",
        ),
        ((1, 2, 3), {}, {"disaster_reward": "a point of fate"}, "Failure: 0 hits against 1 (1, 2, 3)."),
    ],
)
def test_what_is_said_of_choices(faces: tuple[int, ...], choices: Any, options: dict[str, Any], text: str):
    """G-23: whoever chooses Disaster gets what the table gives for it, usually nothing."""
    body = attempt(complications=[LOCK, STORM, BARE])
    answer = choosing(body, *faces, options=UltraOptions(**options), **choices)
    assert answer.text == text
    assert answer.result["status"] == "resolved"
    assert answer.result["menu"] is None
    assert answer.result["reward"] == (options.get("disaster_reward") if "Disaster" in text else None)


@pytest.mark.parametrize("faces", [(10, 10, 8), (8, 2, 2), (1, 1, 1)])
@pytest.mark.parametrize("body", [attempt(complications=[LOCK]), attempt(), UltraOpposedBody(dice=2, defender=SIDE)])
def test_a_result_is_what_the_docs_say(body: CheckBody, faces: tuple[int, ...]):
    for made in (ask(body, *faces), choosing(body, *faces)):
        assert made.result == ActionResult.model_validate(made.result).model_dump()
        assert list(made.result) == list(ActionResult.model_fields)


def test_words_of_the_table_stay_words():
    loud = Complication(id="x", level=1, note="**@everyone**\nlook " + "ha" * 60)
    answer = choosing(attempt(complications=[loud]), 8, 1, 1)
    assert "**@everyone** look haha" in answer.text
    assert "\\*\\*@\u200beveryone\\*\\* look haha" in answer.markdown
    assert "\n" not in answer.text + answer.markdown
    assert len(answer.text) < 120
    won = ask(ContestBody(sides={"_b_": UltraSide(dice=1), "a": UltraSide(dice=1)}), 8, 1)
    assert won.markdown.startswith("**\\_b\\_ wins**: \\_b\\_ 1 (8), a 0 (1)")


def test_many_things_are_told_as_more():
    """G-24."""
    body = attempt(dice=1, difficulty=9, complications=[Complication(id=f"c{place}", level=1) for place in range(7)])
    answer = choosing(body, 1, accept_complications=True)
    assert answer.text == "Disaster: 0 hits against 9 (1); c0; c1; c2; c3; c4; 2 more."
    assert len(answer.result["occurred"]) == 7


def test_an_open_action_shows_what_can_be_had():
    answer = ask(attempt(dice=4, complications=[LOCK, STORM]), 10, 8, 1, 1)
    assert answer.result == {
        "dice_hits": 3,
        "bonus_hits": 0,
        "advantage_hits": 0,
        "hits": 3,
        "difficulty": 1,
        "shortfall": 0,
        "leftover": 2,
        "status": "open",
        "menu": {
            "accept_complications": False,
            "buy_off": [{"id": "lock", "hits": 1}],
            "tricks": [
                {"key": "scene_detail", "min": 1, "max": 1},
                {"key": "set_up", "min": 1, "max": 2},
                {"key": "opening", "min": 1, "max": 1},
                {"key": "drive_home", "min": 1, "max": 1},
                {"key": "side_move", "min": 1, "max": 1},
                {"key": "hinder", "min": 1, "max": 2},
                {"key": "shake_off", "min": 1, "max": 2},
                {"key": "afflict", "min": 1, "max": 2},
                {"key": "second_target", "min": 2, "max": 2},
                {"key": "full_follow_up", "min": 2, "max": 2},
                {"key": "declare_truth", "min": 2, "max": 2},
            ],
        },
        "result": None,
        "spent": None,
        "unspent": None,
        "occurred": None,
        "tricks": None,
        "reward": None,
        "defender_hits": None,
    }
    assert answer.rules == ["U-02", "U-03", "U-07"]


def test_part_payments_are_offered_where_the_table_takes_them():
    answer = ask(attempt(complications=[LOCK, STORM]), 10, 8, 1, options=UltraOptions(partial_buyoff=True))
    assert answer.result["menu"]["buy_off"] == [{"id": "lock", "hits": 1}, {"id": "storm", "hits": 2}]


@pytest.mark.parametrize(
    ("faces", "complications", "options", "accept"),
    [
        ((1, 1, 1), [LOCK], {}, True),
        ((1, 1, 1), [], {}, None),
        ((1, 1, 1), [], {"disaster_without_complications": True}, True),
        ((8, 1, 1), [LOCK], {}, None),
    ],
)
def test_when_there_is_nothing_to_choose_the_result_is_there(
    faces: tuple[int, ...], complications: list[Complication], options: dict[str, Any], accept: bool | None
):
    result = ask(attempt(complications=complications), *faces, options=UltraOptions(**options)).result
    if accept:
        assert (result["status"], result["result"]) == ("open", None)
        assert result["menu"] == {"accept_complications": True, "buy_off": [], "tricks": []}
    else:
        assert (result["status"], result["menu"]) == ("resolved", None)
        assert result["result"] in {"failure", "success_with_consequence"}


def test_dice_say_whose_they_are_and_what_they_bring():
    answer = ask(UltraOpposedBody(dice=2, double_from=9, defender=UltraSide(dice=3, target=7)), 9, 8, 7, 10, 6)
    assert [(die.of, die.sides, die.face, die.counts) for die in answer.dice] == [
        ("actor", 10, 9, 2),
        ("actor", 10, 8, 1),
        ("defender", 10, 7, 1),
        ("defender", 10, 10, 2),
        ("defender", 10, 6, 0),
    ]
    assert answer.result["defender_hits"] == 3
    assert answer.rules == ["G-12", "G-11", "U-02", "U-04", "U-10"]


def test_a_race_keeps_the_order_of_its_sides():
    answer = ask(ContestBody(sides={"z": GUARD, "a": GUARD}), 8, 8, 1, 8)
    assert list(answer.result["hits"].items()) == [("z", 2), ("a", 1)]
    assert [die.of for die in answer.dice] == ["z", "z", "a", "a"]
    assert answer.result["leftover"] == 1


def test_a_runner_alone_with_a_hit_needs_that_one():
    assert ask(ContestBody(sides={"a": GUARD, "b": GUARD}), 8, 1, 1, 1).result["leftover"] == 0


@pytest.mark.parametrize(("faces", "hits"), [((1, 1, 8), 1), ((1, 1, 1), 0)])
def test_two_rolls_without_a_hit_and_the_actor_option(faces: tuple[int, ...], hits: int):
    answer = ask(UltraOpposedBody(dice=2, defender=UltraSide(dice=1)), *faces, options=TIED)
    assert (answer.result["difficulty"], answer.result["defender_hits"]) == (1, hits)
    assert answer.result["result"] == "failure"


@pytest.mark.parametrize(
    ("body", "choices", "faces", "rules"),
    [
        (attempt(), {}, (1, 1, 1), ["U-02", "U-03", "U-10"]),
        (attempt(complications=[LOCK]), {"accept_complications": True}, (1, 1, 1), ["U-02", "U-03", "U-09"]),
        (attempt(complications=[LOCK]), {}, (8, 1, 1), ["U-02", "U-03", "U-12"]),
        (attempt(advantage=-1, bonus_hits=1), {}, (8, 1, 1), ["U-02", "U-03", "G-01", "G-20", "U-11"]),
        (
            attempt(complications=[LOCK]),
            {"buy_off": [{"id": "lock", "hits": 1}], "tricks": [{"key": "opening"}]},
            (8, 9, 8),
            ["U-02", "U-03", "U-14", "U-16", "G-03", "U-20"],
        ),
    ],
)
def test_the_rules_that_decided(body: ActionBody, choices: Any, faces: tuple[int, ...], rules: list[str]):
    assert choosing(body, *faces, **choices).rules == rules


def test_a_wide_margin_names_its_ruling():
    answer = choosing(attempt(), 10, 10, 1, options=UltraOptions(extraordinary_without_complications=3))
    assert answer.rules == ["U-02", "U-03", "G-04"]
    assert answer.result["result"] == "extraordinary_success"


def test_the_actors_dice_may_be_left_out_where_faces_lie():
    body = UltraOpposedBody(faces=[8, 8, 1], defender=UltraSide(dice=1))
    answer = KINDS["ultra.opposed"].resolve(body, options=DEFAULTS, dice=Tens())
    assert [die.of for die in answer.dice] == ["actor", "actor", "defender"]


@pytest.mark.parametrize(("faces", "refusal"), [((1, 2), FacesMissing)])
def test_faces_must_fit(faces: tuple[int, ...], refusal: type[Exception]):
    with pytest.raises(refusal):
        ask(attempt(), *faces)


@pytest.mark.parametrize(
    ("body", "code", "rule"),
    [
        (ActionBody(), "invalid_pool", "U-01"),
        (attempt(dice=0), "invalid_pool", "U-01"),
        (attempt(dice=11), "invalid_pool", "U-01"),
        (attempt(target=1), "invalid_target", "G-06"),
        (attempt(target=11), "invalid_target", "G-06"),
        (attempt(double_from=1), "invalid_double_from", "G-07"),
        (attempt(double_from=11), "invalid_double_from", "G-07"),
        (attempt(difficulty=-1), "invalid_difficulty", "G-15"),
        (attempt(advantage=-4), "invalid_advantage", "G-01"),
        (attempt(advantage=4), "invalid_advantage", "G-01"),
        (attempt(bonus_hits=-1), "invalid_bonus_hits", "G-20"),
        (attempt(complications=[Complication(id="c", level=0)]), "invalid_complication_level", "U-17"),
        (attempt(complications=[Complication(id="c", level=4)]), "invalid_complication_level", "U-17"),
        (attempt(complications=[LOCK, LOCK]), "duplicate_complication", "G-02"),
        (
            attempt(complications=[Complication(id="c", level=1, kind="status_effect", status_key="sleepy")]),
            "unknown_status",
            "U-27",
        ),
        (UltraOpposedBody(dice=1, defender=UltraSide(dice=0)), "invalid_pool", "U-01"),
        (UltraOpposedBody(dice=0, defender=GUARD), "invalid_pool", "U-01"),
        (UltraOpposedBody(dice=1, defender=UltraSide(dice=1, bonus_hits=-1)), "invalid_bonus_hits", "G-20"),
        (ContestBody(sides={"a": GUARD, "b": UltraSide(dice=1, double_from=0)}), "invalid_double_from", "G-07"),
        (ContestBody(sides={"a": GUARD, "b": UltraSide(dice=1, target=0)}), "invalid_target", "G-06"),
    ],
)
def test_numbers_the_rules_dont_know(body: CheckBody, code: str, rule: str):
    with pytest.raises(OutOfRange) as refused:
        ask(body, 8, 8, 8)
    assert (refused.value.code, refused.value.facts["rule"]) == (code, rule)
    assert code in SYSTEM.refusals
    assert refused.value.detail.endswith(".")


def test_a_refused_number_comes_with_what_is_allowed():
    with pytest.raises(OutOfRange) as refused:
        ask(attempt(target=12), 8, 8, 8)
    assert refused.value.detail == "A target number is 2 to 10, not 12."
    assert refused.value.facts == {"found": 12, "least": 2, "most": 10, "rule": "G-06"}


@pytest.mark.parametrize("face", [0, 11, -3])
def test_a_face_that_isnt_there(face: int):
    with pytest.raises(OutOfRange) as refused:
        ask(attempt(), 8, face, 8)
    assert refused.value.code == "invalid_die"
    assert refused.value.facts == {"index": 1, "face": face, "die": "d10", "rule": "U-01"}


def test_every_die_counts_and_ones_mean_nothing():
    """U-05, G-08: a roll of ones is a roll without hits like any other."""
    assert ask(attempt(dice=4, difficulty=4), 10, 8, 9, 1).result["dice_hits"] == 4
    assert ask(attempt(), 1, 1, 1).result == ask(attempt(), 2, 5, 7).result


def test_trouble_is_fixed_before_the_roll_and_its_kind_may_wait():
    """G-16."""
    assert ask(attempt(complications=[BARE]), 8, 1, 1).result["occurred"] == [{"id": "c9", "level": 2}]
    with pytest.raises(ValidationError):
        Choices.model_validate({"complications": [{"id": "late", "level": 1}]})


@pytest.mark.parametrize("target", [2, 10])
@pytest.mark.parametrize("advantage", [-3, 3])
def test_the_ends_of_every_range_are_inside(target: int, advantage: int):
    body = attempt(dice=1, target=target, double_from=target, advantage=advantage, difficulty=0)
    assert ask(body, target).result["dice_hits"] == 2
    assert ask(attempt(dice=10), *[1] * 10).result["result"] == "failure"


def test_choices_need_the_faces_they_are_about():
    for body in (attempt(choices=Choices()), UltraOpposedBody(dice=1, choices=Choices(), defender=GUARD)):
        with pytest.raises(AgainstTheRules) as refused:
            ask(body, 8, 8, 8)
        assert (refused.value.code, refused.value.facts["rule"]) == ("choices_before_roll", "U-07")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ultra.action", {"dice": "5"}),
        ("ultra.action", {"dice": True}),
        ("ultra.action", {"dice": 10**9}),
        ("ultra.action", {"dice": 5, "luck": 1}),
        ("ultra.action", {"dice": 5, "complications": [{"id": "", "level": 1}]}),
        ("ultra.action", {"dice": 5, "complications": [{"id": "c", "level": 1, "kind": "doom"}]}),
        ("ultra.action", {"dice": 5, "complications": [{"id": f"{n}", "level": 1} for n in range(21)]}),
        ("ultra.action", {"faces": [8], "choices": {"tricks": [{"key": "set_up", "for": "dance"}]}}),
        ("ultra.opposed", {"dice": 1}),
        ("ultra.opposed", {"dice": 1, "difficulty": 1, "defender": {"dice": 1}}),
        ("ultra.contest", {"sides": {"a": {"dice": 1}}}),
        ("ultra.contest", {"sides": {f"s{n}": {"dice": 1} for n in range(21)}}),
    ],
)
def test_bodies_of_a_wrong_shape_are_refused(kind: str, body: dict[str, Any]):
    with pytest.raises(ValidationError):
        KINDS[kind].body.model_validate(body)


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_examples_can_be_asked_as_they_are(kind: Any):
    for name, body in kind.examples.items():
        assert name
        posted = kind.body.model_validate_json(body.model_dump_json())
        answer = kind.resolve(posted, options=DEFAULTS, dice=Tens())
        assert answer.kind == kind.key == body.kind
        kind.result.model_validate(answer.result)


@pytest.mark.parametrize("kind", SYSTEM.checks, ids=lambda kind: kind.key)
def test_the_longest_answer_is_short_enough(kind: Any):
    much = [Complication(id=f"{place}" * 30, level=3, note="*_" * 150) for place in range(20)]
    choices = Choices.model_validate(
        {
            "buy_off": [{"id": one.id, "hits": 1} for one in much],
            "tricks": [{"key": "scene_detail"}, {"key": "hinder", "cost": 1}, {"key": "set_up", "cost": 1}],
        }
    )
    actor: dict[str, Any] = {"complications": much, "choices": choices, "advantage": 3, "bonus_hits": 9}
    tens = [10] * 10
    most = {
        "ultra.action": ActionBody(faces=tens, difficulty=0, **actor),
        "ultra.opposed": UltraOpposedBody(
            faces=tens * 2, defender=UltraSide(dice=10, target=10, bonus_hits=9), **actor
        ),
        "ultra.contest": ContestBody(sides={f"{place}{'*' * 60}": UltraSide(dice=10) for place in range(20)}),
    }
    options = UltraOptions(partial_buyoff=True, opposed_tie="actor", advantage_hits_per_level=20)
    answer = kind.resolve(most[kind.key], options=options, dice=Tens())
    assert len(answer.text) <= 300
    assert len(answer.markdown) <= 1800


def test_a_complication_may_bring_any_status_effect():
    dazing = Complication(id="c", level=1, kind="status_effect", status_key="dazed")
    assert ask(attempt(complications=[dazing]), 8, 8, 8).result["status"] == "open"
