"""Members: who is at the table, what they may do from which moment on, and how they leave it."""

import asyncio

import pytest

from tests.api.conftest import NOBODYS, Company, admit, found, refused

pytestmark = pytest.mark.anyio

DISCORD = {"app": "discord", "id": "184405311681986560"}


async def test_the_list_is_in_the_order_of_joining(company: Company) -> None:
    listed = (await company.observer.get(".../members")).json()["items"]
    assert [(member["display_name"], member["role"]) for member in listed] == [
        ("Game master", "gm"),
        ("Willow", "player"),
        ("Bearington", "player"),
        ("Audience", "observer"),
    ]
    for member in listed:
        assert (await company.player.get(f".../members/{member['id']}")).json() == member


async def test_a_member_is_renamed_and_tied_to_another_app(company: Company) -> None:
    path = f".../members/{company.player.member_id}"
    before = (await company.gm.get(path)).json()
    changed = await company.gm.patch(path, {"display_name": "Willow the Wise", "external_refs": [DISCORD]})
    assert changed.json() == before | {"display_name": "Willow the Wise", "external_refs": [DISCORD]}
    for unchanged in ({}, {"display_name": "Willow the Wise"}):
        assert (await company.gm.patch(path, unchanged)).json() == changed.json()
    for required in ({"display_name": None}, {"role": None}, {"external_refs": None}, {"role": "owner"}):
        refused(await company.gm.patch(path, required), 422, "invalid_request")
    assert (await company.player.get(path)).json() == changed.json()


async def test_a_member_is_found_by_their_reference(company: Company) -> None:
    await company.gm.patch(f".../members/{company.player.member_id}", {"external_refs": [DISCORD]})
    found_by = (await company.observer.get(f".../members?external_ref=discord:{DISCORD['id']}")).json()["items"]
    assert [member["id"] for member in found_by] == [company.player.member_id]
    for other in ("discord:1", "foundry:184405311681986560", "discord:a:b"):
        assert (await company.observer.get(f".../members?external_ref={other}")).json()["items"] == []
    for wrong in ("discord", ":1", "discord:", "", "%00:1", "a" * 41 + ":1", "discord:" + "1" * 201):
        refused(await company.observer.get(f".../members?external_ref={wrong}"), 422, "invalid_request")


