"""Encounters over HTTP: who gets to know of one, how it is moved, taken back, tried out, and looked at."""

from typing import Any

import pytest

from tests.api.conftest import NOBODYS, Company, HandClock, Person, client_of, found, make_app, refused, stored
from tests.api.duelling import Table
from tests.api.on_trial import duelling
from tests.db.dump import dump

pytestmark = pytest.mark.anyio


@pytest.fixture
async def app(database: str, clock: HandClock) -> Any:
    made = make_app(database, clock=clock, systems=duelling("uttas"))
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def table(company: Company) -> Table:
    made = Table(company)
    await made.set_up()
    return made


NOTE = {"type": "note", "text": "The lantern goes out."}


class TestBeforeItStarts:
    async def test_only_game_masters_know_of_it(self, table: Table) -> None:
        nobodys = ("", "/legal", "/timeline", "/log", "/at/1")
        for who in (table.player, table.company.observer):
            for part in nobodys:
                refused(await who.get(f"{table.path}{part}"), 404, "not_found")
            assert (await who.get(".../encounters")).json() == {"items": [], "next_cursor": None}
        refused(await table.send(NOTE, table.player), 404, "not_found")
        assert [one["id"] for one in (await table.gm.get(".../encounters")).json()["items"]] == [table.id]

    async def test_the_players_count_from_its_start(self, table: Table) -> None:
        started = await table.start()
        assert (started["version"], (await table.look()).headers["etag"]) == (4, '"4"')
        seen = await table.look(table.player)
        assert (seen.json()["version"], seen.headers["etag"]) == (1, '"1"')

    async def test_one_that_ends_before_it_starts_stays_unknown(self, table: Table) -> None:
        await table.sent({"type": "end"})
        refused(await table.player.get(table.path), 404, "not_found")

    async def test_taking_the_start_back_hides_it_again(self, table: Table) -> None:
        await table.start()
        assert (await table.gm.post(f"{table.path}/undo")).json()["encounter"]["status"] == "setup"
        refused(await table.player.get(table.path), 404, "not_found")
        await table.gm.post(f"{table.path}/redo")
        assert (await table.look(table.player)).json()["status"] == "running"


