"""Two games that differ only in what is hidden, over HTTP: all that the others get is equal, ids apart (design 9).

Hidden combatants, other in number, sheets, dice and fate; gm rolls and checks; private notes; characters and encounters
that only game masters know of. One short game of each system on each database; `UMPIRE_DEEP=1` plays two hundred.
"""

import os
import random
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest

from app.rules.catalog import ENCOUNTERS
from tests.api.mirrored import Json, Mirror

pytestmark = pytest.mark.anyio

DEEP = bool(os.environ.get("UMPIRE_DEEP"))
GAMES = 34 if DEEP else 1
"""Of each system on each database."""
LENGTH = 12 if DEEP else 4
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
    player = chance.choice([0, 1, None, None])
    bodies: list[Json] = []
    if player is not None:
        listed = [await twin.legal(twin.players[player]) for twin in twins]
        place = chance.randrange(max(1, len(listed[0])))
        bodies = [one[place] for one in listed if one]
    if not bodies:
        one, other = [await twin.open_moves() for twin in twins]
        player, alike = None, [text for text in one if text in other]
        bodies = [found[text] for text in [chance.choice(alike)] for found in (one, other)] if alike else []
    if not bodies:
        return False
    refused = [await twin.refusals(body, looker) for twin, body in zip(twins, bodies, strict=True)]
    same(*refused)
    if player is None:
        for twin, body in zip(twins, bodies, strict=True):
            await twin.send(body)
    else:
        said = []
        for twin, body in zip(twins, bodies, strict=True):
            for query in ("?dry_run=true", ""):
                answer = await twin.players[player].post(f"{twin.path}/commands{query}", body)
                assert answer.status_code == 200, answer.text
                said.append(twin.told(answer))
        same(said[:2], said[2:])
    return True
