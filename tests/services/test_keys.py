"""Tokens and codes: known at sight, kept as a digest, read as people type."""

import hashlib
import string

import pytest

from app.services import keys
from app.services.ids import is_id, new_id

KINDS = ["gm", "player", "observer", "setup"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_says_its_kind_and_carries_its_checksum(kind: str) -> None:
    token = keys.new_token(kind)
    assert token.startswith(f"ump_{kind}_")
    assert len(token) == len(f"ump_{kind}_") + 36
    assert keys.well_formed(token)
    assert keys.is_setup(token) == (kind == "setup")


def test_one_wrong_character_is_noticed() -> None:
    token = keys.new_token("player")
    for place in range(len(token)):
        for other in string.ascii_letters + string.digits + "_ -":
            if other != token[place]:
                assert not keys.well_formed(token[:place] + other + token[place + 1 :])


@pytest.mark.parametrize("text", ["", "ump_gm_", "x" * 43, "ump_king_" + "0" * 36, "ump_gm_" + "٣" * 36])
def test_what_is_no_token_is_noticed(text: str) -> None:
    assert not keys.well_formed(text)


def test_tokens_and_codes_don_t_repeat() -> None:
    assert len({keys.new_token("gm") for _ in range(1000)}) == 1000
    assert len({keys.new_code() for _ in range(1000)}) == 1000


def test_a_digest_is_the_sha_256() -> None:
    assert keys.digest("ump_gm_x") == hashlib.sha256(b"ump_gm_x").digest()


def test_a_code_is_read_however_it_is_typed() -> None:
    code = "1KQ0M-XD9RT"
    same = [code.lower(), code.replace("-", ""), "IKQOM XD9RT", "lkqom-xd9rt", "1kq0m - xd9rt"]
    assert {keys.code_digest(typed) for typed in same} == {keys.code_digest(code)}
    assert keys.code_digest("1KQ0M-XD9RS") != keys.code_digest(code)


def test_a_code_has_no_letter_that_is_misread() -> None:
    letters = set("".join(keys.new_code() for _ in range(500)))
    assert letters <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")


def test_ids_are_of_their_kind_and_sort_by_time() -> None:
    made = [new_id("rol") for _ in range(1000)]
    assert len(set(made)) == 1000
    assert [one[:12] for one in made] == sorted(one[:12] for one in made)
    assert all(is_id(one) and one.startswith("rol_") for one in made)


@pytest.mark.parametrize("text", ["", "rol_", "rol_" + "0" * 25, "rol_" + "0" * 27, "ROL_" + "0" * 26, "0" * 30])
def test_what_can_be_no_id(text: str) -> None:
    assert not is_id(text)


@pytest.mark.parametrize("sign", ["\x00", "i", "l", "o", "u", "A", "-", " ", "\n", "é"])
def test_no_other_sign_stands_in_an_id(sign: str) -> None:
    assert not is_id("rol_" + "0" * 25 + sign)
    assert not is_id("rol_" + "0" * 26 + sign)
