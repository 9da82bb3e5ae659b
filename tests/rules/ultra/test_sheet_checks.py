"""Checks of Ultra from sheets: pools, Advantage, every Status Effect that touches a roll, and what the roll uses up."""

from typing import Any

import pytest

from app.rules.catalog import CHECKS
from app.rules.dice import PhysicalDice
from app.rules.lending import Filled, filled
from app.rules.system import AgainstTheRules, ChoosingKind, OutOfRange
from app.rules.systems.ultra.examples import EXAMPLE_SHEETS
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.outcomes import Choices
from app.rules.systems.ultra.sheet import UltraSheet

MARA, TOBIN, *_ = EXAMPLE_SHEETS
USUAL = ["target target 8 U-02", "double_from double_from 10 U-03"]


def bearing(*statuses: tuple[str, int], sheet: UltraSheet = MARA, **fields: Any) -> UltraSheet:
    """The sheet with Status Effects, each by key and level, and other fields."""
    held = [{"key": key, "level": level, "source": "the Crone"} for key, level in statuses]
    return UltraSheet.model_validate(sheet.model_dump() | {"statuses": held} | fields)


def fill(kind: str, sheet: UltraSheet, **asked: Any) -> Filled[Any]:
    _, of_kind = CHECKS[f"ultra.{kind}"]
    body = of_kind.from_sheet.model_validate(asked)
    return filled(of_kind, body, sheet, options=UltraOptions(), clock=0)


def parts(found: Filled[Any]) -> list[str]:
    return [f"{part.field} {part.source} {part.value} {part.rule}" for part in found.parts]


def refused(kind: str, sheet: UltraSheet, **asked: Any) -> str:
    with pytest.raises((AgainstTheRules, OutOfRange)) as refusal:
        fill(kind, sheet, **asked)
    return f"{refusal.value.code} {refusal.value.facts['rule']}"


@pytest.mark.parametrize(
    ("traits", "modifiers", "dice"),
    [
        (["nerve"], [], ["dice traits.nerve 4 U-01"]),
        (["nerve", "lore"], [], ["dice traits.nerve 4 U-01", "dice traits.lore 5 U-01"]),
        (["traits.nerve", "Faith"], [], ["dice traits.nerve 4 U-01", "dice traits.faith 3 U-01"]),
        (["nerve"], [2, -1], ["dice traits.nerve 4 U-01", "dice modifiers 1 G-05"]),
        (["brawl"], [-5], ["dice traits.brawl 2 U-01", "dice modifiers -5 G-05", "dice clamped 4 G-05"]),
        (
            ["nerve", "lore", "faith"],
            [],
            ["dice traits.nerve 4 U-01", "dice traits.lore 5 U-01", "dice traits.faith 3 U-01", "dice clamped -2 G-05"],
        ),
    ],
)
def test_a_pool_is_made_of_traits(traits: list[str], modifiers: list[int], dice: list[str]):
    found = fill("action", MARA, traits=traits, modifiers=modifiers)
    assert parts(found) == dice + USUAL
    assert found.body.dice == sum(int(part.value) for part in found.parts if part.field == "dice")
    assert found.sheet is None


@pytest.mark.parametrize(
    ("traits", "code"),
    [
        (["sorcery"], "unknown_trait G-05"),
        ([], "invalid_pool G-05"),
        (["nerve", "lore", "faith", "brawl"], "invalid_pool G-05"),
    ],
)
def test_pools_that_a_sheet_does_not_make(traits: list[str], code: str):
    assert refused("action", MARA, traits=traits) == code
    assert refused("opposed", MARA, traits=traits, defender={"dice": 3}) == code


def test_a_trait_with_a_name_of_its_own_is_found_either_way():
    sheet = UltraSheet(traits={"Cold Nerve": 4, "cold-nerve": 2})
    for name, dice in [("Cold Nerve", 4), ("cold_nerve", 4), ("cold-nerve", 2), ("traits.cold_nerve_2", 2)]:
        assert fill("action", sheet, traits=[name]).body.dice == dice
    assert fill("action", sheet, traits=["Cold Nerve"]).rolled == "Cold Nerve"


def test_faces_that_count_are_the_sheets_unless_stated():
    assert parts(fill("action", TOBIN, traits=["brawl"]))[1:] == ["target target 7 U-02", USUAL[1]]
    stated = fill("action", TOBIN, traits=["brawl"], target=9, double_from=9)
    assert (stated.body.target, stated.body.double_from) == (9, 9)
    assert parts(stated) == ["dice traits.brawl 4 U-01"]


def test_stated_dice_stand_in_for_traits_and_may_be_changed():
    found = fill("action", MARA, traits=["nerve"], dice=3, modifiers=[9])
    assert found.body.dice == 10
    assert parts(found) == ["dice modifiers 7 G-05", *USUAL]
    assert refused("action", MARA, dice=11, modifiers=[-3]) == "invalid_pool U-01"


