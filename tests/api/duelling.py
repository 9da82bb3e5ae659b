"""A duel at a table: the made-up system over HTTP, with its people and the dice given."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.api.conftest import Company, Person


@dataclass
class Table:
    """A duel of Willow, who is the player's, and a thug, who is the game master's."""

    company: Company
    id: str = ""

    @property
    def gm(self) -> Person:
        return self.company.gm

    @property
    def player(self) -> Person:
        return self.company.player

    @property
    def path(self) -> str:
        return f".../encounters/{self.id}"

    async def set_up(self, **fields: Any) -> httpx.Response:
        made = await self.gm.post(".../encounters", {"name": "The toll bridge", **fields})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        await self.join(id="willow", name="Willow", side="forest", owner_member_id=self.player.member_id)
        await self.join(id="thug", name="Thug", side="thugs")
        return made

    async def join(self, *, sheet: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        return await self.sent({"type": "join", "side": "thugs", "sheet": sheet or {}, **fields})

    async def start(self) -> dict[str, Any]:
        """Willow first."""
        return await self.sent({"type": "start", "faces": [6, 1]})

    async def send(self, body: dict[str, Any], by: Person | None = None, **more: Any) -> httpx.Response:
        query = "?dry_run=true" if more.pop("dry_run", False) else ""
        return await (by or self.gm).post(f"{self.path}/commands{query}", body, **more)

    async def sent(self, body: dict[str, Any], by: Person | None = None, **more: Any) -> dict[str, Any]:
        answer = await self.send(body, by, **more)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def strike(self, *, faces: list[int] | None = None) -> dict[str, Any]:
        """Willow strikes, the thug takes it: 2d6 to hit, 1d6 wounds."""
        await self.sent({"type": "duel.strike", "actor": "willow", "target": "thug"}, self.player)
        return await self.sent({"type": "duel.take", "actor": "thug", "faces": faces or [6, 6, 3]})

    async def look(self, who: Person | None = None, part: str = "") -> httpx.Response:
        answer = await (who or self.gm).get(f"{self.path}{part}")
        assert answer.status_code == 200, answer.text
        return answer

    async def wounds(self, name: str = "thug") -> int:
        found = next(one for one in (await self.look()).json()["combatants"] if one["id"] == name)
        wounds: int = found["state"]["wounds"]
        return wounds
