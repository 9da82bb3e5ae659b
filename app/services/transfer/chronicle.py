"""What carrying a whole campaign asks of the storage beyond what playing it does."""

from typing import Any, Protocol

from app.services.encounters.kept import Step
from app.services.transfer.documents import EventRecord, MemberRecord, RevisionRecord, StepRecord
from app.services.values import Caller, CampaignRoll


class Chronicle(Protocol):
    """What a campaign was, as a whole."""

    async def members(self, campaign_id: str) -> list[MemberRecord]:
        """Everybody who is or was at the table, in the order they came."""
        ...

    async def revisions(self, campaign_id: str) -> dict[str, list[RevisionRecord]]:
        """What each character was, from the first revision to the last, by the character's id."""
        ...

    async def recurring(self, campaign_id: str) -> dict[str, tuple[str | None, int]]:
        """What each check recurs as, and the game's time when it was made, by the check's id."""
        ...

    async def steps(self, encounter_id: str, *, upto: int) -> tuple[dict[str, Any], list[StepRecord]]:
        """The first state of an encounter, and every step up to a version."""
        ...

    async def events(self, viewer: Caller, *, most: int) -> list[EventRecord]:
        """The newest facts that the viewer may learn of, from the first to the last."""
        ...

    async def add_member(self, campaign_id: str, member: MemberRecord) -> None:
        """Add somebody who is or was at the table."""
        ...

    async def add_roll(self, campaign_id: str, roll: CampaignRoll) -> None:
        """Add a roll whose dice count in no statistics."""
        ...

    async def add_step(self, encounter_id: str, step: Step, *, struck: bool) -> None:
        """Add a later step of an encounter; `struck`: it was undone."""
        ...
