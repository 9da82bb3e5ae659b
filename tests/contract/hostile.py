"""Hostile requests, made from good ones: the same ones every time, and none of them may be carried out."""

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.contract.calling import AS_JSON, Headers

MARK = "xyzzyplugh"
"""Stands in every hostile text: no answer may repeat it."""


@dataclass
class Hostile:
    """A body with its headers, and what is wrong with it."""

    what: str
    body: bytes
    headers: Headers = field(default_factory=lambda: list(AS_JSON))


def _nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    return opening * depth + closing * depth


# Raw JSON that no field takes, whatever it is.
NEVER = {
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "beyond a double": "1e400",
    "far beyond a double": "-1E+99999",
    "a fraction": "1.5",
    "a tiny number": "1e-400",
    "a float that is whole": "3.0",
    "an integer beyond 2^53": str(2**53 + 1),
    "an integer beyond 64 bits": str(2**64),
    "an integer below 64 bits": str(-(2**63) - 1),
    "5,000 digits": "9" * 5000,
    "1 MB of digits": "1" * 1_000_000,
    "1 MB of fraction": "0." + "3" * 1_000_000,
    "a lone high surrogate": f'"{MARK}\\ud800"',
    "a lone low surrogate": f'"\\udc00{MARK}"',
    "surrogates in the wrong order": '"\\udc00\\ud800"',
    "U+0000": f'"{MARK}\\u0000"',
    "only U+0000": '"\\u0000"',
    "text that runs backwards": f'"\\u202e{MARK}"',
    "a raw line feed": f'"{MARK}\n"',
    "a raw tab": f'"{MARK}\t"',
    "a wrong escape": f'"{MARK}\\x41"',
    "half an escape": f'"{MARK}\\u12"',
    "33 deep": _nested(33),
    "1,000 deep": _nested(1000),
    "100,000 deep": _nested(100_000),
    "objects 1,000 deep": '{"a":' * 1000 + "1" + "}" * 1000,
    "objects 40,000 deep": '{"a":' * 40_000 + "1" + "}" * 40_000,
    "open for ever": "[" * 100_000,
    "a list in a list": "[[]]",
    "an object in an object": '{"a": {"b": 1}}',
    "10,000 keys": "{" + ",".join(f'"k{number}":{number}' for number in range(10_000)) + "}",
    "10,000 wrong items": "[" + ",".join(['"x"'] * 10_000) + "]",
    "200 kB of text": '"' + MARK * 20_000 + '"',
    "300 kB of text": '"' + MARK * 30_000 + '"',
    "10,000 combining marks": '"e' + "\\u0301" * 10_000 + '"',
    "a hexadecimal number": "0x10",
    "a leading zero": "007",
    "a leading plus": "+1",
    "a bare point": ".5",
    "a trailing point": "5.",
    "undefined": "undefined",
    "Python's None": "None",
    "single quotes": f"'{MARK}'",
    "a key twice inside": '{"a": 1, "a": 2}',
    "a key twice in other clothes": '{"a": 1, "\\u0061": 2}',
}

# Names that rows, answers and attackers have and no request does.
FOREIGN_KEYS = (
    "id", "campaign_id", "member_id_", "version", "public_version", "sequence", "created_at", "updated_at", "left_at",
    "digest", "token", "is_admin", "owner", "archived_at", "by_member_id", "rolls", "total", "source", "uses",
    "__proto__", "__class__", "constructor", "$ref", "$where", "", " ", "name ", "NAME", "nаme", "\u202e", "k" * 1000,
    "k" * 100_000, "/", "~1", "a.b", "\\u0000", "\\ud800",
)  # fmt: skip

STRUCTURES = {
    "nothing": "",
    "spaces": "   \n",
    "null": "null",
    "a list": "[]",
    "a text": f'"{MARK}"',
    "a number": "7",
    "a truth": "true",
    "two documents": "{body}{body}",
    "rubbish after": "{body} " + MARK,
    "a comma too many": "{open},}}",
    "a comment": "{body} // " + MARK,
    "a block comment": "/* " + MARK + " */ {body}",
    "cut short": "{open}",
    "unquoted keys": "{{name: 1}}",
    "a list of it": "[{body}]",
    "a colon too few": '{{"name" 1}}',
    "U+FEFF first": "\ufeff{body}",
    "a form": "name=" + MARK,
    "XML": "<name>" + MARK + "</name>",
}

