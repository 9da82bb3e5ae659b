"""The game's clock, and the character a roll, check or token is for."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DOCUMENT = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    with op.batch_alter_table("campaign", schema=None) as batch_op:
        batch_op.add_column(sa.Column("clock", sa.BigInteger(), nullable=False, server_default="0"))
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.add_column(sa.Column("character_ids", DOCUMENT, nullable=True))
    with op.batch_alter_table("roll", schema=None) as batch_op:
        batch_op.add_column(sa.Column("character_id", sa.String(length=32), nullable=True))
    with op.batch_alter_table("campaign_check", schema=None) as batch_op:
        batch_op.add_column(sa.Column("character_id", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("recurs", sa.String(length=80), nullable=True))
        batch_op.add_column(sa.Column("clock", sa.BigInteger(), nullable=False, server_default="0"))
        batch_op.create_index(
            batch_op.f("ix_campaign_check_campaign_id_recurs_clock"), ["campaign_id", "recurs", "clock"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_campaign_check_character_id_id"), ["character_id", "id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("campaign_check", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_campaign_check_character_id_id"))
        batch_op.drop_index(batch_op.f("ix_campaign_check_campaign_id_recurs_clock"))
        batch_op.drop_column("clock")
        batch_op.drop_column("recurs")
        batch_op.drop_column("character_id")
    with op.batch_alter_table("roll", schema=None) as batch_op:
        batch_op.drop_column("character_id")
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_column("character_ids")
    with op.batch_alter_table("campaign", schema=None) as batch_op:
        batch_op.drop_column("clock")
