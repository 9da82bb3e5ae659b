"""Versions: nobody overwrites what they haven't seen, and nobody reads again what they have."""

import pytest

from tests.api.conftest import Company, Person, refused

pytestmark = pytest.mark.anyio

VARY = {"Authorization", "Umpire-As"}


async def _to_version_3(gm: Person) -> None:
    for name in ("Fog", "Smoke"):
        assert (await gm.patch("...", {"name": name}, headers={"If-Match": "*"})).status_code == 200


async def test_the_tag_is_the_version(company: Company) -> None:
    await _to_version_3(company.gm)
    for person in (company.gm, company.player, company.observer, company.gm.acting_as(company.player)):
        answer = await person.get("...")
        assert (answer.headers["etag"], answer.json()["version"]) == ('"3"', 3)
        assert {name.strip() for name in answer.headers["vary"].split(",")} >= VARY


@pytest.mark.parametrize("tags", ['"3"', "*", " * ", '"1", "3"', '"1" ,"2","3"'])
async def test_a_change_from_the_version_that_is(company: Company, tags: str) -> None:
    await _to_version_3(company.gm)
    assert (await company.gm.patch("...", {"name": "Smoke"}, headers={"If-Match": tags})).status_code == 200
    assert (await company.gm.delete("...", headers={"If-Match": tags})).status_code == 200
    tags = tags.replace("3", "4")
    assert (await company.gm.delete("...?purge=true", headers={"If-Match": tags})).status_code == 204


async def test_a_change_from_another_version(company: Company) -> None:
    await _to_version_3(company.gm)
    before = await company.gm.get("...")
    for tags in ('W/"3"', '"2"', '"03"', '"4"', '""', '"x"', f'"{"9" * 100}"', '"\u0663"', '"-3"', '"1", "2"'):
        sent = {"If-Match": tags.encode()}
        for answer in (
            await company.gm.ask("PATCH", "...", json={"name": "Fog"}, headers=sent),
            await company.gm.ask("DELETE", "...", headers=sent),
            await company.gm.ask("DELETE", "...?purge=true", headers=sent),
        ):
            assert refused(answer, 412, "stale_version")["current_version"] == 3
    assert (await company.gm.get("...")).content == before.content


async def test_without_one_nothing_changes(company: Company) -> None:
    before = await company.gm.get("...")
    for answer in (
        await company.gm.patch("...", {"name": "Fog"}),
        await company.gm.delete("..."),
        await company.gm.delete("...?purge=true"),
    ):
        refused(answer, 428, "version_required")
    assert (await company.gm.get("...")).content == before.content


async def test_what_one_has_already_is_not_sent_again(company: Company) -> None:
    await _to_version_3(company.gm)
    same, other = ('"3"', 'W/"3"', "*", '"1", W/"3"'), ('"2"', "3", "", 'W/"2"')
    for tags in (*same, *other):
        for method in ("GET", "HEAD"):
            answer = await company.player.ask(method, "...", headers={"If-None-Match": tags})
            assert (answer.status_code, answer.headers["etag"]) == (304 if tags in same else 200, '"3"')
            assert {name.strip() for name in answer.headers["vary"].split(",")} >= VARY
            assert bool(answer.content) == (tags in other and method == "GET")


async def test_rolls_and_members_are_no_new_version(company: Company) -> None:
    before = await company.player.get("...")
    await company.gm.roll(visibility="gm")
    await company.player.roll()
    await company.gm.patch(f".../members/{company.other.member_id}", {"display_name": "General"})
    assert (await company.player.get("...")).content == before.content
