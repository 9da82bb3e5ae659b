"""What Supers answers for fights: a hook for each moment that the frame reaches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from app.rules.encounter.commands import Command, Start
from app.rules.encounter.conditions import outside
from app.rules.encounter.facts import Voice, facts_in
from app.rules.encounter.rules import Bound, EncounterRules, WindowKind
from app.rules.encounter.state import NEVER, Combatant, Condition, Encounter, Expiry, Window
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Sight
from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.supers.conditions import named
from app.rules.systems.supers.effort import FATIGUE
from app.rules.systems.supers.encounter import adjusting, deed_facts, efforts, facts, resisting, turns, views, wounds
from app.rules.systems.supers.encounter.bodies import (
    ChooseCritical,
    Pass,
    Resist,
    SupersAdjust,
    SupersJoin,
    SupersStart,
)
from app.rules.systems.supers.encounter.commands import COMMANDS
from app.rules.systems.supers.encounter.improving import USE, improvable, remember
from app.rules.systems.supers.encounter.places import forget
from app.rules.systems.supers.encounter.resisting import CRITICAL, RESISTANCE, RETRY
from app.rules.systems.supers.encounter.staging import STAGING
from app.rules.systems.supers.encounter.state import Fighter, Scene, SupersPlay
from app.rules.systems.supers.sheet import MOST_CONDITIONS, ConditionOn, Position, SupersSheet
from app.rules.systems.supers.sheet import Expiry as SheetExpiry

BRIEF = ("turn_start", "turn_end", "round_end", "encounter_end")
"""Moments that a fight's end leaves behind."""


