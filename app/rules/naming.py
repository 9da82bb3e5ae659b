"""Names that nobody knows, refused with those there are: the nearest first."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from app.rules.dice.quoting import plain_words
from app.rules.system import AgainstTheRules, OutOfRange

MOST_KNOWN: Final = 50
"""Names that a refusal lists."""
MOST_SAID: Final = 5
"""Names that its sentence lists."""
MOST_TITLED: Final = 14
"""Of those that people call otherwise."""
LONGEST_NAME: Final = 80


def unknown(
    code: str,
    what: str,
    name: str,
    known: Iterable[str],
    *,
    rule: str,
    of: str = "The sheet",
    titles: Mapping[str, str] | None = None,
) -> OutOfRange:
    """Refuse a name, with the nearest that are known.

    Args:
        code: the system's.
        what: it should be, such as `trait`.
        name: as it was asked for.
        known: the names there are.
        rule: that asks for it.
        of: where they stand.
        titles: what people call each, where that is something else; whoever uses such a title is told the name.
    """
    names = list(dict.fromkeys(known))
    called = {title.lower(): one for one, title in (titles or {}).items()}
    words = name[:LONGEST_NAME].lower()
    near = get_close_matches(words, names[:500], n=3, cutoff=0.6)
    meant = get_close_matches(words.replace("_", " "), list(called)[:500], n=1, cutoff=0.6)
    near = list(dict.fromkeys([*(called[one] for one in meant), *near]))
    hint = (
        f"perhaps {' or '.join(_titled(one, titles) for one in near)}" if near else f"it has {_listed(names, titles)}"
    )
    return OutOfRange(
        code,
        f"{of} has no {what} {_quoted(name)}: {hint}.",
        **({"suggestion": near[0]} if near else {}),
        known=[*near, *(one for one in names if one not in near)][:MOST_KNOWN],
        rule=rule,
    )


def not_borne(code: str, name: str, borne: Iterable[str], *, rule: str) -> AgainstTheRules:
    """Refuse to end what the character doesn't bear, with all that it does.

    Args:
        code: the system's.
        name: as it was asked for.
        borne: what could be ended, by every name that ends it.
        rule: that ends it.
    """
    names = list(dict.fromkeys(borne))
    hint = f"what could be ended is {_listed(names)}" if names else "nothing is there to be ended"
    return AgainstTheRules(
        code, f"The character doesn't bear {_quoted(name)}: {hint}.", known=names[:MOST_KNOWN], rule=rule
    )


def _listed(names: Sequence[str], titles: Mapping[str, str] | None = None) -> str:
    most = MOST_TITLED if titles else MOST_SAID
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return ", ".join([*(_titled(one, titles) for one in names[:most]), *more]) or "none"


def _titled(name: str, titles: Mapping[str, str] | None) -> str:
    title = (titles or {}).get(name)
    return _quoted(name) if title is None else f"{_quoted(name)} ({plain_words(title, longest=LONGEST_NAME)})"


def _quoted(name: str) -> str:
    return f"`{plain_words(name, longest=LONGEST_NAME).replace('`', chr(39))}`"
