"""The game master's hand where it could do harm: what is left on characters, and questions whose object is gone."""

from contextlib import suppress

import pytest

from app.rules.encounter.commands import AddCondition, End, Join, Leave, Start
from app.rules.encounter.state import MOST_MOMENTS, Expiry
from app.rules.encounter.table import Character
from app.rules.errors import Refusal
from tests.rules.encounter.conftest import TRIALS, Side
from tests.rules.encounter.moves import new_game
from tests.rules.encounter.playing import Game
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