class TestReferences:
    async def test_one_of_twenty_takes_it(self, company: Company) -> None:
        members = [company.player, company.other] * 10
        answers = await asyncio.gather(
            *(company.gm.patch(f".../members/{member.member_id}", {"external_refs": [DISCORD]}) for member in members)
        )
        holders = [
            member
            for member in (await company.gm.get(".../members")).json()["items"]
            if member["external_refs"] == [DISCORD]
        ]
        # The holder may take again what is theirs already.
        assert len(holders) == 1
        for member, answer in zip(members, answers, strict=True):
            if member.member_id == holders[0]["id"]:
                assert answer.status_code == 200
            else:
                refused(answer, 409, "reference_taken")

    async def test_one_of_twenty_strangers_takes_it(self, company: Company) -> None:
        people = [await admit(company.gm, "player", f"Thug {n}") for n in range(20)]
        answers = await asyncio.gather(
            *(company.gm.patch(f".../members/{one.member_id}", {"external_refs": [DISCORD]}) for one in people)
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19

    async def test_not_twice_in_one_list(self, company: Company) -> None:
        twice = {"external_refs": [DISCORD, DISCORD]}
        refused(await company.gm.patch(f".../members/{company.player.member_id}", twice), 409, "reference_taken")
        assert (await company.gm.get(f".../members/{company.player.member_id}")).json()["external_refs"] == []

    async def test_a_refused_change_takes_nothing(self, company: Company) -> None:
        await company.gm.patch(f".../members/{company.player.member_id}", {"external_refs": [DISCORD]})
        wanted = {"external_refs": [{"app": "foundry", "id": "7"}, DISCORD], "display_name": "Thief"}
        refused(await company.gm.patch(f".../members/{company.other.member_id}", wanted), 409, "reference_taken")
        assert (await company.gm.get(f".../members/{company.other.member_id}")).json()["display_name"] == "Bearington"
        free = {"external_refs": [{"app": "foundry", "id": "7"}]}
        assert (await company.gm.patch(f".../members/{company.player.member_id}", free)).status_code == 200

    async def test_who_leaves_sets_it_free(self, company: Company) -> None:
        await company.gm.patch(f".../members/{company.player.member_id}", {"external_refs": [DISCORD]})
        await company.player.delete(f".../members/{company.player.member_id}")
        taken = await company.gm.patch(f".../members/{company.other.member_id}", {"external_refs": [DISCORD]})
        assert taken.status_code == 200

    async def test_another_campaign_has_its_own(self, company: Company) -> None:
        _, stranger = await found(company.client)
        for gm in (company.gm, stranger):
            taken = await gm.patch(f".../members/{gm.member_id}", {"external_refs": [DISCORD]})
            assert taken.status_code == 200


class TestRoles:
    async def test_a_lower_role_holds_at_once(self, company: Company) -> None:
        await company.player.roll()
        await company.gm.patch(f".../members/{company.player.member_id}", {"role": "observer"})
        refused(await company.player.post(".../rolls", {"notation": "d6"}), 403, "role_too_low")
        assert (await company.player.get("/v1/me")).json()["role"] == "observer"

    async def test_a_higher_role_holds_at_once(self, company: Company) -> None:
        await company.observer.get(".../rolls")
        refused(await company.observer.post(".../rolls", {"notation": "d6"}), 403, "role_too_low")
        await company.gm.patch(f".../members/{company.observer.member_id}", {"role": "player"})
        await company.observer.roll()
        await company.gm.patch(f".../members/{company.observer.member_id}", {"role": "gm"})
        assert (await company.observer.get(".../invites")).status_code == 200
        me = (await company.observer.get("/v1/me")).json()
        assert (me["role"], me["token"]["role"], me["member"]["role"]) == ("gm", "gm", "gm")

    async def test_a_token_made_for_less_stays_at_less(self, company: Company) -> None:
        bot = (await company.player.post(".../tokens", {"name": "Bot", "role": "player"})).json()["token"]
        await company.gm.patch(f".../members/{company.player.member_id}", {"role": "gm"})
        assert (await company.player.holding(bot).get("/v1/me")).json()["role"] == "player"
        refused(await company.player.holding(bot).get(".../invites"), 403, "role_too_low")

    async def test_real_dice_go_by_the_role_of_the_moment(self, company: Company) -> None:
        await company.gm.patch("...", {"options": {"physical_dice": "gm"}}, headers={"If-Match": "*"})
        real = {"notation": "d6", "faces": [4]}
        refused(await company.player.post(".../rolls", real), 409, "physical_dice_off")
        await company.gm.patch(f".../members/{company.player.member_id}", {"role": "gm"})
        assert (await company.player.post(".../rolls", real)).status_code == 201
        await company.gm.patch(f".../members/{company.player.member_id}", {"role": "player"})
        refused(await company.player.post(".../rolls", real), 409, "physical_dice_off")

    async def test_the_last_gm_stays(self, company: Company) -> None:
        own = f".../members/{company.gm.member_id}"
        refused(await company.gm.patch(own, {"role": "player"}), 409, "last_game_master")
        refused(await company.gm.delete(own), 409, "last_game_master")
        await admit(company.gm, "gm", "Second")
        assert (await company.gm.delete(own)).status_code == 204

    async def test_of_two_gms_who_leave_at_once_one_stays(self, company: Company) -> None:
        second = await admit(company.gm, "gm", "Second")
        answers = await asyncio.gather(
            *(gm.delete(f".../members/{gm.member_id}") for gm in (company.gm, second)),
        )
        assert sorted(answer.status_code for answer in answers) == [204, 409]


class TestLeaving:
    async def test_who_leaves_is_gone_with_their_keys(self, company: Company) -> None:
        bot = (await company.player.post(".../tokens", {"name": "Bot", "role": "player"})).json()["token"]
        rolled = await company.player.roll()
        assert (await company.player.delete(f".../members/{company.player.member_id}")).status_code == 204
        for key in (company.player, company.player.holding(bot)):
            refused(await key.get("/v1/me"), 401, "not_authenticated")
            refused(await key.post(".../rolls", {"notation": "d6"}), 401, "not_authenticated")
        refused(await company.gm.get(f".../members/{company.player.member_id}"), 404, "not_found")
        assert len((await company.gm.get(".../members")).json()["items"]) == 3
        assert (await company.other.get(f".../rolls/{rolled['id']}")).json() == rolled

    async def test_a_gm_shows_somebody_out(self, company: Company) -> None:
        await company.player.roll()
        assert (await company.gm.delete(f".../members/{company.player.member_id}")).status_code == 204
        refused(await company.player.post(".../rolls", {"notation": "d6"}), 401, "not_authenticated")
        refused(await company.gm.delete(f".../members/{company.player.member_id}"), 404, "not_found")
        refused(await company.gm.patch(f".../members/{company.player.member_id}", {}), 404, "not_found")

    async def test_a_player_shows_nobody_out(self, company: Company) -> None:
        for member_id in (company.other.member_id, company.gm.member_id, f"mem_{NOBODYS}"):
            refused(await company.player.delete(f".../members/{member_id}"), 403, "role_too_low")

    async def test_their_invites_go_with_them(self, company: Company) -> None:
        back = {"role": "player", "member_id": company.player.member_id}
        code = (await company.gm.post(".../invites", back)).json()["code"]
        await company.gm.delete(f".../members/{company.player.member_id}")
        refused(await company.client.post(f"/v1/invites/{code}/accept", json={}), 404, "not_found")
