"""The twenty-eight conditions in a fight: what each does to a check, a defense, a turn or a perception."""

from collections.abc import Callable

import pytest

from app.rules.systems.supers.catalogues.conditions import BY_ID, CONDITIONS
from app.rules.systems.supers.conditions import effective, named
from app.rules.systems.supers.sheet import Advantage
from tests.rules.supers.fights import HALYARD, PLAYER, Fight

Shown = Callable[[Fight], None]
SHOWN: dict[str, Shown] = {}
"""A test for each condition, by its key."""


def shows(key: str) -> Callable[[Shown], Shown]:
    def keep(shown: Shown) -> Shown:
        SHOWN[key] = shown
        return shown

    return keep


def next_turn(fight: Fight, name: str) -> tuple[int, int]:
    fight.do("end_turn", None)
    fight.turn_of(name)
    return fight.budget


def slow(fight: Fight) -> None:
    """Halyard moves 15 ft at most."""
    assert fight.refuses("too_far", "move", "halyard", feet=20).facts["most_ft"] == 15
    fight.do("move", "halyard", feet=15)


@shows("compelled")
def compelled(fight: Fight) -> None:
    fight.bear("halyard", "compelled")
    assert next_turn(fight, "halyard") == (1, 0)


@shows("controlled")
def controlled(fight: Fight) -> None:
    fight.bear("halyard", "controlled")
    fight.bear("halyard", "compelled")
    assert fight.effective("halyard") == ["controlled"]
    fight.refuses("controlled", "talk", "halyard", by=PLAYER)
    fight.do("talk", "halyard", text="as they say")


@shows("dazed")
def dazed(fight: Fight) -> None:
    fight.bear("halyard", "dazed")
    assert next_turn(fight, "halyard") == (1, 0)


@shows("debilitated")
def debilitated(fight: Fight) -> None:
    fight.bear("halyard", "debilitated", "agility")
    assert fight.dodge("halyard") == 0
    fight.refuses("immobile", "move", "halyard", feet=5)
    fight.bear("halyard", "debilitated", "dexterity")
    fight.refuses("debilitated", "attack_ranged", "halyard", target="tollkeeper", power="Cable bolt")
    fight.bear("halyard", "debilitated", "fighting")
    fight.refuses("debilitated", "attack_close", "halyard", target="tollkeeper", power="unarmed")
    fight.bear("brace", "debilitated", "fighting")
    assert fight.parry("brace") == 0
    fight.bear("brace", "debilitated", "strength")
    assert "prone" in fight.keys("brace")


@shows("defenseless")
def defenseless(fight: Fight) -> None:
    fight.bear("tollkeeper", "defenseless")
    assert (fight.dodge("tollkeeper"), fight.parry("tollkeeper")) == (0, 0)
    hit = fight.do("attack_ranged", "halyard", 2, target="tollkeeper", power="Cable bolt")
    assert (hit["total"], hit["dc"], hit["critical"]) == (12, 10, True)


@shows("disabled")
def disabled(fight: Fight) -> None:
    fight.bear("halyard", "disabled", "perception")
    fight.bear("halyard", "impaired", "perception")
    assert fight.modifier("halyard", "perception") == 8 - 5
    assert fight.modifier("halyard", "persuasion") == 6
    assert fight.do("check", "halyard", 10, trait="perception", dc=14)["total"] == 13


@shows("fatigued")
def fatigued(fight: Fight) -> None:
    fight.bear("halyard", "fatigued")
    slow(fight)


@shows("hindered")
def hindered(fight: Fight) -> None:
    fight.bear("halyard", "hindered")
    slow(fight)


@shows("immobile")
def immobile(fight: Fight) -> None:
    fight.bear("halyard", "immobile")
    fight.bear("halyard", "hindered")
    assert fight.effective("halyard") == ["immobile"]
    fight.refuses("immobile", "move", "halyard", feet=0)


@shows("impaired")
def impaired(fight: Fight) -> None:
    fight.bear("halyard", "impaired", "all")
    assert fight.do("attack_ranged", "halyard", 11, target="tollkeeper", power="Cable bolt")["total"] == 11 + 10 - 2
    fight.bear("tollkeeper", "impaired", "will")
    assert fight.modifier("tollkeeper", "will") == 8
    assert fight.modifier("tollkeeper", "fortitude") == 10


@shows("stunned")
def stunned(fight: Fight) -> None:
    """S-112; a resistance check is no action (S-080)."""
    fight.do("attack_ranged", "halyard", 15, target="tollkeeper", power="Cable bolt")
    fight.bear("tollkeeper", "stunned")
    assert fight.do("resist", "tollkeeper", 18)["success"] is False
    fight.turn_of("tollkeeper")
    assert fight.budget == (0, 0)
    fight.refuses("stunned", "talk", "tollkeeper")
    fight.do("end_turn", "tollkeeper")


