"""The tables of encounters."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index
from sqlmodel import Field

from app.db.columns import Document
from app.db.rows import ID_LENGTH, Row, belongs_to, in_order, moment


class EncounterRow(Row, table=True):
    """An encounter: where it stands (`state`), the sheets it was lent, and two counters with when each last moved."""

    __tablename__ = "encounter"
    __table_args__ = (
        CheckConstraint("kind in ('fight', 'chase', 'scene')", name="kind"),
        CheckConstraint("status in ('setup', 'running', 'ended')", name="status"),
        Index(None, "campaign_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    name: str = Field(max_length=80)
    kind: str = Field(max_length=8)
    status: str = Field(max_length=8)
    shown: bool
    options: str = Field(sa_column=Column(Document(), nullable=False))
    external_refs: str = Field(sa_column=Column(Document(), nullable=False))
    notes: str | None = Field(default=None, max_length=2000)
    created_at: datetime = Field(sa_column=moment())
    version: int
    updated_at: datetime = Field(sa_column=moment())
    last_event: str = Field(max_length=ID_LENGTH)
    public_version: int
    public_updated_at: datetime = Field(sa_column=moment())
    public_last_event: str | None = Field(default=None, max_length=ID_LENGTH)
    done: int | None
    undone: int | None
    state: str = Field(sa_column=in_order())
    sheets: str = Field(sa_column=in_order())


class EncounterVersionRow(Row, table=True):
    """How an encounter came to a version, and what that changed in its state; now and then the whole state after it."""

    __tablename__ = "encounter_version"
    __table_args__ = (
        CheckConstraint("what in ('made', 'command', 'undo', 'redo', 'edit')", name="what"),
        Index(None, "encounter_id", "public_version"),
    )

    encounter_id: str = Field(sa_column=Column(ForeignKey("encounter.id", ondelete="CASCADE"), primary_key=True))
    version: int = Field(primary_key=True)
    public_version: int
    what: str = Field(max_length=8)
    of: int | None
    below: int | None
    done: int | None
    undone: int | None
    struck: bool
    at: datetime = Field(sa_column=moment())
    member_id: str = Field(max_length=ID_LENGTH)
    by_member_id: str | None = Field(max_length=ID_LENGTH)
    command: str | None = Field(sa_column=Column(Document(), nullable=True))
    change: str = Field(sa_column=in_order())
    snapshot: str | None = Field(sa_column=in_order(nullable=True))
