"""Versions: nobody overwrites what they haven't seen, and nobody reads again what they have."""

import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import Company, Person, Table, refused

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


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("secret", [False, True])
async def test_a_house_rule_that_shows_in_an_encounter_is_a_new_version_of_it(
    a_table: Table, ended: bool, secret: bool
) -> None:
    """And one that shows in somebody's secrets alone is none for those who don't know of them."""
    company = await a_table(system="supers")
    path = f".../encounters/{await company.gm.fight(system='supers')}"
    read = {"visibility": "gm" if secret else "table", "owner_member_id": company.other.member_id}
    for body in (
        {"type": "edit_combatant", "actor": "willow", **read},
        {"type": "add_condition", "actor": "willow", "key": "prone"},
        *([{"type": "end"}] if ended else []),
    ):
        assert (await company.gm.post(f"{path}/commands", body)).status_code == 200

    async def rule(**options: bool) -> list[int]:
        people = (company.gm, company.player)
        tags = [(await person.get(path)).headers["etag"] for person in people]
        bodies = [(await person.get(path)).json()["combatants"] for person in people]
        assert (await company.gm.patch("...", {"options": options}, headers={"If-Match": "*"})).status_code == 200
        told = []
        for person, tag, body in zip(people, tags, bodies, strict=True):
            answer = await person.get(path, headers={"If-None-Match": tag})
            assert (answer.status_code == 304) == ((await person.get(path)).json()["combatants"] == body)
            told.append(answer.status_code)
        return told

    assert await rule(prone_hindered=True) == [200, 304 if secret else 200]
    assert await rule(prone_hindered=True) == [304, 304]
    assert await rule(prone_hindered=False) == [200, 304 if secret else 200]
    if not ended:
        assert (await company.gm.post(f"{path}/undo")).status_code == 200
    assert (await company.gm.get(f"{path}/at/2")).status_code == 200
    copy = (await company.gm.get(".../export")).json()
    assert (await company.client.post("/v1/campaigns/import", json=copy)).status_code == 201


async def test_a_house_rule_that_shows_in_a_sheet_is_a_new_version_of_the_character(a_table: Table) -> None:
    company = await a_table(system="supers")
    sheet = SYSTEMS["supers"].example_sheets[0].model_dump(mode="json")
    made = [await company.player.character("Hero", sheet=sheet, visibility=sight) for sight in ("table", "owner")]
    paths = [f".../characters/{one['id']}" for one in made]
    for options, moves in (
        ({"skill_ranks_per_point": 1}, True),
        ({"skill_ranks_per_point": 1}, False),
        ({"team_sum": "gross"}, False),
    ):
        tags = [(await company.player.get(path)).headers["etag"] for path in paths]
        assert (await company.gm.patch("...", {"options": options}, headers={"If-Match": "*"})).status_code == 200
        for path, tag in zip(paths, tags, strict=True):
            answer = await company.player.get(path, headers={"If-None-Match": tag})
            assert answer.status_code == (200 if moves else 304)
