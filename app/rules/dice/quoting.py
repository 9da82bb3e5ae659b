"""Words that people gave, inside sentences of ours: one line, nothing that formats, links, mentions or hides."""

import re
from functools import lru_cache

# Controls, line separators, bidirectional marks, invisible joiners and lone surrogates forge what others read.
_UNSEEN = re.compile(
    "[\\s\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff]+"
)
_FORMATTING = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~:])")


# Names come up again and again.
@lru_cache(1024)
def plain_words(words: str, *, longest: int) -> str:
    """The words on one line, cut with `…` after `longest` characters."""
    line = _UNSEEN.sub(" ", words).strip()
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


@lru_cache(1024)
def markdown_words(words: str, *, longest: int) -> str:
    """The words on one line, cut likewise, and escaped for Discord; a mention mentions nobody."""
    return _FORMATTING.sub(r"\\\1", plain_words(words, longest=longest)).replace("@", "@\u200b")
