"""One of two games that differ in what is hidden, over HTTP: its people, its secrets, and every byte of the others."""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from itertools import product
from typing import Any, Self, get_args

import httpx

from app.rules.catalog import ENCOUNTERS, SYSTEMS
from app.rules.encounter.state import Kind
from app.rules.encounter.table import Dice
from tests.api.conftest import NOBODYS, HandClock, Person, admit, client_of, found, make_app
from tests.api.drawn import Json, Request, varied
from tests.rules.encounter.moves import adjustable
from tests.rules.encounter.playing import Seeded

ANY = {"If-Match": "*"}
ID = re.compile(r"\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{20,26}\b")
CURSOR = re.compile(r'(cursor=|"next_cursor":")[\w-]+')
MOST_PAGES = 200
SECRETS = (
    "roll", "check", "note", "rename", "hurt", "adjust", "leave", "join", "refresh", "character", "npc", "elsewhere",
    "prepare",
)  # fmt: skip
_ROUTES: dict[str, Any] = {}
"""Those of the OpenAPI document, which takes a second to be made."""
_OF_THE_REQUEST = {"x-request-id", "content-length"}
ASKED = {
    "listEncounters": ("", "?limit=1", "?status=running", "?kind=fight"),
    "getEncounter": ("", "?view=tracker"),
    "encounterTimeline": ("", "?rounds=4"),
    "encounterLog": ("?limit=200", "?limit=20", "?limit=15&order=newest"),
    "listRolls": ("", "?limit=1", "?visibility=gm"),
    "listChecks": ("", "?limit=1", "?visibility=gm"),
    "listCharacters": ("", "?limit=1", "?q=a", "?kind=npc"),
    "listMembers": ("", "?limit=1"),
}
OF_THE_ENCOUNTER = "/v1/campaigns/{campaign}/encounters/{encounter}"
LOOKED_AT = {"getEncounter": ("", "?view=tracker"), "encounterLog": ("?limit=200",)}
"""What is asked of an operation; of all others the whole, as it stands."""


