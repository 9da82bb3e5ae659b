"""Acting: the pool against a difficulty or somebody who resists, with all that both sides' state brings to it."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rules.system import AgainstTheRules, OutOfRange
from app.rules.systems.ultra.bearing import Bearing, Deed, bearing, check_allowed, difficulty_in_force
from app.rules.systems.ultra.complications import Complication, Occurred, check_complications
from app.rules.systems.ultra.contests import opposed_difficulty
from app.rules.systems.ultra.encounter import resolving
from app.rules.systems.ultra.encounter.action_facts import ActionRolled, Source
from app.rules.systems.ultra.encounter.bearers import check_present, held, status_in, statuses
from app.rules.systems.ultra.encounter.bodies import Act, Attempt, Oppose, StatedPool, Treat
from app.rules.systems.ultra.encounter.effects import BY_KIND, Effect, StatusEffectCleared, StatusEffectGiven
from app.rules.systems.ultra.encounter.hands import pool_of, throw
from app.rules.systems.ultra.encounter.state import Fighter, OpenAction, SceneFact, UltraPlay
from app.rules.systems.ultra.pools import MOST_ADVANTAGE, Pool, final_difficulty, total_hits
from app.rules.systems.ultra.sheet import advantage_over
from app.rules.systems.ultra.statuses import ActionKind, status_of
from app.rules.systems.ultra.suffering import treat_difficulty

FACT_BONUS = 2
"""Bonus hits of a strong fact (G-18)."""


class Plan(NamedTuple):
    """What an attempt is, whichever command it came by."""

    body: Attempt
    kind: ActionKind
    targets: Sequence[str]
    applies: Effect | None
    difficulty: int = 1
    defense: StatedPool | None = None
    """Of the first target, who resists."""


class Weighed(NamedTuple):
    """An attempt that the rules allow, before its dice."""

    pool: Pool
    resists: Pool | None
    complications: list[Complication]
    facts: list[SceneFact]
    """Those that lend something to this actor."""
    advantage: int
    brought: Bearing
    opening: bool


def act(play: UltraPlay, body: Act) -> None:
    """`ultra.act`."""
    check_may_act(play, body.actor)
    targets = list(dict.fromkeys(body.targets))
    applies = body.applies or (BY_KIND.get(body.kind) if targets or body.kind == "escape" else None)
    attempt(play, Plan(body, body.kind, targets, applies, difficulty=body.difficulty))


def oppose(play: UltraPlay, body: Oppose) -> None:
    """`ultra.oppose`: the defender is the first target, and sets the difficulty (G-12)."""
    check_may_act(play, body.actor)
    applies = body.applies or BY_KIND.get(body.kind)
    attempt(play, Plan(body, body.kind, [body.defender], applies, defense=body.defense))


def treat(play: UltraPlay, body: Treat) -> None:
    """`ultra.treat`: an action against the Status Effect's own difficulty (section 3b)."""
    check_may_act(play, body.actor)
    target = play.known(body.target)
    condition = held(target, body.status)
    if condition is None:
        raise _nothing_to_clear(f"{play.plain.name(target.id)} doesn't bear this Status Effect.")
    difficulty = treat_difficulty(condition.key, status_in(condition, target.id).level)
    if status_of(condition.key).by_another and target.id == body.actor:
        raise _nothing_to_clear(f"{status_of(condition.key).name} is treated by somebody else.")
    cure = StatusEffectCleared(key=condition.key)
    attempt(play, Plan(body, "treat", [target.id], cure, difficulty=difficulty))


def _nothing_to_clear(detail: str) -> AgainstTheRules:
    return AgainstTheRules("nothing_to_clear", detail, rule="G-22")


