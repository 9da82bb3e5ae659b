"""Why the frame refuses; where a system has its own word for a reason, that is the code."""

from typing import Any, Final

from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, OutOfRange, RuleRefusal

FRAME_REFUSALS: Final = {
    "not_gm": "Only a game master may send this command.",
    "not_yours": "The combatant belongs to somebody else: its owner commands it, or a game master.",
    "unknown_combatant": "There is no such combatant in the encounter.",
    "unknown_command": "The system of this encounter has no such command.",
    "wrong_phase": "The encounter has not started yet, or runs already, or has ended.",
    "pending": "Somebody has to answer first.",
    "pending_changed": "The window that was to be answered has been answered already, or another one is open.",
    "no_window": "Nobody asks this combatant for such an answer now.",
    "not_your_turn": "It is somebody else's turn.",
    "out": "The combatant is out of the fight.",
    "actor_needed": "The command needs an `actor`: the combatant who acts.",
    "nobody_to_start": "There is nobody in the encounter.",
    "duplicate": "Somebody with this id, this character or this reference is in the encounter already.",
    "sheet_needed": "Whoever joins needs a sheet: `character_id` or `sheet`, one of them.",
    "unknown_character": "The campaign has no such character that could join.",
    "bad_order": "The order must name everybody with a place, each once.",
    "no_such_condition": "The combatant bears no such condition.",
    "condition_needed": "Say which condition: its `id` or its `key`.",
    "too_many_conditions": "A combatant bears 100 conditions at the most: end one first.",
    "unfit_sheet": "What the encounter would leave on a character is more than a sheet can bear.",
    "no_character": "The combatant was made on the spot: there is no character's sheet to copy again.",
    "nothing_to_undo": "No command is left to be undone, or none undone to be brought back.",
}
"""Every code of the frame, and a sentence that explains it."""


class MayNot(Refusal):
    """Whoever asks may not do this, whatever the rules say: `not_gm`, `not_yours`."""

    code = "may_not"
    title = "That is not yours to do"

    def __init__(self, code: str, detail: str, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.code = code


class UnknownCombatant(RuleRefusal):
    """No such combatant, or none that the viewer may know of: the answer is the same."""

    code = "unknown_combatant"
    title = "There is no such combatant here"


def against(code: str, detail: str | None = None, **facts: Any) -> AgainstTheRules:
    """A refusal of the frame as things stand (409)."""
    return AgainstTheRules(code, detail or FRAME_REFUSALS[code], **facts)


def out_of_range(code: str, detail: str | None = None, **facts: Any) -> OutOfRange:
    """A refusal of the frame for what is out of range (422)."""
    return OutOfRange(code, detail or FRAME_REFUSALS[code], **facts)
