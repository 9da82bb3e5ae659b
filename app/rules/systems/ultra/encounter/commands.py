"""The commands of a scene: for each its body, the rules that carry it out, and what it looks like on a button."""

from collections.abc import Mapping
from typing import Any, Final

from app.rules.encounter.commands import Command
from app.rules.encounter.rules import CommandKind
from app.rules.encounter.state import Status
from app.rules.systems.ultra.encounter import acting, adjusting, bodies, offers, resolving

BY_HAND: Final[frozenset[Status]] = frozenset({"setup", "running"})


def _examples(body: type[Command], **named: dict[str, Any]) -> Mapping[str, Command]:
    return {name.replace("_", " "): body.model_validate(fields) for name, fields in named.items()}


COMMANDS: Final[tuple[CommandKind, ...]] = (
    CommandKind(
        body=bodies.Act,
        summary="act: roll a pool against a difficulty",
        decide=acting.act,
        options=offers.acts,
        price=offers.attempt_price,
        say=offers.say_act,
        own_turn=True,
        examples=_examples(
            bodies.Act,
            Read_the_marks={
                "actor": "mara",
                "traits": ["lore"],
                "modifiers": [1],
                "difficulty": 2,
                "tags": ["mental"],
                "complications": [{"id": "c1", "level": 1, "kind": "physical_setback", "note": "the lantern goes out"}],
            },
            Strike_the_stronger={
                "actor": "tobin",
                "traits": ["brawl", "athletics"],
                "domain": "might",
                "targets": ["hollow"],
                "kind": "attack",
                "facts": ["f2"],
            },
            Frighten={
                "actor": "crone",
                "traits": ["hex", "terror"],
                "difficulty": 2,
                "targets": ["tobin"],
                "applies": {"kind": "status", "key": "frightened", "level": 2},
            },
        ),
    ),
    CommandKind(
        body=bodies.ResolveAction,
        summary="choose what the hits buy",
        decide=resolving.resolve_action,
        options=offers.resolves,
        price=offers.resolve_price,
        say=offers.say_resolve,
        answers="only",
        examples=_examples(
            bodies.ResolveAction,
            Be_spared_and_declare_a_truth={
                "actor": "mara",
                "buy_off": [{"id": "c1"}],
                "tricks": [{"key": "declare_truth", "text": "salt burns whatever walks here"}],
            },
            Set_a_friend_up={"actor": "tobin", "tricks": [{"key": "set_up", "cost": 2, "target": "mara"}]},
            Disaster={"actor": "crone", "accept_complications": True},
        ),
    ),
    CommandKind(
        body=bodies.ApproveTrick,
        summary="let the Trick happen",
        decide=resolving.approve,
        options=offers.approvals,
        gm=True,
        answers="only",
        examples=_examples(bodies.ApproveTrick, The_last_word={"trick": "end_fight"}),
    ),
    CommandKind(
        body=bodies.RefuseTrick,
        summary="don't let the Trick happen",
        decide=resolving.refuse,
        options=offers.refusals,
        gm=True,
        answers="only",
        examples=_examples(bodies.RefuseTrick, Not_him={"trick": "remove_target"}),
    ),
    CommandKind(
        body=bodies.Oppose,
        summary="act against somebody who resists",
        decide=acting.oppose,
        options=offers.opposes,
        price=offers.attempt_price,
        say=offers.say_oppose,
        own_turn=True,
        examples=_examples(
            bodies.Oppose,
            Hold_her={
                "actor": "hollow",
                "defender": "mara",
                "traits": ["claws"],
                "defense": {"traits": ["athletics", "nerve"]},
                "kind": "attack",
                "applies": {"kind": "status", "key": "restrained"},
            },
        ),
    ),
    CommandKind(
        body=bodies.RunRace,
        summary="let some race for the most hits",
        decide=adjusting.run_race,
        options=offers.races,
        gm=True,
        examples=_examples(
            bodies.RunRace,
            To_the_stove={"sides": {"mara": {"traits": ["athletics", "nerve"]}, "crone": {"traits": ["cunning"]}}},
        ),
    ),
    CommandKind(
        body=bodies.Treat,
        summary="treat a Status Effect",
        decide=acting.treat,
        options=offers.treats,
        price=offers.attempt_price,
        say=offers.say_treat,
        own_turn=True,
        examples=_examples(
            bodies.Treat,
            Bind_the_wound={"actor": "mara", "target": "mara", "status": "bleeding", "traits": ["lore", "nerve"]},
        ),
    ),
    CommandKind(
        body=bodies.GiveStatus,
        summary="give a Status Effect",
        decide=adjusting.give_status,
        options=offers.given,
        say=offers.say_status,
        gm=True,
        statuses=BY_HAND,
        examples=_examples(bodies.GiveStatus, Smoke={"target": "tobin", "key": "blinded", "level": 2}),
    ),
    CommandKind(
        body=bodies.ClearStatus,
        summary="end a Status Effect",
        decide=adjusting.clear_status,
        options=offers.cleared,
        say=offers.say_status,
        gm=True,
        statuses=BY_HAND,
        examples=_examples(bodies.ClearStatus, Fresh_air={"target": "tobin", "key": "blinded"}),
    ),
    CommandKind(
        body=bodies.Injure,
        summary="injure",
        decide=adjusting.injure,
        options=offers.injured,
        gm=True,
        statuses=BY_HAND,
        examples=_examples(bodies.Injure, A_falling_beam={"target": "mara", "amount": 2}),
    ),
    CommandKind(
        body=bodies.HealInjuries,
        summary="heal",
        decide=adjusting.heal,
        options=offers.healed,
        gm=True,
        statuses=BY_HAND,
        examples=_examples(bodies.HealInjuries, A_bandage={"target": "mara", "amount": 1}),
    ),
    CommandKind(
        body=bodies.StateFact,
        summary="say what is true",
        decide=adjusting.state_fact,
        options=offers.stated,
        gm=True,
        statuses=BY_HAND,
        examples=_examples(bodies.StateFact, The_stairs={"text": "the stairs creak", "weight": 1}),
    ),
    CommandKind(
        body=bodies.DropFact,
        summary="say what is true no longer",
        decide=adjusting.drop_fact,
        options=offers.dropped,
        gm=True,
        statuses=BY_HAND,
        examples=_examples(bodies.DropFact, The_stairs={"fact": "f1"}),
    ),
)
"""In the order of section 8."""