def check_may_act(play: UltraPlay, actor: str) -> None:
    """Refuse somebody who can't act now.

    Raises:
        AgainstTheRules: `not_present`, `taken_out`, `not_your_turn`, `action_spent`, in this order.
    """
    one = play[actor]
    check_present(play, one)
    if one.out:
        raise AgainstTheRules("taken_out", f"{play.plain.name(actor)} is taken out.", rule="G-27")
    play.check_turn(actor)
    if one.state.actions < 1:
        raise AgainstTheRules(
            "action_spent", "The turn's action is spent: only Full Follow-Up gives another.", actions=0, rule="G-25"
        )


def attempt(play: UltraPlay, plan: Plan) -> None:
    """Check the attempt, throw, and open it for choices; it resolves at once where there is nothing to choose."""
    weighed = _weigh(play, plan)
    actor = plan.body.actor
    mine = throw(play, actor, weighed.pool.pool, "action")
    theirs = None if weighed.resists is None else throw(play, plan.targets[0], weighed.resists.pool, "defense")
    stated = plan.difficulty if theirs is None else opposed_difficulty(theirs.hits, play.options)
    brought, per_level = weighed.brought, play.options.advantage_hits_per_level
    strong = [one for one in weighed.facts if not one.advantage]
    bonus_hits = sum(one.value for one in brought.bonus_hits) + FACT_BONUS * len(strong)
    hits = total_hits(mine.hits, bonus_hits=bonus_hits, advantage=weighed.advantage, options=play.options)
    needed = difficulty_in_force(
        final_difficulty(stated, advantage=weighed.advantage, options=play.options),
        harder=sum(one.value for one in brought.harder),
        easier=sum(one.value for one in brought.easier) + weighed.opening,
    )
    action = OpenAction(
        actor=actor,
        kind=plan.kind,
        targets=tuple(plan.targets),
        applies=plan.applies,
        dice_hits=mine.hits,
        hits=hits.hits,
        difficulty=needed,
        complications=tuple(weighed.complications),
        follow_up=play[actor].state.follow_up,
    )
    roll = resolving.figures(action)
    fact = ActionRolled(
        actor=actor,
        targets=action.targets,
        kind=plan.kind,
        dice=tuple(one.thrown for one in (mine, theirs) if one is not None),
        pool=weighed.pool.pool,
        clamped=weighed.pool.clamped,
        advantage=weighed.advantage,
        bonus_hits=hits.bonus_hits,
        complications=tuple(Occurred(id=one.id, level=one.level) for one in action.complications),
        sources=tuple(_sources(play, plan, weighed, per_level if mine.hits else 0)),
        stated=stated,
        defender_hits=None if theirs is None else theirs.hits,
        defender=None if theirs is None else plan.targets[0],
        status="open",
        rules=_cited(weighed, opposed=theirs is not None),
        **roll,
    )
    fighters, scene = _spent(play, plan, weighed)
    resolving.open_or_resolve(play, action, fact, fighters, scene, used_up=brought.used_up)


def _weigh(play: UltraPlay, plan: Plan) -> Weighed:
    body, actor = plan.body, play[plan.body.actor]
    first = play.encounter.find(plan.targets[0]) if plan.targets else None
    against = first is not None and first.side != actor.side
    brought = bearing(
        Deed(kind=plan.kind, tags=body.tags, target=first.id if first else None),
        own=statuses(actor),
        of_target=statuses(first) if first is not None and against else (),
        tokens=actor.state.tokens,
    )
    check_allowed(brought)
    for target in plan.targets:
        check_present(play, play.known(target))
    pool = pool_of(play, actor.id, body)
    resists = None if plan.defense is None else pool_of(play, plan.targets[0], plan.defense)
    final_difficulty(plan.difficulty)
    complications = [*body.complications, *brought.complications]
    if actor.state.hindered:
        complications.append(Complication(id="hinder", level=actor.state.hindered))
    check_complications(complications)
    _check_named(complications, plan.applies)
    facts = _leant_on(play, body)
    lent = sum(one.advantage for one in facts)
    ahead = 0
    if body.domain is not None:
        ahead = advantage_over(play.sheet(actor.id), body.domain, play.sheet(first.id) if first else None)
    advantage = min(MOST_ADVANTAGE, ahead + lent)
    opening = first is not None and first.state.openings > 0
    return Weighed(pool, resists, complications, facts, advantage, brought, opening)


