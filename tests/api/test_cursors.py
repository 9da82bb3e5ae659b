"""Lists: every row once, however the list grows meanwhile, and cursors that fit nothing else."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest

from tests.api.conftest import Company, HandClock, Person, refused

pytestmark = pytest.mark.anyio

LISTS = ["/v1/campaigns", ".../members", ".../invites", ".../tokens", ".../rolls"]


async def _pages(person: Person, path: str, limit: int) -> list[list[dict[str, Any]]]:
    """The list page by page, following the `Link` header as a generic client does."""
    answer = await person.get(f"{path}?limit={limit}")
    pages = [answer.json()["items"]]
    while "next" in answer.links:
        assert f"cursor={answer.json()['next_cursor']}" in answer.links["next"]["url"]
        answer = await person.get(answer.links["next"]["url"])
        pages.append(answer.json()["items"])
    assert answer.json()["next_cursor"] is None
    return pages


async def test_each_of_250_rolls_of_one_moment_comes_once_while_more_are_made(company: Company) -> None:
    made = [(await company.player.roll("d20", label=str(n)))["id"] for n in range(250)]
    seen: list[str] = []
    path = ".../rolls?limit=20"
    while path:
        part = (await company.observer.get(path)).json()
        seen += [roll["id"] for roll in part["items"]]
        assert len(part["items"]) == min(20, 250 - len(seen) + len(part["items"]))
        path = f".../rolls?limit=20&cursor={part['next_cursor']}" if part["next_cursor"] else ""
        await company.player.roll(label="later")
        await company.player.roll(visibility="self")
    assert seen == made[::-1]


async def test_every_list_is_paged_alike(company: Company) -> None:
    for number in range(4):
        await company.gm.post(".../tokens", {"name": f"Bot {number}", "role": "player"})
        await company.player.roll()
    for path in LISTS[1:]:
        whole = (await company.gm.get(path)).json()["items"]
        for limit in (1, 2, len(whole) - 1, len(whole), 200):
            pages = await _pages(company.gm, path, limit)
            assert [item for page in pages for item in page] == whole
            assert all(len(page) == limit for page in pages[:-1]), path
            assert pages[-1]


async def test_the_link_keeps_the_filter(company: Company) -> None:
    for _ in range(3):
        await company.player.roll()
        await company.gm.roll()
    answer = await company.gm.get(f".../rolls?member_id={company.player.member_id}&limit=1&visibility=public")
    link = answer.links["next"]["url"]
    assert link.startswith(f"/v1/campaigns/{company.gm.campaign_id}/rolls?member_id={company.player.member_id}&")
    followed = (await company.gm.get(link)).json()["items"]
    assert [roll["member_id"] for roll in followed] == [company.player.member_id]


async def test_a_page_may_have_another_length_than_the_one_before(company: Company) -> None:
    made = [(await company.player.roll())["id"] for _ in range(6)][::-1]
    first = (await company.player.get(".../rolls?limit=1")).json()
    rest = (await company.player.get(f".../rolls?limit=200&cursor={first['next_cursor']}")).json()
    assert [roll["id"] for roll in first["items"] + rest["items"]] == made


async def test_a_cursor_fits_its_own_list_and_viewer_only(company: Company) -> None:
    for _ in range(3):
        await company.player.roll()
    cursor = (await company.player.get(".../rolls?limit=1")).json()["next_cursor"]
    for person, path in (
        (company.player, f".../members?cursor={cursor}"),
        (company.player, f".../tokens?cursor={cursor}"),
        (company.player, f"/v1/campaigns?cursor={cursor}"),
        (company.player, f".../rolls?cursor={cursor}&visibility=public"),
        (company.player, f".../rolls?cursor={cursor}&member_id={company.player.member_id}"),
        (company.other, f".../rolls?cursor={cursor}"),
        (company.gm, f".../rolls?cursor={cursor}"),
    ):
        refused(await person.get(path), 400, "bad_cursor")
    assert (await company.gm.acting_as(company.player).get(f".../rolls?cursor={cursor}")).status_code == 200
    await company.gm.patch(f".../members/{company.player.member_id}", {"role": "observer"})
    refused(await company.player.get(f".../rolls?cursor={cursor}"), 400, "bad_cursor")


async def test_junk_is_no_cursor(company: Company) -> None:
    for _ in range(3):
        await company.player.roll()
    cursor = (await company.player.get(".../rolls?limit=1")).json()["next_cursor"]
    for junk in ("", "x", "%00", "====", cursor[:-1], cursor + "=", cursor + "A", cursor.upper(), "rol_1", "é"):
        for path in LISTS:
            refused(await company.gm.get(path, params={"cursor": junk}), 400, "bad_cursor")
    refused(await company.player.get(".../rolls", params={"cursor": "x" * 201}), 422, "invalid_request")
    # The first nine bytes bind it to the question; what follows is where to go on.
    bound = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))[:9]
    for place in (b"", b"\x00", b"rol_" + b"\x00" * 26, b"zzz", b"\xff", b"'; DROP TABLE roll"):
        forged = urlsafe_b64encode(bound + place).decode().rstrip("=")
        refused(await company.player.get(".../rolls", params={"cursor": forged, "limit": 1}), 400, "bad_cursor")


async def test_limits_go_from_1_to_200_on_every_list(company: Company) -> None:
    for path in LISTS:
        for limit in ("0", "-1", "201", "3000000000", str(2**63), "9" * 5000, "abc", "1.5", "", "1e2", "NaN", "0x10"):
            refused(await company.gm.get(path, params={"limit": limit}), 422, "invalid_request")
        for limit in ("1", "200"):
            assert (await company.gm.get(path, params={"limit": limit})).status_code == 200


async def test_a_list_is_50_long_by_itself(company: Company) -> None:
    for _ in range(51):
        await company.player.roll("d4")
    assert len((await company.player.get(".../rolls")).json()["items"]) == 50


class TestRollFilters:
    async def test_by_time(self, company: Company, clock: HandClock) -> None:
        made = []
        for _ in range(3):
            made.append((await company.player.roll())["id"])
            clock.forward(hours=1)

        async def between(**when: str) -> list[str]:
            listed = (await company.observer.get(".../rolls", params=when)).json()["items"]
            return [roll["id"] for roll in listed][::-1]

        assert await between(since="2027-01-01T13:00:00Z") == made[1:]
        assert await between(until="2027-01-01T13:00:00Z") == made[:1]
        assert await between(since="2027-01-01T14:00:00+01:00", until="2027-01-01T15:00:00+01:00") == made[1:2]
        assert await between(since="2027-01-01T12:00:00.000001Z") == made[1:]
        assert await between(since="0001-01-01T00:00:00Z", until="9999-12-31T23:59:59.999999Z") == made
        assert await between(since="9999-12-31T23:59:59Z") == []

    async def test_what_is_no_moment_is_refused(self, company: Company) -> None:
        for moment in (
            *("2027-01-01T12:00:00", "2027-01-01", "yesterday", "", "1e300", "-1e300", "24:00", "2027-01-01T24:00:01Z"),
            *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00Z", "\x00"),
        ):
            for name in ("since", "until"):
                for path in (".../rolls", ".../rolls/stats"):
                    answer = await company.player.get(path, params={name: moment})
                    refused(answer, 422, "invalid_request")

    async def test_by_member_and_visibility(self, company: Company) -> None:
        own = await company.player.roll(visibility="gm")
        await company.gm.roll()
        for query in (f"member_id={company.player.member_id}", "visibility=gm"):
            assert [roll["id"] for roll in (await company.gm.get(f".../rolls?{query}")).json()["items"]] == [own["id"]]
        for query in ("member_id=%00", "member_id=", "visibility=secret", f"member_id={'x' * 41}"):
            refused(await company.gm.get(f".../rolls?{query}"), 422, "invalid_request")
        assert (await company.gm.get(f".../rolls?member_id={company.other.member_id}")).json()["items"] == []
