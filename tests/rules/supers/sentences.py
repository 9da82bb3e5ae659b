"""What the log says of everything that can happen in a fight of superheroes."""

from app.rules.systems.supers.encounter import deed_facts as deeds
from app.rules.systems.supers.encounter import facts
from tests.rules.encounter.sentences import Sentences, thrown


def attack(**fields: object) -> facts.AttackMade:
    known = {"dice": (thrown("a", 12),), "total": 22, "dc": 20, "hit": True, "critical": False, "way": "close"}
    who = {"actor": "a", "target": "b", "power": None, "modifiers": ()}
    return facts.AttackMade.model_validate(who | known | fields)


def critical(option: str, **fields: object) -> facts.CriticalChosen:
    known = {"resistance_dc": None, "added_effect": None, "added_rank": None, "added_resistance_dc": None}
    rest = {"actor": "a", "option": option, "stunt_granted": False, "fatigue_steps": 0}
    return facts.CriticalChosen.model_validate(known | rest | fields)


def resisted(**fields: object) -> facts.EffectResisted:
    known = {"dice": (thrown("b", 6),), "total": 10, "dc": 25, "degree": -3, "success": False, "critical": False}
    who = {"combatant": "b", "by": "a", "effect": "move_object", "trait": "will", "modifiers": ()}
    return facts.EffectResisted.model_validate(who | known | fields)


def dodged(name: str, face: int, total: int | None, *, success: bool) -> facts.Dodged:
    dc = None if total is None else 18
    return facts.Dodged(
        combatant=name,
        by="a",
        dice=(thrown(name, face),),
        total=total,
        dc=dc,
        degree=None,
        effective_rank=None,
        success=success,
    )


def check(**fields: object) -> deeds.CheckMade:
    known = {"dice": (thrown("a", 12),), "total": 17, "dc": 10, "degree": 2, "success": True, "critical": False}
    return deeds.CheckMade.model_validate({"actor": "a", "deed": "first_aid", "modifiers": ()} | known | fields)


def dying(state: str, *faces: int) -> facts.DyingChecked:
    dice = (thrown("a", *faces),) if faces else ()
    known = {"dice": dice, "total": 17, "dc": 15, "degree": 1, "state": state, "failure_degrees": 0}
    return facts.DyingChecked.model_validate({"combatant": "a"} | known)


def contest(**fields: object) -> deeds.OpposedMade:
    known = {"dice": (thrown("a", 10), thrown("b", 9)), "total_a": 14, "total_b": 7, "degree": 2, "winner": "a"}
    who = {"actor": "a", "target": "b", "deed": "grab", "modifiers_a": (), "modifiers_b": (), "by": None}
    return deeds.OpposedMade.model_validate(who | known | fields)


def compared(winner: str, by: str | None) -> deeds.RanksCompared:
    fields = {"actor": "a", "target": "b", "dice": (), "winner": winner, "by": by, "trait": "strength"}
    return deeds.RanksCompared.model_validate(fields)


def team(**fields: object) -> deeds.TeamMade:
    known = {"leader_bonus": 5, "leader_total": 25, "leader_degree": 2, "dc": 10, "success": True}
    who = {"leader": "a", "trait": "perception", "dice": (thrown("b", 9), thrown("a", 12)), "helpers": ()}
    return deeds.TeamMade.model_validate(who | known | fields)


def wounds(level: str | None, penalty: int | None = 0, *, stable: bool = False) -> facts.DamageChanged:
    fields = {"combatant": "a", "level": level, "penalty": penalty, "stable": stable}
    return facts.DamageChanged.model_validate(fields)


def point(**fields: object) -> deeds.HeroPointSpent:
    return deeds.HeroPointSpent.model_validate({"combatant": "a", "use": "improve_roll", "hero_points": 2} | fields)


