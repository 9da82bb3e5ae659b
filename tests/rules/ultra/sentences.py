"""What the log says of everything that can happen in a scene."""

from app.rules.systems.ultra.complications import Occurred
from app.rules.systems.ultra.encounter import action_facts as actions
from app.rules.systems.ultra.encounter import facts
from app.rules.systems.ultra.tricks import BoughtTrick
from tests.rules.encounter.sentences import Sentences, thrown


def injured(
    change: int | None, *, cause: str = "action", taken_out: bool = False, worse: bool = True
) -> facts.InjuriesChanged:
    injuries = None if change is None else 3
    return facts.InjuriesChanged(
        combatant="a", cause=cause, change=change, worse=worse, injuries=injuries, taken_out=taken_out
    )


def rolled(**fields: object) -> actions.ActionRolled:
    known = {"status": "open", "dice_hits": 2, "hits": 3, "difficulty": 2, "shortfall": 0, "leftover": 1, "stated": 1}
    dice = (thrown("a", 8, 1, sides=10),)
    rest = {"pool": 2, "clamped": False, "advantage": 0, "bonus_hits": 0, "complications": (), "sources": ()}
    return actions.ActionRolled.model_validate({"actor": "a", "kind": "act", "dice": dice} | known | rest | fields)


def unread(**fields: object) -> actions.ActionRolled:
    """As whoever may not read the actor gets it."""
    numbers = ("dice_hits", "hits", "difficulty", "shortfall", "leftover", "stated", "pool", "clamped", "bonus_hits")
    return rolled(**dict.fromkeys(numbers), **fields)


def resolved(**fields: object) -> actions.ActionResolved:
    known = {"status": "resolved", "dice_hits": 2, "hits": 3, "difficulty": 2, "shortfall": 0, "leftover": 1}
    return actions.ActionResolved.model_validate({"actor": "a"} | known | fields)


def source(to: str, of: str, value: int) -> actions.Source:
    return actions.Source.model_validate({"to": to, "of": of, "whose": "a", "value": value})


def race(result: str, winner: str | None = None) -> actions.RaceRun:
    hits, dice = {"a": 3, "b": 1}, (thrown("a", 10, 8), thrown("b", 9))
    fields = {"racers": ("a", "b"), "dice": dice, "hits": hits, "result": result, "winner": winner, "leftover": 2}
    return actions.RaceRun.model_validate(fields)


