"""A command under way: the state as it moves, the dice, and everything that a system's rules do to an encounter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Generic, NamedTuple

from app.rules.dice.quoting import plain_words
from app.rules.dice.source import PhysicalDice
from app.rules.encounter import conditions, turns
from app.rules.encounter.bringing import copied
from app.rules.encounter.events import Event, cast_of
from app.rules.encounter.facts import Fact, Thrown, Voice
from app.rules.encounter.frame_facts import OrderSet
from app.rules.encounter.refusals import FRAME_REFUSALS, UnknownCombatant, against
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.sheets import check_fit
from app.rules.encounter.state import NEVER, C, Combatant, Condition, Encounter, Expiry, Returned, S, Window
from app.rules.encounter.table import Character, Dice, Ids, LeftOn, Table
from app.rules.encounter.viewer import Part, Sight, Viewer
from app.rules.encounter.window_facts import WindowAnswered, WindowClosed, WindowOpened
from app.rules.system import AgainstTheRules, Value


class _Told(NamedTuple, Generic[S, C]):
    fact: Fact
    cast: tuple[Part, ...]
    sheets: Mapping[str, Value]
    before: Encounter[S, C]


@dataclass(kw_only=True)
class Play(Generic[S, C]):
    """A command under way. The state in `encounter` is the one after everything that has happened so far."""

    encounter: Encounter[S, C]
    table: Table[S, C]
    dice: Dice
    viewer: Viewer
    ids: Ids
    characters: Mapping[str, Character] = field(default_factory=dict)
    left: list[LeftOn] = field(default_factory=list)
    aside: Any = None
    """What the system keeps for the length of the command, such as the dice thrown so far."""
    result: Value | None = None
    """What the command answers besides the encounter, such as the total of a roll of one's own."""

    def __post_init__(self) -> None:
        self.before = self.encounter  # as it is when the command comes
        self._told: list[_Told[S, C]] = []
        self._looked: tuple[tuple[Combatant[S], ...], Sight] | None = None

    def afresh(self) -> "Play[S, C]":
        """The same before anything has happened, for another command."""
        other = type(self)(encounter=self.before, table=self.table, dice=self.dice, viewer=self.viewer, ids=self.ids)
        other.characters = self.characters
        other._looked = self._looked
        return other

    @property
    def events(self) -> list[Event[S, C]]:
        """What has happened. A change made `quietly` belongs to the event before it."""
        ends = [*(told.before for told in self._told[1:]), self.encounter]
        begins = [self.before, *ends]
        return [
            Event(told.fact, (begin, end), told.cast, told.sheets)
            for told, begin, end in zip(self._told, begins, ends, strict=False)
        ]

    def noticed(self, viewer: Viewer) -> bool:
        """Whether a viewer gets any event of what has happened so far."""
        return any(one.fact.exists(Sight(viewer, one.cast)) for one in self._told)

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> EncounterRules[S, C]:
        """The system's."""
        return self.table.rules

    @property
    def options(self) -> Any:
        """The campaign's house rules, of the system's own type."""
        return self.table.options

    @property
    def sight(self) -> Sight:
        """What whoever sent the command may know now: for the facts of refusals, and for targets."""
        combatants = self.encounter.combatants
        if self._looked is None or self._looked[0] is not combatants:
            self._looked = combatants, Sight(self.viewer, combatants)
        return self._looked[1]

    @property
    def plain(self) -> Voice:
        """Names for the sentence of a refusal: nobody is named whom the sender doesn't see."""
        return Voice(self.sight)

    def __getitem__(self, combatant: str) -> Combatant[S]:
        looked, combatants = self._looked, self.encounter.combatants
        sight = looked[1] if looked is not None and looked[0] is combatants else self.sight
        found: Any = sight.parts[combatant]
        return found  # type: ignore[no-any-return]

    def sheet(self, combatant: str) -> Any:
        """The sheet somebody fights with, of the system's own type."""
        return self.table.sheet(self[combatant])

    def lend(self, sheets: Mapping[str, Value]) -> None:
        """More sheets are at hand from now on; for the frame."""
        if sheets:
            self.table = replace(self.table, sheets=self.table.sheets.joined(sheets))

    def known(self, combatant: str | None) -> Combatant[S]:
        """Somebody whom the command names.

        Raises:
            UnknownCombatant: there is none, or the sender may not know of it.
        """
        if not self.sight.sees(combatant):
            code = self.rules.codes.get("unknown_combatant", "unknown_combatant")
            raise UnknownCombatant(code, self._nobody(combatant))
        return self.encounter[combatant or ""]

    def _nobody(self, named: str | None) -> str:
        """That nobody is called so; only a game master, to whom nobody is hidden, hears who is nearly."""
        if named is None or not self.viewer.is_gm:
            return FRAME_REFUSALS["unknown_combatant"]
        near = get_close_matches(named, [one.id for one in self.encounter.combatants], n=1)
        meant = f": did you mean `{near[0]}`?" if near else "."
        return f"There is no combatant `{plain_words(named, longest=80)}` in the encounter{meant}"

    def refusal(self, code: str, detail: str | None = None, **facts: Any) -> AgainstTheRules:
        """A refusal of the frame's, in the system's word for it and with the rule that it rests on."""
        if code in self.rules.cites:
            facts.setdefault("rule", self.rules.cites[code])
        return against(self.rules.codes.get(code, code), detail or FRAME_REFUSALS[code], **facts)

    def check_turn(self, actor: str) -> None:
        """Refuse somebody whose turn it isn't (`not_your_turn`); the fact `active` says whose it is."""
        if self.encounter.active != actor:
            active = self.encounter.active
            sees = self.sight.sees(active)
            whose = f"It is {self.plain.name(active)}'s turn." if sees else "It is not this combatant's turn."
            raise self.refusal("not_your_turn", whose, active=active if sees else None)

    # -- telling -----------------------------------------------------------------------------------------------------

    def answer(self, of: str, result: Value) -> None:
        """What the command answers besides the encounter: of a roll of somebody's, to whoever commands them."""
        if self.sight.commands(of):
            self.result = result

    def happened(self, fact: Fact, fighters: Mapping[str, S] | None = None, *, scene: C | None = None) -> None:
        """Something happened: it becomes an event, with these new states of combatants and of the scene."""
        self.moved(fact, _with(self.encounter, fighters or {}, scene))

    def moved(self, fact: Fact, after: Encounter[S, C], *, sheets: Mapping[str, Value] | None = None) -> None:
        """Like `happened`, with the whole state after it; for the frame."""
        before = self.encounter
        self.lend(sheets or {})
        self.quietly(after)
        self._told.append(_Told(fact, cast_of(fact, before, self.encounter), sheets or {}, before))

    def changed(self, combatant: str, **update: Any) -> dict[str, S]:
        """Somebody's state with these fields otherwise, as `happened` takes it."""
        return {combatant: self[combatant].state.model_copy(update=update)}

    def put(self, combatant: str, **update: Any) -> None:
        """Change these fields of somebody's state without news of its own: it belongs to the event before."""
        self.quietly(_with(self.encounter, self.changed(combatant, **update), None))

    def put_scene(self, **update: Any) -> None:
        """Change these fields of the scene without news of its own: it belongs to the event before."""
        self.quietly(_with(self.encounter, {}, self.encounter.scene.model_copy(update=update)))

    def quietly(self, after: Encounter[S, C]) -> None:
        """A change that is no news by itself, such as a turn's next stage; for the frame."""
        self.encounter = _with_outs(self.encounter, after, self.table)

    def throw(self, of: str | None, count: int, sides: int, what: str, *, secret: bool = False) -> Thrown:
        """Throw dice of somebody (null: of nobody's); those of somebody hidden come from the secret dice.

        `secret` makes them come from there too: dice that only somebody hidden makes necessary.
        """
        bearer = self.encounter.find(of)
        source = self.dice.secret if secret or (bearer is not None and bearer.hidden) else self.dice.public
        faces = tuple(source.draw(sides, count))
        physical = isinstance(source, PhysicalDice)
        return Thrown(of=of, what=what, sides=sides, faces=faces, source="physical" if physical else "server")

    # -- conditions --------------------------------------------------------------------------------------------------

    def add_condition(
        self,
        combatant: str,
        key: str,
        *,
        param: str | None = None,
        source: str | None = None,
        expires: Expiry = NEVER,
        instead_of: Condition | None = None,
        apart: bool = False,
    ) -> Condition:
        """Put a condition on somebody. The same key and param from the same source only ends at another time.

        `instead_of` is one that they bear and that becomes this one, in its place among the others. `apart` puts it
        beside the same one, for what ends by itself, such as two effects of one attacker.
        """
        return conditions.add(
            self, combatant, key, param=param, source=source, expires=expires, instead_of=instead_of, apart=apart
        )

    def remove_condition(self, combatant: str, condition: Condition, *, expired: bool = False) -> None:
        """End a condition that somebody bears."""
        conditions.remove(self, combatant, condition, expired=expired)

    # -- windows -----------------------------------------------------------------------------------------------------

    def ask(self, kind: str, for_: Sequence[str], options: Sequence[str], *, since: str | None = None) -> None:
        """Open a window; nothing but its answers is accepted until it closes. `for_` is empty where the gm is asked.

        Args:
            kind: one of the system's `windows`.
            for_: who is asked; in any order.
            options: the types that answer.
            since: whoever's doing it comes from.
        """
        assert self.encounter.pending is None, f"{kind} opens while {self.encounter.pending.kind} is open"
        at_once = bool(for_) and self.table.answers(kind)
        window = Window(
            id=self.ids("win"), kind=kind, for_=tuple(for_), options=tuple(options), since=since, at_once=at_once
        )
        fact = WindowOpened(
            id=window.id, kind=kind, at_once=at_once, for_=window.for_, options=window.options, since=since
        )
        self.moved(fact, self.encounter.model_copy(update={"pending": window}))

    def answered(self, combatant: str) -> bool:
        """Somebody has answered the window and is asked no more. True when that was the last: then it is closed."""
        window = self._window()
        left = tuple(one for one in window.for_ if one != combatant)
        after = window.model_copy(update={"for_": left}) if left else None
        fact = WindowAnswered(
            id=window.id, kind=window.kind, at_once=window.at_once, combatant=combatant, left=left, last=after is None
        )
        self.moved(fact, self.encounter.model_copy(update={"pending": after}))
        return after is None

    def close_window(self, *, dropped: bool = False) -> None:
        """Nobody is asked any more, whether they have answered or not; `dropped`: since the encounter ends."""
        window = self._window()
        fact = WindowClosed(
            id=window.id,
            kind=window.kind,
            at_once=window.at_once,
            for_=window.for_,
            since=window.since,
            dropped=dropped,
        )
        self.moved(fact, self.encounter.model_copy(update={"pending": None}))

    def _window(self) -> Window:
        assert self.encounter.pending is not None, "no window is open"
        return self.encounter.pending

    # -- order and turns ---------------------------------------------------------------------------------------------

    def set_initiative(self, initiatives: Mapping[str, int], fact: Fact) -> None:
        """Give combatants their initiative; `fact` tells how it came about."""
        after = tuple(
            one.model_copy(update={"initiative": initiatives[one.id]}) if one.id in initiatives else one
            for one in self.encounter.combatants
        )
        self.moved(fact, self.encounter.model_copy(update={"combatants": after}))

    def slot_in(self, newcomers: Sequence[str]) -> list[str]:
        """The order with these in it by their initiative, each after those who are level."""
        order = list(self.encounter.order)
        for newcomer in newcomers:
            own = self.encounter[newcomer].initiative or 0
            lower = (place for place, one in enumerate(order) if (self.encounter[one].initiative or 0) < own)
            order.insert(next(lower, len(order)), newcomer)
        return order

    def begin(self, order: Sequence[str]) -> None:
        """Begin the encounter in this order, as `start` does, for a command that `begins` one.

        Its first turn comes once the command is through.
        """
        turns.begin(self, order, sheets=copied(self))

    def set_order(self, order: Sequence[str]) -> None:
        """Put everybody in another order; whose turn it is stays."""
        fact = OrderSet(order=tuple(order), before=self.encounter.order)
        self.moved(fact, self.encounter.model_copy(update={"order": tuple(order)}))

    def delay_turn(self, order: Sequence[str]) -> None:
        """The active combatant waits for its place in this new order; its turn goes on there, not anew."""
        turns.delay(self, order)

    def end_turn(self) -> None:
        """The turn that is on ends once the command is through and no window is open."""
        turns.end(self)

    def give_back(self, combatant: Combatant[S]) -> None:
        """A character gets back what the encounter has left of it; for the frame."""
        if combatant.character_id is not None:
            sheet = self.rules.left_on(self, combatant.id)
            check_fit(sheet)
            self.left.append(LeftOn(combatant.id, combatant.character_id, sheet))
            name = self.table.sheets.id_of(sheet) or self.ids("sht")
            self.lend({name: sheet})
            back = Returned(combatant=combatant.id, character=combatant.character_id, sheet=name)
            self.quietly(self.encounter.model_copy(update={"returned": (*self.encounter.returned, back)}))

    def end(self, *, winner: str | None = None) -> None:
        """End the encounter: characters get their sheets back."""
        turns.end_encounter(self, winner=winner)


def _with(encounter: Encounter[S, C], fighters: Mapping[str, S], scene: C | None) -> Encounter[S, C]:
    update: dict[str, Any] = {} if scene is None else {"scene": scene}
    if fighters:
        combatants = [
            one.model_copy(update={"state": fighters[one.id]}) if one.id in fighters else one
            for one in encounter.combatants
        ]
        update["combatants"] = tuple(combatants)
    return encounter.model_copy(update=update)


def _with_outs(before: Encounter[S, C], after: Encounter[S, C], table: Table[S, C]) -> Encounter[S, C]:
    if before.combatants is after.combatants:
        return after
    known = set(map(id, before.combatants))
    fresh = [one for one in after.combatants if id(one) not in known]
    turned = {one.id for one in fresh if table.rules.is_out(one, table) is not one.out}
    if not turned:
        return after
    combatants = [one.model_copy(update={"out": not one.out}) if one.id in turned else one for one in after.combatants]
    return after.model_copy(update={"combatants": tuple(combatants)})
