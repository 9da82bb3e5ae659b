"""Checks that a campaign keeps: by its house rules, open until resolved, bettered once, seen by whom they are for."""

import asyncio
from typing import Any

import pytest

from app.rules.catalog import SYSTEMS
from tests.api.conftest import Company, Person, Table, refused

pytestmark = pytest.mark.anyio

HERO_POINT = {"spend": "hero_point"}
LEAP = {"kind": "supers.check", "modifier": 8, "dc": 15}
LOCK = {"id": "lock", "level": 1, "note": "the lock breaks"}
PICK = {"kind": "ultra.action", "dice": 4, "complications": [LOCK]}
ROLLED = [10, 8, 9, 1]


@pytest.fixture
async def ultra(a_table: Table) -> Company:
    return await a_table("ultra")


@pytest.fixture
async def supers(a_table: Table) -> Company:
    return await a_table("supers")


async def check(person: Person, body: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = await person.post(".../checks", body | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("system", SYSTEMS)
async def test_every_check_is_kept_as_it_was_made(a_table: Table, system: str) -> None:
    table = await a_table(system)
    kept: list[dict[str, Any]] = []
    for kind in SYSTEMS[system].checks:
        for body in kind.examples.values():
            asked = body.model_dump(mode="json", exclude_defaults=True) | {"kind": kind.key}
            made = await check(table.player, asked, label="What for")
            assert (await table.observer.get(f".../checks/{made['id']}")).json() == made
            told = (made["label"], made["visibility"], made["house_rules"], made["before"], made["asked"]["kind"])
            assert told == ("What for", "public", {}, None, kind.key)
            stateless = (await table.client.post("/v1/checks", json=asked | {"faces": _faces(made)})).json()
            assert (stateless["result"], stateless["text"]) == (made["result"], made["text"])
            kept.insert(0, made)
    assert (await table.observer.get(".../checks")).json()["items"] == kept


def _faces(made: dict[str, Any]) -> list[int]:
    return [die["face"] for die in made["dice"]]


async def test_a_check_of_other_rules_is_refused_with_those_that_are_played(ultra: Company) -> None:
    problem = refused(
        await ultra.player.post(".../checks", {"kind": "supers.check", "modifier": 1, "dc": 5}), 422, "wrong_system"
    )
    assert problem["kinds"] == ["ultra.action", "ultra.opposed", "ultra.contest"]
    assert (await ultra.gm.get(".../checks")).json()["items"] == []


class TestHouseRules:
    async def test_the_campaigns_options_decide_and_are_named(self, a_table: Table) -> None:
        table = await a_table("ultra", partial_buyoff=True, advantage_hits_per_level=3)
        made = await check(table.player, PICK | {"advantage": 1, "faces": [8, 1, 1, 1]})
        assert made["result"]["advantage_hits"] == 3
        assert made["house_rules"] == {"advantage_hits_per_level": 3, "partial_buyoff": True}

    async def test_an_open_check_keeps_the_rules_it_was_made_by(self, a_table: Table) -> None:
        table = await a_table("ultra", partial_buyoff=True)
        storm = {"id": "storm", "level": 3}
        made = await check(table.player, {"kind": "ultra.action", "faces": [8, 8, 1], "complications": [storm]})
        changed = await table.gm.patch("...", {"options": {"partial_buyoff": False}}, headers={"If-Match": "*"})
        assert changed.status_code == 200
        choices = {"buy_off": [{"id": "storm", "hits": 1}]}
        resolved = (await table.player.post(f".../checks/{made['id']}/resolve", choices)).json()
        assert resolved["result"]["occurred"] == [{"id": "storm", "level": 2}]
        again = await check(table.player, {"kind": "ultra.action", "faces": [8, 8, 1], "complications": [storm]})
        refused(await table.player.post(f".../checks/{again['id']}/resolve", choices), 409, "partial_buyoff")

    @pytest.mark.parametrize("system", SYSTEMS)
    async def test_every_option_of_a_system_reaches_its_checks(self, a_table: Table, system: str) -> None:
        changes: dict[str, dict[str, Any]] = {
            "ultra": {"trick_cost_max": 2},
            "uttas": {"accuracy_tie": "hit"},
            "supers": {"failure_steps": "band5"},
        }
        table = await a_table(system, **changes[system])
        kind = SYSTEMS[system].checks[0]
        body = next(iter(kind.examples.values())).model_dump(mode="json", exclude_defaults=True) | {"kind": kind.key}
        assert (await check(table.player, body))["house_rules"] == changes[system]

    async def test_who_may_enter_real_dice_goes_by_the_option(self, a_table: Table) -> None:
        table = await a_table("supers", physical_dice="gm")
        refused(await table.player.post(".../checks", LEAP | {"faces": [12]}), 409, "physical_dice_off")
        assert (await check(table.gm, LEAP, faces=[12]))["source"] == "physical"
        made = await check(table.player, LEAP)
        amend = {"spend": "hero_point", "faces": [12]}
        refused(await table.player.post(f".../checks/{made['id']}/amend", amend), 409, "physical_dice_off")
        assert (await table.gm.post(f".../checks/{made['id']}/amend", amend)).status_code == 200


class TestResolve:
    async def test_choices_finish_an_open_action_once(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK, faces=ROLLED)
        assert made["open"]
        choices = {"buy_off": [{"id": "lock"}], "tricks": [{"key": "opening"}]}
        resolved = (await ultra.player.post(f".../checks/{made['id']}/resolve", choices)).json()
        assert (resolved["open"], resolved["result"]["result"]) == (False, "extraordinary_success")
        assert resolved["dice"] == made["dice"]
        assert resolved["id"] == made["id"]
        assert (await ultra.observer.get(f".../checks/{made['id']}")).json() == resolved
        refused(await ultra.player.post(f".../checks/{made['id']}/resolve", choices), 409, "already_resolved")

    async def test_a_refused_choice_leaves_it_open(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK, faces=ROLLED)
        greedy = {"buy_off": [{"id": "lock"}], "tricks": [{"key": "end_fight"}]}
        problem = refused(await ultra.player.post(f".../checks/{made['id']}/resolve", greedy), 409, "overspent")
        assert (problem["spent"], problem["leftover"], problem["rule"]) == (4, 3, "U-19")
        assert (await ultra.player.get(f".../checks/{made['id']}")).json() == made
        assert (await ultra.player.post(f".../checks/{made['id']}/resolve", {})).status_code == 200

    async def test_of_two_at_once_one_chooses(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK, faces=ROLLED)
        answers = await asyncio.gather(
            *(person.post(f".../checks/{made['id']}/resolve", {}) for person in (ultra.player, ultra.gm) * 3)
        )
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]

    async def test_only_whoever_made_it_or_a_gm(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK, faces=ROLLED)
        refused(await ultra.other.post(f".../checks/{made['id']}/resolve", {}), 403, "not_yours")
        assert (await ultra.gm.post(f".../checks/{made['id']}/resolve", {})).status_code == 200

    async def test_what_is_never_open_has_nothing_to_choose(self, supers: Company) -> None:
        made = await check(supers.player, LEAP)
        refused(await supers.player.post(f".../checks/{made['id']}/resolve", {}), 409, "already_resolved")

    async def test_a_repeat_under_its_key_is_the_same_answer(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK, faces=ROLLED)
        key = {"Idempotency-Key": "choose"}
        first = await ultra.player.post(f".../checks/{made['id']}/resolve", {}, headers=key)
        again = await ultra.player.post(f".../checks/{made['id']}/resolve", {}, headers=key)
        assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")


class TestAmend:
    async def test_a_hero_point_betters_the_die_and_both_stay_on_record(self, supers: Company) -> None:
        made = await check(supers.player, LEAP, faces=[4])
        amended = (
            await supers.player.post(f".../checks/{made['id']}/amend", {"spend": "hero_point", "faces": [6]})
        ).json()
        assert amended["result"]["total"] == 24
        assert [(die["of"], die["face"], die["kept"]) for die in amended["dice"]] == [
            ("check", 4, False),
            ("hero_point", 6, True),
        ]
        assert amended["before"]["result"] == made["result"]
        assert amended["before"]["dice"] == made["dice"]
        assert (await supers.observer.get(f".../checks/{made['id']}")).json() == amended
        problem = refused(
            await supers.player.post(f".../checks/{made['id']}/amend", HERO_POINT),
            409,
            "hero_use_repeated",
        )
        assert problem["rule"] == "R-16"

    async def test_until_its_makers_next_check(self, supers: Company) -> None:
        made = await check(supers.player, LEAP)
        await check(supers.other, LEAP)
        amend = HERO_POINT
        await check(supers.player, LEAP, visibility="gm")
        refused(await supers.player.post(f".../checks/{made['id']}/amend", amend), 409, "result_announced")
        assert (await supers.player.get(f".../checks/{made['id']}")).json() == made

    async def test_somebody_elses_check_between_doesnt_count(self, supers: Company) -> None:
        made = await check(supers.player, LEAP)
        await check(supers.other, LEAP)
        assert (await supers.player.post(f".../checks/{made['id']}/amend", HERO_POINT)).status_code == 200

    async def test_ultra_knows_nothing_of_the_kind(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK)
        refused(await ultra.player.post(f".../checks/{made['id']}/amend", HERO_POINT), 409, "nothing_to_amend")

    async def test_the_die_must_be_there(self, supers: Company) -> None:
        made = await check(supers.player, LEAP)
        refused(
            await supers.player.post(f".../checks/{made['id']}/amend", {"spend": "hero_point", "die": 1}),
            422,
            "nothing_to_improve",
        )
        refused(
            await supers.player.post(f".../checks/{made['id']}/amend", {"spend": "hero_point", "faces": [6, 6]}),
            422,
            "faces_unused",
        )
        assert (await supers.player.get(f".../checks/{made['id']}")).json() == made

    async def test_only_whoever_made_it_or_a_gm(self, supers: Company) -> None:
        made = await check(supers.player, LEAP)
        refused(await supers.other.post(f".../checks/{made['id']}/amend", HERO_POINT), 403, "not_yours")
        assert (await supers.gm.post(f".../checks/{made['id']}/amend", HERO_POINT)).status_code == 200


class TestSecrecy:
    @pytest.mark.parametrize(
        ("visibility", "seen_by"),
        [
            ("public", {"gm", "player", "other", "observer"}),
            ("gm", {"gm", "player"}),
            ("blind", {"gm"}),
            ("self", {"player"}),
        ],
    )
    async def test_who_sees_a_check(self, ultra: Company, visibility: str, seen_by: set[str]) -> None:
        made = await check(ultra.player, PICK, visibility=visibility)
        assert ("dice" in made) == (visibility != "blind")
        for name in ("gm", "player", "other", "observer"):
            person = getattr(ultra, name)
            listed = (await person.get(".../checks")).json()["items"]
            counted = (await person.get(".../rolls/stats")).json()["dice"]
            assert [one["id"] for one in listed] == ([made["id"]] if name in seen_by else [])
            assert (await person.get(f".../checks/{made['id']}")).status_code == (200 if name in seen_by else 404)
            assert [die["count"] for die in counted] == ([4] if name in seen_by else [])
        for path, body in (("resolve", {}), ("amend", HERO_POINT), ("reveal", None)):
            answer = await ultra.other.post(f".../checks/{made['id']}/{path}", body)
            if "other" not in seen_by:
                refused(answer, 404, "not_found")
            elif path == "reveal":
                refused(answer, 409, "already_public")
            else:
                refused(answer, 403, "not_yours")

    async def test_a_blind_check_is_the_gms_to_resolve_and_to_show(self, ultra: Company) -> None:
        made = await check(ultra.player, PICK | {"faces": ROLLED}, visibility="blind")
        assert set(made) == {
            *("id", "text", "markdown", "member_id", "by_member_id", "character_id"),
            *("visibility", "label", "created_at"),
        }
        refused(await ultra.player.post(f".../checks/{made['id']}/resolve", {}), 404, "not_found")
        assert (await ultra.gm.post(f".../checks/{made['id']}/resolve", {})).status_code == 200
        shown = (await ultra.gm.post(f".../checks/{made['id']}/reveal")).json()
        assert shown["visibility"] == "public"
        assert (await ultra.observer.get(f".../checks/{made['id']}")).json() == shown
        refused(await ultra.gm.post(f".../checks/{made['id']}/reveal"), 409, "already_public")


class TestLists:
    async def test_filters(self, ultra: Company) -> None:
        opened = await check(ultra.player, PICK, faces=ROLLED)
        missed = await check(ultra.player, {"kind": "ultra.action", "dice": 1, "faces": [1]})
        against = await check(
            ultra.gm, {"kind": "ultra.opposed", "dice": 1, "defender": {"dice": 1}, "faces": [1, 1]}, visibility="gm"
        )
        for query, expected in {
            "": [against, missed, opened],
            "?open=true": [opened],
            "?open=false": [against, missed],
            "?kind=ultra.opposed": [against],
            "?kind=ultra.contest": [],
            f"?member_id={ultra.player.member_id}": [missed, opened],
            "?visibility=gm": [against],
            "?limit=1": [against],
        }.items():
            items = (await ultra.gm.get(f".../checks{query}")).json()["items"]
            assert [one["id"] for one in items] == [one["id"] for one in expected], query
        told = await ultra.gm.get(".../checks?limit=2")
        rest = await ultra.gm.get(f".../checks?limit=2&cursor={told.json()['next_cursor']}")
        assert [one["id"] for one in rest.json()["items"]] == [opened["id"]]

    async def test_statistics_count_the_dice_of_checks(self, supers: Company) -> None:
        made = await check(supers.player, LEAP)
        await check(supers.player, LEAP, faces=[3])
        await supers.player.roll("1d20+1d6")
        counted = (await supers.observer.get(".../rolls/stats")).json()["dice"]
        assert [(die["sides"], die["count"]) for die in counted] == [("6", 1), ("20", 2)]
        assert made["source"] == "server"


async def test_a_repeat_under_its_key_is_the_same_check(ultra: Company) -> None:
    key = {"Idempotency-Key": "once"}
    first = await ultra.player.post(".../checks", PICK, headers=key)
    again = await ultra.player.post(".../checks", PICK, headers=key)
    assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")
    assert len((await ultra.gm.get(".../checks")).json()["items"]) == 1


async def test_an_archived_campaign_takes_no_check(ultra: Company) -> None:
    made = await check(ultra.player, PICK, faces=ROLLED)
    await ultra.gm.delete("...", headers={"If-Match": "*"})
    for path, body in (("", PICK), (f"/{made['id']}/resolve", {}), (f"/{made['id']}/amend", HERO_POINT)):
        refused(await ultra.player.post(f".../checks{path}", body), 409, "archived")
    assert (await ultra.player.get(f".../checks/{made['id']}")).json() == made
