"""Rolls that a campaign keeps: who sees them, that they stay as they fell, and that they count."""

import pytest

from tests.api.conftest import Company

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
