"""Characters and their revisions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DOCUMENT = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")


def upgrade() -> None:
    op.create_table(
        "character",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("search", sa.String(length=240), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("owner_member_id", sa.String(length=32), nullable=True),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("external_refs", DOCUMENT, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("owner_version", sa.Integer(), nullable=False),
        sa.Column("owner_updated_at", MOMENT, nullable=False),
        sa.Column("public_version", sa.Integer(), nullable=False),
        sa.Column("public_updated_at", MOMENT, nullable=False),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.Column("notes", sa.String(length=2000), nullable=True),
        sa.Column("private_notes", sa.String(length=2000), nullable=True),
        sa.Column("waivers", DOCUMENT, nullable=False),
        sa.CheckConstraint("visibility in ('table', 'owner', 'gm')", name=op.f("ck_character_visibility")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_character_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["owner_member_id"], ["member.id"], name=op.f("fk_character_owner_member_id_member"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_character")),
    )
    with op.batch_alter_table("character", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_character_campaign_id_id"), ["campaign_id", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_character_owner_member_id"), ["owner_member_id"], unique=False)

    op.create_table(
        "character_revision",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("character_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("owner_version", sa.Integer(), nullable=False),
        sa.Column("watcher_id", sa.String(length=32), nullable=True),
        sa.Column("opens", sa.Boolean(), nullable=False),
        sa.Column("action", sa.String(length=8), nullable=False),
        sa.Column("restored", sa.String(length=32), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=False),
        sa.Column("by_member_id", sa.String(length=32), nullable=True),
        sa.Column("changes", DOCUMENT, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("notes", sa.String(length=2000), nullable=True),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.CheckConstraint("action in ('created', 'changed', 'restored')", name=op.f("ck_character_revision_action")),
        sa.ForeignKeyConstraint(
            ["character_id"],
            ["character.id"],
            name=op.f("fk_character_revision_character_id_character"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_character_revision")),
        sa.UniqueConstraint("character_id", "version", name=op.f("uq_character_revision_character_id_version")),
    )
    with op.batch_alter_table("character_revision", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_character_revision_character_id_id"), ["character_id", "id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("character_revision", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_character_revision_character_id_id"))

    op.drop_table("character_revision")
    with op.batch_alter_table("character", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_character_owner_member_id"))
        batch_op.drop_index(batch_op.f("ix_character_campaign_id_id"))

    op.drop_table("character")
