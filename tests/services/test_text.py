"""What people may write: names that can be read, prose that can be kept, references as other apps write them."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from app.services.text import AppId, AppName, Name, Prose

NAME, PROSE = TypeAdapter(Name), TypeAdapter(Prose)
CONTROLS = [*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]


def _taken(adapter: TypeAdapter[str], text: str) -> bool:
    try:
        adapter.validate_python(text)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", ["W", "Willow the Wise", "x" * 80, "👩‍👩‍👧 & co", "Ünal", "龍", "...", " a "])
def test_a_name(name: str) -> None:
    assert NAME.validate_python(name) == name


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u200b", "\u2060\ufeff", "\u0301", "x" * 81, "\ud800"])
def test_no_name(name: str) -> None:
    assert not _taken(NAME, name)


def test_what_forges_is_in_no_name_and_only_tabs_and_lines_in_prose() -> None:
    for code in CONTROLS:
        assert not _taken(NAME, f"a{chr(code)}b"), hex(code)
        assert _taken(PROSE, f"a{chr(code)}b") == (chr(code) in "\t\n"), hex(code)


def test_names_and_prose_are_composed() -> None:
    assert NAME.validate_python("Cafe\u0301") == PROSE.validate_python("Cafe\u0301") == "Café"


@given(st.text(max_size=100))
def test_a_name_that_is_taken_is_taken_again_as_it_is(text: str) -> None:
    if _taken(NAME, text):
        kept = NAME.validate_python(text)
        assert 1 <= len(kept) <= 80
        assert unicodedata.is_normalized("NFC", kept)
        assert NAME.validate_python(kept) == kept


@given(st.text(alphabet=st.sampled_from("a\u0958\u0301\n\ufb2c"), min_size=600, max_size=2000))
def test_prose_that_is_taken_fits(text: str) -> None:
    if _taken(PROSE, text):
        assert len(PROSE.validate_python(text)) <= 2000


@pytest.mark.parametrize(("kind", "longest"), [(AppName, 40), (AppId, 200)])
def test_references(kind: Any, longest: int) -> None:
    adapter: TypeAdapter[str] = TypeAdapter(kind)
    assert all(_taken(adapter, text) for text in ("d", "x" * longest, "a:b/c?d", "~!"))
    assert not any(_taken(adapter, text) for text in ("", "x" * (longest + 1), "a b", "é", "a\n", "\x7f"))
