"""Campaigns to try things on: one for each system, with tokens for every role, characters and a few rolls."""

from dataclasses import dataclass
from typing import get_args

from app.rules.catalog import SYSTEMS, SystemKey
from app.rules.dice import DiceSource
from app.services.access import Access
from app.services.campaigns import Campaigns, NewCampaign
from app.services.character import NewCharacter
from app.services.characters import Characters
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


PLAYED = 2
"""So many of a system's example characters are the player's; the others are the game master's, and hidden."""
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
    added = []
    for place, sheet in enumerate(SYSTEMS[system].example_sheets):
        owner = player if place < PLAYED else gm
        document = sheet.model_dump(mode="json")
        added.append(await characters.add(owner, NewCharacter(name=document["name"], sheet=document)))
    rolls = Rolls(storage, clock, chance)
    for wanted in ROLLS[system]:
        await rolls.make(player, wanted, refresh=same)
    return DemoCampaign(
        id=founded.campaign.id,
        system=system,
        gm_token=founded.secret,
        player_token=player_token,
        observer_token=observer_token,
        character_ids=[character.id for character in added],
    )


async def _admit(gm: Caller, role: Role, name: str, storage: Storage, clock: Clock) -> str:
    invites = Invites(storage, clock)
    made = await invites.make(gm, NewInvite(role=role))
    return (await invites.accept(made.code, Acceptance(display_name=name))).secret
