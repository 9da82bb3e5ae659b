"""Told situations of the golden vectors' `commands`: set up at a table, and looked at afterwards in their words."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from app.rules.encounter.state import Condition
from app.rules.systems.uttas.encounter.figure import Figure
from app.rules.systems.uttas.encounter.state import Grapple
from app.rules.systems.uttas.movement import allowance
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import LIMBS, Disabled, Entangle, Limb
from tests.rules.uttas.fights import TablePlay
from tests.rules.uttas.shorthand import MODES, sheet_of

Json = dict[str, Any]
SIDES = {"a": "friends", "b": "foes", "c": "friends"}
PLAIN: Json = {"speed": 4, "health_max": 40, "stamina_max": 50, "health": 40, "stamina": 50}
CLUB: Json = {"kind": "melee", "strength_dice": 2, "weapon_dice": 2}
CLAWS: Json = {"kind": "melee", "strength_dice": 4, "strike_dice": 2}
ON_THE_SHEET = {
    "body", "strength", "ego", "dexterity", "dodge", "attacks", "powers", "counterattacks", "breather_uses", "health",
    "stamina", "stamina_max", *MODES,
}  # fmt: skip
HIT, MISS = [6, 6, 6], [1, 1, 1]


def sheet_facts(facts: Json) -> Json:
    """The part of a situation that stands on a sheet."""
    short: Json = {**PLAIN, "attacks": {"club": CLUB, "claws": CLAWS}, "skills": {"acrobatics": 6}}
    short |= {name: value for name, value in facts.items() if name in ON_THE_SHEET}
    for field in ("health", "stamina"):
        short[f"{field}_max"] = max(short[f"{field}_max"], short[field])
    for field in ("armor", "defense"):
        if field in facts:
            short[field] = {"physical": facts[field], "energy": facts[field]}
    counters = short.get("counterattacks", [])
    short["counterattacks"] = [{"id": one, "attack": "claws"} if isinstance(one, str) else one for one in counters]
    return short


def limitations_of(facts: Json) -> list[str] | None:
    power = facts.get("power", {})
    found: list[str] | None = power.get("limitations", facts.get("limitations"))
    return found


def joined(given: Json) -> TablePlay:
    """Everybody a situation speaks of, where it says they stand, in its order."""
    play = TablePlay(options={})
    far = given.get("distance_m", 2) // 2
    places = {"a": (0, 0), "b": (far, 0), "c": (0, given.get("distance_a_c_m", 2) // 2)}
    if "distance_a_c_m" in given:
        places["b"] = (1, places["c"][1])
    for name, side in SIDES.items():
        facts = given.get(name, {})
        sheet = sheet_of(sheet_facts(facts))
        if (limitations := limitations_of(facts)) is not None:
            moves = [one for one in sheet.moves if one.mode != "warp"]
            metres = facts.get("warp", 8)
            warp = {"mode": "warp", "metres": metres, "limitations": limitations}
            sheet = type(sheet).model_validate(
                {**sheet.model_dump(), "moves": [*(one.model_dump() for one in moves), warp]}
            )
        if "extra_arms" in facts:
            extra = [Limb(id=f"extra_{number}", kind="extra") for number in range(facts["extra_arms"])]
            sheet = sheet.model_copy(update={"limbs": [*LIMBS, *extra]})
        play.joins(name, sheet, side, pos=places[name])
    first = given.get("current", "b" if given.get("window", "b")[0] == "b" else "a")
    if given.get("window") in FIRST_IS_A:
        first = "a"
    play.do({"type": "start", "faces": [6 if name == first else 3 for name in SIDES for _ in range(2)] + TIES})
    return play


TIES = [4, 4, 2, 2]
"""Of the two who are left tied."""


def suffer(play: TablePlay, name: str, facts: Json) -> None:
    """What a situation says of somebody's record."""
    one = play.encounter[name]
    update: Json = {}
    for field in ("moved", "words", "stance_changes", "action_used"):
        if field in facts:
            update[field] = facts[field]
    if facts.get("turn") == "over":
        update["action_used"] = True
    if "actions" in facts:
        update["pool"] = one.state.pool.model_copy(
            update={"actions": facts["actions"], "staggered": facts["actions"] == 0}
        )
    if "stamina" in facts:
        update["stamina"] = facts["stamina"]
    if "entangle_health" in facts:
        update["entangle"] = Entangle(health=facts["entangle_health"])
    if "role" in facts:
        other = "b" if name == "a" else "a"
        limbs = tuple(facts.get("disabled", ["left_leg"]))
        role = facts["role"]
        update["grapple"] = Grapple(role=role, with_=other, limbs=limbs)
        back = Grapple(role="held" if role == "holder" else "holder", with_=name, limbs=limbs)
        put(play, other, grapple=back)
        bear(play, other, "grappled")
        bear(play, name, "grappled")
    elif "disabled" in facts:
        update["limbs"] = tuple(
            limb.model_copy(update={"disabled": Disabled(by="hit", debt=1)}) if limb.id in facts["disabled"] else limb
            for limb in one.state.limbs
        )
    put(play, name, **update)
    for key in facts.get("conditions", []):
        bear(play, name, key)
    if facts.get("actions") == 0:
        bear(play, name, "staggered")


