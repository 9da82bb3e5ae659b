"""How the frame carries out its own commands."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.rules.encounter import conditions, turns
from app.rules.encounter.bringing import brought, copied, new_sheet
from app.rules.encounter.commands import (
    AddCondition,
    Adjust,
    Command,
    EditCombatant,
    End,
    EndTurn,
    Hide,
    Join,
    Leave,
    Note,
    RemoveCondition,
    Reveal,
    SetOrder,
    Start,
)
from app.rules.encounter.frame_facts import (
    CombatantEdited,
    CombatantHidden,
    CombatantJoined,
    CombatantLeft,
    CombatantRevealed,
    NoteKept,
    NoteWritten,
)
from app.rules.encounter.play import Play
from app.rules.encounter.refusals import out_of_range
from app.rules.encounter.state import Combatant, Condition, Encounter, Ref
from app.rules.encounter.table import Character
from app.rules.value import Value

AnyPlay = Play[Any, Any]
_NUMBER = re.compile("[1-9][0-9]{0,2}")
MOST_CONDITIONS = 100
"""On one combatant, of those that are added by hand."""
NO_SHEETS: Mapping[str, Value] = {}


def carry_out(play: AnyPlay, command: Command) -> None:
    """Carry out a command of the frame's; who may and when was checked before."""
    match command:
        case Join():
            _join(play, command)
        case Leave():
            _leave(play, play.known(command.actor))
        case EditCombatant():
            _edit(play, command, play.known(command.actor))
        case Start():
            _start(play, command)
        case EndTurn():
            _end_turn(play, command)
        case SetOrder():
            _set_order(play, command)
        case Hide() | Reveal():
            _show(play, play.known(command.actor), hidden=isinstance(command, Hide))
        case AddCondition():
            _add_condition(play, command, play.known(command.actor))
        case RemoveCondition():
            _remove_condition(play, command, play.known(command.actor))
        case Adjust():
            play.known(command.actor)
            play.rules.adjust(play, command)
        case Note():
            _note(play, command)
        case _:
            assert isinstance(command, End), command.type
            play.end(winner=turns.last_side(play.encounter))


def _join(play: AnyPlay, join: Join) -> None:
    character = _character(play, join)
    _check_refs(play, join.external_refs, of=None)
    play.rules.check_join(play, join)
    sheet = character.sheet
    known = play.table.sheets.id_of(sheet)
    sheet_id = known or play.ids("sht")
    newcomers: list[Combatant[Any]] = []
    taken = 0 if join.count == 1 else _numbered(play, character.name[:75], hidden=join.hidden)
    for number in range(join.count):
        name = character.name if join.count == 1 else f"{character.name[:75]} {taken + number + 1}"
        newcomers.append(_combatant(play, join, character, name=name, sheet_id=sheet_id, first=number == 0))
    for place, newcomer in enumerate(newcomers):
        lent = {sheet_id: sheet} if known is None and place == 0 else {}
        after = play.encounter.model_copy(update={"combatants": (*play.encounter.combatants, newcomer)})
        play.moved(CombatantJoined(combatant=newcomer.id, side=newcomer.side), after, sheets=lent)
    if play.encounter.status == "running":
        _slot(play, newcomers)


def _numbered(play: AnyPlay, name: str, *, hidden: bool) -> int:
    """The highest number that somebody of this name has, as far as those who see the newcomers may know."""
    known = [one.name.rpartition(" ") for one in play.encounter.combatants if hidden or not one.hidden]
    return max((int(last) for first, _, last in known if first == name and _NUMBER.fullmatch(last)), default=0)


def _character(play: AnyPlay, join: Join) -> Character:
    if (join.character_id is None) == (join.sheet is None):
        raise out_of_range("sheet_needed")
    if join.id is not None and play.encounter.find(join.id) is not None:
        raise play.refusal("duplicate")
    if join.sheet is not None:
        visibility = join.visibility or ("table" if join.owner_member_id else "gm")
        name = join.name or getattr(join.sheet, "name", None) or "Somebody"
        return Character(name=name, sheet=join.sheet, owner_member_id=join.owner_member_id, visibility=visibility)
    if join.count > 1:
        raise play.refusal("duplicate", "A character is in an encounter once: leave `count` out.")
    if any(one.character_id == join.character_id for one in play.encounter.combatants):
        raise play.refusal("duplicate", "This character is in the encounter already.")
    lent = play.characters.get(join.character_id or "")
    if lent is None:
        raise out_of_range("unknown_character")
    return Character(
        name=join.name or lent.name,
        sheet=lent.sheet,
        owner_member_id=join.owner_member_id or lent.owner_member_id,
        visibility=join.visibility or lent.visibility,
    )


