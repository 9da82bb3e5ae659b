"""One way to every refusal of Supers, by its code."""

from functools import partial
from typing import Any

from app.rules.dice import PhysicalDice
from app.rules.errors import Refusal
from app.rules.systems.supers import SYSTEM
from app.rules.systems.supers.checks.made import HeroPoint
from app.rules.systems.supers.checks.sides import SupersOpposedBody
from app.rules.systems.supers.options import DEFAULTS
from tests.rules import deeds
from tests.rules.refusing import Provoke, asked, broken, lent, raised
from tests.rules.supers.fights import BRACE, HALYARD, PLAYER, Fight
from tests.rules.supers.table import ask, kind_of
from tests.rules.supers.test_fight_refusals import BOLT, HEALER
from tests.rules.supers.test_refusals import REFUSALS

TOO_HARDY = {"power_level": 8, "defenses": {"fortitude": {"bought": 9}, "will": {"bought": 8}}}


def at_once(code: str, type_: str, actor: str | None = "halyard", **fields: Any) -> Refusal:
    """A fight that has begun refuses it; it is Halyard's turn."""
    return Fight().refuses(code, type_, actor, **fields)


def bearing(code: str, whom: str, held: str, type_: str, **fields: Any) -> Refusal:
    """Refused to Halyard while somebody bears a condition, as `key` or `key:param`."""
    fight = Fight()
    key, _, param = held.partition(":")
    fight.bear(whom, key, param or None)
    return fight.refuses(code, type_, "halyard", **fields)


def after(code: str, deed: str, done: dict[str, Any], type_: str, *faces: int, **fields: Any) -> Refusal:
    """Refused to Halyard once this is done."""
    fight = Fight()
    fight.do(deed, "halyard", *faces, **done)
    return fight.refuses(code, type_, "halyard", **fields)


def controlled() -> Refusal:
    fight = Fight()
    fight.bear("halyard", "controlled")
    return fight.refuses("controlled", "talk", "halyard", by=PLAYER)


def healed_in_vain() -> Refusal:
    fight = Fight(halyard=HEALER)
    fight.do("adjust", "brace", damage=1)
    heal: dict[str, Any] = {"target": "brace", "power": "Warm hands"}
    fight.do("heal", "halyard", 1, **heal)
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    return fight.refuses("heal_retry", "heal", "halyard", **heal)


def far(code: str, type_: str, distance: int, whom: str = "guard", **fields: Any) -> Refusal:
    fight = Fight()
    fight.place("halyard", **{whom: distance})
    return fight.refuses(code, type_, "halyard", **fields)


def hidden() -> Refusal:
    fight = Fight().turn_of("tollkeeper")
    fight.do("adjust", "halyard", position={"concealment": "total"})
    return fight.refuses("not_perceived", "attack_perception", "tollkeeper", target="halyard", power="Toll bell")


def recovered() -> Refusal:
    fight = Fight()
    fight.do("recover_action", "halyard")
    fight.do("end_turn", None)
    fight.turn_of("halyard")
    return fight.refuses("recover_used", "recover_action", "halyard")


def known() -> Refusal:
    fight = Fight()
    fight.do("attack_ranged", "halyard", 2, **BOLT)
    fight.do("talk", "halyard")
    return fight.refuses("result_announced", "spend_hero_point", "halyard", use="improve_roll")


def no_such_die() -> Refusal:
    body = SupersOpposedBody(bonus_a=4, bonus_b=4)
    made = ask(body, 9, 9, 11)
    amending = kind_of(body)
    return raised(lambda: amending.amend(body, made, HeroPoint(die=2), options=DEFAULTS, dice=PhysicalDice([2])))


def full() -> Refusal:
    borne = {"conditions": [{"id": f"x{place}", "key": "blind"} for place in range(100)]}
    sheet = SYSTEM.sheet.model_validate(BRACE.model_dump() | {"state": borne})
    return raised(lambda: deeds.done("supers", "conditions", sheet, add=[{"key": "prone"}]))


def already_ready() -> Refusal:
    fight = Fight()
    fight.do("ready", "halyard", trigger="the guard moves", action="a bolt")
    fight.do("extra_effort", "halyard", option="action")
    return fight.refuses("already_ready", "ready", "halyard", trigger="another", action="b")


def weakened() -> Refusal:
    lost = {"conditions": [{"id": "c1", "key": "weakened", "param": "Anvil fist,20"}]}
    sheet = SYSTEM.sheet.model_validate(BRACE.model_dump() | {"state": lost})
    return lent("supers.strike", sheet, power="Anvil fist", defense=8, modifier=3)