def put(play: TablePlay, name: str, **update: Any) -> None:
    play.encounter = play.encounter.model_copy(
        update={
            "combatants": tuple(
                one.model_copy(update={"state": one.state.model_copy(update=update)}) if one.id == name else one
                for one in play.encounter.combatants
            )
        }
    )


def bear(play: TablePlay, name: str, key: str) -> None:
    """Somebody bears a condition, whatever it would bring."""
    one = play.encounter[name]
    if one.has(key):
        return
    held = (*one.conditions, Condition(id=play.ids("cnd"), key=key))
    play.encounter = play.encounter.model_copy(
        update={
            "combatants": tuple(
                other.model_copy(update={"conditions": held, "out": other.out or key in {"dead", "unconscious"}})
                if other.id == name
                else other
                for other in play.encounter.combatants
            )
        }
    )


def _attack(play: TablePlay, who: str, at: str, attack: str = "claws", **more: Any) -> None:
    play.do({"type": "uttas.attack", "actor": who, "attack": attack, "target": at, **more})


def _strikes_back(play: TablePlay) -> None:
    put_counter = {"type": "uttas.react", "actor": "b", "kind": "counterattack"}
    _attack(play, "a", "b")
    play.do({"type": "uttas.pass_reaction", "actor": "b", "faces": MISS})
    play.do({**put_counter, "faces": MISS})


def _blocks(play: TablePlay) -> None:
    _attack(play, "a", "b")
    play.do({"type": "uttas.react", "actor": "b", "kind": "block", "faces": MISS})


def _hits(play: TablePlay) -> None:
    _attack(play, "b", "a")
    play.do({"type": "uttas.pass_reaction", "actor": "a", "faces": HIT})
    play.do({"type": "uttas.pass_reaction", "actor": "c", "faces": [1] * 6})


def _attacks(play: TablePlay) -> None:
    down = play.encounter["a"].out
    _attack(play, "b", "a", faces=[*MISS, 1] if down else None)


def _hits_friend(play: TablePlay) -> None:
    _attack(play, "b", "c")
    open_ = play.encounter["a"].state.pos is not None and play.encounter["c"].state.pos[1] <= 1
    play.do({"type": "uttas.pass_reaction", "actor": "c", "faces": [*HIT, *([] if open_ else [1] * 6)]})


def _surrendered_to(play: TablePlay) -> None:
    _attack(play, "b", "a", "blast")
    play.do({"type": "uttas.surrender", "actor": "a"})


