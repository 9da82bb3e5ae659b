"""What a viewer may see: the conditions in which the statements that read characters, rolls and checks begin."""

from typing import Any

from sqlalchemy import Boolean, String, and_, bindparam, case, exists, or_

from app.db.columns import UtcDateTime
from app.db.tables import CharacterRow
from app.services.ports import ThrowFilter
from app.services.values import Caller, Role

_character: Any = CharacterRow.__table__  # type: ignore[attr-defined]


def character_seen() -> Any:
    """The viewer sees the character of the row (design section 9)."""
    return or_(
        bindparam("is_gm", type_=Boolean),
        _character.c.visibility == "table",
        and_(_character.c.visibility == "owner", _character.c.owner_member_id == bindparam("viewer_id")),
    )


def visible(table: Any) -> Any:
    """The rolls or checks that the viewer may see (design section 9)."""
    return and_(
        table.c.campaign_id == bindparam("campaign_id"),
        or_(
            table.c.visibility == "public",
            and_(_one_of(table, "gm", "self"), table.c.member_id == bindparam("viewer_id")),
            and_(_one_of(table, "gm", "blind"), bindparam("is_gm", type_=Boolean)),
        ),
    )


def wanted(table: Any) -> Any:
    """The rows that the viewer may see and asks for."""
    return and_(
        visible(table),
        if_given("member_id", String, table.c.member_id == bindparam("member_id", type_=String)),
        if_given("visibility", String, table.c.visibility == bindparam("visibility", type_=String)),
        if_given("since", UtcDateTime, table.c.created_at >= bindparam("since", type_=UtcDateTime)),
        if_given("until", UtcDateTime, table.c.created_at < bindparam("until", type_=UtcDateTime)),
    )


def as_seen(table: Any) -> list[Any]:
    """The columns, with the character's id only for those who see the character."""
    seen = exists().where(_character.c.id == table.c.character_id, character_seen())
    shown = case((seen, table.c.character_id), else_=None).label("character_id")
    return [shown if column.name == "character_id" else column for column in table.c]


def if_given(name: str, type_: Any, condition: Any) -> Any:
    """The condition, unless its value is left out."""
    return or_(bindparam(name, type_=type_).is_(None), condition)


def viewer_values(viewer: Caller) -> dict[str, Any]:
    """What the conditions want to know of the viewer."""
    return {
        "campaign_id": viewer.campaign_id,
        "viewer_id": viewer.member_id,
        "is_gm": viewer.role is Role.GM,
    }


def filter_values(where: ThrowFilter) -> dict[str, Any]:
    """What `wanted` wants to know of the question."""
    return {
        "member_id": where.member_id,
        "visibility": where.visibility,
        "since": where.since,
        "until": where.until,
    }


def _one_of(table: Any, *visibilities: str) -> Any:
    # Not `in_`: SQLAlchemy writes its list anew for every execution, and these statements are written once.
    return or_(*(table.c.visibility == visibility for visibility in visibilities))
