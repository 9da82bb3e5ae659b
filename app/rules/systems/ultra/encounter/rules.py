"""What Ultra answers for scenes: a hook for each moment that the frame reaches."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from app.rules.encounter.commands import Command, Start
from app.rules.encounter.conditions import outside
from app.rules.encounter.facts import Voice, facts_in
from app.rules.encounter.refusals import out_of_range
from app.rules.encounter.rules import Bound, EncounterRules, WindowKind
from app.rules.encounter.state import Combatant, Condition, Encounter, Window
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Sight
from app.rules.errors import Refusal
from app.rules.system import AgainstTheRules, Value
from app.rules.systems.ultra.encounter import action_facts, consequences, facts, views
from app.rules.systems.ultra.encounter import bearers as bearing
from app.rules.systems.ultra.encounter.action_facts import InitiativeRolled
from app.rules.systems.ultra.encounter.adjusting import adjust
from app.rules.systems.ultra.encounter.bodies import (
    ResolveAction,
    UltraAdjust,
    UltraJoin,
    UltraStart,
)
from app.rules.systems.ultra.encounter.commands import COMMANDS
from app.rules.systems.ultra.encounter.effects import FactEffect
from app.rules.systems.ultra.encounter.hands import plain_pool, pools_of, throw, tricks_of
from app.rules.systems.ultra.encounter.resolving import APPROVAL, RESOLUTION, menu_of
from app.rules.systems.ultra.encounter.staging import STAGING
from app.rules.systems.ultra.encounter.state import MOST_COUNTED, MOST_HINDERED, Fighter, Scene, UltraPlay
from app.rules.systems.ultra.encounter.telling import tell_approval, tell_menu
from app.rules.systems.ultra.encounter.words import status_title
from app.rules.systems.ultra.sheet import Status, UltraSheet

REFUSED_WITHOUT = {
    "ultra.resolve": ("nothing_to_resolve", "No action of this combatant is open.", "G-17"),
    "ultra.approve": ("nothing_to_approve", "No Trick waits for the game master.", "G-21"),
    "ultra.refuse": ("nothing_to_approve", "No Trick waits for the game master.", "G-21"),
}


class UltraEncounters(EncounterRules[Fighter, Scene]):
    """Scenes by pools, open actions and Tricks."""

    sheet = UltraSheet
    lent = frozenset({"injuries", "statuses", "tokens"})
    fighter = Fighter
    scene = Scene
    frame_bodies = (UltraJoin, UltraStart, UltraAdjust)
    commands = COMMANDS
    staging = STAGING
    facts = facts_in(facts, action_facts)
    windows = (
        WindowKind(kind=RESOLUTION, asks="chooses what the hits buy", rule="U-07", auto=False),
        WindowKind(kind=APPROVAL, asks="is asked for a Trick", rule="G-21", auto=False),
    )

    # -- who is in it ------------------------------------------------------------------------------------------------

    def fighter_of(self, sheet: UltraSheet, *, join: UltraJoin | None, before: Fighter | None, options: Any) -> Fighter:
        """Injuries and tokens come from the sheet; what the setup has set stays."""
        del options
        state = before or Fighter()
        pool = join.pool if join is not None else state.pool
        return state.model_copy(update={"injuries": sheet.injuries, "tokens": tuple(sheet.tokens), "pool": pool})

    def conditions_of(self, sheet: UltraSheet) -> Iterable[Condition]:
        """The sheet's Status Effects."""
        return [bearing.condition_of(status) for status in sheet.statuses]

    def refreshed(self, play: UltraPlay, combatant: str, sheet: UltraSheet) -> Fighter:
        """What the scene has done stays, within what the new sheet can take."""
        state = play[combatant].state
        return state.model_copy(update={"injuries": min(state.injuries, sheet.injury_max)})

    def adjust(self, play: UltraPlay, adjust_: UltraAdjust) -> None:
        """The game master's hand."""
        adjust(play, adjust_)

    def leaves(self, play: UltraPlay, combatant: str) -> None:
        """Fears of whoever goes end; an open action goes with its actor, and aims at nobody who is gone.

        What they made true stays.
        """
        bearing.end_fears(play, {combatant})
        if not play[combatant].hidden:
            consequences.hand_over(play, combatant)
        action = play.encounter.scene.action
        if action is None:
            return
        if action.actor == combatant:
            play.close_window()
            play.put_scene(action=None)
        elif combatant in action.targets:
            targets = tuple(one for one in action.targets if one != combatant)
            own = targets or action.kind == "escape" or isinstance(action.applies, FactEffect)
            applies = action.applies if own else None
            play.put_scene(action=action.model_copy(update={"targets": targets, "applies": applies}))

    def left_on(self, play: UltraPlay, combatant: str) -> UltraSheet:
        """Injuries, Status Effects and tokens that outlast the scene."""
        one, sheet = play[combatant], play.sheet(combatant)
        lasting = [held for held in outside(play, combatant) if held.expires.at != "encounter_end"]
        borne = [_on_sheet(bearing.status_in(held, combatant)) for held in lasting]
        tokens = [token for token in one.state.tokens if token.expires.at != "encounter_end"]
        left: UltraSheet = sheet.model_copy(
            update={"injuries": one.state.injuries, "statuses": borne, "tokens": tokens}
        )
        return left

    def given_back(self, sheet: UltraSheet, left: UltraSheet) -> Any:
        """Injuries within what the sheet can take by now."""
        return super().given_back(sheet, left.model_copy(update={"injuries": min(left.injuries, sheet.injury_max)}))

    def is_out(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> bool:
        """Taken out by injuries, or out of the picture."""
        state = combatant.state
        return not state.present or state.injuries >= table.sheet(combatant).injury_max

    def bounds(self, combatant: Combatant[Fighter], table: Table[Fighter, Scene]) -> Iterable[Bound]:
        """Injuries, what waits, and the actions of a turn."""
        state = combatant.state
        return [
            Bound("injuries", state.injuries, 0, table.sheet(combatant).injury_max),
            Bound("openings", state.openings, 0, MOST_COUNTED),
            Bound("hindered", state.hindered, 0, MOST_HINDERED),
            Bound("actions", state.actions, 0, MOST_COUNTED),
        ]

    # -- conditions --------------------------------------------------------------------------------------------------

    def check_condition(self, play: UltraPlay, combatant: str, condition: Condition) -> None:
        """Only Status Effects of the catalogue."""
        del play, combatant
        bearing.check_condition(condition)

    def condition_title(self, condition: Condition) -> str:
        """Such as `bleeding 2`."""
        return status_title(condition.key, int(condition.param or 1))

    def condition_added(self, play: UltraPlay, combatant: str, condition: Condition) -> None:
        """Nobody bears one twice."""
        bearing.keep_strongest(play, combatant, condition)

    # -- order and turns ---------------------------------------------------------------------------------------------

    def check_start(self, play: UltraPlay, start: Start) -> None:
        """Everybody is in the order stated, and every pool is somebody's."""
        if not isinstance(start, UltraStart):
            return
        everybody = [one.id for one in play.encounter.combatants]
        if start.order is not None and sorted(start.order) != sorted(everybody):
            raise out_of_range("bad_order", order=everybody)
        for one in start.pools or {}:
            play.known(one)

    def place(self, play: UltraPlay, newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
        """As the game master states it, or by pools; late joiners come last, or by their hits (option `order`)."""
        pools = None
        if isinstance(start, UltraStart):
            pools = start.pools
            if start.order is not None:
                return start.order
        if pools is None and play.options.order == "gm":
            return super().place(play, newcomers, start)
        ranked = _ranked(play, newcomers, pools or {})
        return ranked if start is not None else play.slot_in(ranked)

    def turn_began(self, play: UltraPlay, combatant: str) -> None:
        """What hurts each round does so; whoever is still up has one action."""
        bearing.tick_all(play, combatant)
        if not play[combatant].out:
            play.put(combatant, actions=1, follow_up=False)

    def turn_ended(self, play: UltraPlay, combatant: str) -> None:
        """Actions that are left lapse."""
        if play[combatant].state.actions:
            play.put(combatant, actions=0, follow_up=False)

    def settle(self, play: UltraPlay) -> None:
        """Nobody fears who is out."""
        bearing.end_fears(play, {one.id for one in play.encounter.combatants if one.out})

    def ends(self, play: UltraPlay) -> None:
        """Everybody is back, and what waited for later in the scene waits no more (G-28)."""
        fresh = {"present": True, "openings": 0, "hindered": 0, "actions": 0, "follow_up": False, "ticked": ()}
        fighters = {}
        for one in play.encounter.combatants:
            tokens = tuple(token for token in one.state.tokens if token.expires.at != "encounter_end")
            fighters[one.id] = one.state.model_copy(update={**fresh, "tokens": tokens})
        scene = play.encounter.scene.model_copy(update={"action": None})
        play.happened(facts.SceneClosed(rules=("G-28",)), fighters, scene=scene)

    # -- windows -----------------------------------------------------------------------------------------------------

    def default_answer(self, play: UltraPlay, window: Window, combatant: str) -> Command:
        """Nothing bought, nothing accepted."""
        del play, window
        return ResolveAction(actor=combatant)

    def not_asked(self, play: UltraPlay, command: Any) -> Refusal | None:
        """No action is open, or no Trick waits."""
        window = play.encounter.pending
        if command.type == "ultra.resolve" and window is not None and window.kind == APPROVAL:
            return None
        code, detail, rule = REFUSED_WITHOUT[command.type]
        return AgainstTheRules(code, detail, rule=rule)

    # -- what a viewer gets ------------------------------------------------------------------------------------------

    def show_fighter(
        self,
        combatant: Combatant[Fighter],
        sight: Sight,
        table: Table[Fighter, Scene],
    ) -> Value:
        """Section 8's state of a combatant."""
        del table
        return views.show_fighter(combatant, sight)

    def show_scene(
        self, encounter: Encounter[Fighter, Scene], sight: Sight, table: Table[Fighter, Scene]
    ) -> Value | None:
        """Section 8's scene."""
        del table
        return views.show_scene(encounter.scene, sight)

    def show_menu(
        self, encounter: Encounter[Fighter, Scene], window: Window, sight: Sight, table: Table[Fighter, Scene]
    ) -> Value | None:
        """What can be chosen, for those who may read whoever acts."""
        action = encounter.scene.action
        if action is None or not sight.reads(action.actor):
            return None
        if window.kind == APPROVAL:
            return views.show_approval(action, sight)
        return menu_of(encounter[action.actor], action, table)

    def tell_turn(self, encounter: Encounter[Fighter, Scene], combatant: Combatant[Fighter]) -> str:
        """Actions."""
        del encounter
        actions = combatant.state.actions
        return "1 action" if actions == 1 else f"{actions} actions"

    def tell_window(
        self, encounter: Encounter[Fighter, Scene], window: Window, voice: Voice, table: Table[Fighter, Scene]
    ) -> str:
        """The menu in words, for those who may read whoever acts."""
        action = encounter.scene.action
        if action is None or not voice.sight.reads(action.actor):
            return ""
        tricks = tricks_of(table.sheet(encounter[action.actor]))
        if window.kind == APPROVAL:
            return tell_approval(action, tricks, voice)
        menu = menu_of(encounter[action.actor], action, table)
        if menu is None:
            return ""
        if not any(one.conditions for one in encounter.combatants if voice.sight.sees(one.id)):
            # Where nobody bears anything, nothing can be shaken off.
            eases = {one.key for one in tricks if one.ops == ["shake_off"]}
            menu = menu.model_copy(update={"tricks": [one for one in menu.tricks if one.key not in eases]})
        return tell_menu(action, menu, tricks, voice)


def _on_sheet(status: Status) -> Status:
    """Whose turn a Status Effect waits for is its bearer's: ids of combatants mean nothing outside."""
    return status.model_copy(update={"clears": status.clears.model_copy(update={"of": None})})


def _ranked(play: UltraPlay, newcomers: Sequence[str], stated: Any) -> list[str]:
    """By the hits of a pool at difficulty 0: most first, then the larger pool, then the id (section 8)."""
    wanted = {one: stated.get(one) or play[one].state.pool or plain_pool(play.sheet(one)) for one in newcomers}
    pools = pools_of(play, wanted)
    hits: dict[str, int] = {}
    for one, pool in pools.items():
        lying = throw(play, one, pool.pool, "order")
        hits[one] = lying.hits
        fact = InitiativeRolled(combatant=one, dice=(lying.thrown,), initiative=lying.hits)
        play.set_initiative({one: lying.hits}, fact)
    return sorted(newcomers, key=lambda one: (-hits[one], -pools[one].pool, one))


ENCOUNTERS: Final = UltraEncounters()