class TestCommands:
    async def test_a_strike_with_the_dice_of_the_table(self, table: Table) -> None:
        started = await table.start()
        assert started["encounter"]["active"] == "willow"
        declared = await table.sent({"type": "duel.strike", "actor": "willow", "target": "thug"}, table.player)
        assert declared["text"] == "Willow strikes at Thug. Thug may parry."
        window = declared["encounter"]["pending"]
        told = {"kind": "parry", "for": ["thug"], "options": ["duel.parry", "duel.take"], "since": "willow"}
        assert window == {"id": window["id"], **told}, "and no menu, as a parry has none"
        taken = await table.sent({"type": "duel.take", "actor": "thug", "pending": window["id"], "faces": [6, 6, 3]})
        assert await table.wounds() == 3
        resolved = next(event for event in taken["events"] if event["type"] == "strike.resolved")
        assert [die["faces"] for die in resolved["data"]["dice"]] == [[6, 6], [3]]
        assert {die["source"] for die in resolved["data"]["dice"]} == {"physical"}
        assert resolved["version"] == taken["version"] == 6
        assert resolved["member_id"] == table.gm.member_id
        assert {event["encounter_id"] for event in taken["events"]} == {table.id}

    @pytest.mark.parametrize(("pos", "at"), [([2**53 + 1, 0], 0), ([0, -(2**53) - 1], 1)])
    async def test_no_number_is_larger_than_every_app_can_read(self, table: Table, pos: list[int], at: int) -> None:
        join = {"type": "join", "name": "Thug", "side": "toll", "sheet": {}, "pos": pos}
        problem = refused(await table.gm.post(f"{table.path}/commands", join), 422, "invalid_request")
        assert [one["pointer"] for one in problem["errors"]] == [f"/pos/{at}"]
        within = await table.gm.post(f"{table.path}/commands", join | {"pos": [2**53, -(2**53)]})
        assert within.status_code == 200, within.text

    @pytest.mark.parametrize("query", ["", "?dry_run=true"])
    async def test_a_combatant_is_given_to_nobody_but_those_at_the_table(self, table: Table, query: str) -> None:
        path = f"{table.path}/commands{query}"
        join = {"type": "join", "name": "Thug", "side": "toll", "sheet": {}}
        for body in (join, {"type": "edit_combatant", "actor": "thug"}):
            for nobody in ("anne", f"mem_{NOBODYS}"):
                wrong = body | {"owner_member_id": nobody}
                problem = refused(await table.gm.post(path, wrong), 422, "invalid_request")
                assert [one["pointer"] for one in problem["errors"]] == ["/owner_member_id"]
            given = await table.gm.post(path, body | {"owner_member_id": table.player.member_id})
            assert given.status_code == 200, given.text

    async def test_what_legal_lists_can_be_sent_as_it_is(self, table: Table) -> None:
        await table.start()
        for _ in range(12):
            for who in (table.player, table.gm):
                listed = (await table.look(who, "/legal")).json()["commands"]
                useful = [one for one in listed if one["type"] != "end"]
                if useful:
                    await table.sent(useful[0]["body"], who)
                    break
        assert len((await table.look(part="/log")).json()["items"]) > 6

    @pytest.mark.parametrize(
        ("by", "body", "status", "code"),
        [
            ("player", {"type": "start"}, 403, "not_gm"),
            ("player", {"type": "duel.strike", "actor": "thug", "target": "willow"}, 403, "not_yours"),
            ("gm", {"type": "duel.strike", "actor": "willow", "target": "nobody"}, 404, "unknown_combatant"),
            ("gm", {"type": "duel.strike", "actor": "thug", "target": "willow"}, 409, "not_your_turn"),
            ("gm", {"type": "duel.take", "actor": "thug"}, 409, "no_window"),
            ("gm", {"type": "duel.wait", "actor": "willow", "faces": [3]}, 422, "faces_unused"),
            ("gm", {"type": "start"}, 409, "wrong_phase"),
            ("gm", {"type": "set_order", "order": ["willow"]}, 422, "bad_order"),
        ],
    )
    async def test_a_refusal_changes_nothing(
        self, table: Table, database: str, by: str, body: dict[str, Any], status: int, code: str
    ) -> None:
        await table.start()
        before = await dump(database)
        refused(await table.send(body, getattr(table, by)), status, code)
        assert await dump(database) == before

    @pytest.mark.parametrize(
        ("body", "pointer", "said"),
        [
            ({"type": "duel.strik"}, "/type", "did you mean `duel.strike`?"),
            ({"type": "supers.aim"}, "/type", ": those of `duel`, and of every system."),
            ({}, "/type", "`type` is missing."),
            ({"type": "duel.strike", "actor": "willow"}, "/target", "`target` is missing."),
            ({"type": "note", "text": "x", "status": "ended"}, "/status", "`status` is not a field here"),
            ({"type": "note", "text": "a\u202eb"}, "/text", "text-direction"),
            ({"type": "join", "side": "a", "name": "a\nb", "sheet": {}}, "/name", "control"),
            ({"type": "join", "side": "a", "sheet": {"skill": 99}}, "/sheet/skill", "at most 20"),
            ({"type": "adjust", "actor": "thug", "wounds": 2**60}, "/wounds", "must lie between"),
            ({"type": "adjust", "actor": "thug", "wounds": "1"}, "/wounds", "must be a whole number"),
            ({"type": "note", "text": "x", "faces": [1.0]}, "/faces/0", "must be a whole number"),
        ],
    )
    async def test_a_wrong_shape_is_told_by_its_place(
        self, table: Table, body: dict[str, Any], pointer: str, said: str
    ) -> None:
        problem = refused(await table.send(body), 422, "invalid_request")
        assert problem["errors"][0]["pointer"] == pointer
        assert said in problem["errors"][0]["detail"]

    async def test_real_dice_go_by_the_option(self, table: Table) -> None:
        await table.start()
        await table.gm.patch("...", {"options": {"physical_dice": "gm"}}, headers={"If-Match": "*"})
        body = {"type": "duel.strike", "actor": "willow", "target": "thug", "faces": [1]}
        refused(await table.send(body, table.player), 409, "physical_dice_off")
        refused(await table.send(body), 422, "faces_unused")

    async def test_an_encounter_may_have_house_rules_of_its_own(self, table: Table) -> None:
        await table.set_up(name="No dice here", options={"physical_dice": "off"})
        refused(await table.send({"type": "start", "faces": [1, 1]}), 409, "physical_dice_off")
        wrong = await table.gm.post(".../encounters", {"name": "x", "options": {"physical_dice": "none"}})
        assert refused(wrong, 422, "invalid_request")["errors"][0]["pointer"] == "/options/physical_dice"

    async def test_there_is_an_end_to_combatants(self, table: Table, database: str) -> None:
        for _ in range(3):
            await table.join(count=50)
        await table.join(count=48)
        before = await dump(database)
        problem = refused(await table.send({"type": "join", "side": "x", "sheet": {}}), 409, "quota")
        assert problem["limit"] == 200
        assert await dump(database) == before

    async def test_an_archived_campaign_is_only_looked_at(self, table: Table) -> None:
        await table.start()
        await table.gm.delete("...", headers={"If-Match": "*"})
        for answer in (
            await table.send(NOTE),
            await table.send(NOTE, dry_run=True),
            await table.gm.post(f"{table.path}/undo"),
            await table.gm.post(".../encounters", {"name": "x"}),
            await table.gm.patch(table.path, {"name": "x"}, headers={"If-Match": "*"}),
            await table.gm.delete(table.path, headers={"If-Match": "*"}),
        ):
            refused(answer, 409, "archived")
        await table.look(table.player, "/log")


