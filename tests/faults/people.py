"""People at the table of a real server, and what they ask of it."""

from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Person:
    """Somebody with a token, at whichever server they ask."""

    token: str
    member_id: str
    campaign_id: str

    async def ask(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        *,
        body: Any = None,
        key: str | None = None,
        version: str | None = None,
    ) -> httpx.Response:
        """Ask for something; `...` in the path stands for the campaign."""
        return await ask(
            client,
            method,
            path.replace("...", f"/v1/campaigns/{self.campaign_id}"),
            body=body,
            key=key,
            version=version,
            token=self.token,
        )


async def ask(
    client: httpx.AsyncClient,
    method: str,
    path: str,
    *,
    body: Any = None,
    key: str | None = None,
    version: str | None = None,
    token: str | None = None,
) -> httpx.Response:
    """Ask for something, with the headers for what is given."""
    given = {"Authorization": token and f"Bearer {token}", "Idempotency-Key": key, "If-Match": version}
    headers = {name: value for name, value in given.items() if value}
    return await client.request(method, path, json=body, headers=headers)


def caller(url: str, **arguments: Any) -> httpx.AsyncClient:
    """A client of the server there."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    return httpx.AsyncClient(base_url=url, timeout=20, trust_env=False, limits=limits, **arguments)


async def found(client: httpx.AsyncClient, *, system: str = "uttas") -> Person:
    """Start a campaign; gives its game master."""
    answer = await ask(client, "POST", "/v1/campaigns", body={"name": "The Long Night", "system": system})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Person(made["token"], made["member"]["id"], made["id"])


async def admit(client: httpx.AsyncClient, gm: Person, *, role: str = "player", number: int = 1) -> list[Person]:
    """Let a number of people in."""
    answer = await gm.ask(client, "POST", ".../invites", body={"role": role, "max_uses": number})
    assert answer.status_code == 201, answer.text
    path = f"/v1/invites/{answer.json()['code']}/accept"
    people = []
    for place in range(number):
        joined = (await ask(client, "POST", path, body={"display_name": f"Player {place + 1}"})).json()
        people.append(Person(joined["token"], joined["id"], joined["campaign_id"]))
    return people
