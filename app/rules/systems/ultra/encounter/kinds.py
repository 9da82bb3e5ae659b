"""The commands of a scene: for each its body, the rules that carry it out, and what it looks like on a button."""

from typing import Final

from app.rules.encounter.rules import CommandKind
from app.rules.encounter.state import Status
from app.rules.systems.ultra.encounter import acting, candidates, mastering, resolving
from app.rules.systems.ultra.encounter import commands as bodies

BY_HAND: Final[frozenset[Status]] = frozenset({"setup", "running"})


COMMANDS: Final[tuple[CommandKind, ...]] = (
    CommandKind(
        body=bodies.Act,
        summary="act: roll a pool against a difficulty",
        decide=acting.act,
        options=candidates.acts,
        price=candidates.attempt_price,
        say=candidates.say_act,
        own_turn=True,
    ),
    CommandKind(
        body=bodies.ResolveAction,
        summary="choose what the hits buy",
        decide=resolving.resolve_action,
        options=candidates.resolves,
        price=candidates.resolve_price,
        say=candidates.say_resolve,
        answers="only",
    ),
    CommandKind(
        body=bodies.ApproveTrick,
        summary="let the Trick happen",
        decide=resolving.approve,
        options=candidates.approvals,
        gm=True,
        answers="only",
    ),
    CommandKind(
        body=bodies.RefuseTrick,
        summary="don't let the Trick happen",
        decide=resolving.refuse,
        options=candidates.refusals,
        gm=True,
        answers="only",
    ),
    CommandKind(
        body=bodies.Oppose,
        summary="act against somebody who resists",
        decide=acting.oppose,
        options=candidates.opposes,
        price=candidates.attempt_price,
        say=candidates.say_oppose,
        own_turn=True,
    ),
    CommandKind(
        body=bodies.RunRace,
        summary="let some race for the most hits",
        decide=mastering.run_race,
        options=candidates.races,
        gm=True,
    ),
    CommandKind(
        body=bodies.Treat,
        summary="treat a Status Effect",
        decide=acting.treat,
        options=candidates.treats,
        price=candidates.attempt_price,
        say=candidates.say_treat,
        own_turn=True,
    ),
    CommandKind(
        body=bodies.GiveStatus,
        summary="give a Status Effect",
        decide=mastering.give_status,
        options=candidates.given,
        say=candidates.say_status,
        gm=True,
        statuses=BY_HAND,
    ),
    CommandKind(
        body=bodies.ClearStatus,
        summary="end a Status Effect",
        decide=mastering.clear_status,
        options=candidates.cleared,
        say=candidates.say_status,
        gm=True,
        statuses=BY_HAND,
    ),
    CommandKind(
        body=bodies.Injure,
        summary="injure",
        decide=mastering.injure,
        options=candidates.injured,
        gm=True,
        statuses=BY_HAND,
    ),
    CommandKind(
        body=bodies.HealInjuries,
        summary="heal",
        decide=mastering.heal,
        options=candidates.healed,
        gm=True,
        statuses=BY_HAND,
    ),
    CommandKind(
        body=bodies.StateFact,
        summary="say what is true",
        decide=mastering.state_fact,
        options=candidates.stated,
        gm=True,
        statuses=BY_HAND,
    ),
    CommandKind(
        body=bodies.DropFact,
        summary="say what is true no longer",
        decide=mastering.drop_fact,
        options=candidates.dropped,
        gm=True,
        statuses=BY_HAND,
    ),
)
"""In the order of section 8."""