class TestVersions:
    async def test_a_command_may_name_the_version_it_is_meant_for(self, table: Table) -> None:
        await table.start()
        stale = await table.send(NOTE, headers={"If-Match": '"3"'})
        assert refused(stale, 412, "stale_version")["current_version"] == 4
        assert (await table.send(NOTE, headers={"If-Match": '"4"'})).headers["etag"] == '"5"'
        undone = await table.gm.post(f"{table.path}/undo", headers={"If-Match": '"4"'})
        refused(undone, 412, "stale_version")
        # A player's number is their own.
        assert (await table.send(NOTE, table.player, headers={"If-Match": '"2"'})).headers["etag"] == '"3"'

    async def test_what_players_dont_see_moves_only_the_game_masters_version(
        self, table: Table, clock: HandClock
    ) -> None:
        await table.start()
        before = await table.look(table.player)
        clock.forward(minutes=1)
        await table.sent({"type": "note", "text": "The bridge gives way.", "private": True})
        await table.gm.patch(table.path, {"notes": "Soon."}, headers={"If-Match": "*"})
        await table.join(name="Shadow", hidden=True, faces=[1])
        assert (await table.look(table.player)).content == before.content
        gms = (await table.look()).json()
        assert (gms["version"], gms["notes"]) == (7, "Soon.")
        tag = {"If-None-Match": before.headers["etag"]}
        assert (await table.player.get(table.path, headers=tag)).status_code == 304
        assert (await table.gm.get(table.path, headers={"If-None-Match": '"6"'})).status_code == 200

    async def test_a_name_is_changed_from_the_version_that_was_read(self, table: Table) -> None:
        await table.start()
        refused(await table.gm.patch(table.path, {"name": "Dusk"}), 428, "version_required")
        refused(await table.gm.patch(table.path, {"name": "Dusk"}, headers={"If-Match": '"3"'}), 412, "stale_version")
        changed = await table.gm.patch(table.path, {"name": "Dusk"}, headers={"If-Match": '"4"'})
        assert (changed.json()["name"], changed.headers["etag"]) == ("Dusk", '"5"')
        same = await table.gm.patch(table.path, {"name": "Dusk"}, headers={"If-Match": '"5"'})
        assert same.headers["etag"] == '"5"'
        seen = (await table.look(table.player)).json()
        assert (seen["name"], seen["version"], seen["notes"]) == ("Dusk", 2, None)

    async def test_what_changes_before_it_starts_counts_for_game_masters_alone(self, table: Table) -> None:
        renamed = await table.gm.patch(table.path, {"name": "Dusk"}, headers={"If-Match": "*"})
        assert renamed.json()["version"] == 4
        assert (await table.start())["version"] == 5
        assert (await table.look(table.player)).json()["version"] == 1

    async def test_it_is_removed_with_all_that_it_was(self, table: Table, database: str) -> None:
        await table.start()
        refused(await table.gm.delete(table.path), 428, "version_required")
        key = {"If-Match": "*", "Idempotency-Key": "once"}
        assert (await table.gm.delete(table.path, headers=key)).status_code == 204
        again = await table.gm.delete(table.path, headers=key)
        assert (again.status_code, again.headers["idempotent-replayed"]) == (204, "true")
        refused(await table.gm.get(table.path), 404, "not_found")
        rows = await stored(database)
        assert (rows["encounter"], rows["encounter_version"]) == ([], [])

    async def test_another_app_finds_an_encounter_by_what_it_calls_it(self, table: Table) -> None:
        refs = [{"app": "foundry", "id": "scene-1"}]
        await table.gm.post(".../encounters", {"name": "Over the roofs", "external_refs": refs})
        found = ".../encounters?external_ref=foundry:scene-1"
        assert [one["name"] for one in (await table.gm.get(found)).json()["items"]] == ["Over the roofs"]
        # It has not begun, so that players know nothing of it.
        assert (await table.player.get(found)).json()["items"] == []
        assert (await table.gm.get(".../encounters?external_ref=foundry:scene-2")).json()["items"] == []
        refused(await table.gm.get(".../encounters?external_ref=scene-1"), 422, "invalid_request")

    async def test_references_find_nothing_twice(self, table: Table) -> None:
        refs = [{"app": "foundry", "id": "combat-7"}]
        await table.gm.patch(table.path, {"external_refs": refs}, headers={"If-Match": "*"})
        refused(await table.gm.post(".../encounters", {"name": "x", "external_refs": refs}), 409, "reference_taken")
        await table.gm.delete(table.path, headers={"If-Match": "*"})
        assert (await table.gm.post(".../encounters", {"name": "x", "external_refs": refs})).status_code == 201


