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
