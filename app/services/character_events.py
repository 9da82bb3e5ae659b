"""What the journal tells of a character, and whom: those who don't see it learn nothing of it."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from app.services.character import CharacterHead
from app.services.values import Audience, Caller, Event
from app.services.writing import event


def added(caller: Caller, character: CharacterHead, *, at: datetime) -> Event:
    """It is there, for all who see it."""
    return _told(caller, character, "created", "is among the characters.", at=at)


def removed(caller: Caller, character: CharacterHead, *, at: datetime) -> Event:
    """It is gone, for all who saw it."""
    return _told(caller, character, "removed", "is no longer among the characters.", at=at)


def changed(
    caller: Caller, old: CharacterHead, new: CharacterHead, fields: Sequence[str], *, at: datetime
) -> list[Event]:
    """What changed, for all who see it; who sees it no more is told as if it were gone, who sees it now as if new."""

    def one(fields: Sequence[str], audience: Audience | None = None) -> Event:
        text = f"was changed: {', '.join(fields).replace('_', ' ')}."
        return _told(caller, new, "changed", text, at=at, audience=audience, fields=list(fields))

    if old.audience != new.audience or (old.watcher != new.watcher and new.audience != "all"):
        gone = [removed(caller, old, at=at)] if old.audience != "gm" else []
        come = [added(caller, new, at=at)] if new.audience != "gm" else []
        return [*gone, *come, one(fields, "gm")]
    if new.audience != "all" or "private_notes" not in fields:
        return [one(fields)]
    public = [field for field in fields if field != "private_notes"]
    private = one(["private_notes"], "gm_and_member" if new.watcher else "gm")
    return [one(public), private] if public else [private]


def befell(caller: Caller, character: CharacterHead, what: str, text: str, *, at: datetime) -> Event:
    """What happened to it, for all who see it; `text` names it."""
    return event(
        caller,
        f"character.{what}",
        at=at,
        data=json.dumps({"character_id": character.id, "fields": ["sheet"]}),
        text=text,
        audience=character.audience,
        for_member_id=character.watcher,
    )


def _told(
    caller: Caller,
    character: CharacterHead,
    what: str,
    text: str,
    *,
    at: datetime,
    audience: Audience | None = None,
    **facts: Any,
) -> Event:
    return event(
        caller,
        f"character.{what}",
        at=at,
        data=json.dumps({"character_id": character.id} | facts),
        text=f"{character.name} {text}",
        audience=audience or character.audience,
        for_member_id=character.watcher,
    )
