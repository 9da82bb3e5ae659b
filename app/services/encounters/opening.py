"""An encounter that was read: its state as values, with the rules, house rules and sheets that it is played by."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.rules.catalog import SystemKey
from app.rules.encounter.rules import EncounterRules
from app.rules.encounter.sheets import Sheets
from app.rules.encounter.state import Encounter
from app.rules.encounter.stored import StateWriter, read_state
from app.rules.encounter.table import Table
from app.rules.encounter.viewer import Viewer
from app.rules.encounter.views import Gallery, show
from app.rules.system import System
from app.services.encounters.kept import EncounterHead, StoredEncounter
from app.services.encounters.shown import EncounterBrief, EncounterShown
from app.services.options import CampaignOptions, changed
from app.services.refusals import NoEncounters
from app.services.values import Caller, Campaign, Role

AnyRules = EncounterRules[Any, Any]


class Opened(NamedTuple):
    """An encounter that was read."""

    head: EncounterHead
    encounter: Encounter[Any, Any]
    table: Table[Any, Any]
    sheets: str
    """Those that the table has, as JSON."""
    options: CampaignOptions
    """The campaign's house rules, with those in which this encounter differs."""
    system: SystemKey
    campaign_id: str
    archived: bool
    campaign_version: int
    """The campaign's when this was read: its house rules go by it."""
    writer: StateWriter
    gallery: Gallery


def rules_of(systems: Mapping[str, System], caller: Caller) -> AnyRules:
    """How the caller's campaign plays encounters; raises `NoEncounters`."""
    rules = systems[caller.system].encounters
    if rules is None:
        raise NoEncounters("The system of this campaign has no encounters.")
    return rules


def open_encounter(stored: StoredEncounter, campaign: Campaign, rules: AnyRules) -> Opened:
    """Read what is kept."""
    options = changed(campaign.options, stored.head.options) if stored.head.options else campaign.options
    table: Table[Any, Any] = Table(
        rules=rules,
        options=options,
        sheets=Sheets(rules.sheet, json.loads(stored.sheets)),
        auto_resolve=frozenset(options.auto_resolve),
    )
    return Opened(
        head=stored.head,
        encounter=read_state(stored.state, rules),
        table=table,
        sheets=stored.sheets,
        options=options,
        system=campaign.system,
        campaign_id=campaign.id,
        archived=campaign.archived,
        campaign_version=campaign.version,
        writer=StateWriter(),
        gallery=Gallery(),
    )


def viewer_of(caller: Caller) -> Viewer:
    """The caller as the rules know them."""
    return Viewer.trusted(role=caller.role.value, member_id=caller.member_id, character_ids=caller.character_ids)


def brief(head: EncounterHead, system: SystemKey, role: Role) -> EncounterBrief:
    """An encounter in a list."""
    side = head.side(role)
    return EncounterBrief.trusted(
        id=head.id,
        name=head.name,
        kind=head.kind,
        status=head.status,
        system=system,
        external_refs=head.external_refs,
        notes=head.notes if role is Role.GM else None,
        version=side.version,
        created_at=head.created_at,
        updated_at=side.updated_at,
    )


def shown(opened: Opened, caller: Caller, *, tracker: bool = False) -> EncounterShown:
    """An encounter as the caller sees it; `tracker` leaves out the combatants' `state` and the `scene`."""
    head, role = opened.head, caller.role
    view = show(opened.encounter, viewer_of(caller), table=opened.table, tracker=tracker, gallery=opened.gallery)
    fields: dict[str, Any] = brief(head, opened.system, role).__dict__ | view.__dict__
    return EncounterShown.trusted(**fields, options=dict(head.options), last_event=head.side(role).last_event)
