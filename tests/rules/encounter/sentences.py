"""What the log says of everything that can happen in an encounter, as it happens and as those get it who read less."""

from collections.abc import Iterable

from app.rules.encounter import frame_facts as frame
from app.rules.encounter.facts import Fact, Thrown, Voice
from app.rules.encounter.viewer import GM, Part, Sight
from app.rules.encounter.window_facts import WindowClosed

Sentences = list[tuple[Fact, str]]
CAST = Sight(GM, [Part(id="a", name="Anne"), Part(id="b", name="Ben"), Part(id="c", name="Crow")])


def thrown(of: str | None, *faces: int, sides: int = 20, what: str = "check") -> Thrown:
    """Dice of the server's."""
    return Thrown(of=of, what=what, sides=sides, faces=faces)


def told(fact: Fact) -> str:
    """The plain sentence."""
    return fact.tell(Voice(CAST))


def silent(facts: Iterable[type[Fact]]) -> set[type[Fact]]:
    """Those of which nothing is ever said: others say it."""
    return {one for one in facts if one.tell is Fact.tell}


OF_THE_FRAME: Sentences = [
    (frame.CombatantJoined(combatant="a", side="red"), "Anne joins (red)."),
    (frame.CombatantLeft(combatant=None), "somebody leaves."),
    (frame.CombatantEdited(combatant="a"), "Anne is edited."),
    (frame.CombatantAdjusted(combatant="a", what="Stamina -5"), "The game master adjusts Anne: Stamina -5."),
    (frame.CombatantAdjusted(combatant="a"), "The game master adjusts Anne."),
    (frame.CombatantRevealed(combatant="a"), "Anne comes into sight."),
    (frame.CombatantHidden(combatant="a"), "Anne is out of sight."),
    (frame.EncounterStarted(order=("a", "b", "c")), "It begins: Anne, Ben and Crow."),
    (frame.EncounterStarted(order=()), "It begins."),
    (frame.OrderSet(order=("b", "a"), before=("a", "b")), "The order is now: Ben and Anne."),
    (frame.EncounterEnded(winner="red"), "It is over: red won."),
    (frame.EncounterEnded(), "It is over."),
    (frame.RoundStarted(round=2), "Round 2."),
    (frame.TurnStarted(combatant="a", round=1), "Anne's turn."),
    (frame.TurnEnded(combatant="a"), ""),
    (frame.TurnEnded(combatant="a", passed_over=True), "Anne can't act and is passed over."),
    (frame.TurnDelayed(combatant="a"), "Anne waits."),
    (frame.ConditionAdded(combatant="a", id="1", key="dazed", expires=None, title="dazed"), "Anne is now dazed."),
    (frame.ConditionEnded(combatant="a", id="1", key="dazed", title="dazed"), "Anne is no longer dazed."),
    (WindowClosed(id="w", kind="parry", for_=("a",)), ""),
    (
        WindowClosed(id="w", kind="parry", for_=("a", "b"), dropped=True),
        "What Anne and Ben had to answer is dropped.",
    ),
    (WindowClosed(id=None, kind="waiting", for_=(), dropped=True), "The choice still open is dropped."),
    (frame.NoteWritten(combatant="a", text="En garde!"), "Anne: En garde!"),
    (frame.NoteWritten(text="It rains."), "It rains."),
    (frame.NoteWritten(text="x" * 300), "x" * 279 + "…"),
    (frame.NoteKept(text="x" * 300), f"Note: {'x' * 279}…"),
    (frame.NoteKept(text="It is a trap."), "Note: It is a trap."),
]