class TestUndo:
    async def test_it_gives_back_the_state_before_and_redo_the_same_dice(self, table: Table) -> None:
        await table.start()
        await table.sent({"type": "duel.strike", "actor": "willow", "target": "thug"}, table.player)
        before = (await table.look()).json()
        await table.sent({"type": "duel.take", "actor": "thug"})
        after = (await table.look()).json()
        undone = (await table.gm.post(f"{table.path}/undo")).json()
        counted = ("version", "updated_at", "last_event")
        for name in set(before) - set(counted):
            assert undone["encounter"][name] == before[name]
        assert [event["type"] for event in undone["events"]] == ["command.undone"]
        redone = (await table.gm.post(f"{table.path}/redo")).json()
        for name in set(after) - set(counted):
            assert redone["encounter"][name] == after[name]
        refused(await table.gm.post(f"{table.path}/redo"), 409, "nothing_to_undo")

    async def test_a_new_command_leaves_nothing_to_bring_back(self, table: Table) -> None:
        await table.gm.post(f"{table.path}/undo")
        await table.sent(NOTE)
        refused(await table.gm.post(f"{table.path}/redo"), 409, "nothing_to_undo")

    async def test_everything_can_be_taken_back_and_no_more(self, table: Table) -> None:
        for _ in range(2):
            assert (await table.gm.post(f"{table.path}/undo")).status_code == 200
        assert (await table.look()).json()["combatants"] == []
        refused(await table.gm.post(f"{table.path}/undo"), 409, "nothing_to_undo")
        refused(await table.player.post(f"{table.path}/undo"), 403, "role_too_low")

    async def test_far_back_past_snapshots(self, table: Table) -> None:
        await table.start()
        for _ in range(120):
            await table.sent({"type": "adjust", "actor": "thug", "wounds": 1})
            await table.sent({"type": "adjust", "actor": "thug", "wounds": -1})
        for _ in range(101):
            assert (await table.gm.post(f"{table.path}/undo")).status_code == 200
        assert await table.wounds() == 1
        for _ in range(100):
            assert (await table.gm.post(f"{table.path}/redo")).status_code == 200
        assert await table.wounds() == 1

    async def test_the_story_tells_what_was_taken_back(self, table: Table) -> None:
        await table.start()
        await table.strike()
        await table.gm.post(f"{table.path}/undo")
        for who in (table.gm, table.player):
            lines = (await table.look(who, "/log?limit=200")).json()["items"]
            assert "Thug is hit" in next(line["text"] for line in lines if line["undone"])
            assert lines[-1]["text"].startswith("Undone: ")
            assert all(line["markdown"].startswith("~~") == line["undone"] for line in lines)
        newest = (await table.look(part="/log?order=newest&limit=1")).json()["items"]
        assert newest[0]["id"] == lines[-1]["id"]