def addresses(
    of: str, asked: Mapping[str, Sequence[str]], known: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """Every path of a campaign or of one's own that begins so, with what is known in its places, and what is asked."""
    for path, operations in _ROUTES.items():
        if path.startswith(of) and path.startswith(("/v1/campaigns", "/v1/me")) and "get" in operations:
            places = re.findall(r"{(\w+)}", path)
            for values in product(*(known[place] for place in places)):
                for query in asked.get(operations["get"]["operationId"], ("",)):
                    yield path.format(**dict(zip(places, values, strict=True))), query


class Mirror:
    """A game: everything that players can see of it is the same as in the other one."""

    gm: Person
    players: list[Person]
    lookers: list[Person]
    """All who are no game masters."""
    path: str
    elsewhere: str
    """Another encounter of the campaign, of which players see no more than that it runs."""
    known: dict[str, list[str]]
    """What can stand in a path, by the name of its place: what players know of."""

    def __init__(self, name: str, system: str, *, seed: int, begin: datetime) -> None:
        self.name = name
        self.system = system
        self.seed = seed
        self.rules = ENCOUNTERS[system]
        assert self.rules.staging is not None
        self.staging = self.rules.staging
        self.sheets = SYSTEMS[system].example_sheets
        self.chance = random.Random(f"{name} {seed}")
        self.clock = HandClock()
        self.clock.now = begin
        self.near = seed % 2 == 0
        """Whether the hidden stand among the cast and on a side of it."""
        self.hidden: list[str] = []
        """Names of whoever the players don't know of."""
        self.secrets: dict[str, str] = {}
        """The last roll, check, character and encounter that only the game master knows of."""
        self._tokens: dict[str, str] = {}
        self._made = 0

    async def set_up(self, stack: AsyncExitStack, database: str) -> Self:
        """The system's cast against each other, two of it the players'; then the hidden ones slip in."""
        dice = Dice(Seeded((self.seed, "public")), Seeded((self.seed, self.name)))
        app = make_app(database, clock=self.clock, encounter_dice=dice)
        await stack.enter_async_context(app.router.lifespan_context(app))
        client = await stack.enter_async_context(client_of(app))
        if not _ROUTES:
            _ROUTES.update(app.openapi()["paths"])
        # Whom a choice waits for may show (design 9), and the hidden have other choices in either game: nobody is
        # asked, or they are strangers of whom nothing is asked.
        auto = [one.kind for one in self.rules.windows if one.auto and self.near]
        campaign, self.gm = await found(client, system=self.system, options={"auto_resolve": auto})
        self.players = [await admit(self.gm, "player", name) for name in ("Willow", "Bearington")]
        self.lookers = [*self.players, await admit(self.gm, "observer", "Audience")]
        self.known = {"campaign": [campaign["id"]], "member": [one.member_id for one in self.lookers]}
        self.known |= {"encounter": [], "character": [], "check": []}
        self.known["roll"] = [(await self.players[0].roll("1d20", faces=[7]))["id"]]
        await self._gather()
        begin = next(one for one in await self.legal(self.gm) if one["type"].endswith("start"))
        await self.send(begin)
        # They come last, so that the table waits for them at the same moments, however many there are.
        for number in range(self.chance.randint(1, 3)):
            await self._slip_in(initiative=-900 - number)
        self.elsewhere = await self._prepare("Meanwhile", "scene")
        for _ in range(self.chance.randint(1, 3)):
            join = {"type": "join", "side": "foes", "name": self.name, "hidden": True, "sheet": self._sheet()}
            await self.done("POST", f"{self.elsewhere}/commands", join)
        await self.done("POST", f"{self.elsewhere}/commands", {"type": "start"})
        await self.pass_hidden()
        return self

    async def _prepare(self, name: str, kind: str) -> str:
        made = await self.done("POST", ".../encounters", {"name": name, "kind": kind, "notes": self.name})
        self.known["encounter"].append(made["id"])
        return f".../encounters/{made['id']}"

    async def _gather(self) -> None:
        """The cast joins, two of it players' characters; and a character of the game master's that all may read."""
        shared = random.Random(self.seed)
        kinds = [self.staging.kind, *(one for one in get_args(Kind) if one != self.staging.kind)]
        kind = kinds[self.seed % len(kinds)]
        self.path = await self._prepare("The toll bridge", kind)
        # In a chase there are two.
        cast = [self.staging.cast[0], self.staging.cast[-1]] if kind == "chase" else self.staging.cast
        owners = [*zip(self.players, ("table", "owner"), strict=True)]
        for one in cast:
            sheet = varied(self.sheets[self.staging.cast.index(one)], shared)
            lent: Json = {"sheet": sheet, "name": str(one["id"]).title()}
            if owners:
                owner, sight = owners.pop(0)
                made = await owner.character(f"Character {len(owners)}", sheet=sheet, visibility=sight)
                self.known["character"].append(made["id"])
                lent = {"character_id": made["id"]}
            await self.send({"type": "join", **one, **lent})
        made = await self.gm.character("Toll keeper", sheet=varied(self.sheets[-1], shared), visibility="table")
        self.known["character"].append(made["id"])
        if kind != "chase":
            await self.send({"type": "join", "id": "keeper", "side": "foes", "character_id": made["id"]})
        self.npc = made["id"]

    async def done(self, method: str, path: str, body: Any = None) -> Json:
        """Something that only the game master knows or does."""
        answer = await self.gm.ask(method, path, json=body, headers=ANY if method == "PATCH" else {})
        assert answer.is_success, answer.text
        told: Json = answer.json() if answer.content else {}
        return told

    async def answered(self, request: Request) -> int:
        """The status of what the game master's request is answered with."""
        headers = ANY if request.method == "PATCH" else {}
        return (await self.gm.ask(request.method, request.path, json=request.body, headers=headers)).status_code

    async def send(self, body: Json) -> Json:
        """A command of the game master's."""
        return await self.done("POST", f"{self.path}/commands", body)

    async def look(self) -> Json:
        """The encounter as it is."""
        return await self.done("GET", self.path)

    async def _slip_in(self, *, initiative: int) -> None:
        self._made += 1
        id_ = f"{self.name.lower()}_{self._made}"
        place = dict(self.chance.choice(self.staging.cast)) if self.near else {}
        side = self.staging.cast[-1]["side"] if self.near else "strangers"
        body: Json = place | {"type": "join", "id": id_, "side": side, "hidden": True, "initiative": initiative}
        if self.chance.random() < 0.5:
            made = await self.gm.character(f"{self.name} {self._made}", sheet=self._sheet(), visibility="gm")
            body["character_id"] = made["id"]
        else:
            body |= {"name": f"{self.name} {self._made}", "sheet": self._sheet()}
        await self.send(body)
        self.hidden.append(id_)

    def _sheet(self) -> Json:
        return varied(self.chance.choice(self.sheets), self.chance)

    async def pass_hidden(self) -> None:
        """End the turns of the hidden; what they are asked is answered in the plainest way."""
        for _ in range(50):
            now = await self.look()
            asked = (now["pending"] or {}).get("for", [])
            if asked and set(asked) <= set(self.hidden):
                await self.send((await self.legal(self.gm))[0])
            elif now["pending"] is None and now["active"] in self.hidden:
                await self.send({"type": "end_turn", "actor": now["active"]})
            else:
                return
        raise AssertionError("the hidden go on for ever")

    # -- secrets -----------------------------------------------------------------------------------------------------

    async def keep_secrets(self) -> None:
        """This and that of which only the game master knows, at moments of its own."""
        for _ in range(self.chance.randint(0, 3)):
            self.clock.now += timedelta(seconds=self.chance.randint(1, 5))
            await self._keep_secret()
        # With this the service remembers where it stands: what it first decides on an older state, it throws for anew.
        await self.send({"type": "note", "text": self.name, "private": True})

    async def _keep_secret(self) -> None:
        now = await self.look()
        busy, active, order = now["pending"] is not None, now["active"], now["order"]
        number = self.chance.randint(1, 99)
        who = self.chance.choice(self.hidden)
        # Somebody hidden must be left for whom the table waits.
        spare = not busy and who not in {self.hidden[0], active}
        text = f"{self.name} {number}"
        match self.chance.choice(SECRETS):
            case "roll":
                await self._secret_of("roll", ".../rolls", {"notation": f"{number}d6", "visibility": "gm"})
            case "check":
                await self._secret_of("check", ".../checks", {**self._check(), "visibility": "gm"})
            case "note":
                await self.send({"type": "note", "text": text, "private": True})
            case "rename":
                await self.send({"type": "edit_combatant", "actor": who, "name": text})
            case "hurt" if spare:
                await self._suffer(who)
            case "adjust" if spare:
                name, (least, most) = self.chance.choice([*adjustable(self.rules).items()])
                change = {name: self.chance.choice([max(least, -7), min(most, 7)])}
                await self.gm.post(f"{self.path}/commands", {"type": "adjust", "actor": who, **change})
            case "leave" if spare:
                await self.send({"type": "leave", "actor": who})
                self.hidden.remove(who)
            case "join" if not busy and len(self.hidden) < 5 and (not order or order[-1] in self.hidden):
                await self._slip_in(initiative=-950 - self._made)
            case "refresh" if not busy:
                lent = next(one for one in now["combatants"] if one["id"] == who).get("character_id")
                if lent is not None:
                    await self.done("PATCH", f".../characters/{lent}", {"name": text})
                    await self.send({"type": "edit_combatant", "actor": who, "refresh": True})
            case "character":
                made = await self.gm.character(text, sheet=self._sheet(), visibility="gm")
                self.secrets["character"] = made["id"]
            case "npc":
                path = f".../characters/{self.npc}"
                await self.done("PATCH", path, {"private_notes": text})
            case "elsewhere":
                body = {"type": "join", "side": "foes", "name": text, "hidden": True, "sheet": self._sheet()}
                await self.done("POST", f"{self.elsewhere}/commands", body)
            case "prepare":
                made = await self.done("POST", ".../encounters", {"name": text, "kind": "scene"})
                self.secrets["encounter"] = made["id"]
                await self.done("PATCH", self.path, {"notes": text})

    async def _secret_of(self, what: str, path: str, body: Json) -> None:
        self.secrets[what] = (await self.done("POST", path, body))["id"]

    def _check(self) -> Json:
        kind = SYSTEMS[self.system].checks[0]
        example: Any = next(iter(kind.examples.values()))
        return {"kind": kind.key, **example.model_dump(mode="json", exclude_unset=True)}

    async def _suffer(self, who: str) -> None:
        rows = [row.model_dump() for row in SYSTEMS[self.system].catalogues.get("conditions", ())]
        keys = [str(row.get("id") or row.get("key")) for row in rows]
        body = {"type": "add_condition", "actor": who, "key": self.chance.choice(keys or ["dazed"])}
        # Some conditions ask for more than a key, or aren't added by hand.
        await self.gm.post(f"{self.path}/commands", body)

    # -- what the others get ------------------------------------------------------------------------------------------

    def plain(self, text: str) -> str:
        """The text with every id as the first, the second... that the players have met."""
        text = CURSOR.sub(r"\1cursor", text)
        return ID.sub(lambda id_: self._tokens.setdefault(id_[0], f"<{len(self._tokens)}>"), text)

    def told(self, answer: httpx.Response, *asked: str) -> str:
        """An answer to the byte, but for ids and what was asked for."""
        headers = {name: value for name, value in answer.headers.items() if name not in _OF_THE_REQUEST}
        text = f"{answer.status_code} {json.dumps(headers)} {answer.text}"
        for one in (answer.headers["x-request-id"], *asked):
            text = text.replace(one, "it")
        return self.plain(text)

    async def everything(self) -> list[str]:
        """Everything that players and observers can ask for now."""
        known = {place: [*values, f"xxx_{NOBODYS}"] for place, values in self.known.items()}
        known["campaign"] = self.known["campaign"]
        return [line for person in self.lookers for line in await self._asked(person, "/v1/", ASKED, known)]

    async def encounter(self, looker: int) -> list[str]:
        """All that one of them can ask for of the encounter."""
        known = {"campaign": self.known["campaign"], "encounter": self.known["encounter"][:1]}
        return await self._asked(self.lookers[looker], OF_THE_ENCOUNTER, LOOKED_AT, known)

    async def _asked(
        self, person: Person, of: str, asked: Mapping[str, Sequence[str]], known: Mapping[str, Sequence[str]]
    ) -> list[str]:
        version = int((await person.get(self.path)).json()["version"])
        versions = [str(number) for number in {1, version - 1, version, version + 1}]
        lines = []
        for path, query in addresses(of, asked, {**known, "version": versions}):
            more = ""
            for _ in range(MOST_PAGES):
                answer = await person.get(path + query + more)
                lines.append(f"GET {self.plain(path + query)}: {self.told(answer)}")
                cursor = answer.json().get("next_cursor") if answer.is_success else None
                if cursor is None:
                    break
                more = f"{'&' if query else '?'}cursor={cursor}"
        return lines

    async def refusals(self, body: Json, looker: int) -> list[str]:
        """What somebody is told who asks for somebody or something hidden; it is what they are told of nothing."""
        lines, person, text = [], self.lookers[looker], json.dumps(body)
        for one in (await self.shown())["combatants"]:
            if f'"{one["id"]}"' in text:
                said = [await self._refused(person, text, one["id"], who) for who in ("nobody", self.hidden[0])]
                assert said[0] == said[1]
                lines.append(said[0])
        late = await person.post(f"{self.path}/commands", {"type": "end_turn"}, headers={"If-Match": '"9999"'})
        lines.append(self.told(late))
        for what, id_ in self.secrets.items():
            ids = (id_, f"{id_[:4]}{NOBODYS}")
            found = [self.told(await person.get(f".../{what}s/{one}"), one) for one in ids]
            assert found[0] == found[1]
            assert found[0].startswith("404 ")
        return lines

    async def _refused(self, person: Person, text: str, one: str, who: str) -> str:
        """What is said to the same body with another in somebody's place; tried out only, if it is accepted."""
        body = json.loads(text.replace(f'"{one}"', f'"{who}"'))
        tried = await person.post(f"{self.path}/commands?dry_run=true", body)
        said = [tried] if tried.is_success else [tried, await person.post(f"{self.path}/commands", body)]
        return "\n".join(self.told(answer, who) for answer in said)

    async def legal(self, person: Person) -> list[Json]:
        """Bodies that would be accepted."""
        answer = await person.get(f"{self.path}/legal")
        return [one["body"] for one in answer.json()["commands"]]

    async def open_moves(self) -> Mapping[str, Json]:
        """What the game master could do without the hidden, by how it reads to players."""
        secrets = re.compile("|".join(rf'"{one}"' for one in self.hidden))
        bodies = [one for one in await self.legal(self.gm) if one["type"] != "end"]
        return {self._read(one): one for one in bodies if not secrets.search(json.dumps(one))}

    def _read(self, body: Json) -> str:
        text = json.dumps({name: value for name, value in body.items() if name != "pending"}, sort_keys=True)
        return ID.sub(lambda id_: self._tokens.get(id_[0], id_[0]), text)

    async def shown(self) -> Json:
        """The encounter as all see it."""
        seen: Json = (await self.lookers[-1].get(self.path)).json()
        return seen
