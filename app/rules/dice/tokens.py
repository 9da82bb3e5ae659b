"""Cut a notation into tokens: the longest one wins, in any case and in a book's typography."""

import re

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[0-9]+)
    | (?P<word>floor|round|ceil|abs|min|max|kh|kl|k|dh|dl|ds|d|mi|ma|sa|sd|cs|ro|rr|r|u|xo|x|f
        |!!|!o|!p|!|>=|<=|[-+*/%<>=(){},≥≤−–×÷])
    | (?P<name>@[^\W\d]\w*(?:\.[^\W\d]\w*)*)
    | (?P<label>\[[^\[\]]*\])
    | (?P<comment>\#.*)
    | (?P<end>\Z)
    | (?P<odd>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_LOWER = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}
_ALSO_READ = {"≥": ">=", "≤": "<=", "−": "-", "–": "-", "×": "*", "÷": "/", "rr": "r", "x": "!", "xo": "!o"}


class Tokens:
    """The tokens of a text as columns: the kind of each, where it starts and where it ends.

    Words and signs are their own kind, in the canonical spelling; the others are `number`, `name` (a variable),
    `label` (with its brackets), `comment` (with its `#`), `end`, and `odd` for a character that begins no token.
    """

    __slots__ = ("ends", "kinds", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        # Only A-Z: a Kelvin sign or a dotless i is no letter of a token, and must not change the positions.
        plain = text.lower() if text.isascii() else text.translate(_LOWER)
        for match in _TOKEN.finditer(plain):
            kind = match.lastgroup or "end"
            start, end = match.span(kind)
            if kind == "word":
                kind = match[kind]
                kind = _ALSO_READ.get(kind, kind)
            elif kind == "name" and not all(c.isalpha() or c in "_.0123456789" for c in variable_name(match[kind])[1:]):
                kind = "odd"
            self.kinds.append(kind)
            self.starts.append(start)
            self.ends.append(end)


def variable_name(name: str) -> str:
    """How `@Name` and the keys of `variables` compare: in lower case."""
    return name.lower()
