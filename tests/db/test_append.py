"""The journal's fast path on both databases: all of a roll is written or nothing, in a sequence without gaps."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from app.main import open_storage, system_clock
from app.services.access import Access
from app.services.campaigns import CampaignChange, Campaigns
from app.services.members import MemberChange, Members
from app.services.ports import Work
from app.services.tokens import NewToken, Tokens
from app.services.values import Role
from app.settings import Settings
from tests.db.conftest import Played, append_of, play
from tests.db.dump import counts, dump

pytestmark = pytest.mark.anyio


async def sequence(played: Played) -> list[int]:
    """The numbers of the campaign's events."""
    return sorted(int(row.split(", ")[1]) for row in (await dump(played.url))["event"] if played.campaign_id in row)


async def test_roll_event_and_answer_are_written_together(played: Played) -> None:
    before, numbers = await counts(played.url), await sequence(played)
    assert await played.storage.append_roll(append_of(played.player, key="once"))
    after = await counts(played.url)
    assert {table: after[table] - before[table] for table in after if after[table] != before[table]} == {
        "roll": 1,
        "event": 1,
        "answer": 1,
    }
    assert await sequence(played) == [*numbers, numbers[-1] + 1]


async def demote(played: Played) -> None:
    change = MemberChange(role=Role.OBSERVER)
    await Members(played.storage, system_clock).change(played.gm, played.player.member_id, change)


async def promote(played: Played) -> None:
    change = MemberChange(role=Role.GM)
    await Members(played.storage, system_clock).change(played.gm, played.player.member_id, change)


async def revoke(played: Played) -> None:
    await Tokens(played.storage, system_clock).revoke(played.gm, played.player.token_id)


async def show_out(played: Played) -> None:
    await Members(played.storage, system_clock).leave(played.gm, played.player.member_id)


async def archive(played: Played) -> None:
    await Campaigns(played.storage, system_clock).change(played.gm, CampaignChange(archived=True), versions=None)


async def purge(played: Played) -> None:
    await Campaigns(played.storage, system_clock).purge(played.gm, versions=None)


@pytest.mark.parametrize("key", [None, "once"], ids=["no key", "key"])
@pytest.mark.parametrize("lose", [demote, promote, revoke, show_out, archive, purge])
async def test_who_lost_the_right_writes_nothing(
    played: Played, lose: Callable[[Played], Awaitable[None]], key: str | None
) -> None:
    await lose(played)
    before = await dump(played.url)
    assert not await played.storage.append_roll(append_of(played.player, key=key))
    assert await dump(played.url) == before


async def test_an_expired_token_writes_nothing(played: Played) -> None:
    made = await Tokens(played.storage, system_clock).make(
        played.player, NewToken(name="Bot", role=Role.PLAYER, expires_in=60)
    )
    caller = await Access(played.storage, system_clock).caller(made.secret)
    expires = made.token.expires_at
    assert expires
    before = await dump(played.url)
    assert not await played.storage.append_roll(append_of(caller, at=expires))
    assert await dump(played.url) == before
    assert await played.storage.append_roll(append_of(caller, at=expires - timedelta(microseconds=1)))


@pytest.mark.parametrize("field", ["campaign_id", "token_id", "member_id"])
async def test_who_mixes_up_two_campaigns_writes_nothing(played: Played, field: str) -> None:
    elsewhere = await play(played.url, played.storage)
    before = await dump(played.url)
    if field == "campaign_id":
        for unknown in ("cmp_unknown", "current", ""):
            append = append_of(replace(played.player, campaign_id=unknown))
            assert not await played.storage.append_roll(append)
    else:
        for unknown in (f"{field[:3]}_unknown", ""):
            changed: dict[str, Any] = {field: unknown}
            append = append_of(replace(played.player, **changed))
            assert not await played.storage.append_roll(append)
    assert await dump(played.url) == before
    assert await played.storage.append_roll(append_of(elsewhere.player))


