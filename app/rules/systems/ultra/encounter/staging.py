"""The scene that Ultra brings along: four people of the example sheets in a cabin, and what they may do there."""

from typing import Final

from app.rules.encounter.staging import Staging
from app.rules.systems.ultra.examples import EXAMPLE_SHEETS

STAGING: Final = Staging(
    name="The cabin",
    kind="scene",
    cast=(
        {"id": "mara", "side": "guests"},
        {"id": "tobin", "side": "guests"},
        {"id": "hollow", "side": "house"},
        {"id": "crone", "side": "house"},
    ),
    examples={
        "join": {
            "somebody made on the spot": {
                "name": "Lodger",
                "side": "guests",
                "sheet": EXAMPLE_SHEETS[1].model_dump(mode="json", exclude_defaults=True),
            }
        },
        "start": {
            "begin": {},
            "begin in an order of yours": {"order": ["mara", "hollow", "tobin", "crone"]},
            "begin by a roll of pools": {"pools": {"mara": {"traits": ["nerve"]}, "hollow": {"traits": ["speed"]}}},
        },
        "add_condition": {
            "until the end of his turn": {"actor": "hollow", "key": "dazed", "expires": {"at": "turn_end"}}
        },
        "remove_condition": {"shake it off": {"actor": "hollow", "key": "dazed"}},
        "adjust": {"another action, and a hit to come": {"actor": "tobin", "actions": 1, "bonus_hits": 1}},
        "ultra.act": {
            "read the marks": {
                "actor": "mara",
                "traits": ["lore"],
                "modifiers": [1],
                "difficulty": 2,
                "tags": ["mental"],
                "complications": [{"id": "c1", "level": 1, "kind": "physical_setback", "note": "the lantern goes out"}],
            },
            "read the marks, with the dice on your table": {
                "actor": "mara",
                "traits": ["lore"],
                "modifiers": [1],
                "difficulty": 2,
                "complications": [{"id": "c1", "level": 1, "kind": "physical_setback", "note": "the lantern goes out"}],
                "faces": [10, 10, 8, 3, 2, 1],
            },
            "strike the stronger": {
                "actor": "tobin",
                "traits": ["brawl", "athletics"],
                "domain": "might",
                "facts": ["f1"],
                "targets": ["hollow"],
                "kind": "attack",
            },
            "frighten": {
                "actor": "crone",
                "traits": ["hex", "terror"],
                "difficulty": 2,
                "targets": ["tobin"],
                "applies": {"kind": "status", "key": "frightened", "level": 2},
            },
            "reach into the fire, with the dice on your table": {
                "actor": "crone",
                "traits": ["cunning"],
                "complications": [{"id": "c1", "level": 1, "kind": "damage", "note": "the stove is hot"}],
                "faces": [7, 5, 3, 1],
            },
        },
        "ultra.resolve": {
            "be spared, and declare a truth": {
                "actor": "mara",
                "buy_off": [{"id": "c1"}],
                "tricks": [{"key": "declare_truth", "text": "salt burns whatever walks here"}],
            },
            "set a friend up": {"actor": "tobin", "tricks": [{"key": "set_up", "cost": 2, "target": "mara"}]},
            "have the last word": {"actor": "tobin", "tricks": [{"key": "end_fight"}]},
            "let the worst happen": {"actor": "crone", "accept_complications": True},
        },
        "ultra.approve": {"the fight is over": {"trick": "end_fight"}},
        "ultra.refuse": {"not yet": {"trick": "end_fight"}},
        "ultra.oppose": {
            "hold her": {
                "actor": "hollow",
                "traits": ["claws"],
                "defender": "mara",
                "defense": {"traits": ["athletics", "nerve"]},
                "kind": "attack",
                "applies": {"kind": "status", "key": "restrained"},
            }
        },
        "ultra.race": {
            "to the stove": {"sides": {"mara": {"traits": ["athletics", "nerve"]}, "crone": {"traits": ["cunning"]}}}
        },
        "ultra.treat": {
            "bind the wound": {"actor": "mara", "target": "tobin", "status": "bleeding", "traits": ["lore", "nerve"]}
        },
        "ultra.status": {
            "smoke": {"target": "tobin", "key": "blinded", "level": 2},
            "a deep cut": {"target": "tobin", "key": "bleeding"},
        },
        "ultra.clear": {"fresh air": {"target": "tobin", "key": "blinded"}},
        "ultra.injure": {"a falling beam": {"target": "mara", "amount": 2}},
        "ultra.heal": {"a bandage": {"target": "tobin", "amount": 1}},
        "ultra.fact": {"the stairs": {"text": "the stairs creak", "weight": 1}},
        "ultra.unfact": {"the stairs": {"fact": "f1"}},
    },
)
"""In the order of the commands."""
