"""What of characters a viewer may not see leaves no trace: not in answers, lists, versions, revisions or events."""

from typing import Any

import httpx
import pytest

from app.services.character import CharacterBrief
from tests.api.conftest import NOBODYS, SHEET, Company, HandClock, Person, refused, stored

pytestmark = pytest.mark.anyio

ANY = {"If-Match": "*"}
SAME = {"X-Request-ID": "same"}


async def _answers(who: Person, character_id: str) -> list[tuple[int, Any, bytes]]:
    path = f".../characters/{character_id}"
    answers = [
        await who.get(path, headers=SAME),
        await who.get(f"{path}/revisions", headers=SAME),
        await who.put(path, {"name": "Mine", "sheet": SHEET}, headers=ANY | SAME),
        await who.patch(path, {"name": "Mine"}, headers=ANY | SAME),
        await who.post(f"{path}/restore", {"revision": 1}, headers=SAME),
        await who.delete(path, headers=ANY | SAME),
    ]
    return [(answer.status_code, answer.headers.raw, answer.content) for answer in answers]


async def test_a_hidden_character_is_a_missing_one(company: Company) -> None:
    hidden = await company.gm.character("Spy", external_refs=[{"app": "a", "id": "b"}])
    of_owner = await company.player.character("Secret", visibility="owner")
    of_gm = await company.gm.character("Cursed", owner_member_id=company.player.member_id, visibility="gm")
    for who, unseen in (
        (company.player, [hidden, of_gm]),
        (company.other, [hidden, of_owner, of_gm]),
        (company.observer, [hidden, of_owner, of_gm]),
        (company.gm.acting_as(company.other), [hidden, of_owner, of_gm]),
    ):
        nobodys = await _answers(who, f"chr_{NOBODYS}")
        for character in unseen:
            assert await _answers(who, character["id"]) == nobodys
        for query in ("", "?q=spy", "?q=cursed", "?kind=character", "?external_ref=a:b"):
            listed = (await who.get(f".../characters{query}")).json()["items"]
            assert not {one["id"] for one in unseen} & {one["id"] for one in listed}
    assert len((await company.gm.get(".../characters")).json()["items"]) == 3


async def test_parts_of_a_list_are_full_whatever_is_hidden(company: Company) -> None:
    for place in range(12):
        await company.gm.character(f"Thug {place}", visibility="table" if place % 3 == 0 else "gm")
    first = (await company.player.get(".../characters?limit=2")).json()
    last = (await company.player.get(f".../characters?limit=2&cursor={first['next_cursor']}")).json()
    assert [one["name"] for one in first["items"] + last["items"]] == ["Thug 0", "Thug 3", "Thug 6", "Thug 9"]
    assert last["next_cursor"] is None


async def test_private_notes_are_the_owners_and_the_game_masters(company: Company, clock: HandClock) -> None:
    made = await company.player.character(private_notes="Owes a favour.")
    path = f".../characters/{made['id']}"
    for who in (company.player, company.gm):
        assert (await who.get(path)).json()["private_notes"] == "Owes a favour."
    before = [await who.get(path) for who in (company.other, company.observer)]
    clock.forward(hours=1)
    changed = await company.gm.patch(path, {"private_notes": "Owes two."}, headers={"If-Match": '"1"'})
    assert (changed.headers["etag"], changed.json()["updated_at"]) == ('"2"', "2027-01-01T13:00:00Z")
    # The owner has been told of a new version, the others of nothing.
    assert (await company.player.get(path)).content == changed.content
    after = [await who.get(path) for who in (company.other, company.observer)]
    for old, new in zip(before, after, strict=True):
        assert (new.content, new.headers["etag"]) == (old.content, old.headers["etag"])
        assert b"private" not in new.content
        assert b"Owes" not in new.content
    seen = await company.other.get(path, headers={"If-None-Match": '"1"'})
    assert seen.status_code == 304
    listed = (await company.other.get(".../characters")).json()["items"][0]
    assert (listed["version"], listed["updated_at"]) == (1, "2027-01-01T12:00:00Z")


async def test_what_happens_while_it_is_hidden_is_not_counted(company: Company, clock: HandClock) -> None:
    """Two characters that differ only in what the game master did in secret look alike afterwards."""
    quiet, busy = [await company.gm.character("Spy", kind="npc") for _ in range(2)]
    for number in range(5):
        clock.forward(minutes=1)
        busy_path = f".../characters/{busy['id']}"
        await company.gm.patch(busy_path, {"private_notes": f"Plan {number}", "notes": str(number)}, headers=ANY)
    await company.gm.patch(busy_path, {"private_notes": None, "notes": None}, headers=ANY)
    clock.forward(minutes=1)
    for character in (quiet, busy):
        await company.gm.patch(f".../characters/{character['id']}", {"visibility": "table"}, headers=ANY)
    for who in (company.player, company.observer):
        seen = [(await who.get(f".../characters/{one['id']}")).json() | {"id": ""} for one in (quiet, busy)]
        assert seen[0] == seen[1]
        assert seen[0]["version"] == 2