class SupersEncounters(EncounterRules[Fighter, Scene]):
    """Fights by initiative and degrees."""

    sheet = SupersSheet
    lent = frozenset({"state", "hero_points"})
    fighter = Fighter
    scene = Scene
    frame_bodies = (SupersJoin, SupersStart, SupersAdjust)
    commands = COMMANDS
    staging = STAGING
    facts = facts_in(facts, deed_facts)
    windows = (
        WindowKind(kind=CRITICAL, asks="says what the critical hit does", rule="S-067"),
        WindowKind(kind=RESISTANCE, asks="must resist", rule="S-080"),
        WindowKind(kind=RETRY, asks="may throw it off", rule="R-31"),
        WindowKind(kind=efforts.FATIGUE, asks="may spend a hero point against fatigue, or pass", rule="S-135"),
    )
    codes: Mapping[str, str] = {
        "unknown_combatant": "not_found",
        "no_such_condition": "not_found",
        "no_window": "nothing_pending",
    }
    cites: Mapping[str, str] = {
        "wrong_phase": "S-052",
        "not_your_turn": "S-053",
        "too_many_conditions": "R-14",
    }
    round_seconds = 6
    """A round (S-044)."""

    # -- who is in it ------------------------------------------------------------------------------------------------

    def fighter_of(self, sheet: SupersSheet, *, join: Any | None, before: Fighter | None, options: Any) -> Fighter:
        """As the sheet says, at the place where the game master puts it; sustained powers are off."""
        del options
        state = sheet.state
        position = (join.position if isinstance(join, SupersJoin) else None) or (before.position if before else None)
        return Fighter(
            damage=state.damage,
            fatigue=state.fatigue,
            pending_step=state.pending_step,
            hero_points=sheet.hero_points,
            position=position or Position(),
        )

    def conditions_of(self, sheet: SupersSheet) -> Iterable[Condition]:
        """Those listed, and those that stand for damage and fatigue (R-14)."""
        state = sheet.state
        for one in state.conditions:
            expires = NEVER
            if one.expires is not None:
                # Whose turn it waits for, is its bearer's: ids of combatants mean nothing outside.
                expires = Expiry(at=one.expires.at, count=max(1, one.expires.count))
            yield Condition(id=one.id, key=one.key, source=one.source or None, param=one.param, expires=expires)
        if sheet.kind != "object" and state.damage.level not in {"none", "dead"}:
            lasts = wounds.MINUTE if state.damage.level == "dazed" else NEVER
            yield Condition(id="", key=state.damage.level, source=wounds.DAMAGE, expires=lasts)
        if state.fatigue != "none":
            yield Condition(id="", key=state.fatigue, source=wounds.FATIGUED)

    def adjust(self, play: SupersPlay, adjust: SupersAdjust) -> None:
        """Change numbers by hand."""
        adjusting.adjust(play, adjust)

    def leaves(self, play: SupersPlay, combatant: str) -> None:
        """Nobody is held, aimed at or waited for by somebody who is gone, nor stands anywhere from them."""
        adjusting.leave(play, combatant)
        forget(play, combatant)

    def left_on(self, play: SupersPlay, combatant: str) -> SupersSheet:
        """Damage, fatigue, conditions that outlast the fight, and hero points."""
        sheet: SupersSheet = play.sheet(combatant)
        one = play[combatant]
        levels = {wounds.DAMAGE: one.state.damage.level, wounds.FATIGUED: one.state.fatigue}
        kept = [
            ConditionOn(
                id=held.id,
                key=held.key,
                source=(held.source or "")[:200],
                param=held.param,
                expires=None if held.expires == NEVER else SheetExpiry(**held.expires.model_dump()),
            )
            for held in outside(play, combatant)
            if held.expires.at not in BRIEF and held.key != levels.get(held.source or "")
        ]
        moved = one.state
        left = {"damage": moved.damage, "fatigue": moved.fatigue, "pending_step": moved.pending_step}
        state = sheet.state.model_copy(update={**left, "conditions": kept[:MOST_CONDITIONS]})
        return sheet.model_copy(update={"state": state, "hero_points": one.state.hero_points})

    def is_out(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> bool:
        """Incapacitated, dying or dead; of an object: destroyed."""
        del table
        return wounds.is_out(combatant)

    def bounds(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> Iterable[Bound]:
        """What must not run away."""
        del table
        state = combatant.state
        yield Bound("hero_points", state.hero_points, 0, 1000)
        yield Bound("penalty", state.damage.penalty, 0, 1000)
        yield Bound("standard_left", state.turn.standard_left, 0, 2)
        yield Bound("move_left", state.turn.move_left, 0, 1)
        yield Bound("fatigue", FATIGUE.index(state.fatigue), 0, 3)
        levels = [one for one in combatant.conditions if one.source == wounds.DAMAGE and one.key != "prone"]
        yield Bound("damage conditions", len(levels), 0, 1)

    # -- conditions --------------------------------------------------------------------------------------------------

    def check_condition(self, play: SupersPlay, combatant: str, condition: Condition) -> None:
        """Refuse what the catalogue doesn't have (`unknown_condition`, `bad_param`) and what objects can't bear."""
        named(f"{condition.key}:{condition.param}" if condition.param else condition.key)
        if wounds.is_object(play, combatant):
            raise AgainstTheRules("bad_param", "Objects bear no conditions.", rule="R-29")

    def condition_title(self, condition: Condition) -> str:
        """As `impaired (will)`, or plain where it is on everything."""
        title = condition.key.replace("_", " ")
        told = condition.param not in {None, "all"} and condition.key != "controlled"
        return f"{title} ({condition.param})" if told else title

    def condition_added(self, play: SupersPlay, combatant: str, condition: Condition) -> None:
        """What comes with a condition."""
        wounds.condition_added(play, combatant, condition)

    def condition_ended(self, play: SupersPlay, combatant: str, condition: Condition) -> None:
        """What goes with a condition."""
        wounds.condition_ended(play, combatant, condition)

    # -- order and turns ---------------------------------------------------------------------------------------------

    def check_start(self, play: SupersPlay, start: SupersStart) -> None:
        """Refuse a surprise that leaves nobody."""
        if isinstance(start, SupersStart):
            turns.check_start(play, start)

    def place(self, play: SupersPlay, newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
        """Initiative."""
        return turns.place(play, newcomers, start)

    def started(self, play: SupersPlay, start: SupersStart) -> None:
        """The surprised."""
        if isinstance(start, SupersStart):
            turns.started(play, start)

    def before_turn(self, play: SupersPlay, combatant: str) -> None:
        """Fatigue and dying."""
        turns.before_turn(play, combatant)

    def turn_began(self, play: SupersPlay, combatant: str) -> None:
        """Sustained powers and the budget."""
        turns.turn_began(play, combatant)

    def passes(self, play: SupersPlay, combatant: str) -> bool:
        """Who is out or surprised."""
        return turns.passes(play, combatant)

    def before_turn_end(self, play: SupersPlay, combatant: str) -> None:
        """Afflictions to throw off."""
        turns.before_turn_end(play, combatant)

    def turn_ended(self, play: SupersPlay, combatant: str) -> None:
        """What ends with a turn."""
        turns.turn_ended(play, combatant)

    def round_ended(self, play: SupersPlay) -> None:
        """What ends with a round."""
        turns.round_ended(play)

    def ends(self, play: SupersPlay) -> None:
        """What the end brings."""
        turns.ends(play)

    # -- windows -----------------------------------------------------------------------------------------------------

    def default_answer(self, play: SupersPlay, window: Window, combatant: str) -> Command:
        """Increased Effect, the check itself, and fatigue that lands."""
        del play
        if window.kind == CRITICAL:
            return ChooseCritical(actor=combatant, option="increased")
        return Pass(actor=combatant) if window.kind == efforts.FATIGUE else Resist(actor=combatant)

    def not_asked(self, play: SupersPlay, command: Any) -> Refusal | None:
        """What an answer that nobody waits for is refused with."""
        match command:
            case ChooseCritical():
                return AgainstTheRules("not_critical", "There is no critical hit of this combatant's.", rule="S-067")
            case Resist():
                return play.refusal("no_window", rule="S-080")
            case Pass():
                return play.refusal("no_window", rule="S-135")
            case _:
                return None

    def asks_on(self, play: SupersPlay, window: Window, combatant: str) -> bool:
        """A hit has somebody to land on, an Affliction holds, and fatigue is still to come."""
        tires = window.kind == efforts.FATIGUE
        return efforts.tires(play, combatant) if tires else resisting.asks_on(play, window, combatant)

    def unbarred(self, play: SupersPlay, command: Any) -> bool:
        """A roll of the last command may be bettered, whatever window it has opened (R-16)."""
        return command.__dict__.get("use") == USE and improvable(play, command.actor) is not None

    def accepted(self, play: SupersPlay, command: Any) -> None:
        """A roll can be bettered until the next command: the last one is kept for that."""
        remember(play, command)

    # -- what a viewer gets ------------------------------------------------------------------------------------------

    def show_fighter(
        self,
        combatant: Combatant[Fighter],
        sight: Sight,
        table: Table[Fighter, Scene],
    ) -> Value:
        """The state, with the conditions in force."""
        return views.show_fighter(combatant, sight, table)

    def show_menu(
        self, encounter: Encounter[Fighter, Scene], window: Window, sight: Sight, table: Table[Fighter, Scene]
    ) -> Value | None:
        """What a critical hit may become, and what has to be resisted."""
        del table
        return views.show_menu(encounter, window, sight)

    def tell_turn(self, encounter: Encounter[Fighter, Scene], combatant: Combatant[Fighter]) -> str:
        """The standards and the move."""
        del encounter
        turn = combatant.state.turn
        standards = "a standard" if turn.standard_left == 1 else f"{turn.standard_left} standards"
        left = [standards] * (turn.standard_left > 0) + ["a move"] * (turn.move_left > 0)
        return " and ".join(left) or "no action"

    def tell_window(
        self, encounter: Encounter[Fighter, Scene], window: Window, voice: Voice, table: Table[Fighter, Scene]
    ) -> str:
        """What has to be resisted with which trait, and against how much where that may be told."""
        del table
        return views.tell_menu(encounter, window, voice)


ENCOUNTERS: Final = SupersEncounters()
