"""Values: copies of them."""

from app.rules.systems.ultra.examples import EXAMPLE_SHEETS


def test_a_deep_copy_shares_nothing():
    sheet = EXAMPLE_SHEETS[0]
    shallow, deep = sheet.model_copy(), sheet.model_copy(update={"name": "Twin"}, deep=True)
    assert shallow.traits is sheet.traits
    assert deep.traits == sheet.traits
    assert deep.traits is not sheet.traits
    assert deep.name == "Twin"