BYTES = {
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "invalid UTF-8": lambda text: text.encode()[:-1] + b"\xff}",
    "an overlong zero": lambda text: text.encode()[:-1] + b',"\xc0\x80":1}',
    "an encoded surrogate": lambda text: text.encode()[:-1] + b',"a":"\xed\xa0\x80"}',
    "Latin-1": lambda text: text.encode()[:-1] + b',"a":"\xe9"}',
    "a cut character": lambda text: text.encode()[:-1] + b',"a":"\xe2\x82"}',
    "zeros": lambda _: b"\0" * 1000,
    "a picture": lambda _: b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    "rubbish": lambda text: random.Random(text).randbytes(2000),
}

_BOMB = gzip.compress(b'{"name":"' + b"a" * 10_000_000 + b'"}')
WRAPPINGS: dict[str, tuple[bytes | None, Headers]] = {
    "plain text": (None, [(b"content-type", b"text/plain")]),
    "no type": (None, []),
    "an empty type": (None, [(b"content-type", b"")]),
    "form data": (None, [(b"content-type", b"application/x-www-form-urlencoded")]),
    "multipart": (None, [(b"content-type", b"multipart/form-data; boundary=x")]),
    "nearly JSON": (None, [(b"content-type", b"application/jsonp")]),
    "a gzip bomb": (_BOMB, [*AS_JSON, (b"content-encoding", b"gzip")]),
    "gzip that is none": (None, [*AS_JSON, (b"content-encoding", b"gzip")]),
    "deflate": (None, [*AS_JSON, (b"content-encoding", b"deflate")]),
    "gzip twice": (_BOMB, [*AS_JSON, (b"content-encoding", b"gzip, gzip")]),
    "a gzip bomb in disguise": (_BOMB, AS_JSON),
    "another alphabet": ('{"name": "x"}'.encode("utf-16"), [(b"content-type", b"application/json; charset=utf-16")]),
}


def hostile_bodies(good: dict[str, Any], fields: list[str], *, seed: str) -> Iterator[Hostile]:
    """Hostile versions of a good body without end: first each kind once, then by chance.

    Args:
        good: a body that the operation takes.
        fields: all that it could hold.
        seed: the same seed gives the same bodies.
    """
    text = json.dumps(good)
    kinds: list[tuple[str, Any]] = [
        *(("value", name) for name in NEVER),
        *(("key", name) for name in FOREIGN_KEYS if name not in fields),
        *(("structure", name) for name in STRUCTURES),
        *(("bytes", name) for name in BYTES),
        *(("wrapping", name) for name in WRAPPINGS),
        *(("twice", name) for name in fields),
    ]
    chance = random.Random(seed)
    chance.shuffle(kinds)
    while True:
        for kind, name in kinds:
            yield _made(kind, name, good=good, text=text, fields=fields, chance=chance)


def _made(
    kind: str, name: str, *, good: dict[str, Any], text: str, fields: list[str], chance: random.Random
) -> Hostile:
    what = f"{kind}: {name[:40]}"
    match kind:
        case "value":
            field_ = chance.choice(fields)
            parts = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in good.items() if key != field_]
            parts.insert(chance.randrange(len(parts) + 1), f'"{field_}": {NEVER[name]}')
            return Hostile(f"{what} for {field_}", ("{" + ", ".join(parts) + "}").encode())
        case "key":
            value = chance.choice(['"x"', "1", "null", "true", "[]", "{}", f'"{MARK}"'])
            comma = ", " if good else ""
            return Hostile(what, f'{text[:-1]}{comma}"{name}": {value}}}'.encode())
        case "twice":
            value = json.dumps(good.get(name))
            rest = ", ".join(f"{json.dumps(key)}: {json.dumps(given)}" for key, given in good.items() if key != name)
            return Hostile(what, f'{{"{name}": {value}, {rest}{", " if rest else ""}"{name}": {value}}}'.encode())
        case "structure":
            pattern = STRUCTURES[name]
            return Hostile(what, pattern.format(body=text, open=text[:-1]).encode())
        case "bytes":
            return Hostile(what, BYTES[name](text))
        case _:
            body, headers = WRAPPINGS[name]
            return Hostile(what, text.encode() if body is None else body, list(headers))


