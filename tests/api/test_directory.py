"""Whichever way a request finds its route, remembered or by FastAPI's router, it gets the same answer."""

import pytest

from tests.api.conftest import Company, refused

pytestmark = pytest.mark.anyio

ROLL = {"notation": "2d6"}


async def test_a_long_address_is_answered_like_a_short_one(company: Company) -> None:
    refusals = []
    for length in (1, 26, 150, 250, 4000):
        answer = await company.gm.post(f"/v1/campaigns/cmp_{'x' * length}/rolls", ROLL)
        problem = refused(answer, 404, "not_found")
        refusals.append({name: value for name, value in problem.items() if name != "request_id"})
    assert all(refusal == refusals[0] for refusal in refusals)


async def test_a_remembered_address_keeps_its_own_campaign(company: Company) -> None:
    foreign = f"/v1/campaigns/{company.campaign['id'][:-1]}/rolls"
    for _ in range(3):
        assert (await company.gm.post(".../rolls", ROLL)).status_code == 201
        refused(await company.gm.post(foreign, ROLL), 404, "not_found")
        assert (await company.gm.post("/v1/campaigns/current/rolls", ROLL)).status_code == 201


async def test_a_remembered_address_knows_its_methods(company: Company) -> None:
    for _ in range(2):
        assert (await company.client.post("/v1/rolls", json=ROLL)).status_code == 200
        refused(await company.client.get("/v1/rolls"), 405, "method_not_allowed")
        assert (await company.client.head("/healthz")).content == b""
        assert (await company.client.get("/healthz")).json() == {"status": "ok"}
