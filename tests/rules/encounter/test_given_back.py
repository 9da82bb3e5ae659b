"""What a fight gives back to a sheet that was changed meanwhile, and what only game masters add to one."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.rules.catalog import ENCOUNTERS, SYSTEMS


def example(key: str, **fields: Any) -> Any:
    return SYSTEMS[key].example_sheets[0].model_copy(update=fields)


def test_ultra_gives_back_no_more_injuries_than_the_sheet_can_take_by_now():
    left = example("ultra", injury_max=5, injuries=5)
    given: Any = ENCOUNTERS["ultra"].given_back(example("ultra", injury_max=3), left)
    assert (given.injuries, given.injury_max) == (3, 3)


def test_uttas_gives_back_health_and_stamina_within_the_sheet_by_now():
    left = example("uttas", health_max=40, health=40, stamina_max=90, stamina=90)
    given: Any = ENCOUNTERS["uttas"].given_back(example("uttas", health_max=10, stamina_max=20), left)
    assert (given.health, given.health_max, given.stamina, given.stamina_max) == (10, 10, 20, 20)


WARD = {"id": "ward", "active_points": 20, "maintained": True}
FIT = {"speed": 4, "health_max": 40, "stamina_max": 60}
STORM = {"id": "storm", "kind": "power", "power_dice": 2, "active_points": 40, "maintained": True}


@pytest.mark.parametrize(
    ("powers", "attacks", "kept_up", "locked"),
    [
        ([WARD], [STORM], ["ward", "storm"], 24),
        ([WARD], [], ["ward"], 8),
        ([], [STORM], ["storm"], 16),
        ([], [], [], 0),
    ],
)
def test_uttas_keeps_up_what_the_sheet_still_has_and_frees_the_stamina_of_the_rest(
    powers: list[Any], attacks: list[Any], kept_up: list[str], locked: int
):
    """T-074: what is kept up no longer locks nothing."""
    sheet = SYSTEMS["uttas"].sheet
    by_then = sheet.model_validate(
        {"powers": [WARD], "attacks": [STORM], **FIT, "kept_up": ["ward", "storm"], "stamina_locked": 24}
    )
    by_now = sheet.model_validate({"powers": powers, "attacks": attacks, **FIT})
    given: Any = ENCOUNTERS["uttas"].given_back(by_now, by_then)
    assert (given.kept_up, given.stamina_locked) == (kept_up, locked)


def test_supers_gives_back_hero_points_and_keeps_the_name_of_by_now():
    left = example("supers", name="Before", hero_points=3)
    given: Any = ENCOUNTERS["supers"].given_back(example("supers", name="Now", hero_points=1), left)
    assert (given.name, given.hero_points) == ("Now", 3)


def test_hero_points_are_awarded_and_may_be_spent_by_anybody():
    few, many = example("supers", hero_points=1), example("supers", hero_points=4)
    told = SYSTEMS["supers"].awarded(few, many)
    assert told is not None
    assert "the game master gives them" in told
    assert SYSTEMS["supers"].awarded(many, few) is None


@pytest.mark.parametrize("name", ["tr@it", "7", "a+b"])
def test_a_trait_that_cant_be_said_after_at_is_refused(name: str):
    sheet = type(SYSTEMS["ultra"].example_sheets[0])
    with pytest.raises(ValidationError, match="can't be said after"):
        sheet.model_validate({"traits": {name: 3}})
