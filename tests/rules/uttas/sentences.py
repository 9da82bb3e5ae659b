"""What the log says of everything that can happen in a fight or a chase of the Universal System."""

from app.rules.systems.uttas.encounter import attack_facts as attacks
from app.rules.systems.uttas.encounter import chase_facts as chases
from app.rules.systems.uttas.encounter import facts
from tests.rules.encounter.sentences import Sentences, thrown

TWO = (thrown("a", 2, 3, sides=6),)
BLOCKED = (thrown("b", 4, sides=6, what="block"), thrown("a", 4, 5, sides=6, what="damage"))


def moved(**fields: object) -> facts.CombatantMoved:
    return facts.CombatantMoved.model_validate({"combatant": "a", "by": "move", "modes": (), "metres": 6} | fields)


def skill(**fields: object) -> facts.SkillRolled:
    known = {"actor": "a", "skill": "climb", "dice": TWO, "total": 5}
    return facts.SkillRolled.model_validate(known | fields)


def declared(**fields: object) -> attacks.AttackDeclared:
    known = {"actor": "a", "targets": ("b",), "attack": "club"}
    return attacks.AttackDeclared.model_validate(known | fields)


def aim(**fields: object) -> attacks.Aiming:
    known = {"dice": (thrown("a", 4, 4, 4, sides=6),), "base": 10, "total": 22, "against": 19, "versus": "dodge"}
    return attacks.Aiming.model_validate({"actor": "a", "target": "b", "hit": True} | known | fields)


def landing(**fields: object) -> attacks.Landing:
    return attacks.Landing.model_validate({"actor": "a", "target": "b"} | fields)


def harm(**fields: object) -> attacks.Landing:
    known = {"dice": TWO, "rolled": 5, "armor": 1, "defense": 2, "health": 1, "stamina": 3}
    return landing(**(known | {"health_left": 19, "stamina_left": 37} | fields))


def strike(*aims: attacks.Aiming, on: attacks.Landing | None = None) -> attacks.StrikeResolved:
    landings = () if on is None else (on,)
    return attacks.StrikeResolved(actors=("a",), targets=("b",), aims=aims, landings=landings)


def reaction(kind: str) -> attacks.ReactionTaken:
    return attacks.ReactionTaken.model_validate({"actor": "a", "target": "b", "reaction": kind})


def failed(why: str) -> attacks.StrikeFailed:
    return attacks.StrikeFailed.model_validate({"actor": "a", "target": "b", "why": why})


def wrestled(*, success: bool, passive_total: int | None = 7) -> attacks.StruggleRolled:
    dice = (*TWO, thrown("b", 3, 4, sides=6))
    rest = {"active_total": 5, "passive_total": passive_total, "stamina": 2, "success": success}
    return attacks.StruggleRolled.model_validate({"actor": "a", "target": "b", "dice": dice} | rest)


def braved(**fields: object) -> chases.HazardBraved:
    known = {"armor": 1, "defense": 2, "health": 1, "stamina": 3, "health_left": 19, "stamina_left": 37}
    return chases.HazardBraved.model_validate({"combatant": "a", "dice": TWO} | known | fields)


def compared(outcome: str) -> chases.ChaseCompared:
    return chases.ChaseCompared.model_validate({"pursuer": "a", "target": "b", "outcome": outcome})


def ended(how: str | None) -> chases.ChaseEnded:
    return chases.ChaseEnded.model_validate({"pursuer": "a", "target": "b", "how": how})


