"""One way to every refusal of the Universal System, by its code."""

from collections.abc import Callable
from functools import partial
from typing import Any

from app.rules.errors import Refusal
from app.rules.systems.uttas import SYSTEM
from app.rules.systems.uttas.examples import EXAMPLE_SHEETS
from tests.rules import deeds
from tests.rules.refusing import Provoke, asked, broken, lent, raised
from tests.rules.uttas.fights import (
    BASE,
    HIT,
    MISS,
    TablePlay,
    attack,
    condition,
    do,
    fight,
    held,
    placed,
    refused,
)  # fmt: skip
from tests.rules.uttas.shorthand import sheet_of
from tests.rules.uttas.test_fight_refusals import OWN
from tests.rules.uttas.test_refusals import REFUSALS

WILLOW = EXAMPLE_SHEETS[0]
SWAT = {"counterattacks": [{"id": "swat", "attack": "club"}]}


def own(code: str, table: Callable[[], TablePlay], kind: str, body: dict[str, Any]) -> Refusal:
    return refused(table(), code, kind, **body)


def bearing(code: str, key: str, kind: str, **body: Any) -> Refusal:
    """Refused to whoever bears this."""
    play = fight()
    condition(play, "a", key)
    return refused(play, code, kind, **body)


def struck(code: str, *, by: str = "b", faces: list[int] | None = None, sheet: Any = None, **body: Any) -> Refusal:
    """Refused while b is asked about a's blow, or with `faces` once it has missed or hit."""
    play = fight(b=sheet or {})
    attack(play)
    if faces is not None:
        do(play, "pass_reaction", "b", faces=faces)
    return refused(play, code, body.pop("type_", "react"), by, **body)


def chased(code: str, **body: Any) -> Refusal:
    play = TablePlay(kind="chase")
    play.joins("p", sheet_of(BASE), "one")
    play.joins("t", sheet_of(BASE), "two")
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20})
    return refused(play, code, "chase_action", "t", **body)


def at_setup(code: str, kind: str, **body: Any) -> Refusal:
    play = TablePlay()
    play.joins("a", sheet_of(BASE), "one")
    return refused(play, code, kind, **body)


def of_the_frame(code: str, play: TablePlay, **document: Any) -> Refusal:
    before = play.encounter.model_dump_json()
    refusal = raised(lambda: play.do(document))
    assert play.encounter.model_dump_json() == before
    return refusal


def holding() -> Refusal:
    play = held()
    while play.encounter.active != "a":
        play.do({"type": "end_turn"})
    return refused(play, "already_grappling", "grapple", target="d", limbs=["head"])


def maintained() -> Refusal:
    play = fight()
    do(play, "activate_power", power="ward")
    for _ in range(4):
        play.do({"type": "end_turn"})
    return refused(play, "already_maintained", "activate_power", power="ward")


def answered() -> Refusal:
    play = fight()
    attack(play)
    do(play, "react", "b", kind="evade", faces=[*MISS, 1])
    return refused(play, "already_reacted", "react", "b", kind="block")


def tried() -> Refusal:
    play = fight()
    condition(play, "a", "prone")
    do(play, "stand_up", method="acrobatics", faces=MISS)
    return refused(play, "already_tried", "stand_up", method="acrobatics")


def unseen() -> Refusal:
    play = fight()
    attack(play, what="ghost", faces=MISS)
    return refused(play, "attack_not_perceived", "react", "b", kind="block")


def countered() -> Refusal:
    play = fight(b=SWAT)
    attack(play)
    do(play, "pass_reaction", "b", faces=MISS)
    do(play, "react", "b", kind="counterattack", counterattack="swat", faces=[*HIT, 1, 1])
    return refused(play, "reaction_to_reaction", "react", "a", kind="block")


def waiting(code: str, type_: str, *, struck_at: bool, **body: Any) -> Refusal:
    """Refused to a, who waits for b to do something."""
    play = fight()
    action = {"type": "uttas.attack", "attack": "club", "target": "b"}
    do(play, "ready", action=action, trigger={"on": "action", "by": "b"})
    play.do({"type": "end_turn"})
    if struck_at:
        while play.encounter.active != "b":
            play.do({"type": "end_turn"})
        attack(play, "b", "a")
    return refused(play, code, type_, **body)


def over() -> Refusal:
    play = fight()
    do(play, "breather")
    return refused(play, "turn_over", "move", mode="run", metres=2)


PROVOKED: dict[str, Provoke] = {
    **asked(REFUSALS),
    **{code: partial(own, code, table, kind, body) for code, table, kind, body in OWN},
    "already_grappling": holding,
    "already_maintained": maintained,
    "already_reacted": answered,
    "already_rolled": lambda: of_the_frame("already_rolled", fight(), type="start"),
    "already_tried": tried,
    "attack_not_perceived": unseen,
    "bad_setup": lambda: of_the_frame("bad_setup", TablePlay(), type="start"),
    "character_needed": partial(lent, "uttas.skill", None, trait="strength.dice", dc=12),
    "dc_needed": partial(chased, "dc_needed", kind="skill", skill="stealth"),
    "grappled": lambda: refused(held(), "grappled", "stand_up", "b"),
    "hazard_needed": partial(chased, "hazard_needed", kind="hazard"),
    "must_recover_stun": partial(bearing, "must_recover_stun", "stunned", "move", mode="run", metres=2),
    "no_combat": partial(at_setup, "no_combat", "move", mode="run", metres=2),
    "no_counterattack": partial(struck, "no_counterattack", faces=MISS, kind="counterattack"),
    "not_borne": partial(raised, partial(deeds.done, "uttas", "conditions", WILLOW, end=["prone"])),
    "not_your_turn": lambda: refused(fight(), "not_your_turn", "move", "b", mode="run", metres=2),
    "number_missing": partial(lent, "uttas.damage", None),
    "out_of_reach": lambda: refused(placed("b", (5, 0)), "out_of_reach", "attack", attack="club", target="b"),
    "past_limit": partial(broken, "uttas", "past_limit"),
    "pending": partial(struck, "pending", by="d", type_="talk", words=1),
    "reaction_to_reaction": countered,
    "rest_too_short": partial(raised, partial(SYSTEM.rest_for, 59, None)),
    "skill_needed": partial(chased, "skill_needed", kind="hide"),
    "surrendered": partial(bearing, "surrendered", "surrendered", "move", mode="run", metres=2),
    "target_needed": lambda: refused(fight(), "target_needed", "attack", attack="club"),
    "trigger_not_met": partial(waiting, "trigger_not_met", "trigger", struck_at=False),
    "turn_over": over,
    "unconscious": partial(bearing, "unconscious", "unconscious", "move", mode="run", metres=2),
    "unknown_art": partial(struck, "unknown_art", kind="block", art="wing_chun"),
    "unknown_attack": lambda: refused(fight(), "unknown_attack", "attack", attack="horns", target="b"),
    "unknown_condition": lambda: of_the_frame(
        "unknown_condition", fight(), type="add_condition", actor="a", key="staggered"
    ),
    "unknown_limb": lambda: refused(fight(), "unknown_limb", "attack", attack="club", target="b", limb="tail"),
    "unknown_power": lambda: refused(fight(), "unknown_power", "activate_power", power="x-ray"),
    "unknown_rest": partial(raised, partial(SYSTEM.rest_for, 600, "nap")),
    "unknown_trait": partial(lent, "uttas.business", WILLOW, traits=["luck"]),
    "waiting_on_ready": partial(waiting, "waiting_on_ready", "react", struck_at=True, kind="evade"),
    "words_needed": lambda: refused(fight(), "words_needed", "talk"),
}
