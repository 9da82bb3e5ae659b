"""One way to every refusal of Ultra, by its code."""

from functools import partial
from typing import Any

from app.rules.errors import Refusal
from app.rules.systems.ultra import SYSTEM
from app.rules.systems.ultra.examples import EXAMPLE_SHEETS
from tests.rules.refusing import Provoke, asked, broken, lent, raised
from tests.rules.ultra.stage import Stage, trouble
from tests.rules.ultra.test_refusals import REFUSALS

MARA = EXAMPLE_SHEETS[0]
ACT: dict[str, Any] = {"actor": "ann", "dice": 4}


def at_once(code: str, type_: str, **fields: Any) -> Refusal:
    """A scene that has begun refuses it; it is Ann's turn."""
    return Stage().refused(code, type_, **fields)


def choosing(code: str, hits: int, **choices: Any) -> Refusal:
    """Ann chooses, with so many hits and a moderate complication."""
    stage = Stage()
    stage.act("ann", hits, dice=5, complications=[trouble(2)])
    return stage.refused(code, "ultra.resolve", actor="ann", **choices)


def after(code: str, type_: str, *done: tuple[str, dict[str, Any]], **fields: Any) -> Refusal:
    """Refused once this has been done."""
    stage = Stage()
    for deed, body in done:
        stage.do(deed, **body)
    return stage.refused(code, type_, **fields)


def refused_trick() -> Refusal:
    stage = Stage()
    stage.act("ann", 5, dice=5)
    stage.resolve("ann", {"key": "end_fight"})
    stage.do("ultra.refuse", trick="end_fight")
    return stage.refused("trick_refused", "ultra.resolve", actor="ann", tricks=[{"key": "end_fight"}])


PROVOKED: dict[str, Provoke] = {
    **asked(REFUSALS),
    "action_spent": partial(after, "action_spent", "ultra.act", ("adjust", {"actor": "ann", "actions": -1}), **ACT),
    "blocked": partial(
        after,
        "blocked",
        "ultra.act",
        ("ultra.status", {"target": "ann", "key": "restrained"}),
        tags=["movement"],
        **ACT,
    ),
    "character_needed": partial(lent, "ultra.action", None, traits=["nerve"], difficulty=1),
    "not_present": partial(
        after, "not_present", "ultra.act", ("adjust", {"actor": "imp", "present": False}), targets=["imp"], **ACT
    ),
    "not_your_turn": partial(at_once, "not_your_turn", "ultra.act", actor="bea", dice=4),
    "nothing_to_approve": partial(at_once, "nothing_to_approve", "ultra.approve", trick="end_fight"),
    "nothing_to_clear": partial(at_once, "nothing_to_clear", "ultra.clear", target="ann", key="dazed"),
    "nothing_to_resolve": partial(at_once, "nothing_to_resolve", "ultra.resolve", actor="ann"),
    "number_missing": partial(lent, "ultra.contest", None, sides={"fox": {}, "hare": {"dice": 3}}),
    "past_limit": partial(
        lent,
        "ultra.action",
        SYSTEM.sheet.model_validate(MARA.model_dump() | {"statuses": [{"key": "poisoned", "level": 1}]}),
        traits=["nerve"],
        complications=[trouble(1, f"c{place}") for place in range(20)],
    ),
    "pending": partial(
        after,
        "pending",
        "ultra.act",
        ("ultra.act", {**ACT, "faces": [8, 8, 8, 8], "complications": [trouble(1)]}),
        **ACT,
    ),
    "taken_out": partial(after, "taken_out", "ultra.act", ("ultra.injure", {"target": "ann", "amount": 5}), **ACT),
    "trick_cost_out_of_range": partial(broken, "ultra", "trick_cost_out_of_range"),
    "trick_detail_required": partial(choosing, "trick_detail_required", 5, tricks=[{"key": "opening"}]),
    "trick_refused": refused_trick,
    "unknown_fact": partial(at_once, "unknown_fact", "ultra.unfact", fact="f1"),
    "rest_too_short": partial(raised, partial(SYSTEM.rest_for, 5, "full")),
    "unknown_rest": partial(raised, partial(SYSTEM.rest_for, 60, "long")),
    "unknown_status": partial(at_once, "unknown_status", "ultra.status", target="ann", key="bored"),
    "unknown_trick": partial(choosing, "unknown_trick", 5, tricks=[{"key": "jest"}]),
}