def _combatant(
    play: AnyPlay, join: Join, character: Character, *, name: str, sheet_id: str, first: bool
) -> Combatant[Any]:
    return play.rules.combatant_type(
        id=join.id if join.id is not None and first else play.ids("cbt"),
        name=name,
        side=join.side,
        group=join.group,
        character_id=join.character_id,
        owner_member_id=character.owner_member_id,
        visibility=character.visibility,
        hidden=join.hidden,
        initiative=join.initiative,
        sheet=sheet_id,
        external_refs=tuple(join.external_refs) if first else (),
        state=play.rules.fighter_of(character.sheet, join=join, before=None, options=play.options),
        conditions=brought(play, character.sheet),
    )


def _check_refs(play: AnyPlay, refs: Sequence[Ref], *, of: str | None) -> None:
    """Another app's name leads to one combatant at most."""
    borne = {ref for one in play.encounter.combatants if one.id != of for ref in one.external_refs}
    for ref in refs:
        if ref in borne:
            raise play.refusal(
                "duplicate", f"Another combatant has this reference of {ref.app}, or it stands here twice."
            )
        borne.add(ref)


def _slot(play: AnyPlay, newcomers: Sequence[Combatant[Any]]) -> None:
    """Late joiners get their places; those before whoever acts have their first turn next round."""
    rolling = [one.id for one in newcomers if one.initiative is None]
    order = list(play.rules.place(play, rolling, None)) if rolling else list(play.encounter.order)
    play.quietly(play.encounter.model_copy(update={"order": tuple(order)}))
    order = play.slot_in([one.id for one in newcomers if one.initiative is not None])
    encounter = play.encounter
    late: list[str] = []
    if encounter.active is not None:
        late = [one.id for one in newcomers if one.id in order[: order.index(encounter.active)]]
    play.quietly(encounter.model_copy(update={"order": tuple(order), "acted": (*encounter.acted, *late)}))


def _leave(play: AnyPlay, leaver: Combatant[Any]) -> None:
    play.rules.leaves(play, leaver.id)
    conditions.free(play, leaver)
    if play.encounter.status == "running":
        play.give_back(play.encounter[leaver.id])
    encounter = play.encounter
    update: dict[str, Any] = {
        field: tuple(one for one in getattr(encounter, field) if one != leaver.id)
        for field in ("order", "acted", "delayed")
    }
    update["combatants"] = tuple(one for one in encounter.combatants if one.id != leaver.id)
    if encounter.active == leaver.id:
        update |= {"active": None, "stage": "idle"}
    play.moved(CombatantLeft(combatant=leaver.id), encounter.model_copy(update=update))


def _edit(play: AnyPlay, edit: EditCombatant, combatant: Combatant[Any]) -> None:
    fields = ("name", "side", "group", "initiative", "owner_member_id", "visibility")
    update = {field: value for field in fields if (value := getattr(edit, field)) is not None}
    if edit.external_refs is not None:
        _check_refs(play, edit.external_refs, of=combatant.id)
        update["external_refs"] = tuple(edit.external_refs)
    lent: Mapping[str, Value] = {}
    if edit.refresh:
        if play.encounter.pending is not None:
            raise play.refusal("pending", "First somebody must answer: what is under way rests on the sheet as it was.")
        name, sheet = _lent(play, combatant)
        update = {"name": name} | update
        lent = new_sheet(play, sheet)
        play.lend(lent)
        update["sheet"] = play.table.sheets.id_of(sheet)
        update["state"] = play.rules.refreshed(play, combatant.id, sheet)
    edited(play, combatant, update, lent)
    if edit.initiative is not None and combatant.id in play.encounter.order:
        others = tuple(one for one in play.encounter.order if one != combatant.id)
        play.quietly(play.encounter.model_copy(update={"order": others}))
        play.quietly(play.encounter.model_copy(update={"order": tuple(play.slot_in([combatant.id]))}))
    play.rules.edit(play, edit)


