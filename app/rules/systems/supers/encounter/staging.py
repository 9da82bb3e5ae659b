"""The fight that Supers brings along: four of the example sheets at a toll bridge, and what they may do there."""

from typing import Final

from app.rules.encounter.staging import Staging
from app.rules.systems.supers.examples import EXAMPLE_SHEETS

STAGING: Final = Staging(
    name="The toll bridge",
    kind="fight",
    cast=(
        {"id": "halyard", "side": "heroes"},
        {"id": "brace", "side": "heroes"},
        {"id": "tollkeeper", "side": "toll"},
        {"id": "guard", "side": "toll"},
    ),
    examples={
        "join": {
            "somebody made on the spot": {
                "name": "Toll guard",
                "side": "toll",
                "count": 2,
                "sheet": EXAMPLE_SHEETS[3].model_dump(mode="json", exclude_defaults=True),
            }
        },
        "start": {"begin": {}, "begin with a surprise": {"surprised": ["brace"]}},
        "add_condition": {
            "until the end of her turn": {"actor": "brace", "key": "dazed", "expires": {"at": "turn_end"}}
        },
        "remove_condition": {"shake it off": {"actor": "brace", "key": "dazed"}},
        "adjust": {"behind a pillar, and shaken": {"actor": "guard", "position": {"cover": "partial"}, "damage": 1}},
        "supers.attack_close": {
            "strike": {"actor": "brace", "power": "Anvil fist", "target": "guard"},
            "strike harder": {
                "actor": "brace",
                "power": "Anvil fist",
                "target": "tollkeeper",
                "tradeoff": {"kind": "power", "shift": 2},
            },
        },
        "supers.attack_ranged": {
            "shoot": {"actor": "halyard", "power": "Cable bolt", "target": "tollkeeper"},
            "shoot, with the die on your table": {
                "actor": "halyard",
                "power": "Cable bolt",
                "target": "tollkeeper",
                "faces": [20],
            },
        },
        "supers.attack_routine": {"no need to roll": {"actor": "halyard", "power": "Cable bolt", "target": "guard"}},
        "supers.attack_perception": {
            "ring the bell": {"actor": "tollkeeper", "power": "Toll bell", "target": "halyard"}
        },
        "supers.attack_area": {
            "everybody there": {"actor": "halyard", "power": "Static burst", "targets": ["tollkeeper", "guard"]}
        },
        "supers.choose_critical": {"harder to resist": {"actor": "halyard", "option": "increased"}},
        "supers.resist": {"resist": {"actor": "tollkeeper"}},
        "supers.pass": {"let it land": {"actor": "halyard"}},
        "supers.spend_hero_point": {
            "throw it again": {"actor": "halyard", "use": "improve_roll"},
            "shake it off": {"actor": "halyard", "use": "recover", "condition": "dazed"},
        },
        "supers.move": {"come nearer": {"actor": "brace", "feet": 20, "distance_ft": {"tollkeeper": 5}}},
        "supers.stand_up": {"get up": {"actor": "guard"}},
        "supers.drop_prone": {"get down": {"actor": "halyard"}},
        "supers.drop_item": {"let go": {"actor": "brace", "target": "guard"}},
        "supers.talk": {"say something": {"actor": "halyard", "text": "Let them through."}},
        "supers.sprint": {"faster": {"actor": "brace"}},
        "supers.delay": {"after her": {"actor": "halyard", "after": "brace"}},
        "supers.ready": {"when he raises it": {"actor": "brace", "trigger": "the lance is raised", "action": "attack"}},
        "supers.activate_power": {"take off": {"actor": "halyard", "power": "Line flight"}},
        "supers.sustain": {"stay up": {"actor": "halyard", "power": "Line flight"}},
        "supers.deactivate": {"land": {"actor": "halyard", "power": "Line flight"}},
        "supers.stop_sustaining": {"let all end": {"actor": "halyard"}},
        "supers.extra_effort": {
            "one more action": {"actor": "halyard", "option": "action"},
            "a better attack": {"actor": "brace", "option": "bonus", "trait": "attack"},
        },
        "supers.recover_action": {"catch breath": {"actor": "brace"}},
        "supers.defend": {"on guard": {"actor": "brace"}},
        "supers.aim": {"take aim": {"actor": "halyard", "target": "tollkeeper"}},
        "supers.aid": {
            "cover her": {
                "actor": "halyard",
                "power": "Cable bolt",
                "ally": "brace",
                "foe": "tollkeeper",
                "to": "attack",
            }
        },
        "supers.grab": {"hold him": {"actor": "brace", "target": "guard"}},
        "supers.trip": {"off the feet": {"actor": "brace", "target": "guard"}},
        "supers.disarm": {"out of the hand": {"actor": "brace", "target": "guard"}},
        "supers.escape": {"get loose": {"actor": "guard", "skill": "athletics"}},
        "supers.demoralize": {"frighten": {"actor": "brace", "target": "guard"}},
        "supers.feint": {"mislead": {"actor": "tollkeeper", "target": "brace"}},
        "supers.stabilize": {"keep alive": {"actor": "halyard", "target": "brace"}},
        "supers.heal": {
            "heal, for whoever has such a power: nobody here does": {
                "actor": "halyard",
                "power": "Mending hand",
                "target": "brace",
            }
        },
        "supers.repair": {"mend": {"actor": "halyard", "target": "guard"}},
        "supers.check": {"look around": {"actor": "halyard", "trait": "perception", "dc": 15}},
        "supers.opposed_check": {
            "lie to her": {"actor": "tollkeeper", "target": "brace", "trait": "deception", "against": "insight"}
        },
        "supers.comparison": {"who is stronger?": {"actor": "brace", "target": "tollkeeper", "trait": "strength"}},
        "supers.team_check": {
            "push together": {"leader": "brace", "helpers": ["halyard"], "trait": "strength", "dc": 20}
        },
        "supers.rest_minutes": {"ten minutes": {"actor": "brace", "n": 10}},
        "supers.start_session": {"a new adventure": {"new_adventure": True}},
        "supers.add_hero_point": {"for a complication": {"actor": "halyard", "reason": "kept a promise made aloud"}},
    },
)
"""In the order of the commands."""
