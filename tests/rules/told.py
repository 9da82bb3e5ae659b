"""What each system tells of its sheets and checks: `uv run python -m tests.rules.told` writes the files anew."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from app.rules.catalog import SYSTEMS
from app.rules.character import Cap, CostLine, Derived
from app.rules.dice import PhysicalDice
from app.rules.system import CheckAnswer, CheckBody, CheckKind, System

# Sheets of which everything is odd: set by hand, past a limit, or unknown.
ODD: dict[str, dict[str, Any]] = {
    "ultra": {
        "traits": {"Cold nerve": 4, "cold-nerve": 2},
        "advantage": {"speed": 2, "size": -1},
        "target": 7,
        "double_from": 9,
        "injury_max": 6,
        "injuries": 2,
        "statuses": [{"key": "bleeding", "level": 2}, {"key": "unlucky", "level": 1}],
        "tokens": [{"amount": 2}, {"amount": 1, "for": "treat"}],
        "tricks": [{"key": "dare", "name": "Dare", "min": 1, "max": 5}],
    },
    "uttas": {
        "speed": 2,
        "health_max": 21,
        "stamina_max": 20,
        "stamina_locked": 6,
        "body": 12,
        "agility": 13,
        "dodge": 30,
        "discipline": 31,
        "limb_threshold": 5,
        "dice_override": {"strength": 3},
        "modifiers": {"body": -6, "ego": 4},
        "breather_uses": 13,
        "short_rests": {"day": 0, "n": 3},
        "moves": [{"mode": "fly", "metres": 21}],
        "skills": [{"id": "climb", "key": "agility", "ranks": 19}, {"id": "lore", "dice": 3}],
        "attacks": [
            {"id": "flail", "kind": "melee", "strength_dice": 4, "martial_dice": 1, "max_strikes": 3},
            {"id": "bow", "kind": "mechanical", "key": "dexterity", "weapon_dice": 4, "required_strength": 14},
            {"id": "storm", "kind": "power", "power_dice": 7, "active_points": 38, "maintained": True},
        ],
    },
    "supers": {
        "power_level": 1,
        "abilities": {"strength": 21, "stamina": None, "agility": 3, "presence": -6},
        "defenses": {"dodge": {"bought": -1}, "parry": {"bought": 2}, "toughness": {"bought": 1}},
        "skills": [
            {"id": "juggling", "ranks": 30},
            {"id": "stealth", "ranks": -1},
            {"id": "sleight_of_hand"},
            {"id": "close_combat", "sub": "unarmed", "ranks": 3},
            {"id": "expertise", "sub": "law", "ranks": 4, "ability": "presence"},
            {"id": "expertise", "sub": "trains", "ranks": 3, "misc": 2},
        ],
        "advantages": [
            {"id": "improved_initiative", "rank": 2},
            {"id": "close_attack", "rank": 2},
            {"id": "defensive_roll", "rank": 2},
            {"id": "equipment"},
        ],
        "powers": [
            {
                "name": "Bolt",
                "array": {"of": "arms", "base": True},
                "effects": [
                    {"effect_id": "damage", "rank": 2, "attack": {"kind": "ranged", "bonus": 3}},
                    {"effect_id": "sneeze", "rank": 1, "resistance": {"trait": "will"}},
                ],
            },
            {
                "name": "Net",
                "array": {"of": "arms"},
                "effects": [
                    {
                        "effect_id": "affliction",
                        "rank": 4,
                        "duration": "permanent",
                        "attack": {"kind": "perception"},
                        "extras": [{"id": "extra_sticky", "value": 1}, {"id": "accurate", "value": 1, "ranks": 5}],
                    }
                ],
                "flats": [{"id": "pretty", "value": 1}],
            },
            {"name": "Shell", "effects": [{"effect_id": "protection", "rank": 3}]},
            {"name": "Grace", "effects": [{"effect_id": "enhanced_trait", "rank": 2, "trait": "dodge"}]},
            {"name": "Nothing", "effects": [{"effect_id": "flight", "rank": 0}]},
        ],
        "equipment": [{"name": "tank", "ep": 60}],
        "state": {"conditions": [{"id": "c1", "key": "vulnerable"}]},
    },
}


def _line(number: Derived) -> str:
    parts = ", ".join(f"{one.source} {one.value}{f' by {one.rule}' if one.rule else ''}" for one in number.parts)
    more = f" of at most {number.limit}" if isinstance(number, Cap) else ""
    where = f" at {number.pointer}" if isinstance(number, CostLine | Cap) else ""
    return f"{number.name} {number.value}{more}: {number.formula} ({parts}; {' '.join(number.rules)}){where}"


def _told(system: System, sheet: Any) -> Iterator[str]:
    options = system.options()
    yield from map(_line, system.derived(sheet, options))
    audit = system.audit(sheet, options)
    yield f"cost {audit.costs}, budget {audit.budget}"
    yield from map(_line, audit.ledger)
    yield from map(_line, audit.caps)
    for one in audit.violations:
        yield f"{one.code} by {one.rule} at {one.pointer}: {one.message} ({one.value}, {one.limit})"


class Falling:
    """Dice that all fall alike: on the lowest face, on the highest, or by turns."""

    def __init__(self, *shares: int) -> None:
        self._shares = cycle(shares)

    def draw(self, faces: int, count: int) -> list[int]:
        return [max(1, faces * next(self._shares) // 100) for _ in range(count)]


FALLS = {"low": (0,), "high": (100,), "mixed": (50, 95, 30)}


def _answers(system: System, kind: CheckKind[Any, Any], body: CheckBody) -> Iterator[str]:
    options = system.options()
    if body.faces is not None:
        yield from _answer("given", kind.resolve(body, options=options, dice=PhysicalDice(body.faces)))
        return
    for fall, shares in FALLS.items():
        answer = kind.resolve(body, options=options, dice=Falling(*shares))
        yield from _answer(fall, answer)
        if not answer.dice:
            return


def _answer(fall: str, answer: CheckAnswer) -> Iterator[str]:
    dice = ", ".join(
        f"{one.of} {one.face}{'' if one.counts is None else f' counts {one.counts}'}{'' if one.kept else ' not kept'}"
        for one in answer.dice
    )
    yield f"{fall}: {answer.markdown}"
    if answer.markdown.replace("**", "") != answer.text:
        yield f"  plain {answer.text}"
    yield f"  ({dice or 'no dice'}; {' '.join(answer.rules)})"


def text(key: str) -> str:
    """All numbers of the system's first example sheet and of the odd one, and all its example checks."""
    system = SYSTEMS[key]
    odd = system.sheet.model_validate(ODD[key])
    lines = ["# An example", *_told(system, system.example_sheets[0]), "", "# An odd sheet", *_told(system, odd)]
    for kind in system.checks:
        for name, body in kind.examples.items():
            lines += ["", f"# {kind.key}: {name}", *_answers(system, kind, body)]
    return "\n".join(lines) + "\n"


def file(key: str) -> Path:
    """Where the lines are kept."""
    return Path(__file__).parent / key / "told.txt"


if __name__ == "__main__":
    for name in SYSTEMS:
        file(name).write_text(text(name), encoding="utf-8")