@shows("transformed")
def transformed(fight: Fight) -> None:
    held = fight.bear("halyard", "transformed", "a bear")
    fight.do("adjust", "halyard", overlay={"strength": 6, "toughness": 2, "persuasion": -8})
    assert fight.modifier("halyard", "strength") == 7
    assert fight.modifier("halyard", "toughness") == 12
    assert fight.modifier("halyard", "persuasion") == -2
    fight.do("remove_condition", "halyard", id=held)
    assert fight.modifier("halyard", "strength") == 1


@shows("unaware")
def unaware(fight: Fight) -> None:
    fight.bear("tollkeeper", "unaware")
    fight.refuses("unaware_target", "demoralize", "halyard", target="tollkeeper")
    fight.turn_of("tollkeeper")
    fight.refuses("not_perceived", "attack_perception", "tollkeeper", target="halyard", power="Toll bell")
    fight.refuses("not_perceived", "attack_ranged", "tollkeeper", target="halyard", power="Arc lance")


@shows("vulnerable")
def vulnerable(fight: Fight) -> None:
    fight.bear("tollkeeper", "vulnerable")
    assert (fight.dodge("tollkeeper"), fight.parry("tollkeeper")) == (5, 5)
    fight.bear("tollkeeper", "vulnerable", source="somebody else")
    assert fight.dodge("tollkeeper") == 5
    assert fight.do("attack_ranged", "halyard", 5, target="tollkeeper", power="Cable bolt")["dc"] == 15


@shows("weakened")
def weakened(fight: Fight) -> None:
    fight.bear("halyard", "weakened", "agility,3")
    assert fight.modifier("halyard", "agility") == 4 - 2
    assert fight.modifier("halyard", "acrobatics") == 8 - 2
    assert fight.dodge("halyard") == 10 - 2
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    assert fight.encounter["halyard"].conditions[0].param == "agility,2"
    assert fight.dodge("halyard") == 10 - 1


@shows("asleep")
def asleep(fight: Fight) -> None:
    fight.bear("tollkeeper", "asleep")
    assert fight.dodge("tollkeeper") == 0
    fight.refuses("unaware_target", "feint", "halyard", target="tollkeeper")
    assert not fight.encounter["tollkeeper"].out
    fight.turn_of("tollkeeper")
    fight.refuses("stunned", "stand_up", "tollkeeper")


@shows("blind")
def blind(fight: Fight) -> None:
    fight.bear("halyard", "blind")
    assert fight.dodge("halyard") == 5
    assert fight.do("attack_ranged", "halyard", 10, target="tollkeeper", power="Cable bolt")["total"] == 10 + 10 - 5
    slow(fight)
    fight.bear("tollkeeper", "blind")
    fight.turn_of("tollkeeper")
    fight.refuses("not_perceived", "attack_perception", "tollkeeper", target="halyard", power="Toll bell")


@shows("bound")
def bound(fight: Fight) -> None:
    fight.bear("halyard", "bound")
    assert fight.dodge("halyard") == 0
    fight.refuses("immobile", "move", "halyard", feet=5)
    assert fight.modifier("halyard", "perception") == 6
    fight.refuses("no_free_limb", "grab", "halyard", target="guard")


@shows("deaf")
def deaf(fight: Fight) -> None:
    fight.bear("tollkeeper", "deaf")
    fight.refuses("deaf", "demoralize", "halyard", target="tollkeeper")
    fight.refuses("deaf", "feint", "halyard", target="tollkeeper")


@shows("dying")
def dying(fight: Fight) -> None:
    fight.bear("brace", "dying")
    assert fight.encounter["brace"].out
    assert fight.keys("brace") == ["dying", "prone"]
    fight.do("remove_condition", "brace", key="dying")
    fight.bear("tollkeeper", "dying")
    fight.turn_of("brace")
    ended = fight.do("end_turn", "brace", 8)
    assert (ended["total"], ended["state"]) == (18, "dying")
    assert fight.encounter.active == "guard"


@shows("entranced")
def entranced(fight: Fight) -> None:
    fight.bear("tollkeeper", "entranced")
    assert fight.effective("tollkeeper") == ["stunned"]
    fight.do("attack_ranged", "halyard", 2, target="tollkeeper", power="Cable bolt")
    assert fight.effective("tollkeeper") == []


@shows("exhausted")
def exhausted(fight: Fight) -> None:
    fight.bear("halyard", "exhausted")
    assert fight.modifier("halyard", "will") == 8
    slow(fight)


@shows("incapacitated")
def incapacitated(fight: Fight) -> None:
    fight.bear("tollkeeper", "incapacitated")
    assert fight.encounter["tollkeeper"].out
    assert fight.keys("tollkeeper") == ["incapacitated", "prone"]
    assert fight.parry("tollkeeper") == 0
    fight.turn_of("brace")
    fight.do("end_turn", "brace")
    assert fight.encounter.active == "guard"
    fight.do("remove_condition", "tollkeeper", key="incapacitated")
    assert fight.keys("tollkeeper") == ["prone"]


@shows("paralyzed")
def paralyzed(fight: Fight) -> None:
    fight.bear("tollkeeper", "paralyzed")
    assert fight.dodge("tollkeeper") == 0
    fight.turn_of("tollkeeper")
    fight.refuses("stunned", "attack_perception", "tollkeeper", target="halyard", power="Toll bell")