OF_TURNS: Sentences = [
    (facts.InitiativeRolled(combatant="a", initiative=12), "Anne has initiative 12."),
    (facts.InitiativeRolled(combatant="a", dice=TWO, initiative=5), "Anne has initiative 5 (2d6 [2, 3])."),
    (
        facts.InitiativeRolled(combatant="a", initiative=12, unable="dead"),
        "Anne has initiative 12, but is dead and gets no turn.",
    ),
    (
        facts.TieRolled(combatants=("a", "b"), dice=(*TWO, thrown("b", 6, sides=6))),
        "Anne and Ben are level and throw [2, 3], [6].",
    ),
    (facts.TurnPrepared(combatant="a", lost=True), "Anne is out of actions: this turn is lost."),
    (facts.TurnPrepared(combatant="a", lost=False, ready_lapsed=True), "Anne readied in vain."),
    (
        facts.TurnPrepared(combatant="a", lost=True, ready_lapsed=True),
        "Anne is out of actions: this turn is lost. Anne readied in vain.",
    ),
    (facts.StaminaPaid(combatant="a", cost=8, left=0), "Anne has paid 8 Stamina: 0 left."),
    (facts.StaminaPaid(combatant="a", cost=8, left=1), ""),
    (facts.StaminaPaid(combatant="a", cost=None, left=None), ""),
    (facts.StanceTaken(combatant="a", stance="steady", free=True), "Anne takes the stance steady."),
    (facts.StanceTaken(combatant="a", stance="steady", free=False), "Anne takes the stance steady as an action."),
    (facts.StanceTaken(combatant="a", stance="none", free=True), "Anne gives the stance up."),
    (facts.StanceTaken(combatant="a", stance="none", free=False), "Anne gives the stance up as an action."),
    (moved(), "Anne moves 6 m (move)."),
    (
        moved(modes=("run", "warp"), to=(1, 2), stamina=2, stopped=True),
        "Anne moves 6 m to [1, 2] (run/warp) for 2 Stamina and is stopped.",
    ),
    (moved(modes=("run",), stamina=None), "Anne moves 6 m (run)."),
    (skill(), "Anne, climb: 5 (2d6 [2, 3])."),
    (skill(dc=5, success=True), "Anne, climb: 5 (2d6 [2, 3]) against 5, success."),
    (skill(total=None, dc=9, target="b", success=False), "Anne, climb: 2d6 [2, 3] against 9, failure."),
    (
        skill(dice=(*TWO, thrown("a", 6, sides=6, what="advantage"), thrown("a", 1, sides=6, what="disadvantage"))),
        "Anne, climb: 5 (2d6 [2, 3] + 1d6 [6] - 1d6 [1]).",
    ),
    (skill(hides=True), "Anne, climb: 5 (2d6 [2, 3]), to find takes more."),
    (facts.SkillBegun(combatant="a", skill="pick", done_at_round=11), "Anne begins pick, until round 11."),
    (facts.SkillBegun(combatant="a", skill="pick", done_at_round=None), "Anne breaks off pick."),
    (facts.ItemUsed(combatant="a", item="rope", hand="left_arm"), "Anne uses rope (left arm)."),
    (
        facts.PowerActivated(combatant="a", power="ward", stamina=8, locked=8),
        "Anne activates ward for 8 Stamina, 8 locked.",
    ),
    (facts.PowerActivated(combatant="a", power="ward", stamina=0), "Anne activates ward for 0 Stamina."),
    (facts.PowerActivated(combatant="a", power="ward", stamina=None, locked=None), "Anne activates ward."),
    (facts.PowerEnded(combatant="a", power="ward", freed=8), "Anne drops ward."),
    (facts.ActionReadied(combatant="a", action="uttas.full_move"), "Anne readies an action (full move)."),
    (facts.ActionReadied(combatant="a", action=None), "Anne readies an action."),
    (facts.ReadyEnded(combatant="a", how="set_off"), "Anne acts as readied."),
    (facts.ReadyEnded(combatant="a", how="given_up"), "Anne waits no longer."),
    (facts.ReadyEnded(combatant="a", how="in_vain"), "Anne can't do what was readied."),
    (facts.BreatherBegun(combatant="a"), "Anne takes a breather."),
    (
        facts.BreatherEnded(combatant="a", dice=TWO, gained=5, interrupted=False),
        "Anne has caught breath: 5 Stamina (2d6 [2, 3]).",
    ),
    (
        facts.BreatherEnded(combatant="a", dice=TWO, gained=4, interrupted=False),
        "Anne has caught breath: 4 Stamina (2d6 [2, 3], as much as there is room for).",
    ),
    (
        facts.BreatherEnded(combatant="a", dice=TWO, gained=None, interrupted=False),
        "Anne has caught breath (2d6 [2, 3]).",
    ),
    (
        facts.BreatherEnded(combatant="a", dice=(), gained=0, interrupted=True),
        "Anne gains nothing from the breather.",
    ),
    (facts.WordsSpoken(combatant="a", words=2, left=23, text="Behind you!"), "Anne: Behind you!"),
    (facts.WordsSpoken(combatant="a", words=1, left=24), "Anne says 1 word."),
    (facts.WordsSpoken(combatant="a", words=2, left=23), "Anne says 2 words."),
    (
        facts.ModifierGranted(combatant="a", roll="accuracy", adv=2, dis=1),
        "Anne has 2 Advantage and 1 Disadvantage on the next roll (accuracy).",
    ),
    (facts.ModifierGranted(combatant="a", roll="any", adv=0, dis=0), "Anne has nothing on the next roll (any)."),
]
OF_ATTACKS: Sentences = [
    (declared(), "Anne attacks Ben (club)."),
    (declared(targets=()), "Anne attacks (club)."),
    (declared(limb="left_arm", strike=2, strikes=3), "Anne attacks Ben (club, at the left arm, strike 2 of 3)."),
    (reaction("block"), "Anne blocks."),
    (reaction("evade"), "Anne evades."),
    (reaction("move"), "Anne steps away."),
    (reaction("stance"), "Anne changes the stance."),
    (reaction("counterattack"), "Anne strikes back."),
    (attacks.HitIntercepted(actor="a", target="b"), "Anne takes the hit for Ben."),
    (attacks.SurrenderResolved(actor="a", choice="stop"), "Anne stops the attack."),
    (attacks.SurrenderResolved(actor="a", choice="finish"), "Anne finishes the attack."),
    (failed("out_of_range"), "Ben is hopelessly far away: the strike of Anne fails."),
    (failed("out_of_reach"), "Ben is out of reach: the strike of Anne fails."),
    (failed("unable"), "Ben is spared: the strike of Anne fails."),
    (strike(aim()), "Accuracy 22 (10 + 3d6 [4, 4, 4]) against Dodge 19: Ben is hit."),
    (
        strike(aim(stance=-2, total=20, versus="discipline", hit=False)),
        "Accuracy 20 (10 - 2 stance + 3d6 [4, 4, 4]) against Discipline 19: Ben is missed.",
    ),
    (strike(aim(stance=2)), "Accuracy 22 (10 + 2 stance + 3d6 [4, 4, 4]) against Dodge 19: Ben is hit."),
    (strike(aim(base=None, stance=None, total=None, against=None)), "Accuracy (3d6 [4, 4, 4]): Ben is hit."),
    (
        strike(aim(reasons=("Advantage: stunned", "Disadvantage: evaded", "Disadvantage: 1 range band out"))),
        "Accuracy 22 (10 + 3d6 [4, 4, 4]; Advantage: stunned; Disadvantage: evaded, 1 range band out) "
        "against Dodge 19: Ben is hit.",
    ),
    (
        strike(aim(), on=harm()),
        "Accuracy 22 (10 + 3d6 [4, 4, 4]) against Dodge 19: Ben is hit. "
        "2d6 [2, 3] = 5 on Ben: Health -1 (2 dice - Armor 1), 19 left; Stamina -3 (5 - Defense 2), 37 left.",
    ),
    (
        strike(on=harm(dice=BLOCKED, rolled=9, block_dice=1, blocked=4, health=0)),
        "Block 1d6 [4] = 4; 2d6 [4, 5] = 9 on Ben: "
        "Health 0 (2 dice - Armor 1 - Block 1), 19 left; Stamina -3 (9 - Defense 2 - Block 4), 37 left.",
    ),
    (
        strike(on=harm(dice=BLOCKED, armor=None, defense=None, health=None, stamina=None)),
        "Block 1d6 [4] = 4; 2d6 [4, 5] = 9 on Ben.",
    ),
    (
        strike(on=harm(actor=None)),
        "Ben: Health -1 (Armor 1), 19 left; Stamina -3 (Defense 2), 37 left.",
    ),
    (
        strike(on=harm(dice=BLOCKED, fully_blocked=True, defense=5)),
        "Block 1d6 [4] = 4; 2d6 [4, 5] = 9 (Defense 5): Ben blocks it all.",
    ),
    (
        strike(on=harm(dice=BLOCKED, fully_blocked=True, defense=None)),
        "Block 1d6 [4] = 4; 2d6 [4, 5] = 9: Ben blocks it all.",
    ),
    (strike(on=harm(fully_blocked=True, actor=None)), "Ben blocks it all."),
    (strike(on=landing(dice=TWO)), "2d6 [2, 3] = 5 on Ben."),
    (strike(on=landing(dice=TWO, actor=None)), "Ben is hit."),
    (strike(on=landing()), "Ben is touched."),
    (strike(on=landing(actor=None)), "Ben is hit."),
    (
        strike(
            on=landing(disabled="left_arm", dropped=("club", "rope"), held=("left_arm", "head"), bound=8, down=True)
        ),
        "left arm disabled; Ben drops club, rope; Ben is held by left arm, head; Ben is bound (bonds of Health 8); "
        "Ben is brought down.",
    ),
    (strike(on=landing(bound=0)), "Ben is bound (bonds of Health 0)."),
    (attacks.HoldEnded(holder="a", held="b"), "Ben is out of the hold of Anne."),
    (
        attacks.HoldTurned(holder="a", held="b", limbs=("left_arm", "head")),
        "Anne turns the hold round and has Ben by left arm, head.",
    ),
    (wrestled(success=True), "Anne wrestles with Ben for 2 Stamina: 5 against 7 (2d6 [2, 3], 2d6 [3, 4]), success."),
    (
        wrestled(success=False, passive_total=None),
        "Anne wrestles with Ben for 2 Stamina: 5 (2d6 [2, 3], 2d6 [3, 4]), failure.",
    ),
    (
        attacks.EntanglePulled(combatant="a", method="pull", left=3, free=False),
        "Anne pulls at the bonds (their Health: 3 left).",
    ),
    (attacks.EntanglePulled(combatant="a", method="pull", left=None, free=False), "Anne pulls at the bonds."),
    (attacks.EntanglePulled(combatant="a", method="slip", left=0, free=True), "Anne is free."),
]
OF_CHASES: Sentences = [
    (compared("chase_scene"), "If Anne ran after Ben, they would be level: it would come to a chase."),
    (compared("overtaken"), "If Anne ran after Ben, Ben would be caught."),
    (compared("target_escapes"), "If Anne ran after Ben, Ben would get away."),
    (chases.ChaseStarted(pursuer="a", target="b", gap_m=20), "Anne chases Ben, 20 m behind."),
    (ended("caught"), "Ben is caught: it is a fight now."),
    (ended("escaped"), "Ben has got away."),
    (ended("called_off"), "The chase is called off: it is a fight now."),
    (ended(None), "It is a fight now."),
    (chases.GapChanged(pursuer="a", target="b", by_m=-6, gap_m=14), "Gap -6 m: 14 m."),
    (chases.GapChanged(pursuer="a", target="b", by_m=6, gap_m=26), "Gap +6 m: 26 m."),
    (
        chases.HazardLaid(combatant="a", name="a cart", dice=2, damage="physical"),
        "Anne leaves a hazard: a cart (2d6 physical).",
    ),
    (chases.HazardLaid(combatant="a", name=None, dice=2, damage="energy"), "Anne leaves a hazard (2d6 energy)."),
    (
        braved(),
        "Anne braves it: 2d6 [2, 3] = 5: Health -1 (2 dice - Armor 1), 19 left; Stamina -3 (5 - Defense 2), 37 left.",
    ),
    (
        braved(armor=None, defense=None, health=None, stamina=None, health_left=None, stamina_left=None),
        "Anne braves it: 2d6 [2, 3] = 5.",
    ),
    (chases.SprintRun(combatant="a", metres=10, stamina=2), "Anne sprints 10 m for 2 Stamina."),
    (chases.SprintRun(combatant="a", metres=None, stamina=None), "Anne sprints."),
    (chases.RunPaid(combatant="a", stamina=1), "Anne keeps running for 1 Stamina."),
    (chases.RunPaid(combatant="a", stamina=None), ""),
]
SENTENCES: Sentences = [*OF_TURNS, *OF_ATTACKS, *OF_CHASES]
