"""How far a character keeps to the rules of building: what a game master has waived, and what a campaign refuses."""

from collections.abc import Sequence
from datetime import datetime

from app.services.character import NewWaiver, StoredCharacter, Waiver, audited
from app.services.options import CampaignOptions
from app.services.refusals import BuildRefused, RoleTooLow
from app.services.values import Caller, Role


def granted(caller: Caller, asked: Sequence[NewWaiver], old: Sequence[Waiver], *, now: datetime) -> list[Waiver]:
    """The waivers with who gave each; those that were there already stay as they are. Raises `RoleTooLow`."""
    there = {(waiver.code, waiver.pointer, waiver.note): waiver for waiver in old}
    granted = [
        there.get((one.code, one.pointer, one.note))
        or Waiver(code=one.code, pointer=one.pointer, note=one.note, by_member_id=caller.member_id, at=now)
        for one in asked
    ]
    if granted != list(old) and caller.role is not Role.GM:
        raise RoleTooLow("Only a game master may waive a rule of building.", role=caller.role, needed="gm")
    return granted


def hold_to_build(character: StoredCharacter, caller: Caller, options: CampaignOptions) -> None:
    """Refuse, where the campaign says so, what breaks a rule of building and is not waived; raises `BuildRefused`."""
    if not options.enforce_build:
        return
    audit, _ = audited(character.sheet, character.waivers, caller.system, options)
    if audit.violations:
        first, count = audit.violations[0], len(audit.violations)
        rules = "a rule" if count == 1 else f"{count} rules"
        raise BuildRefused(
            f"The sheet breaks {rules} of building, first {first.rule} (`{first.code}`); see `violations`. Mend it, or "
            "ask a game master to waive it.",
            violations=[
                {"code": one.code, "rule": one.rule, "pointer": f"/sheet{one.pointer}", "detail": one.message}
                for one in audit.violations
            ],
        )
