"""Campaigns to try things on: one for each system, with tokens, characters, a few rolls and an encounter that runs."""

from dataclasses import dataclass
from typing import get_args

from pydantic import JsonValue

from app.api.example_people import called
from app.rules.catalog import ENCOUNTERS, SYSTEMS, SystemKey
from app.rules.dice import DiceSource
from app.rules.encounter.table import Dice
from app.services.access import Access
from app.services.campaigns import Campaigns, NewCampaign
from app.services.character import NewCharacter
from app.services.characters import Characters
from app.services.encounters.keeping import Encounters
from app.services.encounters.moving import Commands
from app.services.encounters.shown import NewEncounter
from app.services.invites import Acceptance, Invites, NewInvite
from app.services.ports import Clock, Storage
from app.services.rolls import CampaignRollRequest, Rolls
from app.services.values import Caller, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCampaign:
    """A demo campaign and its keys."""

    id: str
    system: SystemKey
    gm_token: str
    player_token: str
    observer_token: str
    character_ids: list[str]
    """The player's own, then those of the game master."""
    encounter_id: str
    """It has begun: the next step is whoever's turn it is."""


PLAYED = 2
"""So many of a system's example characters are the player's, with a newcomer; the others are the game master's, and
hidden."""
NAMES: dict[SystemKey, str] = {
    "ultra": "Demo: Lights over the Harbour",
    "uttas": "Demo: The Warehouse Fire",
    "supers": "Demo: Capes at Noon",
}
ROLLS: dict[SystemKey, tuple[CampaignRollRequest, ...]] = {
    "ultra": (
        CampaignRollRequest(notation="7d10>=8ds>=10", label="Pick the lock"),
        CampaignRollRequest(notation="5d10>=8ds>=10", label="Talk past the guard", visibility="gm"),
    ),
    "uttas": (
        CampaignRollRequest(notation="3d6+4", label="Dexterity to hit"),
        CampaignRollRequest(notation="(@strength)d6[fire]", label="Damage", variables={"strength": 3}),
    ),
    "supers": (
        CampaignRollRequest(notation="1d20+8", label="Acrobatics"),
        CampaignRollRequest(notation="1d20+5", label="Insight", visibility="blind"),
    ),
}


async def seed(storage: Storage, clock: Clock, chance: DiceSource) -> list[DemoCampaign]:
    """Make the demo campaigns; each call makes new ones and leaves the old alone."""
    return [await _seed_one(system, storage, clock, chance) for system in get_args(SystemKey)]


async def _seed_one(system: SystemKey, storage: Storage, clock: Clock, chance: DiceSource) -> DemoCampaign:
    access = Access(storage, clock)
    founded = await Campaigns(storage, clock).found(NewCampaign(name=NAMES[system], system=system))
    gm = await access.caller(founded.secret)
    player_token = await _admit(gm, Role.PLAYER, "Player", storage, clock)
    observer_token = await _admit(gm, Role.OBSERVER, "Observer", storage, clock)
    player = await access.caller(player_token)

    async def same() -> Caller:
        return player

    characters = Characters(storage, clock)
    sheets = [sheet.model_dump(mode="json") for sheet in SYSTEMS[system].example_sheets]
    # Who is in no encounter is there to try out what happens between fights.
    newcomer = sheets[0] | {"name": "Newcomer"}
    added = []
    for place, sheet in enumerate([*sheets[:PLAYED], newcomer, *sheets[PLAYED:]]):
        new = NewCharacter(name=sheet["name"], sheet=sheet, external_refs=[called(sheet["name"])])
        added.append(await characters.add(player if place <= PLAYED else gm, new))
    fighters = [*added[:PLAYED], *added[PLAYED + 1 :]]
    rolls = Rolls(storage, clock, chance)
    for wanted in ROLLS[system]:
        await rolls.make(player, wanted, refresh=same)
    encounter_id = await _begin(system, gm, [character.id for character in fighters], storage, clock, chance)
    return DemoCampaign(
        id=founded.campaign.id,
        system=system,
        gm_token=founded.secret,
        player_token=player_token,
        observer_token=observer_token,
        character_ids=[character.id for character in added],
        encounter_id=encounter_id,
    )


async def _begin(
    system: SystemKey, gm: Caller, characters: list[str], storage: Storage, clock: Clock, chance: DiceSource
) -> str:
    staging = ENCOUNTERS[system].staging
    if staging is None:
        raise LookupError(f"{system} brings no encounter along")
    encounters, commands = Encounters(storage, clock, SYSTEMS), Commands(storage, clock, Dice.of(chance), SYSTEMS)
    encounter = await encounters.set_up(gm, NewEncounter(name=staging.name, kind=staging.kind))
    joins: list[dict[str, JsonValue]] = [
        {"type": "join", "character_id": character_id, **one}
        for one, character_id in zip(staging.cast, characters, strict=True)
    ]
    start: dict[str, JsonValue] = {"type": "start"}
    for body in [*joins, start]:
        await commands.send(gm, encounter.id, commands.read(gm, body))
    return encounter.id


async def _admit(gm: Caller, role: Role, name: str, storage: Storage, clock: Clock) -> str:
    invites = Invites(storage, clock)
    made = await invites.make(gm, NewInvite(role=role))
    return (await invites.accept(made.code, Acceptance(display_name=name))).secret