async def test_a_key_that_is_taken_writes_nothing(played: Played) -> None:
    assert await played.storage.append_roll(append_of(played.player, key="once"))
    before = await dump(played.url)
    assert not await played.storage.append_roll(append_of(played.player, key="once"))
    assert await dump(played.url) == before
    assert await played.storage.append_roll(append_of(played.player, key="another"))
    assert await played.storage.append_roll(append_of(played.gm, key="once")), "keys belong to a token"


async def test_a_key_is_free_again_after_a_day(played: Played) -> None:
    first = datetime(2026, 5, 1, 20, tzinfo=UTC)
    day = timedelta(hours=24)
    assert await played.storage.append_roll(append_of(played.player, key="once", at=first))
    assert not await played.storage.append_roll(append_of(played.player, key="once", at=first + day))
    later = first + day + timedelta(microseconds=1)
    assert await played.storage.append_roll(append_of(played.player, key="once", at=later))
    assert (await counts(played.url))["answer"] == 1


async def test_of_twins_under_one_key_one_is_written(played: Played) -> None:
    before = await counts(played.url)
    outcomes = await asyncio.gather(
        *(played.storage.append_roll(append_of(played.player, key="once")) for _ in range(8))
    )
    assert sorted(outcomes) == [False] * 7 + [True]
    after = await counts(played.url)
    assert after["roll"] - before["roll"] == after["event"] - before["event"] == 1


async def test_of_twins_that_waited_together_one_is_written(played: Played) -> None:
    """Behind another roll of their campaign, they would go in one batch."""
    before = await counts(played.url)
    together = [None, *["once"] * 4, *["other"] * 4]
    outcomes = await asyncio.gather(
        *(played.storage.append_roll(append_of(played.player, key=key)) for key in together)
    )
    assert sorted(outcomes) == [False] * 6 + [True] * 3
    after = await counts(played.url)
    assert after["roll"] - before["roll"] == after["event"] - before["event"] == 3


async def test_sixteen_writers_leave_no_gap(played: Played) -> None:
    """Some rolls with a key, some without, and among them changes that go the long way."""
    numbers = await sequence(played)
    change = Campaigns(played.storage, system_clock)

    async def writer(number: int) -> None:
        for turn in range(15):
            key = f"{number}-{turn}" if turn % 2 else None
            assert await played.storage.append_roll(append_of(played.player, key=key))
        new = CampaignChange(description=f"Writer {number} was here.")
        await change.change(played.gm, new, versions=None)

    await asyncio.gather(*(writer(number) for number in range(16)))
    assert await sequence(played) == list(range(1, len(numbers) + 16 * 16 + 1))
    campaign = next(row for row in (await dump(played.url))["campaign"] if played.campaign_id in row)
    assert f", {len(numbers) + 16 * 16}, " in campaign, "the counter is the last number"


async def test_two_services_on_one_database_leave_no_gap(played: Played) -> None:
    numbers = await sequence(played)
    other = open_storage(Settings(database_url=played.url))
    await other.open()
    try:
        storages = [played.storage, other] * 20
        wrote = await asyncio.gather(*(storage.append_roll(append_of(played.player)) for storage in storages))
    finally:
        await other.close()
    assert wrote == [True] * 40
    assert await sequence(played) == list(range(1, len(numbers) + 41))


async def test_a_refusal_among_rolls_takes_no_number(played: Played) -> None:
    numbers = await sequence(played)

    async def refuse(tx: Work) -> None:
        await tx.campaigns.lock(played.campaign_id)
        await tx.journal.append(played.campaign_id, [append_of(played.gm).event])
        raise LookupError

    outcomes = await asyncio.gather(
        *(
            played.storage.write(refuse) if turn % 2 else played.storage.append_roll(append_of(played.player))
            for turn in range(20)
        ),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [bool, LookupError] * 10
    assert await sequence(played) == list(range(1, len(numbers) + 11))


async def test_the_same_roll_twice_is_a_fault_that_leaves_nothing(played: Played) -> None:
    append = append_of(played.player)
    assert await played.storage.append_roll(append)
    before = await dump(played.url)
    with pytest.raises((sqlite3.IntegrityError, asyncpg.UniqueViolationError)):
        await played.storage.append_roll(append)
    assert await dump(played.url) == before
