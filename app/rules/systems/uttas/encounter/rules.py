"""What UTTAS answers for fights and chases: a hook for each moment that the frame reaches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.rules.encounter.commands import Command, Start
from app.rules.encounter.facts import Voice, facts_in
from app.rules.encounter.rules import Bound, EncounterRules, WindowKind
from app.rules.encounter.state import Combatant, Condition, Encounter, Window
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Sight
from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.uttas.encounter import (
    adjusting,
    attack_facts,
    chase_facts,
    chasing,
    facts,
    joining,
    order,
    turns,
    views,
)
from app.rules.systems.uttas.encounter.answering import why_not_asked
from app.rules.systems.uttas.encounter.answers import PassReaction, ResolveSurrender, Throw
from app.rules.systems.uttas.encounter.bodies import UttasAdjust, UttasEdit, UttasJoin, UttasStart
from app.rules.systems.uttas.encounter.commands import COMMANDS
from app.rules.systems.uttas.encounter.consequences import after_condition, break_hold
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.encounter.leaving import forget
from app.rules.systems.uttas.encounter.staging import STAGING
from app.rules.systems.uttas.encounter.state import Fighter, Scene, UttasPlay
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import UttasSheet
from app.rules.systems.uttas.sides import OUT, fight_end
from app.rules.systems.uttas.timescale import SECONDS_PER_ROUND


class UttasEncounters(EncounterRules[Fighter, Scene]):
    """Fights by initiative, Speed and Stamina; chases by a gap."""

    sheet = UttasSheet
    lent = joining.LENT
    fighter = Fighter
    scene = Scene
    frame_bodies = (UttasJoin, UttasStart, UttasEdit, UttasAdjust)
    commands = COMMANDS
    staging = STAGING
    facts = facts_in(facts, attack_facts, chase_facts)
    windows = (
        WindowKind(kind="trigger", asks="may do what was readied, or let it be", rule="T-052"),
        WindowKind(kind="reaction", asks="may react, surrender or let it be", rule="T-045"),
        WindowKind(kind="follow", asks="may follow, or stay", rule="G-08"),
        WindowKind(kind="surrender", asks="answers the surrender: stops, or finishes the attack", rule="T-059"),
        WindowKind(kind="throw", asks="is asked to throw the dice", rule="G-07"),
        WindowKind(kind="intercept", asks="may take the hit, or let it be", rule="T-060"),
        WindowKind(kind="counterattack", asks="may strike back, or let it be", rule="T-049"),
    )
    codes: Mapping[str, str] = {
        "wrong_phase": "no_combat",
        "already_started": "already_rolled",
        "unknown_combatant": "unknown_actor",
        "nobody_to_start": "bad_setup",
    }
    cites: Mapping[str, str] = {
        "wrong_phase": "T-001",
        "already_started": "T-015",
        "nobody_to_start": "T-002",
        "not_your_turn": "T-015",
        "no_window": "G-07",
    }
    round_seconds = SECONDS_PER_ROUND

    # -- who is in it ------------------------------------------------------------------------------------------------

    def fighter_of(
        self, sheet: UttasSheet, *, join: Any | None, before: Fighter | None, options: UttasOptions
    ) -> Fighter:
        """A record with a full pool."""
        del options
        pos = before.pos if before is not None else join.pos if isinstance(join, UttasJoin) else None
        return joining.fighter_of(sheet, pos=pos)

    def conditions_of(self, sheet: UttasSheet) -> Iterator[Condition]:
        """What the sheet bears: Prone, Stunned, Entangled, Unconscious, Dead."""
        return joining.conditions_of(sheet)

    def refreshed(self, play: UttasPlay, combatant: str, sheet: UttasSheet) -> Fighter:
        """The fight's losses stay, within the new sheet's bounds."""
        return joining.refreshed(play[combatant].state, sheet)

    def edit(self, play: UttasPlay, edit: UttasEdit) -> None:
        """A place on the board."""
        adjusting.edit(play, edit)

    def adjust(self, play: UttasPlay, adjust: UttasAdjust) -> None:
        """Numbers by hand."""
        adjusting.adjust(play, adjust)

    def leaves(self, play: UttasPlay, combatant: str) -> None:
        """Holds break, attacks from or at them are off, a chase is over."""
        break_hold(play, combatant)
        chasing.end_for(play, combatant)
        forget(play, combatant)

    def left_on(self, play: UttasPlay, combatant: str) -> Value:
        """Health, Stamina, breathers, limbs, bonds, and what outlasts a fight."""
        return joining.left_on(play[combatant], play.sheet(combatant))

    def given_back(self, sheet: UttasSheet, left: UttasSheet) -> Any:
        """Within the bounds of the sheet by now."""
        return super().given_back(sheet, joining.within(sheet, left))

    def is_out(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> bool:
        """Dead, unconscious, surrendered or fled (G-26)."""
        del table
        return combatant.state.fled or any(held.key in OUT for held in combatant.conditions)

    def bounds(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> Iterator[Bound]:
        """Health and Stamina, the lock, the pool, breathers."""
        return joining.bounds(combatant, table.sheet(combatant))

    # -- conditions --------------------------------------------------------------------------------------------------

    def check_condition(self, play: UttasPlay, combatant: str, condition: Condition) -> None:
        """Only those of the catalogue, and what the game master may do to limbs."""
        adjusting.check_condition(play, combatant, condition)

    def condition_added(self, play: UttasPlay, combatant: str, condition: Condition) -> None:
        """The fallen stand in no stance and hold nobody; bonds and limbs get their numbers."""
        adjusting.condition_added(play, combatant, condition)
        after_condition(play, combatant, condition)

    def condition_ended(self, play: UttasPlay, combatant: str, condition: Condition) -> None:
        """Bonds, holds and limbs go with their condition."""
        adjusting.condition_ended(play, combatant, condition)

    # -- order and turns ---------------------------------------------------------------------------------------------

    def check_start(self, play: UttasPlay, start: Any) -> None:
        """A fight has two sides at least."""
        del start
        if play.encounter.kind != "scene" and len({one.side for one in play.encounter.combatants}) < 2:
            raise AgainstTheRules("bad_setup", "A fight needs at least two sides, with somebody on each.", rule="T-002")

    def place(self, play: UttasPlay, newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
        """By Agility, or by a roll of its dice; ties are rolled for (T-010 to T-014, G-34)."""
        return order.place(play, newcomers, start)

    def turn_began(self, play: UttasPlay, combatant: str) -> None:
        """The record of a turn is opened, a breather is over, a long skill may be due."""
        turns.turn_began(play, combatant)

    def passes(self, play: UttasPlay, combatant: str) -> bool:
        """The fallen are passed over; who surrenders in their own turn ends it; in a chase the action does."""
        fig = figure(play, combatant)
        fighter = fig.fighter
        ran = play.encounter.scene.chase is not None and fighter.action_used
        return fig.fallen or fighter.fled or fighter.gave_up or ran

    def before_turn_end(self, play: UttasPlay, combatant: str) -> None:
        """The strike before is current no more, and in a chase the run is paid."""
        turns.before_turn_end(play, combatant, by_itself=self.passes(play, combatant))

    def turn_ended(self, play: UttasPlay, combatant: str) -> None:
        """The pool fills, unless it was emptied within this turn."""
        turns.turn_ended(play, combatant)

    def round_ended(self, play: UttasPlay) -> None:
        """What holds for the round, where the table lets it end with it."""
        turns.round_ended(play)

    def round_began(self, play: UttasPlay) -> None:
        """Both sides of a chase have their move to pay again."""
        chasing.next_round(play)

    def settle(self, play: UttasPlay) -> None:
        """A fight is over once one side at most has somebody left (T-002, G-26)."""
        if play.encounter.kind == "scene" or play.encounter.scene.deeds:
            return
        came = fight_end({one.side for one in play.encounter.combatants if not one.out})
        if came.ended:
            play.end(winner=came.winner)

    def ends(self, play: UttasPlay) -> None:
        """Whatever was under way is off."""
        play.put_scene(deeds=(), strike=None)

    # -- windows -----------------------------------------------------------------------------------------------------

    def default_answer(self, play: UttasPlay, window: Window, combatant: str) -> Command:
        """Pass; finish; let the server throw."""
        del play
        match window.kind:
            case "surrender":
                return ResolveSurrender(actor=combatant, choice="finish")
            case "throw":
                return Throw(actor=combatant)
            case _:
                return PassReaction(actor=combatant)

    def not_asked(self, play: UttasPlay, command: Any) -> Refusal | None:
        """Why somebody can't answer the strike that is current."""
        return why_not_asked(play, command)

    def asks_on(self, play: UttasPlay, window: Window, combatant: str) -> bool:
        """Whoever can't go on with an attack isn't asked whether to spare somebody: it fails by itself (step 7)."""
        return window.kind != "surrender" or not figure(play, combatant).helpless

    # -- what a viewer gets ------------------------------------------------------------------------------------------

    def show_fighter(
        self,
        combatant: Combatant[Fighter],
        sight: Sight,
        table: Table[Fighter, Scene],
    ) -> Value:
        """The combat record."""
        return views.show_fighter(combatant, sight, table)

    def show_scene(
        self, encounter: Encounter[Fighter, Scene], sight: Sight, table: Table[Fighter, Scene]
    ) -> Value | None:
        """The board."""
        return views.show_scene(encounter, sight, table)

    def show_chase(
        self, encounter: Encounter[Fighter, Scene], sight: Sight, table: Table[Fighter, Scene]
    ) -> Value | None:
        """The chase."""
        del table
        return views.show_chase(encounter.scene.chase, sight)

    def show_menu(
        self, encounter: Encounter[Fighter, Scene], window: Window, sight: Sight, table: Table[Fighter, Scene]
    ) -> Value | None:
        """The dice that are asked for."""
        del table
        return views.show_menu(encounter, window, sight)

    def tell_turn(self, encounter: Encounter[Fighter, Scene], combatant: Combatant[Fighter]) -> str:
        """Actions of its Speed and Stamina, and where the turn has no action for them any more, what it still has."""
        del encounter
        state = combatant.state
        numbers = f"{state.pool.actions} of {state.pool.speed} actions and {state.stamina} Stamina"
        if state.action_used:
            return f"{numbers}; this turn's action is done: only words and the end of the turn are"
        if state.lost_turn:
            return f"{numbers}; this turn is lost: words and the end of the turn are"
        return f"Stunned, which takes the action to shake off: {numbers}" if combatant.has("stunned") else numbers

    def tell_window(
        self, encounter: Encounter[Fighter, Scene], window: Window, voice: Voice, table: Table[Fighter, Scene]
    ) -> str:
        """Whoever waits with something readied can't react, only surrender (T-057); who throws hears which dice."""
        del table
        if throw := views.show_menu(encounter, window, voice.sight):
            return f"is asked to throw {', then '.join(f'{one.dice} {one.what}' for one in throw.dice)}."
        asked = [encounter[one] for one in window.for_]
        waits = all(voice.sight.reads(one.id) and one.state.ready is not None for one in asked)
        return "may surrender or let it be." if window.kind == "reaction" and waits else ""


ENCOUNTERS: Final = UttasEncounters()