def _check_named(complications: Sequence[Complication], applies: Effect | None) -> None:
    if any(one.kind == "status_effect" and one.status_key is None for one in complications):
        raise OutOfRange("unknown_status", "A complication of this kind names its `status_key`.", rule="U-27")
    if isinstance(applies, StatusEffectGiven | StatusEffectCleared):
        status_of(applies.key)


def _leant_on(play: UltraPlay, body: Attempt) -> list[SceneFact]:
    """Facts of those named that still lend something to this actor (G-18, G-28)."""
    known = {one.id: one for one in play.encounter.scene.facts if play.sight.knows_of(one.by)}
    if any(name not in known for name in body.facts):
        raise OutOfRange(
            "unknown_fact", "The scene has no fact of that id: use those it has.", known=list(known)[:50], rule="G-28"
        )
    named = (known[name] for name in dict.fromkeys(body.facts))
    return [one for one in named if one.weight > 1 and body.actor not in one.used_by]


def _sources(play: UltraPlay, plan: Plan, weighed: Weighed, per_level: int) -> list[Source]:
    actor = plan.body.actor
    first = plan.targets[0] if plan.targets else None
    found = [Source(to="bonus_hits", of=one.of, whose=actor, value=one.value) for one in weighed.brought.bonus_hits]
    found += [
        Source(to="bonus_hits", of=f"fact:{one.id}", whose=None, value=FACT_BONUS)
        for one in weighed.facts
        if not one.advantage
    ]
    borne = {f"status:{one.key}" for one in play[actor].conditions}
    if weighed.advantage > 0 and per_level:
        found.append(Source(to="hits", of="advantage", whose=first or actor, value=weighed.advantage * per_level))
    if weighed.advantage < 0 and play.options.advantage_hits_per_level:
        found.append(Source(to="difficulty", of="advantage", whose=first or actor, value=-weighed.advantage))
    for one in weighed.brought.harder:
        whose = actor if one.of in borne else first
        found.append(Source(to="difficulty", of=one.of, whose=whose, value=one.value))
    for one in weighed.brought.easier:
        found.append(Source(to="difficulty", of=one.of, whose=first, value=-one.value))
    if weighed.opening:
        found.append(Source(to="difficulty", of="opening", whose=first, value=-1))
    return found


def _spent(play: UltraPlay, plan: Plan, weighed: Weighed) -> tuple[dict[str, Fighter], tuple[SceneFact, ...]]:
    """What the roll uses up, hit or not: the action, tokens, what hindered, an opening, strong facts."""
    actor = play[plan.body.actor]
    kept = tuple(one for one in actor.state.tokens if one.for_kind not in {None, plan.kind})
    update = {"actions": actor.state.actions - 1, "tokens": kept, "hindered": 0}
    fighters = {actor.id: actor.state.model_copy(update=update)}
    if weighed.opening:
        first = plan.targets[0]
        state = fighters.get(first, play[first].state)
        fighters[first] = state.model_copy(update={"openings": state.openings - 1})
    used = {one.id for one in weighed.facts}
    facts = tuple(
        one.model_copy(update={"used_by": (*one.used_by, actor.id)}) if one.id in used else one
        for one in play.encounter.scene.facts
    )
    return fighters, facts


def _cited(weighed: Weighed, *, opposed: bool) -> tuple[str, ...]:
    rules = ["U-02", "U-03"]
    rules += ["G-12"] if opposed else ["U-08"]
    rules += ["G-01"] if weighed.advantage else []
    rules += ["G-20"] if weighed.brought.bonus_hits or weighed.facts else []
    rules += ["G-22"] if weighed.brought.complications or weighed.brought.harder or weighed.brought.easier else []
    return tuple(rules)
