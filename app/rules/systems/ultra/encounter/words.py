"""The words of the table for what stands in states and facts as keys."""

from typing import Final

from app.rules.encounter.facts import Voice
from app.rules.systems.ultra.statuses import BY_KEY

LONGEST_QUOTE: Final = 60


def quoted(voice: Voice, words: str) -> str:
    """Somebody's own words in a sentence, which ends after them."""
    return voice.words(words.rstrip("."), longest=LONGEST_QUOTE)


def status_title(key: str, level: int | None) -> str:
    """A Status Effect as people say it, such as `bleeding 2`, or `dazed`, which has one level."""
    effect = BY_KEY[key]
    name = effect.name.lower()
    return name if level is None or effect.single_level else f"{name} {level}"


def source_words(of: str) -> str:
    """What brought something to a roll."""
    what, _, which = of.partition(":")
    match what:
        case "status":
            return status_title(which, None)
        case "token":
            return "set up"
        case "fact":
            return f"fact {which}"
        case "advantage":
            return "Advantage"
        case _:
            return of


def fact_words(text: str) -> str:
    """A fact as people say it: what a complication leaves behind has its id for a text, where nobody gave it words."""
    what, _, which = text.partition(":")
    if what == "status" and which in BY_KEY:
        return status_title(which, None)
    return "hindered" if text == "hinder" else text