async def test_who_gets_a_character_learns_nothing_of_before(company: Company) -> None:
    made = await company.gm.character("Spy", private_notes="The traitor!", notes="Was a spy.")
    path = f".../characters/{made['id']}"
    await company.gm.patch(path, {"sheet": {"body": 30}}, headers=ANY)
    await company.gm.patch(path, {"private_notes": None, "notes": None, "sheet": {"body": 10}}, headers=ANY)
    handed = {"owner_member_id": company.player.member_id, "visibility": "owner"}
    await company.gm.patch(path, handed | {"name": "Friend"}, headers=ANY)
    await company.player.patch(path, {"notes": "Mine."}, headers=ANY)
    revisions = (await company.player.get(f"{path}/revisions")).json()["items"]
    assert [(one["revision"], one["changes"]) for one in revisions] == [
        (3, [{"pointer": "/notes", "before": None, "after": "Mine."}]),
        (2, []),
    ]
    assert (await company.player.get(path)).headers["etag"] == '"3"'
    refused(await company.player.post(f"{path}/restore", {"revision": 1}), 404, "not_found")
    restored = (await company.player.post(f"{path}/restore", {"revision": 2})).json()
    assert (restored["notes"], restored["name"], restored["version"]) == (None, "Friend", 4)
    whole = (await company.gm.get(f"{path}/revisions")).json()["items"]
    assert [one["revision"] for one in whole] == [6, 5, 4, 3, 2, 1]
    assert "The traitor!" in str(whole)
    # And who has lost it sees nothing of it any more, and nothing of what comes after when it comes back.
    await company.gm.patch(path, {"owner_member_id": company.other.member_id}, headers=ANY)
    refused(await company.player.get(f"{path}/revisions"), 404, "not_found")
    await company.other.patch(path, {"notes": "Theirs."}, headers=ANY)
    await company.gm.patch(path, {"owner_member_id": company.player.member_id, "notes": None}, headers=ANY)
    assert "Theirs" not in (await company.player.get(f"{path}/revisions")).text


def _events(rows: list[Any]) -> list[tuple[str, str, str | None]]:
    told = [tuple(row) for row in rows if str(tuple(row)[3]).startswith("character.")]
    return [(row[3].removeprefix("character."), row[7], row[8]) for row in sorted(told, key=lambda row: row[1])]


async def test_the_journal_tells_those_who_see_it(company: Company, database: str) -> None:
    owner = company.player.member_id
    made = await company.player.character()
    path = f".../characters/{made['id']}"
    changes: list[dict[str, Any]] = [
        {"name": "Thug"},
        {"private_notes": "Owes."},
        {"notes": "Tall.", "private_notes": None},
        {"visibility": "owner"},
        {"notes": "Taller.", "private_notes": "Owes two."},
        {"visibility": "gm"},
        {"notes": "Tallest."},
        {"visibility": "table"},
    ]
    for change in changes:
        assert (await company.gm.patch(path, change, headers=ANY)).status_code == 200
    await company.gm.delete(path, headers=ANY)
    assert _events((await stored(database))["event"]) == [
        ("created", "all", None),
        ("changed", "all", None),
        ("changed", "gm_and_member", owner),
        ("changed", "all", None),
        ("changed", "gm_and_member", owner),
        # To the table it is as if it were gone.
        ("removed", "all", None),
        ("created", "gm_and_member", owner),
        ("changed", "gm", None),
        ("changed", "gm_and_member", owner),
        ("removed", "gm_and_member", owner),
        ("changed", "gm", None),
        ("changed", "gm", None),
        ("created", "all", None),
        ("changed", "gm", None),
        ("removed", "all", None),
    ]


async def test_what_the_table_is_told_names_no_private_notes(company: Company, database: str) -> None:
    path = f".../characters/{(await company.player.character())['id']}"
    await company.player.patch(path, {"notes": "Tall.", "private_notes": "Owes."}, headers=ANY)
    for row in (await stored(database))["event"]:
        told = str(tuple(row))
        assert "Owes" not in told
        if "'all'" in told:
            assert "private" not in told


async def test_what_nobody_owns_tells_the_game_master(company: Company, database: str) -> None:
    path = f".../characters/{(await company.gm.character())['id']}"
    await company.gm.patch(path, {"visibility": "owner"}, headers=ANY)
    await company.gm.patch(path, {"private_notes": "Owes."}, headers=ANY)
    assert _events((await stored(database))["event"]) == [("created", "gm", None)] + [("changed", "gm", None)] * 2


async def test_a_game_master_in_a_players_place_sees_as_they_do(company: Company) -> None:
    await company.gm.character("Spy")
    path = f".../characters/{(await company.player.character(private_notes='Owes.'))['id']}"
    await company.gm.patch(path, {"private_notes": None}, headers=ANY)
    for place in (path, f"{path}/revisions", ".../characters"):
        for who in (company.player, company.other):
            theirs, shown = await who.get(place, headers=SAME), await company.gm.acting_as(who).get(place, headers=SAME)
            assert (shown.status_code, shown.content) == (theirs.status_code, theirs.content)


async def test_a_list_shows_no_more_than_the_head(client: httpx.AsyncClient, company: Company) -> None:
    await company.player.character(notes="Tall.", private_notes="Owes.")
    for who in (company.gm, company.player, company.other, company.observer):
        assert set((await who.get(".../characters")).json()["items"][0]) == set(CharacterBrief.model_fields)
