"""What a table reads of numbers that move in a fight, and what is offered to it then."""

from app.rules.encounter.legal import LegalCommand, legal
from app.rules.encounter.viewer import GM
from tests.rules.supers.fights import PLAYER, Fight
from tests.rules.supers.test_fight import BOLT, FIST


def offered(fight: Fight) -> list[LegalCommand]:
    return legal(fight.encounter, GM, table=fight.table)


# -- numbers ---------------------------------------------------------------------------------------------------------


def test_a_failure_that_adds_nothing_to_the_penalty_says_nothing_of_it():
    """S-071, S-072: once incapacitated, no failure adds a -1."""
    fight = Fight()
    fight.do("adjust", "tollkeeper", penalty=1)
    fight.do("attack_ranged", "halyard", 15, **BOLT)
    worse = fight.do("resist", "tollkeeper", 15)
    assert worse["text"].startswith(
        "The Tollkeeper doesn't resist the damage: 15 + 4 - 1 (damage) = 18 against 25 (2 degrees); "
        "now -2 to resist damage. "
    )
    fight.do("adjust", "halyard", standard=1)
    fight.do("attack_ranged", "halyard", 15, **BOLT)
    fallen = fight.do("resist", "tollkeeper", 2)
    assert fallen["penalty"] == 2
    assert fallen["text"].startswith(
        "The Tollkeeper doesn't resist the damage: 2 + 4 - 2 (damage) = 4 against 25 (5 degrees). "
    )


def test_what_moves_an_attack_and_the_class_against_it_is_named():
    """S-041, S-106, S-127."""
    fight = Fight()
    fight.bear("tollkeeper", "incapacitated")
    fight.turn_of("brace")
    told = fight.send(fight.body("attack_close", "brace", 7, **FIST))
    assert fight.text(told).startswith(
        "Brace attacks The Tollkeeper (Anvil fist): 7 + 10 + 5 (prone) = 22 against 10 (defenseless -10), "
        "a critical hit. "
    )
    assert fight.text(told, PLAYER).startswith(
        "Brace attacks The Tollkeeper (Anvil fist): 7 + 10 + 5 (prone) = 22, a critical hit on the defenseless. "
    )


def test_half_a_defense_and_a_guard_are_named():
    """S-040, R-18."""
    fight = Fight()
    fight.bear("tollkeeper", "vulnerable")
    told = fight.do("attack_ranged", "halyard", 3, **BOLT)
    assert "3 + 10 = 13 against 15 (vulnerable -5), a miss." in told["text"]
    fight = Fight()
    fight.turn_of("tollkeeper").do("defend", "tollkeeper")
    fight.turn_of("halyard")
    told = fight.do("attack_ranged", "halyard", 12, 3, **BOLT)
    assert "12 + 10 = 22 against 23 (guard +3), a miss." in told["text"]


# -- what is offered -------------------------------------------------------------------------------------------------


def test_nobody_is_led_to_strike_the_fallen():
    fight = Fight()
    fight.bear("tollkeeper", "incapacitated")
    kinds = {one.type for one in offered(fight) if "tollkeeper" in str(one.body)}
    assert not {kind for kind in kinds if "attack" in kind or kind in {"supers.grab", "supers.aim"}}
    assert fight.do("attack_ranged", "halyard", 15, **BOLT)["hit"], "who means to may still do it"


def test_what_is_readied_is_offered_last_and_marked():
    """R-40."""
    fight = Fight()
    fight.do("ready", "halyard", trigger="the Tollkeeper attacks", action="a bolt")
    fight.turn_of("brace")
    offers = [one for one in legal(fight.encounter, PLAYER, table=fight.table) if one.actor]
    whose = [str(one.actor) for one in offers]
    assert whose == sorted(whose), "Brace's own first"
    assert whose.count("halyard") > 1
    late = [one.summary for one in offers if one.actor == "halyard"]
    assert all(one.startswith("Halyard (out of turn): ") for one in late)
    told = fight.send(fight.body("ready", "brace", trigger="he runs", action="a fist"))
    assert fight.text(told, PLAYER).startswith("Brace readies an action: a fist, once this happens: he runs. ")


def test_only_whoever_may_read_them_is_told_what_somebody_waits_for():
    fight = Fight()
    fight.turn_of("tollkeeper")
    told = fight.send(fight.body("ready", "tollkeeper", trigger="Halyard flies", action="an arc"))
    assert fight.text(told, PLAYER).startswith("The Tollkeeper readies an action. ")


# -- who is left -----------------------------------------------------------------------------------------------------


def test_once_one_side_is_left_standing_the_game_master_is_told_to_end_it_and_it_has_won():
    fight = Fight()
    assert "left standing" not in fight.do("adjust", "tollkeeper", damage=3)["text"]
    fallen = fight.send(fight.body("adjust", "guard", damage=3))
    assert fight.text(fallen).endswith(" Nobody but heroes is left standing: `end` ends the encounter.")
    assert "`end`" not in fight.text(fallen, PLAYER)
    assert fight.do("end", None)["text"] == "It is over: heroes won."
    assert fight.encounter.winner == "heroes"


def test_nobody_has_won_while_several_sides_stand_or_one_in_hiding():
    fight = Fight()
    fight.do("end", None)
    assert fight.encounter.winner is None
    fight = Fight()
    fight.do("hide", "tollkeeper")
    for name in ("halyard", "brace", "guard"):
        fight.do("adjust", name, damage=3)
    fight.do("end", None)
    assert fight.encounter.winner is None
