"""The commands of a scene: for each its body, the rules that carry it out, and what it looks like on a button."""

from typing import Final

from app.rules.encounter.rules import NOT_ENDED, CommandKind
from app.rules.systems.ultra.encounter import acting, adjusting, bodies, offers, resolving

COMMANDS: Final[tuple[CommandKind, ...]] = (
    CommandKind(
        body=bodies.Act,
        summary="act: roll a pool against a difficulty",
        decide=acting.act,
        options=offers.acts,
        price=offers.attempt_price,
        say=offers.say_act,
        own_turn=True,
    ),
    CommandKind(
        body=bodies.ResolveAction,
        summary="choose what the hits buy",
        decide=resolving.resolve_action,
        options=offers.resolves,
        price=offers.resolve_price,
        say=offers.say_resolve,
        answers="only",
    ),
    CommandKind(
        body=bodies.ApproveTrick,
        summary="let the Trick happen",
        decide=resolving.approve,
        options=offers.approvals,
        gm=True,
        answers="only",
    ),
    CommandKind(
        body=bodies.RefuseTrick,
        summary="don't let the Trick happen",
        decide=resolving.refuse,
        options=offers.refusals,
        gm=True,
        answers="only",
    ),
    CommandKind(
        body=bodies.Oppose,
        summary="act against somebody who resists",
        decide=acting.oppose,
        options=offers.opposes,
        price=offers.attempt_price,
        say=offers.say_oppose,
        own_turn=True,
    ),
    CommandKind(
        body=bodies.RunRace,
        summary="let some race for the most hits",
        decide=adjusting.run_race,
        options=offers.races,
        gm=True,
    ),
    CommandKind(
        body=bodies.Treat,
        summary="treat a Status Effect",
        decide=acting.treat,
        options=offers.treats,
        price=offers.attempt_price,
        say=offers.say_treat,
        own_turn=True,
    ),
    CommandKind(
        body=bodies.GiveStatus,
        summary="give a Status Effect",
        decide=adjusting.give_status,
        options=offers.given,
        say=offers.say_status,
        gm=True,
        statuses=NOT_ENDED,
    ),
    CommandKind(
        body=bodies.ClearStatus,
        summary="end a Status Effect",
        decide=adjusting.clear_status,
        options=offers.cleared,
        say=offers.say_status,
        gm=True,
        statuses=NOT_ENDED,
    ),
    CommandKind(
        body=bodies.Injure,
        summary="injure",
        decide=adjusting.injure,
        options=offers.injured,
        gm=True,
        statuses=NOT_ENDED,
    ),
    CommandKind(
        body=bodies.HealInjuries,
        summary="heal",
        decide=adjusting.heal,
        options=offers.healed,
        gm=True,
        statuses=NOT_ENDED,
    ),
    CommandKind(
        body=bodies.StateFact,
        summary="say what is true",
        decide=adjusting.state_fact,
        options=offers.stated,
        gm=True,
        statuses=NOT_ENDED,
    ),
    CommandKind(
        body=bodies.DropFact,
        summary="say what is true no longer",
        decide=adjusting.drop_fact,
        options=offers.dropped,
        gm=True,
        statuses=NOT_ENDED,
    ),
)
"""In the order of section 8."""
