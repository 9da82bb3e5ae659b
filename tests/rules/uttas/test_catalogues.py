"""What a table can look up."""

from app.rules.systems.uttas import SYSTEM


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
