"""The shorthand of the golden sheets (rules page, 5c), read as sheets."""

from typing import Any

from app.rules.systems.uttas.sheet import LIMBS, UttasSheet

MODES = ("run", "leap", "swim", "fly", "warp")


def sheet_of(short: dict[str, Any]) -> UttasSheet:
    """`run` and `warp` are moves, attacks and skills are keyed by id, `holds` by arm."""
    fields = dict(short)
    moves = [
        {"mode": mode, "metres": fields.pop(mode), "active_points": fields.pop(f"{mode}_active_points", 0)}
        for mode in MODES
        if mode in fields
    ]
    holds = fields.pop("holds", {})
    limbs = [limb.model_dump() | {"holds": holds.get(limb.id)} for limb in LIMBS]
    keyed = {
        field: [{"id": name, **one} for name, one in fields.pop(field, {}).items()] for field in ("attacks", "powers")
    }
    skills = [{"id": name, "dice": dice} for name, dice in fields.pop("skills", {}).items()]
    return UttasSheet.model_validate({**fields, **keyed, "moves": moves, "limbs": limbs, "skills": skills})