TEAM: dict[str, Any] = {"actor": None, "leader": "halyard", "trait": "perception", "dc": 10}
PROVOKED: dict[str, Provoke] = {
    **asked(REFUSALS),
    "ability_absent": partial(broken, "supers", "ability_absent"),
    "all_surprised": lambda: Fight(start=False).refuses(
        "all_surprised", "start", None, surprised=["halyard", "brace", "tollkeeper", "guard"]
    ),
    "already_on": partial(
        after, "already_on", "activate_power", {"power": "Line flight"}, "activate_power", power="Line flight"
    ),
    "already_ready": already_ready,
    "athletics_used": lambda: after("athletics_used", "sprint", {}, "sprint", 2),
    "budget": partial(broken, "supers", "budget"),
    "character_needed": partial(lent, "supers.check", None, trait="skills.treatment", dc=15),
    "controlled": controlled,
    "deaf": partial(bearing, "deaf", "tollkeeper", "unaware:auditory", "feint", target="tollkeeper"),
    "debilitated": partial(bearing, "debilitated", "halyard", "debilitated:dexterity", "attack_ranged", **BOLT),
    "equipment": partial(broken, "supers", "equipment"),
    "heal_retry": healed_in_vain,
    "hero_use_repeated": partial(
        after,
        "hero_use_repeated",
        "spend_hero_point",
        {"use": "inspiration"},
        "spend_hero_point",
        use="inspiration",
    ),
    "in_combat": partial(at_once, "in_combat", "rest_minutes", n=5),
    "leader_helps": partial(at_once, "leader_helps", "team_check", helpers=["halyard"], **TEAM),
    "modifier_cover": partial(broken, "supers", "modifier_cover"),
    "no_area": partial(at_once, "no_area", "attack_area", targets=["guard"], power="Cable bolt"),
    "no_free_limb": partial(bearing, "no_free_limb", "halyard", "bound", "grab", target="guard"),
    "nobody_later": partial(at_once, "nobody_later", "delay", after="halyard"),
    "not_critical": partial(at_once, "not_critical", "choose_critical", option="increased"),
    "not_dying": partial(at_once, "not_dying", "stabilize", target="guard"),
    "not_found": partial(at_once, "not_found", "activate_power", power="No such thing"),
    "not_held": partial(at_once, "not_held", "escape", skill="athletics"),
    "not_in_position": partial(
        far,
        "not_in_position",
        "aid",
        1001,
        "tollkeeper",
        foe="tollkeeper",
        ally="brace",
        to="attack",
        power="Cable bolt",
    ),
    "not_object": partial(at_once, "not_object", "repair", target="guard"),
    "not_on": partial(at_once, "not_on", "deactivate", power="Line flight"),
    "not_perceived": hidden,
    "not_prone": partial(at_once, "not_prone", "stand_up"),
    "not_your_turn": partial(at_once, "not_your_turn", "talk", "brace"),
    "nothing_pending": partial(at_once, "nothing_pending", "resist", "tollkeeper"),
    "nothing_to_improve": no_such_die,
    "nothing_to_recover": lambda: raised(lambda: deeds.done("supers", "spend", HALYARD, use="recover")),
    "number_missing": partial(lent, "supers.attack", None, defense=3),
    "out_of_reach": partial(far, "out_of_reach", "grab", 30, target="guard"),
    "past_limit": weakened,
    "pending": lambda: after("pending", "attack_ranged", BOLT, "talk", 15),
    "permanent_modifier": partial(broken, "supers", "permanent_modifier"),
    "permanent_no_deactivate": partial(at_once, "permanent_no_deactivate", "deactivate", power="Damp suit"),
    "pl_attack_effect": partial(broken, "supers", "pl_attack_effect"),
    "pl_dodge_toughness": partial(broken, "supers", "pl_dodge_toughness"),
    "pl_effect": partial(broken, "supers", "pl_effect"),
    "pl_fort_will": partial(broken, "supers", "pl_fort_will", **TOO_HARDY),
    "pl_parry_toughness": partial(broken, "supers", "pl_parry_toughness"),
    "pl_skill": partial(broken, "supers", "pl_skill"),
    "recover_off": lambda: Fight(recover_action=False).refuses("recover_off", "recover_action", "halyard"),
    "recover_used": recovered,
    "result_announced": known,
    "same_trait": partial(at_once, "same_trait", "team_check", helpers=[{"id": "brace", "trait": "insight"}], **TEAM),
    "split_action": partial(at_once, "split_action", "move", feet=5, split=True),
    "too_far": partial(at_once, "too_far", "move", feet=31),
    "too_many_conditions": full,
    "trained_only": partial(at_once, "trained_only", "check", trait="vehicles", dc=10),
    "unaware_target": partial(bearing, "unaware_target", "guard", "unaware", "demoralize", target="guard"),
    "unknown_modifier": partial(broken, "supers", "unknown_modifier"),
    "unknown_power": partial(lent, "supers.attack", HALYARD, power="Heat ray", defense=8),
    "unknown_rest": partial(raised, partial(SYSTEM.rest_for, 90, "long")),
    "unknown_skill": partial(broken, "supers", "unknown_skill"),
    "unknown_use": partial(at_once, "unknown_use", "spend_hero_point", use="fly"),
    "wrong_attack": partial(at_once, "wrong_attack", "attack_close", **BOLT),
    "wrong_phase": lambda: Fight(start=False).refuses("wrong_phase", "talk", "halyard"),
}
