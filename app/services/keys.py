"""Tokens and invite codes: how they are made, checked without a database, and kept only as a digest."""

import hashlib
import re
import secrets
import zlib

from app.services.values import Role

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TOKEN = re.compile(r"ump_(gm|player|observer|setup)_[0-9A-Za-z]{36}", re.ASCII)

# Without I, L, O and U: nobody misreads them, nobody is offended by what they spell.
_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH = 10
_MISREAD = str.maketrans("ILO", "110", "- ")


def new_token(kind: Role | str) -> str:
    """A secret `ump_<kind>_<30 base62><6 checksum>`: 178 bits of chance, shown once."""
    body = f"ump_{kind}_" + "".join(secrets.choice(_BASE62) for _ in range(30))
    return body + _checksum(body)


def well_formed(token: str) -> bool:
    """Whether the checksum holds: what fails is refused without asking the database."""
    return bool(_TOKEN.fullmatch(token)) and secrets.compare_digest(token[-6:], _checksum(token[:-6]))


def is_setup(token: str) -> bool:
    """Whether the token says of itself that it is a server's setup token."""
    return token.startswith("ump_setup_")


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return digits


def new_code() -> str:
    """An invite code such as `7KQ2M-XD9RT`: 50 bits of chance, easy to type."""
    code = "".join(secrets.choice(_CODE_ALPHABET) for _ in range(_CODE_LENGTH))
    return f"{code[:5]}-{code[5:]}"


def digest(secret: str) -> bytes:
    """What is kept of a token: its SHA-256. The secrets are long and random, so nothing slower is needed."""
    return hashlib.sha256(secret.encode()).digest()


def code_digest(code: str) -> bytes:
    """What is kept of an invite code, however it was typed: case, spaces, dashes and I, L, O don't matter."""
    return digest(code.upper().translate(_MISREAD))
