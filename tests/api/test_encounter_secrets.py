"""Two games that differ only in what is hidden, over HTTP: all that the others get is equal, ids apart (design 9).

Hidden combatants, other in number, sheets, dice and fate, in this encounter and in another; gm rolls and checks;
private notes; characters and encounters that only game masters know of. What happens is drawn from `legal`, from the
examples of the docs and from what a game master does by hand; fights, chases and scenes take turns by the seed. One
short game of each system on each database; `UMPIRE_DEEP=1` plays two hundred.
"""

import os
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from app.rules.catalog import ENCOUNTERS
from tests.api.drawn import Json, by_hand, examples
from tests.api.mirrored import Mirror

pytestmark = pytest.mark.anyio

DEEP = bool(os.environ.get("UMPIRE_DEEP"))
GAMES = 34 if DEEP else 1
"""Of each system on each database."""
LENGTH = 12 if DEEP else 4
TRIED = 8
"""Examples, until one is accepted."""
BEGIN = datetime(2027, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("system", ENCOUNTERS)
async def test_secrets_leave_no_trace(system: str, seed: int, database: str) -> None:
    chance = random.Random(seed)
    async with AsyncExitStack() as stack:
        twins = [Mirror(name, system, seed=seed, begin=BEGIN) for name in ("Mask", "Shade")]
        for twin in twins:
            await twin.set_up(stack, database)
        for number in range(LENGTH):
            if (await twins[0].look())["status"] == "ended":
                break
            looker = chance.randrange(len(twins[0].lookers))
            for twin in twins:
                await twin.keep_secrets()
                twin.clock.now = BEGIN + timedelta(minutes=number + 1)
            if not await move(twins, chance, looker):
                break
            if chance.random() < 0.2:
                for turn in ("undo", "redo"):
                    for twin in twins:
                        await twin.done("POST", f"{twin.path}/{turn}")
            same(*[await twin.encounter(looker) for twin in twins])
            for twin in twins:
                await twin.pass_hidden()
        same(*[await twin.everything() for twin in twins])


def same(one: list[str], other: list[str]) -> None:
    """Each answer is the other's, to the byte; of two that aren't, the place where they part is shown."""
    for mine, theirs in zip(one, other, strict=True):
        at = next((place for place, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
        assert mine == theirs, f"{mine[:80]} ... {mine[max(0, at - 200) : at + 200]!r}"


async def move(twins: list[Mirror], chance: random.Random, looker: int) -> bool:
    """The same happens in both games, by the game master or a player; false when nothing is left to do."""
    draw = chance.choice([from_legal, from_legal, from_examples, from_the_game_master])
    return await draw(twins, chance, looker)


async def from_legal(twins: list[Mirror], chance: random.Random, looker: int) -> bool:
    """What `legal` lists; false when that is nothing."""
    player = chance.choice([0, 1, None, None])
    if player is not None:
        listed = [await twin.legal(twin.players[player]) for twin in twins]
        drawn = [*zip(*listed, strict=True)]
    if player is None or not drawn:
        one, other = [await twin.open_moves() for twin in twins]
        player, drawn = None, [(one[text], other[text]) for text in one if text in other]
    if not drawn:
        return False
    # First the type: what can be done to each of many would crowd out the rest.
    type_ = chance.choice(list(dict.fromkeys(one["type"] for one, _ in drawn)))
    bodies = chance.choice([pair for pair in drawn if pair[0]["type"] == type_])
    same(*[await twin.refusals(body, looker) for twin, body in zip(twins, bodies, strict=True)])
    assert await sent(twins, bodies, player), bodies
    return True


async def from_examples(twins: list[Mirror], chance: random.Random, looker: int) -> bool:
    """The first example that is accepted; what is said to those that aren't is the same in both games, too."""
    player, seed = chance.choice([0, 1, None, None]), chance.random()
    drawn = [examples(twin.rules, await twin.shown(), random.Random(seed)) for twin in twins]
    for bodies in islice(zip(*drawn, strict=True), TRIED):
        if await sent(twins, bodies, player):
            same(*[await twin.refusals(body, looker) for twin, body in zip(twins, bodies, strict=True)])
            break
    return True


async def from_the_game_master(twins: list[Mirror], chance: random.Random, looker: int) -> bool:
    """What the game master does by hand; it is accepted in both games or in none."""
    seed = chance.random()
    drawn = [by_hand(twin, await twin.shown(), random.Random(seed)) for twin in twins]
    for requests in zip(*drawn, strict=True):
        same(*[[str(await twin.answered(request))] for twin, request in zip(twins, requests, strict=True)])
        same(*[await twin.encounter(looker) for twin in twins])
    return True


async def sent(twins: list[Mirror], bodies: Sequence[Json], player: int | None) -> bool:
    """Whether the game master, or a player, may do it: in both games or in none."""
    said: list[list[str]] = []
    for twin, body in zip(twins, bodies, strict=True):
        person = twin.gm if player is None else twin.players[player]
        tried = [] if player is None else [await person.post(f"{twin.path}/commands?dry_run=true", body)]
        answers = [*tried, await person.post(f"{twin.path}/commands", body)]
        said.append([str(answer.status_code) if player is None else twin.told(answer) for answer in answers])
    same(*said)
    return said[0][-1].startswith("200")
