"""What a system answers for encounters: its shapes, its commands, and a hook for each moment that the frame reaches."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from app.rules.encounter.commands import Command, Start
from app.rules.encounter.facts import Fact, Voice
from app.rules.encounter.frame_facts import FRAME_FACTS
from app.rules.encounter.staging import Staging
from app.rules.encounter.state import C, Combatant, Condition, Encounter, Kind, S, Status, Window
from app.rules.encounter.upgrades import Upgrade
from app.rules.encounter.viewer import Sight
from app.rules.errors import Refusal
from app.rules.value import Value

if TYPE_CHECKING:
    from app.rules.encounter.play import Play
    from app.rules.encounter.table import Table

RUNNING: frozenset[Status] = frozenset({"running"})
NOT_ENDED: frozenset[Status] = RUNNING | {"setup"}


@dataclass(frozen=True, kw_only=True)
class Price:
    """What a command will cost, and the dice it will throw: all that a player gets of a dry run."""

    costs: Mapping[str, int]
    """By name, such as `{"actions": 1, "stamina": 8}`."""
    dice: Sequence[str] = ()
    """As notation, such as `3d6`, in the order in which they may be thrown."""


@dataclass(frozen=True, kw_only=True)
class CommandKind:
    """A command of a system: its body, and the rules that carry it out.

    `decide(play, body)` checks everything first and refuses by raising a `Refusal`, then throws and tells what
    happened: with the first die or the first event it has accepted, and `legal` looks no further. `options` throws and
    changes nothing: it names candidates in their plainest form, of which `legal` keeps those that `decide` accepts.
    """

    body: type[Command]
    summary: str
    """One line in table language."""
    decide: Callable[["Play[Any, Any]", Any], None]
    options: Callable[["Play[Any, Any]", str], Iterable[Command]] = lambda _play, _actor: ()
    """For a command without an actor (`gm`), `actor` is empty."""
    price: Callable[["Play[Any, Any]", Any], Price] = lambda _play, _body: Price(costs={})
    say: Callable[[Any, Voice], str] | None = None
    tell_price: Callable[[Price], str] | None = None
    """For buttons, in table language: this very body, else `summary` and the target; what it costs, else nothing."""
    gm: bool = False
    """Only game masters may send it."""
    answers: Literal["never", "also", "only"] = "never"
    """Whether it answers windows: never, besides what it does at other times, or only. A window lists its answers."""
    own_turn: bool = False
    """Whether it is only ever accepted in the actor's own turn: `legal` then asks it of nobody else."""
    statuses: frozenset[Status] = RUNNING
    """When it may be sent."""

    @cached_property
    def type(self) -> str:
        """Such as `uttas.attack`."""
        return str(self.body.model_fields["type"].default)

    @cached_property
    def acts(self) -> bool:
        """Whether a combatant carries it out, rather than the game master."""
        return self.body.model_fields["actor"].is_required()


class Bound(NamedTuple):
    """A number of a combatant's that the rules hold between two others."""

    what: str
    """Such as `stamina`."""
    value: int
    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class WindowKind:
    """A choice that the rules give somebody."""

    kind: str
    asks: str
    """What is asked, as the end of a sentence: `may react`."""
    rule: str | None = None
    """The id of the rule that gives the choice: whoever has to wait for it is told."""
    auto: bool = True
    """Whether the campaign option `auto_resolve` may list it."""


