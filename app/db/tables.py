"""The tables: columns for what is searched, one JSON document for the rest."""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    UniqueConstraint,
    text,
)
from sqlmodel import Field

from app.db.columns import Document
from app.db.encounter_tables import EncounterRow as EncounterRow
from app.db.encounter_tables import EncounterVersionRow as EncounterVersionRow
from app.db.rows import ID_LENGTH, Row, belongs_to, in_order, moment
from app.db.rows import METADATA as METADATA


class CampaignRow(Row, table=True):
    """A campaign, its counters (the gm's version, everybody's version, the journal's sequence) and its options."""

    __tablename__ = "campaign"

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    name: str = Field(max_length=80)
    system: str = Field(max_length=16)
    description: str | None = Field(default=None, max_length=2000)
    options: str = Field(sa_column=Column(Document(), nullable=False))
    external_refs: str = Field(sa_column=Column(Document(), nullable=False))
    archived: bool
    version: int
    public_version: int
    sequence: int = Field(sa_type=BigInteger)
    clock: int = Field(sa_column=Column(BigInteger, nullable=False, server_default="0"))
    created_at: datetime = Field(sa_column=moment())
    updated_at: datetime = Field(sa_column=moment())


class MemberRow(Row, table=True):
    """Somebody at the table. Who leaves keeps the row, so that their rolls keep a name."""

    __tablename__ = "member"
    __table_args__ = (
        CheckConstraint("role in ('gm', 'player', 'observer')", name="role"),
        Index(None, "campaign_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    display_name: str = Field(max_length=80)
    role: str = Field(max_length=8)
    external_refs: str = Field(sa_column=Column(Document(), nullable=False))
    joined_at: datetime = Field(sa_column=moment())
    left_at: datetime | None = Field(sa_column=moment(nullable=True))


class ExternalRefRow(Row, table=True):
    """The name another app gives to something of ours; `target_id` says what it belongs to."""

    __tablename__ = "external_ref"
    __table_args__ = (Index(None, "target_id"),)

    campaign_id: str = Field(sa_column=Column(ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True))
    kind: str = Field(primary_key=True, max_length=16)
    app: str = Field(primary_key=True, max_length=40)
    ref: str = Field(primary_key=True, max_length=200)
    target_id: str = Field(max_length=ID_LENGTH)


class TokenRow(Row, table=True):
    """A member's key, kept only as the SHA-256 of the secret."""

    __tablename__ = "token"
    __table_args__ = (
        UniqueConstraint("digest"),
        CheckConstraint("role in ('gm', 'player', 'observer')", name="role"),
        Index(None, "campaign_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    member_id: str = Field(sa_column=belongs_to("member", index=True))
    name: str = Field(max_length=80)
    role: str = Field(max_length=8)
    character_ids: str | None = Field(sa_column=Column(Document(), nullable=True))
    digest: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    created_at: datetime = Field(sa_column=moment())
    expires_at: datetime | None = Field(sa_column=moment(nullable=True))
    last_used_at: datetime | None = Field(sa_column=moment(nullable=True))
    revoked_at: datetime | None = Field(sa_column=moment(nullable=True))


class InviteRow(Row, table=True):
    """An invitation to a campaign, kept only as the SHA-256 of its code."""

    __tablename__ = "invite"
    __table_args__ = (
        UniqueConstraint("digest"),
        CheckConstraint("role in ('gm', 'player', 'observer')", name="role"),
        CheckConstraint("uses <= max_uses", name="uses"),
        Index(None, "campaign_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    member_id: str | None = Field(sa_column=belongs_to("member", nullable=True))
    role: str = Field(max_length=8)
    digest: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    max_uses: int
    uses: int
    created_at: datetime = Field(sa_column=moment())
    expires_at: datetime = Field(sa_column=moment())


class RollRow(Row, table=True):
    """A roll as it fell. `throws` are the dice that count for statistics: `[[sides, [faces]], ...]`."""

    __tablename__ = "roll"
    __table_args__ = (
        CheckConstraint("visibility in ('public', 'gm', 'blind', 'self')", name="visibility"),
        Index(None, "campaign_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    member_id: str = Field(sa_column=belongs_to("member"))
    by_member_id: str | None = Field(sa_column=belongs_to("member", nullable=True))
    character_id: str | None = Field(default=None, max_length=ID_LENGTH)
    visibility: str = Field(max_length=8)
    label: str | None = Field(default=None, max_length=80)
    created_at: datetime = Field(sa_column=moment())
    revealed_at: datetime | None = Field(sa_column=moment(nullable=True))
    document: str = Field(sa_column=Column(Document(), nullable=False))
    throws: str = Field(sa_column=Column(Document(), nullable=False))


class CheckRow(Row, table=True):
    """A check as it was made, and what was chosen after it. `throws` are the dice that count for statistics.

    `recurs` names what may be rolled for again only after a while, by the game's `clock` as it was.
    """

    __tablename__ = "campaign_check"
    __table_args__ = (
        CheckConstraint("visibility in ('public', 'gm', 'blind', 'self')", name="visibility"),
        Index(None, "campaign_id", "id"),
        Index(None, "campaign_id", "recurs", "clock"),
        Index(None, "member_id", "id"),
        Index(None, "character_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    member_id: str = Field(sa_column=belongs_to("member"))
    by_member_id: str | None = Field(sa_column=belongs_to("member", nullable=True))
    character_id: str | None = Field(default=None, max_length=ID_LENGTH)
    visibility: str = Field(max_length=8)
    kind: str = Field(max_length=40)
    open: bool
    recurs: str | None = Field(default=None, max_length=80)
    clock: int = Field(sa_column=Column(BigInteger, nullable=False, server_default="0"))
    label: str | None = Field(default=None, max_length=80)
    created_at: datetime = Field(sa_column=moment())
    revealed_at: datetime | None = Field(sa_column=moment(nullable=True))
    document: str = Field(sa_column=Column(Document(), nullable=False))
    throws: str = Field(sa_column=Column(Document(), nullable=False))


class CharacterRow(Row, table=True):
    """A character: who sees it, the sheet, and three counters with the moment each last moved."""

    __tablename__ = "character"
    __table_args__ = (
        CheckConstraint("visibility in ('table', 'owner', 'gm')", name="visibility"),
        Index(None, "campaign_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    campaign_id: str = Field(sa_column=belongs_to("campaign"))
    name: str = Field(max_length=80)
    search: str = Field(max_length=240)
    kind: str = Field(max_length=40)
    owner_member_id: str | None = Field(sa_column=belongs_to("member", nullable=True, index=True))
    visibility: str = Field(max_length=8)
    external_refs: str = Field(sa_column=Column(Document(), nullable=False))
    created_at: datetime = Field(sa_column=moment())
    version: int
    updated_at: datetime = Field(sa_column=moment())
    owner_version: int
    owner_updated_at: datetime = Field(sa_column=moment())
    public_version: int
    public_updated_at: datetime = Field(sa_column=moment())
    schema_version: int
    sheet: str = Field(sa_column=in_order())
    notes: str | None = Field(default=None, max_length=2000)
    private_notes: str | None = Field(default=None, max_length=2000)
    waivers: str = Field(sa_column=Column(Document(), nullable=False))


class RevisionRow(Row, table=True):
    """What a change made of a character. `watcher_id` is the owner who may see it, `opens` the first that they may."""

    __tablename__ = "character_revision"
    __table_args__ = (
        CheckConstraint("action in ('created', 'changed', 'restored', 'returned', 'undone')", name="action"),
        UniqueConstraint("character_id", "version"),
        Index(None, "character_id", "id"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    character_id: str = Field(sa_column=belongs_to("character"))
    version: int
    owner_version: int
    watcher_id: str | None = Field(default=None, max_length=ID_LENGTH)
    opens: bool
    action: str = Field(max_length=8)
    restored: str | None = Field(default=None, max_length=ID_LENGTH)
    encounter_id: str | None = Field(default=None, max_length=ID_LENGTH)
    at: datetime = Field(sa_column=moment())
    member_id: str = Field(max_length=ID_LENGTH)
    by_member_id: str | None = Field(default=None, max_length=ID_LENGTH)
    changes: str = Field(sa_column=Column(Document(), nullable=False))
    name: str = Field(max_length=80)
    kind: str = Field(max_length=40)
    notes: str | None = Field(default=None, max_length=2000)
    schema_version: int
    sheet: str = Field(sa_column=in_order())


class EventRow(Row, table=True):
    """A fact of the campaign, in the journal's gapless order, with who may learn of it."""

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("id"),
        Index(
            None,
            "encounter_id",
            "version",
            "sequence",
            sqlite_where=text("encounter_id is not null"),
            postgresql_where=text("encounter_id is not null"),
        ),
        CheckConstraint("audience in ('all', 'gm', 'member', 'gm_and_member')", name="audience"),
    )

    campaign_id: str = Field(sa_column=Column(ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True))
    sequence: int = Field(primary_key=True, sa_type=BigInteger)
    id: str = Field(max_length=ID_LENGTH)
    type: str = Field(max_length=40)
    at: datetime = Field(sa_column=moment())
    member_id: str | None = Field(max_length=ID_LENGTH)
    by_member_id: str | None = Field(max_length=ID_LENGTH)
    audience: str = Field(max_length=16)
    audience_member_id: str | None = Field(max_length=ID_LENGTH)
    schema_version: int
    data: str = Field(sa_column=Column(Document(), nullable=False))
    text: str = Field(max_length=300)
    encounter_id: str | None = Field(default=None, max_length=ID_LENGTH)
    version: int | None
    public_version: int | None


class AnswerRow(Row, table=True):
    """The answer given under an Idempotency-Key; `renews` names the token or invite whose secret it held."""

    __tablename__ = "answer"
    __table_args__ = (Index(None, "created_at"),)

    scope: str = Field(primary_key=True, max_length=100)
    key: str = Field(primary_key=True, max_length=255)
    fingerprint: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    status: int
    headers: str = Field(sa_column=Column(Document(), nullable=False))
    body: bytes = Field(sa_column=Column(LargeBinary(), nullable=False))
    renews: str | None = Field(max_length=ID_LENGTH)
    created_at: datetime = Field(sa_column=moment())


class SetupRow(Row, table=True):
    """The setup token that a public server made at its first start, as the SHA-256 of its secret: one row."""

    __tablename__ = "setup"
    __table_args__ = (CheckConstraint("id = 1", name="one"),)

    id: int = Field(primary_key=True)
    digest: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
