"""Checks of a campaign."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DOCUMENT = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")


def upgrade() -> None:
    op.create_table(
        "campaign_check",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=False),
        sa.Column("by_member_id", sa.String(length=32), nullable=True),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revealed_at", MOMENT, nullable=True),
        sa.Column("document", DOCUMENT, nullable=False),
        sa.Column("throws", DOCUMENT, nullable=False),
        sa.CheckConstraint(
            "visibility in ('public', 'gm', 'blind', 'self')", name=op.f("ck_campaign_check_visibility")
        ),
        sa.ForeignKeyConstraint(
            ["by_member_id"], ["member.id"], name=op.f("fk_campaign_check_by_member_id_member"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_check_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_campaign_check_member_id_member"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign_check")),
    )
    with op.batch_alter_table("campaign_check", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_campaign_check_campaign_id_id"), ["campaign_id", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_campaign_check_member_id_id"), ["member_id", "id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("campaign_check", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_campaign_check_member_id_id"))
        batch_op.drop_index(batch_op.f("ix_campaign_check_campaign_id_id"))

    op.drop_table("campaign_check")