class EncounterRules(ABC, Generic[S, C]):
    """What a system answers for encounters; a system subclasses it and overrides what its rules have a say in.

    Hooks get the `Play` of the command under way: they look at `play.encounter`, throw with `play.throw`, and tell what
    happened with `play.happened`. What a hook leaves alone stays as it was.
    """

    rules_schema: int = 1
    """Raised with every change of `fighter`, `scene` or the facts."""
    upgrades: Mapping[int, tuple[Upgrade, Upgrade]] = {}
    """By the version that they read: how an older stored encounter, and an older event, becomes one of the next.

    An encounter's document is its state as `write_state` makes it, an event's has its `fact` and `cast`.
    """
    sheet: type[Value]
    lent: frozenset[str] | None = None
    """The fields of the sheet that the fight alone moves; None: all."""
    fighter: type[S]
    """The state of a combatant: what moves in a fight. The sheet stands beside it (`play.sheet`)."""
    scene: type[C]
    """The state that belongs to no single combatant; made without anything, it is one in which nothing has happened."""
    frame_bodies: Sequence[type[Command]] = ()
    """The frame's commands with fields of the system's own, such as a `Join` with a place on the board."""
    commands: Sequence[CommandKind] = ()
    facts: Sequence[type[Fact]] = ()
    """What can happen, besides the frame's."""
    windows: Sequence[WindowKind] = ()
    codes: Mapping[str, str] = {}
    """The system's words for reasons of the frame's (`FRAME_REFUSALS`), such as `{"wrong_phase": "no_combat"}`."""
    cites: Mapping[str, str] = {}
    """The rules that reasons of the frame's rest on, by the frame's code, such as `{"not_your_turn": "T-015"}`."""
    round_seconds: int | None = None
    """How long a round is; conditions that last minutes end in the fight by it. None: they outlast the encounter."""
    staging: Staging | None = None
    """An encounter for the demo and the docs."""

    @cached_property
    def kinds(self) -> Mapping[str, CommandKind]:
        """The system's commands by their type."""
        return {kind.type: kind for kind in self.commands}

    @cached_property
    def choices(self) -> Mapping[str, WindowKind]:
        """The system's windows by their kind."""
        return {window.kind: window for window in self.windows}

    @cached_property
    def fact_types(self) -> Mapping[str, type[Fact]]:
        """The frame's facts and the system's by their type."""
        return {str(fact.model_fields["type"].default): fact for fact in (*FRAME_FACTS, *self.facts)}

    @cached_property
    def combatant_type(self) -> type[Combatant[S]]:
        """The combatant with this system's state."""
        made: type[Combatant[S]] = Combatant[self.fighter]  # type: ignore[name-defined]
        return made

    @cached_property
    def encounter_type(self) -> type[Encounter[S, C]]:
        """The encounter with this system's state."""
        made: type[Encounter[S, C]] = Encounter[self.fighter, self.scene]  # type: ignore[name-defined]
        return made

    # -- who is in it ------------------------------------------------------------------------------------------------

    def setup(self, kind: Kind) -> Encounter[S, C]:
        """A new encounter with nobody in it."""
        return self.encounter_type(kind=kind, rules_schema=self.rules_schema, scene=self.scene())

    @abstractmethod
    def fighter_of(self, sheet: Any, *, join: Any | None, before: S | None, options: Any) -> S:
        """How somebody with this sheet comes in.

        Args:
            sheet: of the system's own type.
            join: the body, of the system's own type; None when the encounter starts with a sheet that has changed.
            before: then the state during setup, of which is kept what the encounter has set, such as the place.
            options: the campaign's house rules.
        """

    def conditions_of(self, sheet: Any) -> Iterable[Condition]:
        """The conditions that the sheet brings along; their ids are given by the frame."""
        del sheet
        return ()

    def refreshed(self, play: "Play[S, C]", combatant: str, sheet: Any) -> S:
        """The state once the sheet was copied again: what the fight did stays, within the new sheet's bounds."""
        del sheet
        state: S = play[combatant].state
        return state

    def check_join(self, play: "Play[S, C]", join: Any) -> None:
        """Refuse a join of this system's body."""

    def edit(self, play: "Play[S, C]", edit: Any) -> None:
        """Do what the system's own fields of `edit_combatant` say."""

    def adjust(self, play: "Play[S, C]", adjust: Any) -> None:
        """Do what `adjust` says, by `play.happened(CombatantAdjusted(...), ...)`."""

    def leaves(self, play: "Play[S, C]", combatant: str) -> None:
        """Let go what ties the others to somebody who leaves, while they are still there."""

    def left_on(self, play: "Play[S, C]", combatant: str) -> Value:
        """The sheet with what the fight has left on a character who leaves, or as all ends: conditions by `outside`."""
        return play.sheet(combatant)  # type: ignore[no-any-return]

    def given_back(self, sheet: Any, left: Any) -> Any:
        """A character's sheet as it is by now, with what `left_on` says of the fields that are `lent`."""
        return sheet.model_copy(update={one: getattr(left, one) for one in self.lent or type(left).model_fields})

    def is_out(self, combatant: Combatant[S], table: "Table[S, C]") -> bool:
        """Whether somebody is out of the fight; asked after every change. `table.sheet(combatant)` is their sheet."""
        del combatant, table
        return False

    def bounds(self, combatant: Combatant[S], table: "Table[S, C]") -> Iterable[Bound]:
        """Every number that must stay within bounds whatever is played, such as Stamina: random play watches them."""
        del combatant, table
        return ()

    # -- conditions --------------------------------------------------------------------------------------------------

    def check_condition(self, play: "Play[S, C]", combatant: str, condition: Condition) -> None:
        """Refuse a condition that the game master wants to add."""

    def condition_title(self, condition: Condition) -> str:
        """What people call it."""
        return condition.key.replace("_", " ") + (f" ({condition.param})" if condition.param else "")

    def condition_added(self, play: "Play[S, C]", combatant: str, condition: Condition) -> None:
        """Do what comes with a condition."""

    def condition_ended(self, play: "Play[S, C]", combatant: str, condition: Condition) -> None:
        """Do what the end of a condition brings."""

    # -- order and turns ---------------------------------------------------------------------------------------------

    def check_start(self, play: "Play[S, C]", start: Any) -> None:
        """Refuse a start."""

    def place(self, play: "Play[S, C]", newcomers: Sequence[str], start: Start | None) -> Sequence[str]:
        """The whole order with these in it, each given their `initiative` by `play.set_initiative`.

        At the start (`start` is its body) they are all who joined, in joining order; later (None) they are late
        joiners, to be slotted in with `play.slot_in`. Whoever has no place, such as an object, is left out.
        """
        del start
        return [*play.encounter.order, *newcomers]

    def started(self, play: "Play[S, C]", start: Any) -> None:
        """Do what the start brings, after the order and before the first turn."""

    def order_to_come(self, encounter: Encounter[S, C], table: "Table[S, C]") -> Sequence[str] | None:
        """The order of the rounds after this one, for the timeline; None: nobody knows it before they begin."""
        del table
        return encounter.order

    def before_turn(self, play: "Play[S, C]", combatant: str) -> None:
        """The start of a turn, before what expires then.

        It may open a window: once that is answered it is called again, until it opens none, so what is done must show
        in the state.
        """

    def turn_began(self, play: "Play[S, C]", combatant: str) -> None:
        """The start of a turn, after what expires then; it opens no window."""

    def passes(self, play: "Play[S, C]", combatant: str) -> bool:
        """Whether the turn that is on goes by, or ends by itself. Asked when it has begun and after each command."""
        return play[combatant].out

    def before_turn_end(self, play: "Play[S, C]", combatant: str) -> None:
        """The end of a turn, before what expires then; like `before_turn` it may open windows."""

    def turn_ended(self, play: "Play[S, C]", combatant: str) -> None:
        """The end of a turn, after what expires then."""

    def round_ended(self, play: "Play[S, C]") -> None:
        """The end of a round, after what expires then."""

    def round_began(self, play: "Play[S, C]") -> None:
        """The start of a round after the first."""

    def settle(self, play: "Play[S, C]") -> None:
        """After every command, when no window is open: end what has run its course, such as `play.end(winner=...)`."""

    def ends(self, play: "Play[S, C]") -> None:
        """Do what the end brings, before the characters get their sheets back."""

    # -- windows -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def default_answer(self, play: "Play[S, C]", window: Window, combatant: str) -> Command:
        """What `auto_resolve` answers: the pass or the default of this kind of window."""

    def not_asked(self, play: "Play[S, C]", command: Any) -> Refusal | None:
        """The rules' own reason for somebody who answers and isn't asked.

        None: `pending`, or without a window `no_window`. It must not tell of anything that `play.sight` may not see.
        """
        del play, command
        return None

    def asks_on(self, play: "Play[S, C]", window: Window, combatant: str) -> bool:
        """Whether what somebody is asked about is still there, after what the game master did by hand."""
        del play, window, combatant
        return True

    def unbarred(self, play: "Play[S, C]", command: Any) -> bool:
        """Whether a command of the system's needn't wait for the window that is open, though it answers none."""
        del play, command
        return False

    def accepted(self, play: "Play[S, C]", command: Any) -> None:
        """After all that follows of a command: throws and asks nothing, and what it changes is no news (`quietly`)."""

    # -- what a viewer gets ------------------------------------------------------------------------------------------

    def show_fighter(self, combatant: Combatant[S], sight: Sight, table: "Table[S, C]") -> Value:
        """A combatant's state as shown to somebody who may read it, with ids of others only where `sight` sees them."""
        del sight, table
        return combatant.state

    def show_scene(self, encounter: Encounter[S, C], sight: Sight, table: "Table[S, C]") -> Value | None:
        """The scene as shown; None: nothing in it is for people."""
        del encounter, sight, table
        return None

    def show_chase(self, encounter: Encounter[S, C], sight: Sight, table: "Table[S, C]") -> Value | None:
        """The chase as shown, in an encounter that is one."""
        del encounter, sight, table
        return None

    def show_menu(self, encounter: Encounter[S, C], window: Window, sight: Sight, table: "Table[S, C]") -> Value | None:
        """What can be chosen in the window that is open, where its options don't say it all."""
        del encounter, window, sight, table
        return None

    def tell_turn(self, encounter: Encounter[S, C], combatant: Combatant[S]) -> str:
        """What is left of the turn that is on, such as `2 of 4 actions`, for whoever may read the one whose it is."""
        del encounter, combatant
        return ""

    def tell_window(self, encounter: Encounter[S, C], window: Window, voice: Voice, table: "Table[S, C]") -> str:
        """What is asked in the window that is open, as the rest of a sentence that begins with whoever is asked.

        Empty: the words of its kind say it all. It speaks only of what `voice` may tell. What may be left out of a text
        that grows too long, such as a list of choices, comes after a line break.
        """
        del encounter, window, voice, table
        return ""
