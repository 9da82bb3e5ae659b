"""Encounters, how each came to its versions, and which events tell of one."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DOCUMENT = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.String(27), "sqlite")
OF_ENCOUNTERS = sa.text("encounter_id is not null")


def upgrade() -> None:
    op.create_table(
        "encounter",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("options", DOCUMENT, nullable=False),
        sa.Column("external_refs", DOCUMENT, nullable=False),
        sa.Column("notes", sa.String(length=2000), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("last_event", sa.String(length=32), nullable=False),
        sa.Column("public_version", sa.Integer(), nullable=False),
        sa.Column("public_updated_at", MOMENT, nullable=False),
        sa.Column("public_last_event", sa.String(length=32), nullable=True),
        sa.Column("done", sa.Integer(), nullable=True),
        sa.Column("undone", sa.Integer(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("sheets", sa.Text(), nullable=False),
        sa.CheckConstraint("kind in ('fight', 'chase', 'scene')", name=op.f("ck_encounter_kind")),
        sa.CheckConstraint("status in ('setup', 'running', 'ended')", name=op.f("ck_encounter_status")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_encounter_campaign_id_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_encounter")),
    )
    with op.batch_alter_table("encounter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_encounter_campaign_id_id"), ["campaign_id", "id"], unique=False)

    op.create_table(
        "encounter_version",
        sa.Column("encounter_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("public_version", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("of", sa.Integer(), nullable=True),
        sa.Column("below", sa.Integer(), nullable=True),
        sa.Column("done", sa.Integer(), nullable=True),
        sa.Column("undone", sa.Integer(), nullable=True),
        sa.Column("struck", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=False),
        sa.Column("by_member_id", sa.String(length=32), nullable=True),
        sa.Column("command", DOCUMENT, nullable=True),
        sa.Column("change", sa.Text(), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "what in ('made', 'command', 'undo', 'redo', 'edit')", name=op.f("ck_encounter_version_what")
        ),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounter.id"],
            name=op.f("fk_encounter_version_encounter_id_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("encounter_id", "version", name=op.f("pk_encounter_version")),
    )
    with op.batch_alter_table("encounter_version", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_encounter_version_encounter_id_public_version"),
            ["encounter_id", "public_version"],
            unique=False,
        )

    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.add_column(sa.Column("encounter_id", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("version", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("public_version", sa.Integer(), nullable=True))
        batch_op.create_index(
            batch_op.f("ix_event_encounter_id_version_sequence"),
            ["encounter_id", "version", "sequence"],
            unique=False,
            sqlite_where=OF_ENCOUNTERS,
            postgresql_where=OF_ENCOUNTERS,
        )


def downgrade() -> None:
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_event_encounter_id_version_sequence"))
        batch_op.drop_column("public_version")
        batch_op.drop_column("version")
        batch_op.drop_column("encounter_id")

    with op.batch_alter_table("encounter_version", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_encounter_version_encounter_id_public_version"))

    op.drop_table("encounter_version")
    with op.batch_alter_table("encounter", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_encounter_campaign_id_id"))

    op.drop_table("encounter")
