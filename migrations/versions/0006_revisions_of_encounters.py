"""The encounter that a character's revision came of."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ACTION = "ck_character_revision_action"


def upgrade() -> None:
    with op.batch_alter_table("character_revision", schema=None) as batch_op:
        batch_op.add_column(sa.Column("encounter_id", sa.String(length=32), nullable=True))
        batch_op.drop_constraint(batch_op.f(ACTION), type_="check")
        batch_op.create_check_constraint(
            batch_op.f(ACTION), "action in ('created', 'changed', 'restored', 'returned', 'undone')"
        )


def downgrade() -> None:
    op.execute("UPDATE character_revision SET action = 'changed' WHERE action IN ('returned', 'undone')")
    with op.batch_alter_table("character_revision", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f(ACTION), type_="check")
        batch_op.create_check_constraint(batch_op.f(ACTION), "action in ('created', 'changed', 'restored')")
        batch_op.drop_column("encounter_id")