TOKEN, DAZED = source("bonus_hits", "token", 2), source("difficulty", "status:dazed", 1)
SENTENCES: Sentences = [
    (injured(1), "Anne takes 1 injury (3 now)."),
    (injured(2, taken_out=True), "Anne takes 2 injuries (3 now) and is taken out."),
    (injured(-1, worse=False), "Anne loses 1 injury (3 now)."),
    (injured(1, cause="status:bleeding"), "Anne takes 1 injury (bleeding; 3 now)."),
    (injured(None), "Anne is hurt."),
    (injured(None, cause="status:bleeding"), "Anne is hurt (bleeding)."),
    (injured(None, worse=False), "Anne recovers."),
    (injured(None, taken_out=True), "Anne is taken out."),
    (facts.TokenGiven(combatant="a", by="b", amount=1), "1 bonus for Anne's next action."),
    (
        facts.TokenGiven(combatant="a", by=None, amount=2, for_kind="treat"),
        "2 bonus for Anne's next action of kind treat.",
    ),
    (facts.OpeningLeft(combatant="a", by="b"), "The next action against Anne needs one hit less."),
    (facts.TroubleLaid(combatant="a", by=None, level=2), "Trouble of level 2 waits for Anne's next action."),
    (facts.SideMoveMade(combatant="a", text="shuts the door."), "Anne makes a side move: shuts the door."),
    (facts.SideMoveMade(combatant="a"), "Anne makes a side move."),
    (facts.FollowUpGranted(combatant="a"), "Anne acts again."),
    (facts.FactAdded(id="f1", text="It burns.", weight=1), "Fact f1: It burns."),
    (facts.FactAdded(id="f2", text="status:dazed", weight=2), "Fact f2: dazed (strong)."),
    (facts.FactDropped(id="f1", text="hinder"), "No longer true: hindered."),
    (facts.ConflictEnded(by="a"), "Anne has the last word: the conflict is over. The encounter goes on until `end`."),
    (facts.EffectLost(combatant="a", by="b"), "Anne is taken out already: nothing more comes of it."),
    (facts.SceneRewritten(by="a", goal="everybody falls"), "Anne turns the tables: everybody falls."),
    (facts.CombatantRemoved(combatant="b", by="a"), "Ben is out of the picture."),
    (rolled(), "Anne acts: 3 hits against 2 (8, 1)."),
    (rolled(hits=1), "Anne acts: 1 hit against 2 (8, 1)."),
    (rolled(kind="attack", targets=("b", "c")), "Anne attacks Ben and Crow: 3 hits against 2 (8, 1)."),
    (rolled(kind="treat", targets=("b",)), "Anne treats Ben: 3 hits against 2 (8, 1)."),
    (rolled(kind="escape"), "Anne struggles: 3 hits against 2 (8, 1)."),
    (rolled(targets=("b",)), "Anne acts on Ben: 3 hits against 2 (8, 1)."),
    (
        rolled(dice=(thrown("a", 8), thrown("b", 7, 2)), defender="b", targets=("b",)),
        "Anne acts on Ben: 3 hits against 2 (8; Ben: 7, 2).",
    ),
    (
        rolled(dice=(thrown("a", 8), thrown("b", 9, 2)), defender="b", defender_hits=1, targets=("b",)),
        "Anne acts on Ben: 3 hits against 2 (8; Ben has 1: 9, 2).",
    ),
    (
        rolled(bonus_hits=2, sources=(TOKEN, DAZED)),
        "Anne acts: 3 hits against 2 (8, 1; +2 set up; difficulty 1 +1 dazed).",
    ),
    (
        rolled(bonus_hits=1, sources=(TOKEN, source("hits", "advantage", 2))),
        "Anne acts: 3 hits against 2 (8, 1; +2 set up, of which 1 count; +2 Advantage).",
    ),
    (
        rolled(sources=(TOKEN, source("difficulty", "opening", -1))),
        "Anne acts: 3 hits against 2 (8, 1; +2 set up, of which none count; difficulty 1 -1 opening).",
    ),
    (unread(), "Anne acts: dice 8, 1."),
    (unread(dice=()), "Anne acts."),
    (unread(result="success"), "Anne acts: dice 8, 1. Success."),
    (resolved(result=None), ""),
    (resolved(result="success", unspent=1), "Anne: Success; 1 hit unspent."),
    (resolved(result="success", unspent=0), "Anne: Success."),
    (
        resolved(
            result="disaster",
            occurred=(Occurred(id="c1", level=1), Occurred(id="c2", level=2)),
            words={"c1": "The lantern goes out."},
            reward="a point of fate",
        ),
        "Anne: Disaster; The lantern goes out; c2; a point of fate.",
    ),
    (
        resolved(
            result="success",
            tricks=(BoughtTrick(key="dare", cost=2), BoughtTrick(key="hide", cost=1)),
            words={"dare": "Dare"},
        ),
        "Anne: Success; Dare for 2; hide for 1.",
    ),
    (
        resolved(result="success", spent=4, tricks=(BoughtTrick(key="dare", cost=1),)),
        "Anne: Success; dare for 1; spared for 3.",
    ),
    (actions.TrickApproved(actor="a", trick="dare", title="Dare"), "The game master allows Anne Dare."),
    (actions.TrickApproved(actor=None, trick=None, title=None), "The game master allows somebody it."),
    (actions.TrickRefused(actor="a", trick="dare", title="Dare"), "The game master doesn't allow Anne Dare."),
    (race("win", "a"), "Race: Anne is first (Anne has 3: 10, 8; Ben has 1: 9)."),
    (race("draw"), "Race: a draw at the top (Anne has 3: 10, 8; Ben has 1: 9)."),
    (race("none"), "Race: nobody gets anywhere (Anne has 3: 10, 8; Ben has 1: 9)."),
    (actions.InitiativeRolled(combatant="a", dice=(), initiative=0), "Anne has initiative 0."),
    (actions.InitiativeRolled(combatant="a", dice=(thrown("a", 9, 8),), initiative=2), "Anne has initiative 2 (9, 8)."),
]