@shows("prone")
def prone(fight: Fight) -> None:
    fight.bear("tollkeeper", "prone")
    assert fight.do("attack_ranged", "halyard", 5, target="tollkeeper", power="Cable bolt")["total"] == 5 + 10 - 5
    fight.turn_of("brace")
    assert fight.do("attack_close", "brace", 2, target="tollkeeper", power="Anvil fist")["total"] == 2 + 10 + 5
    fight.turn_of("tollkeeper")
    assert fight.do("attack_close", "tollkeeper", 5, target="brace", power="unarmed")["total"] == 5 + 5 - 5
    fight.do("stand_up", "tollkeeper")
    assert fight.keys("tollkeeper") == []


@shows("restrained")
def restrained(fight: Fight) -> None:
    fight.bear("halyard", "restrained")
    assert fight.dodge("halyard") == 5
    slow(fight)
    fight.bear("halyard", "restrained", "anchored")
    fight.refuses("immobile", "move", "halyard", feet=5)


@shows("staggered")
def staggered(fight: Fight) -> None:
    fight.bear("halyard", "staggered")
    assert next_turn(fight, "halyard") == (1, 0)
    slow(fight)


@shows("surprised")
def surprised(fight: Fight) -> None:
    ambush = Fight(start=False)
    ambush.do("start", None, surprised=["halyard"])
    assert ambush.encounter.active == "brace"
    assert ambush.budget == (1, 0)
    assert ambush.dodge("halyard") == 5
    ambush.turn_of("guard")
    ambush.do("end_turn", "guard")
    assert (ambush.encounter.round, ambush.encounter.active, ambush.effective("halyard")) == (2, "halyard", [])


@pytest.mark.parametrize("key", SHOWN)
def test_a_condition_changes_numbers(key: str):
    SHOWN[key](Fight())


def test_no_condition_is_left_out():
    assert set(SHOWN) == {one.id for one in CONDITIONS}
    assert len(SHOWN) == 28


def test_the_mind_of_the_paralyzed_acts_where_the_table_plays_so():
    fight = Fight(paralyzed_mental_actions=True)
    fight.bear("tollkeeper", "paralyzed")
    fight.turn_of("tollkeeper")
    assert fight.budget == (1, 0)
    fight.refuses("stunned", "talk", "tollkeeper")
    fight.do("attack_perception", "tollkeeper", target="halyard", power="Toll bell")
    assert fight.encounter.pending is not None


def test_those_with_uncanny_dodge_keep_their_defenses_when_surprised():
    advantages = [*HALYARD.advantages, Advantage(id="uncanny_dodge")]
    alert = HALYARD.model_copy(update={"advantages": advantages})
    ambush = Fight(start=False, halyard=alert)
    ambush.do("start", None, surprised=["halyard"])
    assert (ambush.dodge("halyard"), ambush.effective("halyard")) == (10, ["stunned"])


PARAMS = {"trait": "will", "ability": "agility", None: None}


def implied_by_another(key: str) -> list[str]:
    """Another condition, as `key:param`, that implies some of the same; else the same from another source."""
    others = [one.id for one in CONDITIONS if one.id not in {key, "dying", "incapacitated"}]
    return [other for other in others if basics(key) & basics(other)] or [key]


def basics(key: str) -> set[str]:
    return {basic.key for basic in effective([of(key)])}


def of(key: str):
    entry = BY_ID[key]
    param = PARAMS[entry.param] if entry.param_required and entry.param in PARAMS else None
    return named(f"{key}:{param}" if param else key)


def test_whoever_is_relieved_of_a_level_of_damage_is_back_in_the_fight_at_once():
    fight = Fight()
    fight.do("adjust", "tollkeeper", damage=3)
    assert (fight.state("tollkeeper").damage.level, fight.encounter["tollkeeper"].out) == ("incapacitated", True)
    fight.do("remove_condition", "tollkeeper", key="incapacitated")
    assert (fight.state("tollkeeper").damage.level, fight.encounter["tollkeeper"].out) == ("none", False)


@pytest.mark.parametrize(
    ("key", "other"), [(one.id, other) for one in CONDITIONS for other in implied_by_another(one.id)]
)
def test_what_another_still_implies_stays(key: str, other: str):
    fight = Fight()
    mine, theirs = of(key), of(other)
    held = fight.bear("brace", mine.key, None if mine.param == "all" and not BY_ID[key].param_required else mine.param)
    held = next(one.id for one in fight.encounter["brace"].conditions if one.key == key)
    param = None if theirs.param == "all" and not BY_ID[other].param_required else theirs.param
    fight.bear("brace", theirs.key, param, source="something else")
    fight.do("remove_condition", "brace", id=held)
    left = [theirs, *(named("prone") for one in fight.encounter["brace"].conditions if one.key == "prone")]
    assert fight.effective("brace") == [str(one) for one in effective(left)]
    while conditions := fight.encounter["brace"].conditions:
        fight.do("remove_condition", "brace", id=conditions[0].id)
    assert fight.effective("brace") == []
    assert (fight.dodge("brace"), fight.modifier("brace", "will")) == (8, 8)
