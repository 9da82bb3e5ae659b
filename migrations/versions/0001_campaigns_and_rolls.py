"""Campaigns, members, tokens, invites, rolls and the journal."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DOCUMENT = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")


def upgrade() -> None:
    op.create_table(
        "answer",
        sa.Column("scope", sa.String(length=100), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("headers", DOCUMENT, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("renews", sa.String(length=32), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_answer")),
    )
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_answer_created_at"), ["created_at"], unique=False)

    op.create_table(
        "campaign",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("description", sa.String(length=2000), nullable=True),
        sa.Column("options", DOCUMENT, nullable=False),
        sa.Column("external_refs", DOCUMENT, nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("public_version", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
    )
    op.create_table(
        "setup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_setup_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_setup")),
    )
    op.create_table(
        "event",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=True),
        sa.Column("by_member_id", sa.String(length=32), nullable=True),
        sa.Column("audience", sa.String(length=16), nullable=False),
        sa.Column("audience_member_id", sa.String(length=32), nullable=True),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("data", DOCUMENT, nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.CheckConstraint("audience in ('all', 'gm', 'member', 'gm_and_member')", name=op.f("ck_event_audience")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_event_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", "sequence", name=op.f("pk_event")),
        sa.UniqueConstraint("id", name=op.f("uq_event_id")),
    )
    op.create_table(
        "external_ref",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("app", sa.String(length=40), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.Column("target_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_external_ref_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", "kind", "app", "ref", name=op.f("pk_external_ref")),
    )
    with op.batch_alter_table("external_ref", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_external_ref_target_id"), ["target_id"], unique=False)

    op.create_table(
        "member",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("display_name", sa.String(length=80), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("external_refs", DOCUMENT, nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.Column("left_at", MOMENT, nullable=True),
        sa.CheckConstraint("role in ('gm', 'player', 'observer')", name=op.f("ck_member_role")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_member_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_member_campaign_id_id"), ["campaign_id", "id"], unique=False)

    op.create_table(
        "invite",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=True),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("max_uses", sa.Integer(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.CheckConstraint("role in ('gm', 'player', 'observer')", name=op.f("ck_invite_role")),
        sa.CheckConstraint("uses <= max_uses", name=op.f("ck_invite_uses")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_invite_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_invite_member_id_member"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invite")),
        sa.UniqueConstraint("digest", name=op.f("uq_invite_digest")),
    )
    with op.batch_alter_table("invite", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invite_campaign_id_id"), ["campaign_id", "id"], unique=False)

    op.create_table(
        "roll",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=False),
        sa.Column("by_member_id", sa.String(length=32), nullable=True),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revealed_at", MOMENT, nullable=True),
        sa.Column("document", DOCUMENT, nullable=False),
        sa.Column("throws", DOCUMENT, nullable=False),
        sa.CheckConstraint("visibility in ('public', 'gm', 'blind', 'self')", name=op.f("ck_roll_visibility")),
        sa.ForeignKeyConstraint(
            ["by_member_id"], ["member.id"], name=op.f("fk_roll_by_member_id_member"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_roll_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_roll_member_id_member"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roll")),
    )
    with op.batch_alter_table("roll", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_roll_campaign_id_id"), ["campaign_id", "id"], unique=False)

    op.create_table(
        "token",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=True),
        sa.Column("last_used_at", MOMENT, nullable=True),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.CheckConstraint("role in ('gm', 'player', 'observer')", name=op.f("ck_token_role")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_token_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_token_member_id_member"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_token")),
        sa.UniqueConstraint("digest", name=op.f("uq_token_digest")),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_campaign_id_id"), ["campaign_id", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_token_member_id"), ["member_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_token_member_id"))
        batch_op.drop_index(batch_op.f("ix_token_campaign_id_id"))

    op.drop_table("token")
    with op.batch_alter_table("roll", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_roll_campaign_id_id"))

    op.drop_table("roll")
    with op.batch_alter_table("invite", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invite_campaign_id_id"))

    op.drop_table("invite")
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_member_campaign_id_id"))

    op.drop_table("member")
    with op.batch_alter_table("external_ref", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_external_ref_target_id"))

    op.drop_table("external_ref")
    op.drop_table("event")
    op.drop_table("setup")
    op.drop_table("campaign")
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_answer_created_at"))

    op.drop_table("answer")
