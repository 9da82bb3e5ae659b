"""The game master's hand where it could do harm: what is left on characters, and questions whose object is gone."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, get_args, get_origin

import pytest

from app.rules.encounter.commands import (
    AddCondition,
    Adjust,
    Command,
    EditCombatant,
    End,
    Hide,
    Join,
    Leave,
    RemoveCondition,
    Reveal,
    Start,
)
from app.rules.encounter.facts import Names, Told
from app.rules.encounter.legal import legal
from app.rules.encounter.state import MOST_MOMENTS, Expiry
from app.rules.encounter.table import Character, Dice
from app.rules.encounter.timeline import timeline
from app.rules.encounter.viewer import GM
from app.rules.encounter.views import show
from app.rules.errors import Refusal
from tests.rules.encounter.conftest import GAMES, LENGTH, TRIALS, Side
from tests.rules.encounter.moves import OBSERVER, PLAYERS, adjustment, new_game, offered
from tests.rules.encounter.playing import Game, Seeded
from tests.rules.encounter.test_conformance import leaves_sheets
from tests.rules.encounter.test_duel import refused


def lent(game: Game) -> str:
    """The combatant whose character gets its sheet back."""
    return next(one.id for one in game.encounter.combatants if one.character_id is not None)


def reads_back(game: Game) -> None:
    for character in game.characters.values():
        assert type(character.sheet).model_validate_json(character.sheet.model_dump_json()) == character.sheet


# -- what is left on characters --------------------------------------------------------------------------------------


def test_nobody_bears_more_conditions_than_a_sheet(trial: Side):
    """A hundred and one, each from another source: the last one is refused, and the character gets the rest back."""
    game = new_game(trial, 0)
    game.send(game.body(Start))
    actor = lent(game)
    key = trial.conditions[0] if trial.conditions else "dazed"
    while len(game.encounter[actor].conditions) < 100:
        number = len(game.story)
        game.send(game.body(AddCondition, actor=actor, key=key, source=f"s{number}"))
        if number > 150:
            break
    else:
        refused("too_many_conditions", game, game.body(AddCondition, actor=actor, key=key, source="one more"))
        again = game.encounter[actor].conditions[-1]
        game.send(game.body(AddCondition, actor=actor, key=again.key, param=again.param, source=again.source))
    leaves_sheets(game)
    game.send(game.body(End))
    reads_back(game)


@pytest.mark.parametrize("how", [Leave, End])
def test_what_lasts_longest_is_given_back_and_brought_again(trial: Side, how: type[Leave] | type[End]):
    """As many minutes, or rounds, as can be said."""
    game = new_game(trial, 0)
    game.send(game.body(Start))
    actor, longest = lent(game), Expiry(at="minutes", count=MOST_MOMENTS)
    for key in trial.conditions or ["dazed"]:
        with suppress(Refusal):
            game.send(game.body(AddCondition, actor=actor, key=key, source="s" * 80, expires=longest))
        if game.encounter[actor].out:
            break
    name = game.encounter[actor].character_id
    game.send(game.body(Leave, actor=actor) if how is Leave else game.body(End))
    reads_back(game)
    other = new_game(trial, 0)
    other.characters = {"chr": Character("Back", game.characters[str(name)].sheet, None, "gm")}
    other.send(other.body(Join, character_id="chr", side="players"))


@pytest.mark.parametrize(
    ("key", "borne"),
    [
        ("supers", {"state": {"conditions": [{"id": "c", "key": "dazed", "expires": {"at": "minutes", "count": 0}}]}}),
        ("ultra", {"statuses": [{"key": "dazed", "level": 1, "clears": {"at": "minutes", "count": 10**9}}]}),
        ("ultra", {"statuses": [{"key": "dazed", "level": 1, "clears": {"at": "minutes", "count": 0}}]}),
    ],
)
def test_whatever_a_sheet_counts_can_be_brought_in(key: str, borne: dict[str, object]):
    game = new_game(TRIALS[key], 0)
    sheet = game.table.rules.sheet.model_validate(borne)
    game.send(game.body(Join, sheet=sheet, name="Dazed", side="players"))
    leaves_sheets(game)


# -- questions whose object is gone ----------------------------------------------------------------------------------


class FewFaces(Seeded):
    """Dice with few faces, so that much happens: critical hits, and failures plain and narrow."""

    def draw(self, faces: int, count: int) -> Sequence[int]:
        return [self.chance.choice([1, faces // 4, faces * 3 // 4, faces]) for _ in range(count)]


def meddling(game: Game, trial: Side, chance: random.Random) -> Command:
    """What a game master does by hand while somebody is asked: mostly to those whom it is about."""
    window = game.encounter.pending
    asked = [] if window is None else [one for one in (*window.for_, window.since) if one is not None]
    everybody = [one.id for one in game.encounter.combatants]
    who = chance.choice([one for one in [*asked, *asked, *everybody] if one in everybody])
    borne = [(one.id, held.id) for one in game.encounter.combatants for held in one.conditions] or [(who, "none")]
    bearer, condition = chance.choice(borne)
    return chance.choice(
        [
            game.body(Leave, actor=who),
            game.body(RemoveCondition, actor=bearer, id=condition),
            game.body(AddCondition, actor=who, key=chance.choice(trial.conditions or ["dazed"])),
            game.body(Adjust, actor=who, **adjustment(game, chance)),
            game.body(Hide, actor=who),
            game.body(Reveal, actor=who),
            game.body(EditCombatant, actor=who, refresh=True),
        ]
    )


@pytest.mark.parametrize("seed", range(GAMES))
def test_whatever_the_game_master_does_the_game_goes_on(trial: Side, seed: int):
    """Who is asked can answer or is asked no more, everybody can be taken out, and the encounter can end."""
    game, chance = new_game(trial, seed), random.Random(f"meddle {seed}")
    game.dice = Dice(FewFaces((seed, "public")), FewFaces((seed, "secret")))
    with game.told():
        game.send(game.body(Start))
        for _ in range(LENGTH):
            if game.encounter.status != "running" or not game.encounter.order:
                break
            if (move := offered(game, chance)) is not None:
                with suppress(Refusal):
                    game.send(*move)
            for _ in range(3 if game.encounter.pending is not None else 0):
                if not game.encounter.combatants:
                    break
                with suppress(Refusal):
                    game.send(meddling(game, trial, chance))
                goes_on(game)


def goes_on(game: Game) -> None:
    if game.encounter.status != "running" or not game.encounter.order:
        return
    for viewer in (GM, *PLAYERS, OBSERVER):
        show(game.encounter, viewer, table=game.table)
        timeline(game.encounter, viewer, table=game.table)
    window = game.encounter.pending
    types = {one.type for one in legal(game.encounter, GM, table=game.table)}
    assert "end" in types
    assert types & set(window.options) if window is not None else "end_turn" in types, "nothing goes on"
    for one in game.encounter.combatants:
        game.decided(game.body(Leave, actor=one.id))
    game.decided(game.body(End))


# -- what is told of somebody hidden ---------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [Leave, End])
def test_a_sheet_that_is_given_back_names_nobody_hidden(trial: Side, how: type[Leave] | type[End]):
    """Its reader may not know of them; nor does an id mean anything in the next encounter."""
    game = new_game(trial, 0)
    game.send(game.body(Start))
    actor = lent(game)
    foe = next(one.id for one in game.encounter.combatants if one.hidden)
    for key in trial.conditions or ["dazed"]:
        with suppress(Refusal):
            expires = Expiry(at="minutes", of=foe, count=MOST_MOMENTS)
            game.send(game.body(AddCondition, actor=actor, key=key, source=foe, expires=expires))
    name = str(game.encounter[actor].character_id)
    game.send(game.body(Leave, actor=actor) if how is Leave else game.body(End))
    assert foe not in game.characters[name].sheet.model_dump_json()


def listed_parts(told: type[Told]) -> Iterator[type[Told]]:
    """The parts that a fact, or a part of one, has several of."""
    for name in told.marked:
        for inner in _parts(told.model_fields[name].annotation):
            yield inner
            yield from listed_parts(inner)


def _parts(annotation: Any, *, several: bool = False) -> Iterator[type[Told]]:
    if isinstance(annotation, type) and issubclass(annotation, Told):
        if several:
            yield annotation
        return
    for inner in get_args(annotation):
        yield from _parts(inner, several=several or get_origin(annotation) in {tuple, list})


def test_a_part_that_names_somebody_hidden_is_left_out_whole(trial: Side):
    """An entry without a name would tell that somebody is there."""
    for fact in trial.rules.fact_types.values():
        for part in listed_parts(fact):
            if any(isinstance(mark, Names) for mark in part.marked.values()):
                assert part.unseen is not Told.unseen, f"{fact.__name__} lists {part.__name__}: say when it is `unseen`"
