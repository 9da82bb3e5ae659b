"""The fight that UTTAS brings along: the rules' own, in the burning warehouse, and what everybody may do there."""

from typing import Final

from app.rules.encounter.staging import Staging
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS

STAGING: Final = Staging(
    name="The warehouse",
    kind="fight",
    cast=(
        {"id": "willow", "side": "forest", "pos": [0, 0]},
        {"id": "bearington", "side": "forest", "pos": [0, 2]},
        {"id": "thug_1", "side": "gang", "pos": [4, 2]},
        {"id": "thug_2", "side": "gang", "pos": [5, 2]},
        {"id": "thug_3", "side": "gang", "pos": [3, 0]},
        {"id": "arsonist", "side": "gang", "pos": [6, 4]},
    ),
    examples={
        "join": {
            "somebody made on the spot": {
                "name": "Lookout",
                "side": "gang",
                "pos": [8, 4],
                "sheet": EXAMPLE_SHEETS[2].model_dump(mode="json", exclude_defaults=True),
            }
        },
        "start": {"begin in the order of Agility": {"method": "agility"}, "begin by a roll": {"method": "roll"}},
        "add_condition": {
            "until the end of his turn": {"actor": "thug_2", "key": "stunned", "expires": {"at": "turn_end"}}
        },
        "remove_condition": {"shake it off": {"actor": "thug_2", "key": "stunned"}},
        "adjust": {"out of breath, and burnt": {"actor": "thug_1", "health": -3, "stamina": -5}},
        "uttas.enter_stance": {"steady": {"actor": "willow", "stance": "steady"}},
        "uttas.move": {"come nearer": {"actor": "bearington", "path": [{"mode": "run", "to": [3, 2]}]}},
        "uttas.full_move": {"run": {"actor": "bearington", "mode": "run", "to": [3, 2]}},
        "uttas.sprint": {"away from here": {"actor": "arsonist", "path": [{"mode": "run", "to": [12, 4]}]}},
        "uttas.stand_up": {"get up": {"actor": "thug_1"}},
        "uttas.attack": {
            "shoot": {"actor": "willow", "attack": "blast", "target": "thug_1"},
            "shoot, and throw the dice oneself": {
                "actor": "willow",
                "attack": "blast",
                "target": "thug_1",
                "throw": True,
            },
            "bind": {"actor": "willow", "attack": "entangle", "target": "thug_1"},
            "claw twice": {"actor": "bearington", "attack": "claws", "target": "thug_1", "strikes": 2},
            "strike at an arm": {"actor": "thug_1", "attack": "club", "target": "bearington", "limb": "left_arm"},
        },
        "uttas.trip": {"off the feet": {"actor": "bearington", "target": "thug_1"}},
        "uttas.grapple": {"take hold": {"actor": "bearington", "target": "thug_1", "limbs": ["left_arm", "right_arm"]}},
        "uttas.escape": {"tear loose": {"actor": "thug_1", "method": "strength"}},
        "uttas.take_control": {"turn it round": {"actor": "thug_1", "limbs": ["left_arm"]}},
        "uttas.release": {"let go": {"actor": "bearington"}},
        "uttas.break_entangle": {"pull": {"actor": "thug_1", "method": "strength"}},
        "uttas.activate_power": {
            "put up a ward, for whoever has such a power: nobody here does": {"actor": "willow", "power": "ward"}
        },
        "uttas.drop_power": {
            "let the ward go, for whoever has such a power: nobody here does": {"actor": "willow", "power": "ward"}
        },
        "uttas.use_skill": {
            "look around": {"actor": "willow", "skill": "perception", "dc": 18},
            "hide from her": {
                "actor": "arsonist",
                "skill": "stealth",
                "opposed": {"by": "willow", "skill": "perception"},
            },
        },
        "uttas.use_item": {
            "light it, for whoever has such a thing: nobody here does": {"actor": "arsonist", "item": "lighter"}
        },
        "uttas.ready": {
            "when he comes near": {
                "actor": "bearington",
                "action": {"type": "uttas.attack", "attack": "claws", "target": "thug_1"},
                "trigger": {"on": "move", "by": "thug_1", "adjacent_to": "bearington"},
            },
            "on a word": {
                "actor": "willow",
                "action": {"type": "uttas.attack", "attack": "blast", "target": "thug_1"},
                "trigger": "somebody lights a match",
            },
        },
        "uttas.cancel_ready": {"think better of it": {"actor": "bearington"}},
        "uttas.trigger": {"now": {"actor": "willow"}},
        "uttas.react": {
            "block": {"actor": "thug_1", "kind": "block"},
            "evade": {"actor": "thug_1", "kind": "evade"},
            "step away": {"actor": "thug_1", "kind": "move", "path": [{"mode": "run", "to": [5, 3]}]},
        },
        "uttas.pass_reaction": {"let it be": {"actor": "thug_1"}},
        "uttas.follow": {"go after him": {"actor": "bearington", "path": [{"mode": "run", "to": [4, 3]}]}},
        "uttas.intercept": {"take the hit": {"actor": "thug_2", "for": "thug_1"}},
        "uttas.surrender": {"give up": {"actor": "thug_1"}},
        "uttas.resolve_surrender": {"spare him": {"actor": "bearington", "choice": "stop"}},
        "uttas.throw": {"throw them": {"actor": "willow"}},
        "uttas.rise": {"fight on": {"actor": "thug_1"}},
        "uttas.breather": {"catch breath": {"actor": "willow"}},
        "uttas.recover_stun": {"shake it off": {"actor": "thug_2"}},
        "uttas.talk": {"say something": {"actor": "willow", "text": "Put the matches down."}},
        "uttas.gm_modifier": {"smoke in the eyes": {"actor": "thug_1", "roll": "accuracy", "dis": 1}},
        "uttas.chase_check": {"would he get away?": {"pursuer": "willow", "target": "arsonist"}},
        "uttas.chase_start": {
            "he runs, and all others have left": {"pursuer": "willow", "target": "arsonist", "gap_m": 10}
        },
        "uttas.chase_action": {
            "hide": {"actor": "arsonist", "kind": "hide", "skill": "stealth"},
            "run faster": {"actor": "willow", "kind": "sprint"},
        },
        "uttas.chase_end": {"call it off": {}},
    },
)
"""In the order of the commands."""