_PIECES = (
    "d", "D", "d6", "d20", "d%", "dF", "df", "4d6", "2d20", "10d10", "100d6", "0d6", "1d1", "1d0", "999d9", "1000d6",
    "1001d6", "9999999d9999999", "(", ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "/", "%", "kh3", "kl1", "k2",
    "dh1", "dl1", "kh", "k", "!", "!!", "!o", "!p", "!>=5", "!6", "r<3", "r1", "ro<3", "r", "rr", "u", "x", "xo", "mi2",
    "ma5", "min", "max", "abs", "floor", "ceil", "round", "sa", "sd", ">=8", ">8", "<=3", "<3", "=6", "cs", "cs>=8",
    "ds>=10", "f<=1", "f", "@a", "@fighting", "@skills.stealth", "@", "@_", "@1", "#", "# x", "[fire]", "[", "[[", "0",
    "1", "2", "6", "10", "-1", "2147483648", "9007199254740993", "9" * 40, "1.5", "1e9", "0x10", "00", "{1,1,2,3}",
    "{-1,0,1}", "{}", "{1}", "{4d6kh3, 2d8+1}kh1", "{3d20+5}>=21", " ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u200b",
    "\u202e", "\ufeff", "\u0301", "−", "–", "×", "÷", "≥", "≤", "２", "٣", "d６", "ⅾ6", "∞", "²", "é", "🎲", "\x01",
    "\x7f", "'", '"', "\\", "`", ";", "|", "&", "^", "~", "$", "?", "_", "..", "//", "--", "/*", "<!--", "%s", "%n",
    "${7*7}", "{{7*7}}", "<script>", "' OR 1=1 --", "__import__('os')", "eval(1)", "lambda", "\\u0041",
)  # fmt: skip
_GOOD = (
    "4d6kh3", "2d20kh1+7", "8d6!", "7d10>=8ds>=10", "(@level)d6[fire] # fireball", "1d20+5", "4dF", "d%", "3d6!!",
    "6d10!>=9>=8", "5d6u", "2d{1,1,2,3}", "4d6mi2ma5sd", "{4d6kh3, 2d8+1}kh1", "{3d20+5}>=21", "round(7/2)",
    "max(1d6, 1d8)", "-2d4*3", "d20ro<3", "10d10f<=1", "floor(1d6/2)+ceil(1d4/3)", "(2+3)d(4*2)kh(1+1)", "7d10r1!p>=8",
)  # fmt: skip


def hostile_dice(*, seed: int) -> Iterator[str]:
    """Dice notation as an attacker, a cat or a broken client writes it, without end."""
    chance = random.Random(seed)
    while True:
        match chance.randrange(8):
            case 0 | 1:
                yield "".join(chance.choices(_PIECES, k=chance.randint(1, 8)))
            case 2 | 3:
                yield _mutated(chance.choice(_GOOD), chance)
            case 4:
                joint = chance.choice(["+", "-", "*", "/", "%", " ", ",", ""])
                yield joint.join(chance.choices((*_GOOD, *_PIECES), k=chance.randint(2, 12)))
            case 5:
                yield _long(chance)
            case 6:
                yield "".join(chr(chance.choice(_RANGES)(chance)) for _ in range(chance.randint(1, 40)))
            case _:
                yield "".join(chance.choices("d0123456789+-*/%()!kKhlrRoO<>=,.{}[]@# ", k=chance.randint(1, 60)))


_RANGES = (
    lambda chance: chance.randint(1, 127),
    lambda chance: chance.randint(128, 0x2FF),
    lambda chance: chance.randint(0x600, 0x6FF),
    lambda chance: chance.randint(0x2000, 0x206F),
    lambda chance: chance.randint(0xFF00, 0xFF5F),
    lambda chance: chance.randint(0x1F300, 0x1F6FF),
    lambda chance: chance.randint(0x10000, 0x10FFFF),
)


def _mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text = text[:place] + chance.choice(_PIECES) + text[place:]
            case 1:
                text = text[:place] + text[place + 1 :]
            case 2:
                text = text[:place] + text[:place] + text[place:]
            case _:
                text = text[:place] + chance.choice("0123456789d!kr<>=()") + text[place + 1 :]
    return text


def _long(chance: random.Random) -> str:
    count = chance.choice([31, 32, 33, 60, 128, 255, 256, 257, 511, 512, 513, 2000])
    return chance.choice(
        [
            "(" * count + "1" + ")" * count,
            "-" * count + "1",
            "1" + "+1" * (count // 2),
            "1d6" + "!" * count,
            "1d6" + "r1" * (count // 2),
            "1d6" + "kh1" * (count // 3),
            "{" * count + "1" + "}" * count,
            "abs(" * (count // 5) + "1" + ")" * (count // 5),
            "1d" * (count // 2),
            "1" * count,
            "d{" + "1," * (count // 2) + "1}",
            "100d100+" * (count // 8) + "1",
            "20d20!>=2+" * (count // 10) + "1",
            "@" + "a" * count,
            "@" + "a." * (count // 2) + "a",
            "1d6[" + "x" * count + "]",
            "1d6#" + "\u202e" * count,
            " " * count + "1",
            "2*" * (count // 2) + "2",
            "9" * 15 + ("*" + "9" * 15) * (count // 16),
            "1d1000000*" * (count // 10) + "1",
            "1d6/" * (count // 4) + "1",
            "{1d6,2d6,3d6}kh2+" * (count // 17) + "1",
            "100d6>=5ds>=6f<=1+" * (count // 18) + "1",
        ]
    )