class TestTryingOut:
    async def test_a_game_master_sees_what_would_come_of_it(self, table: Table, database: str) -> None:
        await table.start()
        before = await dump(database)
        body = {"type": "duel.strike", "actor": "willow", "target": "thug"}
        key = {"Idempotency-Key": "tried"}
        tried = await table.sent(body, dry_run=True, headers=key)
        assert (tried["dry_run"], tried["sample"], tried["costs"], tried["dice"]) == (
            *(True, True),
            {"actions": 1},
            ["2d6", "1d6"],
        )
        assert tried["encounter"]["pending"]["kind"] == "parry"
        assert await dump(database) == before
        # The key is still free.
        await table.sent(body, headers=key)

    async def test_a_player_learns_what_it_costs(self, table: Table) -> None:
        await table.start()
        body = {"type": "duel.strike", "actor": "willow", "target": "thug"}
        tried = await table.sent(body, table.player, dry_run=True)
        told = "It would cost 1 action; 2d6 and 1d6 would be thrown."
        said = {"text": told, "markdown": told}
        assert tried == said | {"dry_run": True, "costs": {"actions": 1}, "dice": ["2d6", "1d6"]}
        free = await table.sent(NOTE, table.player, dry_run=True)
        assert free["text"] == "It would cost nothing."
        refused(await table.send(body | {"target": "nobody"}, table.player, dry_run=True), 404, "unknown_combatant")
        await table.sent(body, table.player)
        refused(await table.send(body, table.player, dry_run=True), 409, "pending")


class TestRepeats:
    async def test_a_repeat_gives_the_first_answer_to_the_byte(self, table: Table) -> None:
        await table.start()
        key = {"Idempotency-Key": "strike", "If-Match": '"4"'}
        body = {"type": "duel.strike", "actor": "willow", "target": "thug"}
        first = await table.send(body, headers=key)
        again = await table.send(body, headers=key)
        assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
        assert again.headers["idempotent-replayed"] == "true"
        refused(await table.send(NOTE, headers=key), 422, "idempotency_mismatch")
        for deed in ("undo", "redo"):
            first = await table.gm.post(f"{table.path}/{deed}", headers={"Idempotency-Key": deed})
            again = await table.gm.post(f"{table.path}/{deed}", headers={"Idempotency-Key": deed})
            assert (first.status_code, again.content) == (200, first.content)