def test_advantage_counts_in_its_domain():
    found = fill("action", MARA, traits=["nerve"], domain="spirit")
    assert parts(found)[-1] == "advantage advantage.spirit 1 G-01"
    assert fill("action", MARA, traits=["nerve"], domain="might").body.advantage == 0
    assert fill("action", MARA, traits=["nerve"], domain="spirit", advantage=-2).body.advantage == -2


# Status Effects; how the action is asked for; what they bring; those that go with it.
TOUCHED: list[tuple[tuple[str, int], dict[str, Any], list[str], bool]] = [
    (("blinded", 2), {"tags": ["sight"]}, ["complications status:blinded 2 G-22"], False),
    (("blinded", 2), {}, [], False),
    (("dazed", 1), {}, ["difficulty status:dazed 1 G-22"], False),
    (("stunned", 2), {}, ["complications status:stunned 2 G-22"], False),
    (("off_balance", 1), {"tags": ["movement"]}, ["complications status:off_balance 1 G-22"], True),
    (("off_balance", 1), {}, [], False),
    (("restrained", 2), {"action": "attack"}, ["complications status:restrained 2 G-22"], False),
    (("restrained", 1), {"action": "attack"}, [], False),
    (("restrained", 2), {"action": "escape", "tags": ["movement"]}, [], False),
    (("slowed", 1), {"tags": ["chase"]}, ["complications status:slowed 1 G-22"], False),
    (("frightened", 3), {"against": "the Crone"}, ["complications status:frightened 3 G-22"], False),
    (("frightened", 3), {"against": "a door"}, [], False),
    (("frightened", 3), {}, [], False),
    (("confused", 1), {"tags": ["mental"]}, ["difficulty status:confused 1 G-22"], False),
    (("angry", 1), {"tags": ["calm"]}, ["complications status:angry 1 G-22"], False),
    (("angry", 1), {"action": "attack"}, ["bonus_hits status:angry 1 G-22"], False),
    (("exhausted", 3), {"tags": ["physical"]}, ["complications status:exhausted 3 G-22"], False),
    (("poisoned", 1), {}, ["complications status:poisoned 1 G-22"], False),
    (("discredited", 2), {"tags": ["social"]}, ["complications status:discredited 2 G-22"], False),
    (("located", 1), {"tags": ["stealth"]}, ["difficulty status:located 1 G-22"], False),
    (("unlucky", 1), {}, ["complications status:unlucky 1 G-22"], True),
    (("inspired", 3), {}, ["bonus_hits status:inspired 3 G-22"], True),
    (("steady", 1), {"tags": ["fear"]}, ["bonus_hits status:steady 1 G-22"], False),
    (("hidden", 1), {}, [], True),
    (("hidden", 1), {"tags": ["stealth"]}, [], False),
    (("bleeding", 3), {"tags": ["physical"]}, [], False),
    (("burning", 2), {"tags": ["physical"]}, [], False),
]


@pytest.mark.parametrize(("status", "asked", "brought", "gone"), TOUCHED)
def test_status_effects_enter_by_themselves(
    status: tuple[str, int], asked: dict[str, Any], brought: list[str], *, gone: bool
):
    sheet = bearing(status)
    found = fill("action", sheet, traits=["nerve"], difficulty=2, **asked)
    assert parts(found) == ["dice traits.nerve 4 U-01", *USUAL, *brought]
    harder = sum(int(part.value) for part in found.parts if part.field == "difficulty")
    assert found.body.difficulty == 2 + harder
    assert [one.id for one in found.body.complications] == [
        part.source for part in found.parts if part.field == "complications"
    ]
    assert found.sheet == (sheet.model_copy(update={"statuses": []}) if gone else None)


def test_what_the_body_says_and_what_is_borne_come_together():
    sheet = bearing(("dazed", 1), ("poisoned", 2), ("inspired", 1), tokens=[{"amount": 2}])
    found = fill("action", sheet, traits=["nerve"], bonus_hits=1, complications=[{"id": "lock", "level": 1}])
    assert (found.body.difficulty, found.body.bonus_hits) == (2, 4)
    assert [one.id for one in found.body.complications] == ["lock", "status:poisoned"]
    assert found.rolled == (
        "Nerve (dazed +1 difficulty, token +2 bonus hits, inspired +1 bonus hits, poisoned +2 complication)"
    )


def test_tokens_that_match_are_spent():
    sheet = bearing(tokens=[{"amount": 2}, {"amount": 1, "for": "attack"}, {"amount": 3, "for": "treat"}])
    found = fill("action", sheet, traits=["brawl"], action="attack")
    assert parts(found)[-2:] == ["bonus_hits token 2 G-28", "bonus_hits token 1 G-28"]
    assert [(one.amount, one.for_kind) for one in found.sheet.tokens] == [(3, "treat")]
    other = fill("action", bearing(tokens=[{"amount": 3, "for": "treat"}]), traits=["brawl"])
    assert (other.body.bonus_hits, other.sheet) == (0, None)


