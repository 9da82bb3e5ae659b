"""What people at a table do: commands as `legal` offers them, and the game master's hand in between."""

import random
from collections.abc import Iterator
from typing import Any

from app.rules.encounter.commands import (
    AddCondition,
    Adjust,
    Command,
    EditCombatant,
    Hide,
    Join,
    Leave,
    Note,
    RemoveCondition,
    Reveal,
    SetOrder,
)
from app.rules.encounter.legal import LegalCommand, legal
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.schemas import command_bodies, read_command
from app.rules.encounter.state import Expiry, Kind, Moment
from app.rules.encounter.table import Character
from app.rules.encounter.viewer import GM, Viewer
from tests.rules.encounter.conftest import Side
from tests.rules.encounter.playing import Game

ANNE, BEN = (Viewer(role="player", member_id=name) for name in ("anne", "ben"))
PLAYERS = [ANNE, BEN]
OBSERVER = Viewer(role="observer", member_id="eyes")


def new_game(trial: Side, seed: int, *, auto_resolve: tuple[str, ...] = ()) -> Game:
    """Two players' characters against what the game master brings, hidden ones among it; now and then a chase."""
    chance = random.Random(seed)
    drawn = [chance.choice(list(trial.sheets)) for _ in range(6)]
    characters = {
        "chr_anne": Character("Anne", drawn[0], "anne", "table"),
        "chr_ben": Character("Ben", drawn[1], "ben", "owner"),
    }
    kind: Kind = "chase" if seed % 5 == 4 else "scene" if seed % 5 == 3 else "fight"
    game = Game(trial.rules, trial.options, seed=seed, kind=kind, characters=characters, auto_resolve=auto_resolve)
    # In a chase there are two.
    foes = drawn[2:3] if kind == "chase" else drawn[2:]
    for name in list(characters)[: 1 if kind == "chase" else 2]:
        game.send(game.body(Join, character_id=name, side="players"))
    for number, sheet in enumerate(foes):
        game.send(game.body(Join, sheet=sheet, name=f"Foe {number + 1}", side="foes", hidden=number == 1))
    return game


def offered(game: Game, chance: random.Random) -> tuple[Command, Viewer] | None:
    """A command that somebody could send, as `legal` lists it; the end comes late."""
    viewer = chance.choice([GM, GM, *PLAYERS])
    listed = _lasting(legal(game.encounter, viewer, table=game.table), chance)
    if not listed:
        viewer, listed = GM, _lasting(legal(game.encounter, GM, table=game.table), chance)
    if not listed:
        return None
    # First the type: what can be done to each of many would crowd out the rest.
    type_ = chance.choice(list(dict.fromkeys(one.type for one in listed)))
    body = chance.choice([one for one in listed if one.type == type_]).body
    return read_command(body, game.table.rules), viewer


def _lasting(listed: list[LegalCommand], chance: random.Random) -> list[LegalCommand]:
    return [one for one in listed if one.type != "end" or chance.random() < 0.01]


def by_hand(game: Game, trial: Side, chance: random.Random) -> Command:
    """What a game master does by hand; it may be refused."""
    encounter = game.encounter
    ids = [one.id for one in encounter.combatants]
    who = chance.choice(ids) if ids else "nobody"
    borne = [(one.id, held.id) for one in encounter.combatants for held in one.conditions]
    moments: list[Moment] = ["turn_start", "turn_end", "round_end", "encounter_end", "minutes", "never"]
    expires = Expiry(at=chance.choice(moments), of=chance.choice([None, who]), count=chance.randint(1, 3))
    key = chance.choice(trial.conditions or ["dazed"])
    order = list(encounter.order)
    chance.shuffle(order)
    bearer, condition = chance.choice(borne) if borne else (who, "none")
    edit: dict[str, Any] = chance.choice(
        [
            {"initiative": chance.randint(-5, 30)},
            {"name": f"Renamed {chance.randint(1, 9)}"},
            {"visibility": chance.choice(["table", "owner", "gm"])},
            {"owner_member_id": chance.choice(["anne", "ben"])},
        ]
    )
    return chance.choice(
        [
            game.body(AddCondition, actor=who, key=key, source=chance.choice([None, *ids]), expires=expires),
            game.body(RemoveCondition, actor=bearer, id=condition),
            game.body(EditCombatant, actor=who, **edit),
            game.body(SetOrder, order=order),
            game.body(Hide, actor=who),
            game.body(Reveal, actor=who),
            game.body(Note, text="So it goes.", private=chance.random() < 0.5),
            game.body(
                Join,
                sheet=chance.choice(list(trial.sheets)),
                side=chance.choice(["players", "foes"]),
                hidden=chance.random() < 0.5,
                initiative=chance.choice([None, chance.randint(-5, 30)]),
            ),
            game.body(Leave, actor=who) if len(ids) > 4 else game.body(Note, text="Stay."),
            game.body(Adjust, actor=who, **adjustment(game, chance)),
        ]
    )


def adjustment(game: Game, chance: random.Random) -> dict[str, Any]:
    """One of the numbers that the system's `adjust` changes, by little or beyond all bounds."""
    name, (least, most) = chance.choice(list(adjustable(game.table.rules).items()))
    return {name: min(most, max(least, chance.choice([-1000, -7, -1, 1, 7, 1000])))}


def adjustable(rules: EncounterRules[Any, Any]) -> dict[str, tuple[int, int]]:
    """The numbers that the system's `adjust` changes, each with the least and the most at once."""
    fields = command_bodies(rules)["adjust"].model_json_schema()["properties"]
    own = {name: field for name, field in fields.items() if field.get("type") == "integer"}
    return {name: (field.get("minimum", -1000), field.get("maximum", 1000)) for name, field in own.items()}


def strange(game: Game, earlier: list[Command], chance: random.Random) -> Iterator[Command]:
    """Commands that were right at some other time, or never."""
    ids = ["nobody", *(one.id for one in game.encounter.combatants)]
    for command in chance.sample(earlier, min(len(earlier), 3)):
        yield command
        yield command.model_copy(update={"actor": chance.choice(ids)})
        yield command.model_copy(update={"pending": "win_0"})
        if "target" in type(command).model_fields:
            yield command.model_copy(update={"target": chance.choice(ids)})
