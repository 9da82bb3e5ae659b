"""Scenes of superheroes: how everybody comes in, and how the fields of `expect` are read from an answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.rules.deeds import Occasion
from app.rules.encounter.play import Play
from app.rules.encounter.rehearsing import UNTHROWN
from app.rules.encounter.viewer import GM
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.deeds.rest import RestBody
from app.rules.systems.supers.encounter import ENCOUNTERS
from tests.rules.encounter.playing import Game
from tests.rules.golden import differences
from tests.rules.scenes import OWNER, Answer, Compare, Read, Scene

Json = dict[str, Any]
TO_PLAYERS = {"controlled"}
"""What a game master isn't refused."""
ANSWERED = {"derived", "audit"}
"""Members of a scene's sheets that a character answers."""
COMPUTED = {"effective", "out", "sustained"}


def preparing(scene: Scene) -> Iterator[Json]:
    """Everybody joins, at their places."""
    distances: dict[str, Json] = {}
    for one, other, feet in scene.document.get("distances", []):
        distances.setdefault(one, {})[other] = feet
        distances.setdefault(other, {})[one] = feet
    for combatant in scene.document["combatants"]:
        place = {**combatant.get("position", {}), "distance_ft": distances.get(combatant["id"], {})}
        yield {
            "type": "join",
            "id": combatant["id"],
            "name": combatant.get("name", combatant["id"]),
            "side": combatant.get("side", "all"),
            "owner_member_id": OWNER.member_id,
            "sheet": sheet_of(scene, combatant),
            "position": place,
            **{field: combatant[field] for field in ("group", "hidden") if field in combatant},
        }


def sheet_of(scene: Scene, combatant: Json) -> Json:
    """The sheet that a combatant brings, with what the scene says has happened to it."""
    named = combatant["sheet"]
    whole = scene.sheets[named] if isinstance(named, str) else named
    sheet = {name: value for name, value in whole.items() if name not in ANSWERED}
    state = {name: value for name, value in combatant.get("state", {}).items() if name not in COMPUTED}
    if "hero_points" in state:
        sheet["hero_points"] = state.pop("hero_points")
    if "conditions" in state:
        levels = {state.get("damage", {}).get("level"), state.get("fatigue")}
        state["conditions"] = [
            borne(one, number) for number, one in enumerate(state["conditions"]) if one not in levels
        ]
    return {**sheet, "state": {**sheet.get("state", {}), **state}} if state else sheet


def borne(condition: str | Json, number: int) -> Json:
    """A condition as a sheet bears it: a scene may give its key alone."""
    if not isinstance(condition, str):
        return {"id": f"borne_{number}", **condition}
    key, _, param = condition.partition(":")
    return {"id": f"borne_{number}", "key": key, "param": param or None}


def turn(answer: Answer) -> Json | None:
    """What the active one has left."""
    encounter = answer["encounter"]
    found = (one["state"]["turn"] for one in encounter["combatants"] if one["id"] == encounter["active"])
    return next(found, None)


def states(answer: Answer) -> dict[str, Json]:
    """Everybody in the words of a scene."""
    return {
        one["id"]: {
            **one["state"],
            "conditions": sorted(held["key"] for held in one["conditions"]),
            "sustained": one["state"]["turn"]["sustained"],
            "out": one["out"],
        }
        for one in answer["encounter"]["combatants"]
    }


NAMED = ("damage", "fatigue", "pending_step", "hero_points", "conditions", "effective", "sustained", "out")


def same_states(expected: Mapping[str, Json], answer: Answer, before: Answer | None) -> Iterator[str]:
    """Where somebody isn't as expected; whoever isn't named must be unchanged."""
    now, was = states(answer), states(before) if before else {}
    for name, state in expected.items():
        if name not in now:
            yield f"{name} isn't there"
        else:
            yield from differences(state, now[name], at=name)
    for name in was.keys() & now.keys() - expected.keys():
        unchanged = {field: was[name][field] for field in NAMED}
        yield from differences(unchanged, now[name], at=f"{name}, who isn't named and so unchanged")


def results(events: Sequence[Json]) -> list[Json]:
    """What events say in the words of section 1.17: each of them, and what they say together."""
    said = [dict(one["data"]) for one in events]
    for one in said:
        match one["type"]:
            case "area.struck":
                one["dodge"] = {each["combatant"]: each for each in one["dodge"]}
            case "team.made":
                one["helper_degrees"] = [each["degree"] for each in one["helpers"]]
                one["net"] = sum(one["helper_degrees"])
    together: Json = {}
    for kind, name, field in (("initiative.rolled", "totals", "initiative"), ("dying.checked", "dying_check", None)):
        if found := [one for one in said if one["type"] == kind]:
            together[name] = {one["combatant"]: one[field] if field else one for one in found}
    order = next((one["order"] for one in said if one["type"] == "encounter.started"), None)
    contest = next((one for one in said if one["type"] == "opposed.made"), None)
    together |= {name: value for name, value in (("order", order), ("opposed", contest)) if value is not None}
    return [*said, together]


def same_result(expected: Json, answer: Answer, _before: Answer | None) -> list[str]:
    """Where the events don't say what is expected: as much as one of them can say, that one must."""
    said = results(answer["events"])
    most = max((len(expected.keys() & one.keys()) for one in said), default=0)
    rest = {name: value for one in reversed(said) for name, value in one.items()}
    whole = [{**rest, **one} for one in said if len(expected.keys() & one.keys()) == most]
    return min((list(differences(expected, one, at="result")) for one in whole), key=len, default=["nothing is said"])


def rest(game: Game, body: Json) -> None:
    """What a character's `/rest` does, to the combatant that it was."""
    rules, options = ENCOUNTERS, game.table.options
    one = game.encounter[body["actor"]]
    play = Play(encounter=game.encounter, table=game.table, dice=UNTHROWN, viewer=GM, ids=game.ids)
    occasion: Any = Occasion(options=options, dice=UNTHROWN.public, clock=0)
    after: Any = SYSTEM.deeds["rest"].apply(rules.left_on(play, one.id), RestBody(minutes=body["n"]), occasion).sheet
    rested = one.model_copy(
        update={
            "state": rules.fighter_of(after, join=None, before=one.state, options=options),
            "conditions": tuple(rules.conditions_of(after)),
        }
    )
    rested = rested.model_copy(update={"out": rules.is_out(rested, game.table)})
    combatants = tuple(rested if other.id == one.id else other for other in game.encounter.combatants)
    game.encounter = game.encounter.model_copy(update={"combatants": combatants})


AFTERWARDS = {"supers.rest_minutes": rest}
READ: Mapping[str, Read] = {"turn": turn}
COMPARE: Mapping[str, Compare] = {"state": same_states, "result": same_result}
