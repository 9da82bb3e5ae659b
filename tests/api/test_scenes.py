"""The whole scenes of the rules pages over HTTP: each command posted, with the state after it, on both databases."""

from typing import Any

import httpx
import pytest

from app.rules.catalog import ENCOUNTERS
from tests.api.conftest import Person, admit, found
from tests.rules.scenes import OWNER, PLAYED, Answer, Scene, faults, of_system

pytestmark = pytest.mark.anyio


class Posted:
    """A scene at the service, with a game master who posts every command but those that only players are refused."""

    def __init__(self, gm: Person, player: Person, encounter_id: str) -> None:
        self._gm = gm
        self._player = player
        self._path = f".../encounters/{encounter_id}"

    async def post(self, body: dict[str, Any], *, by_player: bool = False) -> httpx.Response:
        return await (self._player if by_player else self._gm).post(f"{self._path}/commands", body)

    async def shown(self) -> Answer:
        return {"encounter": (await self._gm.get(self._path)).json()}

    async def state(self) -> bytes:
        """All that there is to see, to the byte."""
        parts = [(await self._gm.get(f"{self._path}{part}")).content for part in ("", "/log?limit=200", "/legal")]
        return b"".join(parts)


async def begin(client: httpx.AsyncClient, scene: Scene) -> Posted:
    """The scene before its first command."""
    _, gm = await found(client, system=scene.system, options=scene.document.get("options", {}))
    player = await admit(gm, "player", "Everybody's owner")
    kind = scene.document.get("kind", "fight")
    made = await gm.post(".../encounters", {"name": scene.document["title"][:80], "kind": kind})
    assert made.status_code == 201, made.text
    posted = Posted(gm, player, made.json()["id"])
    for body in of_system(scene.system).preparing(scene):
        if body.get("owner_member_id") == OWNER.member_id:
            body["owner_member_id"] = player.member_id
        answer = await posted.post(body)
        assert answer.status_code == 200, answer.text
    return posted


def refused(expect: dict[str, Any], answer: httpx.Response) -> list[str]:
    problem = answer.json()
    return [] if problem["code"] == expect.get("error") else [f"{answer.status_code}: {problem}"]


@pytest.mark.parametrize("scene", PLAYED, ids=[scene.name for scene in PLAYED])
async def test_scene(client: httpx.AsyncClient, scene: Scene) -> None:
    posted = await begin(client, scene)
    system = of_system(scene.system)
    compare = getattr(system, "COMPARE", {})
    for number, (body, expect) in enumerate(scene.commands):
        if body["type"] in getattr(system, "AFTERWARDS", {}):
            # What befalls a character after the end is no command of the encounter.
            break
        shown = await posted.shown()
        before = await posted.state() if "error" in expect else None
        by_player = expect.get("error") in getattr(system, "TO_PLAYERS", ())
        answer = await posted.post(body, by_player=by_player)
        if answer.status_code == 200:
            differing = faults(expect, answer.json(), system.READ, compare=compare, before=shown)
            differing += [f"accepted, expected {expect['error']}"] if "error" in expect else []
        else:
            differing = refused(expect, answer)
            assert before is None or await posted.state() == before
        assert differing == [], f"command {number}: {body}"
    else:
        final = scene.document.get("final", {})
        assert faults({"state": final}, await posted.shown(), system.READ, compare=compare) == []


def test_every_system_with_encounters_has_a_scene() -> None:
    assert {scene.system for scene in PLAYED} == set(ENCOUNTERS)