class TestLooking:
    async def test_current_is_the_one_that_runs(self, table: Table) -> None:
        problem = refused(await table.player.get(".../encounters/current"), 409, "which_encounter")
        assert problem["encounters"] == []
        await table.start()
        assert (await table.player.get(".../encounters/current")).json()["id"] == table.id
        assert (await table.gm.post(".../encounters/current/commands", NOTE)).status_code == 200
        first = table.id
        await table.set_up()
        await table.start()
        problem = refused(await table.player.get(".../encounters/current"), 409, "which_encounter")
        assert problem["encounters"] == [first, table.id]
        assert problem["detail"] == (
            "Several encounters are running. Name one by its id in place of `current`: "
            f"`{first}` (The toll bridge), `{table.id}` (The toll bridge)."
        )

    async def test_where_none_runs_the_refusal_names_those_that_can_be_meant(
        self, table: Table, clock: HandClock
    ) -> None:
        async def which(who: Person, sent: bool = False) -> tuple[str, list[str]]:
            path = ".../encounters/current"
            answer = await who.post(f"{path}/undo") if sent else await who.get(path)
            problem = refused(answer, 409, "which_encounter")
            return problem["detail"].partition(" Name one")[2].partition(": ")[2], problem["encounters"]

        first = table.id
        assert await which(table.gm) == (f"`{first}` (The toll bridge, being set up).", [first])
        assert await which(table.player) == ("", []), "players don't know of it"
        await table.start()
        await table.set_up(name="The roofs")
        await table.start()
        for ended in (table.id, first):
            clock.forward(seconds=1)
            assert (await table.gm.post(f".../encounters/{ended}/commands", {"type": "end"})).status_code == 200
        assert await which(table.gm, sent=True) == (
            f"`{first}` (The toll bridge, ended last; `undo` takes the end back).",
            [first],
        )
        assert await which(table.player) == (f"`{first}` (The toll bridge, ended last).", [first])
        await table.set_up(name="The cellar")
        assert (await which(table.gm))[1] == [table.id, first]
        assert (await which(table.player))[1] == [first]
        assert (await table.gm.post(f".../encounters/{first}/undo")).status_code == 200
        assert (await table.gm.get(".../encounters/current")).json()["id"] == first

    async def test_as_it_was(self, table: Table) -> None:
        await table.start()
        await table.strike()
        seen = (await table.look(table.player)).json()
        whole = (await table.look()).json()
        await table.sent({"type": "note", "text": "Soon.", "private": True})
        await table.sent({"type": "end_turn"})
        await table.gm.post(f"{table.path}/undo")
        counted = {"last_event", "updated_at"}
        for who, was in ((table.player, seen), (table.gm, whole)):
            then = (await table.look(who, f"/at/{was['version']}")).json()
            assert {name: then[name] for name in set(then) - counted} == {
                name: was[name] for name in set(was) - counted
            }
        assert (await table.look(part="/at/2")).json()["status"] == "setup"
        refused(await table.player.get(f"{table.path}/at/0"), 422, "invalid_request")
        refused(await table.player.get(f"{table.path}/at/99"), 404, "not_found")

    async def test_the_tracker_leaves_out_what_is_large(self, table: Table) -> None:
        await table.start()
        tracked = (await table.look(part="?view=tracker")).json()
        assert tracked["scene"] is None
        assert all("state" not in one for one in tracked["combatants"])
        assert tracked["active"] == "willow"

    async def test_the_timeline_says_who_is_next(self, table: Table) -> None:
        await table.start()
        steps = (await table.look(table.player, "/timeline")).json()["steps"]
        assert [step["combatant"] for step in steps] == ["willow", "thug", None, "willow", "thug", None]

    async def test_lists_go_by_status_kind_and_part(self, table: Table) -> None:
        await table.gm.post(".../encounters", {"name": "Over the roofs", "kind": "chase"})
        await table.start()
        for query, names in (
            ("?status=running", ["The toll bridge"]),
            ("?kind=chase", ["Over the roofs"]),
            ("?limit=1", ["Over the roofs"]),
        ):
            assert [one["name"] for one in (await table.gm.get(f".../encounters{query}")).json()["items"]] == names
        first = (await table.gm.get(".../encounters?limit=1")).json()
        rest = (await table.gm.get(f".../encounters?limit=1&cursor={first['next_cursor']}")).json()
        assert ([one["name"] for one in rest["items"]], rest["next_cursor"]) == (["The toll bridge"], None)

    async def test_the_story_in_parts(self, table: Table) -> None:
        await table.start()
        for number in range(7):
            await table.sent({"type": "note", "text": f"{number}"})
            await table.sent({"type": "note", "text": "secret", "private": True})
        whole = (await table.look(table.player, "/log?limit=200")).json()["items"]
        assert [line["text"] for line in whole][-7:] == [*"0123456"]
        parts, cursor = [], ""
        while True:
            part = (await table.look(table.player, f"/log?limit=3{cursor}")).json()
            parts += part["items"]
            if part["next_cursor"] is None:
                break
            assert len(part["items"]) == 3
            cursor = f"&cursor={part['next_cursor']}"
        assert parts == whole


async def test_a_system_without_encounters_says_so(database: str) -> None:
    class Peaceful:
        encounters = None

    peaceful: Any = Peaceful()
    app = make_app(database, systems={"ultra": peaceful})
    async with app.router.lifespan_context(app), client_of(app) as client:
        _, gm = await found(client, system="ultra")
        refused(await gm.post(".../encounters", {"name": "x"}), 409, "no_encounters")
        assert (await gm.get(".../encounters")).json()["items"] == []
