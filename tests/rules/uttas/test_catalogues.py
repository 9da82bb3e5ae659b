"""What a table can look up."""

from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.stamina import STAMINA_COSTS


def test_catalogues_list_what_the_rules_name():
    named = {name: [getattr(entry, "id", None) for entry in entries] for name, entries in SYSTEM.catalogues.items()}
    assert named["stances"] == ["none", "steady", "bracing", "mobile"]
    assert named["limb_effects"] == ["arm", "leg", "head", "body", "extra"]
    assert named["basic_manoeuvres"] == ["strike", "trip", "grapple", "block", "evade", "move"]
    assert named["time_ladder"][::4] == ["turn", "30 minutes", "year"]
    assert len(named["range_bands"]) == 8
    assert {"dead", "unconscious", "stunned", "staggered", "prone", "grappled", "entangled", "surrendered"} | {
        "evade_penalty",
        "sprinting",
    } == set(named["conditions"])


def test_dice_of_martial_arts_and_strike_cost_nothing():
    """T-069, T-072."""
    free = next(one for one in STAMINA_COSTS if one.id == "martial_arts_or_strike")
    assert (free.cost, free.rules) == ("0 for their dice", ["T-069", "T-072"])
    assert Attack(id="kick", kind="melee", strength_dice=0, strike_dice=4).stamina_cost(2) == 0
    assert Attack(id="chi", kind="mechanical", martial_dice=4).stamina_cost(2) == 0