def edited(
    play: AnyPlay, combatant: Combatant[Any], update: Mapping[str, Any], lent: Mapping[str, Value] = NO_SHEETS
) -> None:
    """Somebody is called otherwise, belongs to others, or may be read by others; `lent` are new sheets."""
    encounter = _with(play.encounter, combatant.model_copy(update=dict(update)))
    if combatant.hidden and combatant.owner_member_id not in {None, encounter[combatant.id].owner_member_id}:
        # To its owner until now it was there, and is no longer.
        play.moved(CombatantHidden(combatant=combatant.id), play.encounter)
    play.moved(CombatantEdited(combatant=combatant.id), encounter, sheets=lent)


def _lent(play: AnyPlay, combatant: Combatant[Any]) -> tuple[str, Value]:
    if combatant.character_id is None:
        raise play.refusal("no_character")
    if (lent := play.characters.get(combatant.character_id)) is None:
        raise out_of_range("unknown_character")
    return lent.name, lent.sheet


def _with(encounter: Encounter[Any, Any], combatant: Combatant[Any]) -> Encounter[Any, Any]:
    all_ = tuple(combatant if one.id == combatant.id else one for one in encounter.combatants)
    return encounter.model_copy(update={"combatants": all_})


def _start(play: AnyPlay, start: Start) -> None:
    if not play.encounter.combatants:
        raise play.refusal("nobody_to_start")
    play.rules.check_start(play, start)
    lent = copied(play)
    order = list(play.rules.place(play, [one.id for one in play.encounter.combatants], start))
    turns.begin(play, order, sheets=lent)
    play.rules.started(play, start)


def _end_turn(play: AnyPlay, command: EndTurn) -> None:
    if command.actor is not None:
        play.check_turn(play.known(command.actor).id)
    if not play.encounter.order:
        raise play.refusal("nobody_to_start")
    play.end_turn()


def _set_order(play: AnyPlay, command: SetOrder) -> None:
    if sorted(command.order) != sorted(play.encounter.order):
        raise out_of_range("bad_order", order=list(play.encounter.order))
    play.set_order(command.order)


def _show(play: AnyPlay, combatant: Combatant[Any], *, hidden: bool) -> None:
    fact = CombatantHidden(combatant=combatant.id) if hidden else CombatantRevealed(combatant=combatant.id)
    play.moved(fact, _with(play.encounter, combatant.model_copy(update={"hidden": hidden})))


def _add_condition(play: AnyPlay, command: AddCondition, combatant: Combatant[Any]) -> None:
    if command.expires.of is not None:
        play.known(command.expires.of)
    condition = Condition(id="", key=command.key, param=command.param, source=command.source, expires=command.expires)
    play.rules.check_condition(play, combatant.id, condition)
    same = (condition.key, condition.param, condition.source)
    renews = any((one.key, one.param, one.source) == same for one in combatant.conditions)
    if len(combatant.conditions) >= MOST_CONDITIONS and not renews:
        raise play.refusal("too_many_conditions", limit=MOST_CONDITIONS)
    play.add_condition(combatant.id, command.key, param=command.param, source=command.source, expires=command.expires)


def _remove_condition(play: AnyPlay, command: RemoveCondition, combatant: Combatant[Any]) -> None:
    if command.id is None and command.key is None:
        raise out_of_range("condition_needed")
    found = next(
        (one for one in combatant.conditions if command.id in {None, one.id} and command.key in {None, one.key}), None
    )
    if found is None:
        raise play.refusal("no_such_condition")
    play.remove_condition(combatant.id, found)


def _note(play: AnyPlay, note: Note) -> None:
    if note.private:
        play.moved(NoteKept(text=note.text), play.encounter)
    else:
        play.moved(NoteWritten(combatant=note.actor, text=note.text), play.encounter)