SENTENCES: Sentences = [
    (
        facts.InitiativeRolled(combatant="a", dice=(thrown("a", 4),), modifiers=(), initiative=9),
        "Anne has initiative 4 + 5 = 9.",
    ),
    (
        facts.TieRolled(combatants=("a", "b"), dice=(thrown("a", 4), thrown("b", 9))),
        "Anne and Ben are level and throw 4, 9.",
    ),
    (attack(), "Anne attacks Ben: 12 + 10 = 22 against 20, a hit."),
    (attack(total=12), "Anne attacks Ben: 12 against 20, a hit."),
    (attack(total=9), "Anne attacks Ben: 12 - 3 = 9 against 20, a hit."),
    (attack(power="Bolt", hit=False), "Anne attacks Ben (Bolt): 12 + 10 = 22 against 20, a miss."),
    (
        attack(power="Bolt", manoeuvre="grab", critical=True),
        "Anne attacks Ben (grab): 12 + 10 = 22 against 20, a critical hit.",
    ),
    (attack(dice=(), routine=True, total=20), "Anne attacks Ben: routine 10 + 10 = 20 against 20, a hit."),
    (attack(dice=(), routine=True, total=None), "Anne attacks Ben: routine 10 against 20, a hit."),
    (attack(total=None, dc=None), "Anne attacks Ben: a die of 12, a hit."),
    (attack(dice=(thrown("b", 12),), total=None, dc=None), "Anne attacks Ben, a hit."),
    (
        attack(dice=(thrown("a", 4), thrown("a", 7)), total=27),
        "Anne attacks Ben: 17 (4, then 7 + 10) + 10 = 27 against 20, a hit.",
    ),
    (facts.EffectUsed(actor="a", target="b", power="Dread"), "Anne uses Dread on Ben."),
    (facts.EffectUsed(actor="a", target="b", power=None), "Anne uses a power on Ben."),
    (
        facts.AreaStruck(
            actor="a",
            targets=("b", "c"),
            power="Burst",
            dodge=(dodged("b", 9, 14, success=False), dodged("c", 15, None, success=True)),
        ),
        "Anne strikes an area with Burst: Ben 9 + 5 = 14 against 18 (in full), Crow a die of 15 (half).",
    ),
    (
        facts.AreaStruck(
            actor=None,
            targets=("b",),
            power=None,
            dodge=(dodged("b", 9, 14, success=False).model_copy(update={"combatant": None}),),
        ),
        "somebody strikes an area.",
    ),
    (critical("increased", resistance_dc=30), "Anne makes it harder to resist (DC 30)."),
    (critical("added", added_effect="move_object"), "Anne adds move object."),
    (critical("alternate"), "Anne gets a power stunt out of it."),
    (resisted(), "Ben doesn't resist the move object: 6 + 4 = 10 against 25 (3 degrees)."),
    (
        resisted(penalty=1, dc=None, degree=-1),
        "Ben doesn't resist the move object: 6 + 4 = 10 (1 degree); now -1 to resist damage.",
    ),
    (resisted(success=True, penalty=1, degree=1), "Ben resists the move object: 6 + 4 = 10 against 25 (1 degree)."),
    (
        resisted(success=True, degree=2, critical=True),
        "Ben resists the move object: 6 + 4 = 10 against 25 (2 degrees, one better by the natural 20).",
    ),
    (resisted(success=True, again=True, degree=None), "Ben throws off the move object: 6 + 4 = 10 against 25."),
    (resisted(again=True, degree=None, total=None), "Ben doesn't throw off the move object: a die of 6 against 25."),
    (dying("stable", 13), "Anne is stable: 13 + 4 = 17 against 15."),
    (dying("dying", 13), "Anne is dying still: 13 + 4 = 17 against 15."),
    (dying("dead"), "Anne can't hold on."),
    (facts.FatigueChanged(combatant="a", fatigue="fatigued", worse=True), "Anne pays for the extra effort."),
    (facts.FatigueChanged(combatant="a", fatigue="none"), ""),
    (facts.CombatantDied(combatant="a"), "Anne is dead."),
    (wounds("dazed", 2), "Anne is now at: dazed, -2."),
    (wounds("dying", stable=True), "Anne is now at: dying (stable)."),
    (wounds("dead"), ""),
    (wounds(None, None), ""),
    (contest(), "Anne, grab against Ben: 10 + 4 = 14 against 9 - 2 = 7, succeeds (2 degrees)."),
    (contest(winner="b", total_b=None, degree=None), "Anne, grab against Ben: 10 + 4 = 14 against a die of 9, fails."),
    (
        contest(dice=(thrown("a", 10),), total_b=None, degree=1),
        "Anne, grab against Ben: 10 + 4 = 14, succeeds (1 degree).",
    ),
    (
        contest(dice=(thrown("b", 9), thrown("a", 20, what="coin")), total_a=None, degree=None),
        "Anne, grab against Ben: against 9 - 2 = 7, succeeds.",
    ),
    (check(), "Anne, first aid: 12 + 5 = 17 against 10, success (2 degrees)."),
    (
        check(critical=True),
        "Anne, first aid: 12 + 5 = 17 against 10, success (2 degrees, one better by the natural 20).",
    ),
    (
        check(target="b", success=False, degree=-1, state="dying"),
        "Anne, first aid for Ben: 12 + 5 = 17 against 10, failure (1 degree), dying.",
    ),
    (
        check(target="b", dice=(), routine=True, total=15, degree=None, bonus=2, state="stable"),
        "Anne, first aid for Ben: routine 10 + 5 = 15 against 10, success, +2.",
    ),
    (check(dice=()), "Anne, first aid: 17 against 10, success (2 degrees)."),
    (compared("a", None), "Anne has more strength."),
    (compared("b", "coin"), "Ben has more strength, by the coin."),
    (compared("b", "bonus"), "Ben has more strength."),
    (team(), "Anne leads (perception, +5): 12 + 8 + 5 = 25 against 10, success."),
    (
        team(leader_bonus=-2, leader_total=18, success=False),
        "Anne leads (perception, -2): 12 + 8 - 2 = 18 against 10, failure.",
    ),
    (team(leader_bonus=None, leader_total=None), "Anne leads (perception): a die of 12 against 10, success."),
    (deeds.CombatantMoved(combatant="a", feet=30), "Anne moves 30 ft."),
    (deeds.DeedDone(actor="a", deed="stand_up"), "Anne stands up."),
    (deeds.DeedDone(actor="a", target="b", deed="aim"), "Anne aims at Ben."),
    (deeds.DeedDone(actor="a", deed="drop_item", what="Baton"), "Anne lets go of something (Baton)."),
    (deeds.DeedDone(actor="a", target="b", deed="drop_item"), "Anne lets go of Ben."),
    (deeds.WordsSpoken(combatant="a", text="Behind you!"), "Anne: Behind you!"),
    (deeds.WordsSpoken(combatant="a", text=None), "Anne talks."),
    (deeds.ActionReadied(combatant="a"), "Anne readies an action."),
    (deeds.PowerActivated(combatant="a", power="Flight"), "Anne activates Flight."),
    (deeds.PowerEnded(combatant="a", power=None), "Anne drops a power."),
    (deeds.PowerEnded(combatant="a", power="Flight", lapsed=True), "Anne can't keep Flight up."),
    (
        deeds.EffortMade(combatant="a", option="power_stunt", what="Flight"),
        "Anne makes an extra effort (power stunt, Flight).",
    ),
    (deeds.EffortMade(combatant="a", option="action"), "Anne makes an extra effort (action)."),
    (point(), "Anne spends a hero point (improve roll, 2 left)."),
    (point(hero_points=0, text="the rope holds"), "Anne spends a hero point (improve roll, 0 left): the rope holds."),
    (point(hero_points=None), "Anne spends a hero point (improve roll)."),
    (
        deeds.HeroPointsSet(combatant="a", hero_points=3, reason="a setback"),
        "Anne has earned hero points (3 now): a setback.",
    ),
    (deeds.HeroPointsSet(combatant="a", hero_points=None), "Anne has earned hero points."),
    (
        deeds.RollImproved(
            combatant="a", what="resist", dice=(thrown("a", 4), thrown("a", 7)), used_face=17, hero_points=1
        ),
        "Anne spends a hero point on the roll: 4, then 7; it counts 17.",
    ),
]
