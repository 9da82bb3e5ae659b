"""Rolls that a campaign keeps: who sees them, that they stay as they fell, and that they count."""

from typing import Any

import pytest

from tests.api.conftest import Company, refused

pytestmark = pytest.mark.anyio


async def test_a_roll_is_kept_as_it_fell(company: Company) -> None:
    made = await company.player.roll("4d6kh3[ability]+1", label="Strength", repeat=2)
    found = (await company.observer.get(f".../rolls/{made['id']}")).json()
    assert found == made
    assert [len(roll["dice"]) for roll in found["rolls"]] == [4, 4]


async def test_physical_dice_are_taken_as_they_lie(company: Company) -> None:
    made = await company.player.roll("3d6+2", faces=[4, 1, 6])
    assert made["source"] == "physical"
    assert made["rolls"][0]["total"] == 13


@pytest.mark.parametrize(
    ("visibility", "seen_by"),
    [
        ("public", {"gm", "player", "other", "observer"}),
        ("gm", {"gm", "player"}),
        ("blind", {"gm"}),
        ("self", {"player"}),
    ],
)
async def test_who_sees_a_roll(company: Company, visibility: str, seen_by: set[str]) -> None:
    made = await company.player.roll("1d20", visibility=visibility)
    assert ("rolls" in made) == (visibility != "blind")
    for name in ("gm", "player", "other", "observer"):
        person = getattr(company, name)
        listed = (await person.get(".../rolls")).json()["items"]
        looked = await person.get(f".../rolls/{made['id']}")
        counted = (await person.get(".../rolls/stats")).json()["dice"]
        assert [roll["id"] for roll in listed] == ([made["id"]] if name in seen_by else [])
        assert looked.status_code == (200 if name in seen_by else 404)
        assert len(counted) == (1 if name in seen_by else 0)


async def test_statistics_leave_real_dice_out(company: Company) -> None:
    await company.player.roll("3d6+1d8", repeat=2)
    await company.player.roll("3d6", faces=[6, 6, 6])
    await company.other.roll("2d6")
    counted = (await company.observer.get(".../rolls/stats")).json()["dice"]
    assert [(die["member_id"], die["sides"], die["count"]) for die in counted] == [
        (company.player.member_id, "6", 6),
        (company.player.member_id, "8", 2),
        (company.other.member_id, "6", 2),
    ]


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        ({"notation": "1" * 513}, 512),
        ({"notation": "x" * 200_000}, 512),
        ({"notation": "1d6", "repeat": 101}, 100),
        ({"notation": "1001d6"}, 1000),
    ],
)
async def test_what_passes_a_limit_of_the_dice_is_told_its_limit(
    company: Company, body: dict[str, Any], limit: int
) -> None:
    for path in ("/v1/rolls", ".../rolls", *(["/v1/odds"] if "repeat" not in body else [])):
        assert refused(await company.player.post(path, body), 422, "dice_limit")["limit"] == limit
    assert (await company.gm.get(".../rolls")).json()["items"] == []
