"""What Status Effects and tokens bring to a roll: trouble, hits needed, bonus hits, or no roll at all."""

from collections.abc import Iterable, Sequence

from pydantic import Field

from app.rules.system import AgainstTheRules, Value
from app.rules.systems.ultra.complications import Complication
from app.rules.systems.ultra.sheet import Status, Token
from app.rules.systems.ultra.statuses import ActionKind, StatusOperation, Tag, status_of


class Brought(Value):
    """One thing that somebody's state brings to a roll."""

    of: str
    """Such as `status:dazed` or `token`."""
    value: int


class Bearing(Value):
    """All that the state of both sides brings to a roll."""

    blocked_by: list[str]
    """Status Effects that forbid the action."""
    complications: list[Complication]
    """Such as `status:blinded`, in the order they are held."""
    harder: list[Brought]
    """Hits more that the action needs."""
    easier: list[Brought]
    """Hits fewer; by these a difficulty never falls below 1."""
    bonus_hits: list[Brought]
    used_up: list[str]
    """Status Effects of the actor that go with this roll."""


class Deed(Value):
    """An action, as far as Status Effects look at it."""

    kind: ActionKind = "other"
    tags: list[Tag] = Field(default_factory=list)
    target: str | None = None
    """The first target."""


def bearing(
    deed: Deed, *, own: Sequence[Status] = (), of_target: Sequence[Status] = (), tokens: Iterable[Token] = ()
) -> Bearing:
    """What the actor's and the first target's Status Effects and the actor's tokens bring to a roll (section 3b).

    Buying off a Status Effect's complication spares the actor this once and leaves the Status Effect.
    """
    found = Bearing(blocked_by=[], complications=[], harder=[], easier=[], bonus_hits=[], used_up=[])
    for token in tokens:
        if token.for_kind in {None, deed.kind}:
            found.bonus_hits.append(Brought(of="token", value=token.amount))
    for status in own:
        touching = [op for op in status_of(status.key).ops if _touches(op, status, deed)]
        for op in touching:
            _add(found, status, op)
        if _goes(status, deed, touched=bool(touching)):
            found.used_up.append(status.key)
    for status in of_target:
        for op in status_of(status.key).ops:
            if op.of == "opponents":
                _add(found, status, op)
    return found


def check_allowed(found: Bearing) -> None:
    """Refuse what a Status Effect forbids.

    Raises:
        AgainstTheRules: `blocked`.
    """
    if found.blocked_by:
        names = ", ".join(status_of(key).name for key in found.blocked_by)
        raise AgainstTheRules("blocked", f"{names} forbids this.", statuses=found.blocked_by, rule="G-22")


def _touches(op: StatusOperation, status: Status, deed: Deed) -> bool:
    if op.op == "block" and deed.kind == "escape":
        # Whoever is held may struggle.
        return False
    if op.op == "tick" or op.of == "opponents" or not op.at_level(status.level):
        return False
    if op.of == "against_source":
        return status.source == deed.target
    if op.kinds and deed.kind not in op.kinds:
        return False
    return not op.tags or not set(op.tags).isdisjoint(deed.tags)


def _add(found: Bearing, status: Status, op: StatusOperation) -> None:
    name, value = f"status:{status.key}", op.at(status.level)
    match op.op:
        case "block":
            found.blocked_by.append(status.key)
        case "complication":
            found.complications.append(Complication(id=name, level=value))
        case "bonus":
            found.bonus_hits.append(Brought(of=name, value=value))
        case _ if value > 0:
            found.harder.append(Brought(of=name, value=value))
        case _:
            found.easier.append(Brought(of=name, value=-value))


def _goes(status: Status, deed: Deed, *, touched: bool) -> bool:
    match status.key:
        case "off_balance":
            return "movement" in deed.tags
        case "hidden":
            return "stealth" not in deed.tags
        case _:
            return touched and status_of(status.key).used_up


def difficulty_in_force(difficulty: int, *, harder: int = 0, easier: int = 0) -> int:
    """A difficulty with what raises it and then what lowers it, by that never below 1 (section 8)."""
    raised = difficulty + harder
    return max(min(raised, 1), raised - easier)