def _evaded(play: TablePlay) -> None:
    _attack(play, "b", "a")
    play.do({"type": "uttas.react", "actor": "a", "kind": "evade", "faces": [*MISS, 1]})


WINDOWS: Mapping[str, Callable[[TablePlay], None]] = {
    "b counterattacks a (a Reaction)": _strikes_back,
    "b reacts to a (Block)": _blocks,
    "b hit a": _hits,
    "b attacks a": _attacks,
    "b hits c": _hits_friend,
    "b hit c with claws": _hits_friend,
    "b attacks a with blast (cost 8), a has surrendered": _surrendered_to,
    "b attacked a, who evaded; the strike is over": _evaded,
}
FIRST_IS_A = {"b counterattacks a (a Reaction)", "b reacts to a (Block)"}
AFTER_THE_WINDOW = {"b attacks a with blast (cost 8), a has surrendered"}
"""Situations that tell of the numbers as they are once it has come so far."""


def situation(given: Json) -> TablePlay:
    """A told situation."""
    facts = {name: dict(given.get(name, {})) for name in SIDES}
    window = given.get("window")
    if window == "b counterattacks a (a Reaction)":
        facts["b"]["counterattacks"] = ["swat"]
    if window in AFTER_THE_WINDOW:
        blast = {"kind": "power", "active_points": 40, "range_m": 200}
        facts["b"]["attacks"] = {"blast": blast}
        facts["a"].pop("conditions", None)
    play = joined({**given, **facts})
    for name in SIDES:
        if window not in AFTER_THE_WINDOW:
            suffer(play, name, facts[name])
    if window is not None:
        WINDOWS[window](play)
    if window in AFTER_THE_WINDOW:
        for name in SIDES:
            suffer(play, name, facts[name])
    return play


def request(command: Json) -> Json:
    """The command of a situation as a request."""
    body = dict(command)
    body["type"] = f"uttas.{body.pop('cmd')}"
    if body["type"] == "uttas.attack":
        body.setdefault("target", "b")
    if "action" in body:
        action = dict(body["action"])
        body["action"] = {"type": f"uttas.{action.pop('cmd')}", **action}
    dice = body.pop("dice", None) or body.pop("damage_dice", None)
    if isinstance(dice, dict):
        dice = [face for faces in dice.values() for face in faces]
    if dice is not None:
        body["faces"] = dice
    return body


def look(play: TablePlay, name: str, result: Json | None) -> Json:
    """Somebody in the words of an outcome."""
    one = play.encounter[name]
    state = one.state
    options = play.table.options
    assert isinstance(options, UttasOptions)
    fig = Figure(one, play.table.sheet(one), options)
    struck = next((event.fact for event in reversed(play.events) if event.fact.type == "strike.failed"), None)
    rolled = next((event.fact for event in reversed(play.events) if event.fact.type == "strike.resolved"), None)
    hit = bool(rolled is not None and rolled.aims and rolled.aims[-1].hit)
    return {
        "actions": state.pool.actions,
        "health": state.health,
        "stamina": state.stamina,
        "stamina_locked": state.stamina_locked,
        "stance": state.stance,
        "turn": "over" if state.action_used else "open",
        "conditions": sorted(held.key for held in one.conditions),
        "ready": state.ready is not None,
        "entangle_health": state.entangle.health if state.entangle else 0,
        "free": state.grapple is None,
        "movement_left": allowance(fig.speed("run")).half - sum(state.moved.values()),
        "total": (result or {}).get("total"),
        "hit": hit,
        "automatic_failure": struck is not None and struck.why == "out_of_range",
        "stamina_cost": play.table.sheet(one).stamina_now - state.stamina,
        "next": _next(play),
    }


def _next(play: TablePlay) -> str | None:
    window = play.encounter.pending
    if window is None:
        return None
    return f"{window.options[0].removeprefix('uttas.')} by {window.for_[0]}"


def read(path: Any) -> list[Json]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return list(document.get("commands", [])) if document["system"] == "uttas" else []