def test_what_a_status_effect_or_injuries_forbid():
    held = bearing(("restrained", 1))
    assert refused("action", held, traits=["athletics"], tags=["movement"]) == "blocked G-22"
    assert refused("opposed", held, traits=["athletics"], tags=["movement"], defender={"dice": 2}) == "blocked G-22"
    assert refused("action", bearing(injuries=5), traits=["nerve"]) == "taken_out G-27"


def test_wrong_numbers_are_not_put_right_by_what_is_added():
    assert refused("action", bearing(("dazed", 1)), traits=["nerve"], difficulty=-1) == "invalid_difficulty G-15"
    assert refused("action", bearing(("inspired", 3)), traits=["nerve"], bonus_hits=-1) == "invalid_bonus_hits G-20"


def test_more_complications_than_an_action_has_room_for_are_refused():
    listed = [{"id": f"c{place}", "level": 1} for place in range(20)]
    assert refused("action", bearing(("poisoned", 1)), traits=["nerve"], complications=listed) == "past_limit U-01"


def test_an_opposed_action_is_harder_by_what_is_borne():
    sheet = bearing(("dazed", 1), ("unlucky", 1), sheet=TOBIN)
    found = fill("opposed", sheet, traits=["brawl"], action="attack", defender={"dice": 2})
    assert parts(found) == [
        "dice traits.brawl 4 U-01",
        "target target 7 U-02",
        "double_from double_from 10 U-03",
        "harder status:dazed 1 G-22",
        "complications status:unlucky 1 G-22",
    ]
    kind = CHECKS["ultra.opposed"][1]
    answer = found.told(kind.resolve(found.body, options=UltraOptions(), dice=PhysicalDice([7, 7, 10, 1, 8, 2])))
    assert (answer.result["hits"], answer.result["difficulty"]) == (4, 3)
    assert answer.text == (
        "Brawl (dazed +1 difficulty, unlucky +1 complication): To choose: 4 hits against 3 "
        "(7, 7, 10, 1; the defender has 1: 8, 2); 1 hit to spend. Spare: 1 unlucky. Tricks: 1 Convenient Detail, "
        "Set Up, Opening, Drive It Home, Side Move, Hinder, Shake It Off, Afflict."
    )
    assert [status.key for status in found.sheet.statuses] == ["dazed"]
    odds = kind.odds(found.body, options=UltraOptions())
    assert sum(int(one.ways) for one in odds.outcomes) == int(odds.denominator) == 10**6


def test_an_open_action_keeps_what_came_from_the_sheet_when_it_is_resolved():
    kind = CHECKS["ultra.action"][1]
    assert isinstance(kind, ChoosingKind)
    found = fill("action", bearing(("poisoned", 1)), traits=["nerve"])
    made = found.told(kind.resolve(found.body, options=UltraOptions(), dice=PhysicalDice([8, 9, 1, 1])))
    assert made.open
    choices = Choices.model_validate({"buy_off": [{"id": "status:poisoned"}]})
    done = kind.choose(found.body, made, choices, options=UltraOptions())
    assert (done.parts, done.rolled) == (made.parts, "Nerve (poisoned +1 complication)")
    assert done.text == "Nerve (poisoned +1 complication): Extraordinary success: 2 hits against 1 (8, 9, 1, 1)."
    assert "G-22" in done.rules


def test_a_race_has_the_characters_pool_among_the_others():
    sheet = bearing(("dazed", 1), ("unlucky", 1), sheet=TOBIN, tokens=[{"amount": 2}])
    sides = {"hound": {"dice": 3, "target": 6}, "Tobin R.": {"traits": ["athletics"], "modifiers": [1]}}
    found = fill("contest", sheet, sides=sides)
    assert parts(found) == [
        "sides.Tobin R..dice traits.athletics 4 U-01",
        "sides.Tobin R..dice modifiers 1 G-05",
        "sides.Tobin R..target target 7 U-02",
        "sides.Tobin R..double_from double_from 10 U-03",
    ]
    assert list(found.body.sides) == ["hound", "Tobin R."]
    assert found.body.sides["hound"].target == 6
    assert (found.rolled, found.sheet) == ("Athletics", None)
    stated = fill("contest", sheet, sides={"hound": {"dice": 3}, "Tobin": {"traits": ["athletics"], "dice": 1}})
    assert stated.body.sides["Tobin"].dice == 1
    assert (
        refused("contest", sheet, sides={"hound": {"dice": 3}, "Tobin": {"traits": ["flying"]}}) == "unknown_trait G-05"
    )


def test_dice_that_lie_may_say_how_many_there_are():
    found = fill("action", MARA, faces=[10, 8, 1])
    answer = found.told(
        CHECKS["ultra.action"][1].resolve(found.body, options=UltraOptions(), dice=PhysicalDice([10, 8, 1]))
    )
    assert (answer.result["hits"], answer.rolled) == (3, None)
    assert [part.field for part in answer.parts] == ["target", "double_from"]
