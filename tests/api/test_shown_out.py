"""Who is shown out while their request waits for the campaign does nothing more there."""

import asyncio

import pytest

from app.services.invites import NewInvite
from app.services.refusals import CampaignBusy, NotAuthenticated
from app.services.values import Caller
from tests.api.conftest import Company, Person, admit

pytestmark = pytest.mark.anyio


async def caller_of(company: Company, person: Person) -> Caller:
    caller: Caller = await company.app.state.table.access.caller(person.token)
    return caller


async def test_a_removed_game_master_invites_nobody(company: Company) -> None:
    second = await admit(company.gm, "gm", "Second")
    let_in = await caller_of(company, second)
    assert (await company.gm.delete(f".../members/{second.member_id}")).status_code == 204
    before = (await company.gm.get(".../invites")).json()
    with pytest.raises(NotAuthenticated):
        await company.app.state.table.invites.make(let_in, NewInvite())
    assert (await company.gm.get(".../invites")).json() == before


async def test_a_demoted_game_master_is_asked_to_send_it_again(company: Company) -> None:
    second = await admit(company.gm, "gm", "Second")
    let_in = await caller_of(company, second)
    assert (await company.gm.patch(f".../members/{second.member_id}", {"role": "player"})).status_code == 200
    with pytest.raises(CampaignBusy):
        await company.app.state.table.invites.make(let_in, NewInvite())


async def test_of_two_game_masters_who_remove_each_other_at_once_one_stays(company: Company) -> None:
    second = await admit(company.gm, "gm", "Second")
    answers = await asyncio.gather(
        company.gm.delete(f".../members/{second.member_id}"), second.delete(f".../members/{company.gm.member_id}")
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses[0] == 204
    assert statuses[1] in (401, 409)
