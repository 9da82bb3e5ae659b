"""What an open action can buy, in the words of the table: the text that a game master reads out."""

from collections.abc import Iterable, Sequence

from app.rules.encounter.facts import Voice
from app.rules.systems.ultra.checks.telling import by_price, counted, price
from app.rules.systems.ultra.complications import LEVELS, Complication
from app.rules.systems.ultra.encounter.state import OpenAction
from app.rules.systems.ultra.encounter.words import quoted, source_words
from app.rules.systems.ultra.outcomes import Menu
from app.rules.systems.ultra.tricks import OfferedTrick, Trick

LONGEST_NOTE = 60
BRIEF = 28
"""Characters of a plain text for all complications together."""
LEVEL_TITLES = {one.level: one.title.lower() for one in LEVELS}


def tell_menu(action: OpenAction, menu: Menu, tricks: Sequence[Trick], voice: Voice) -> str:
    """What can be bought with what, as the rest of a sentence about the actor (section 8).

    In markdown each Trick says what it does; the plain text has room for names after their prices, after a line break.
    """
    roll = action.roll
    stakes = _stakes(action.complications, voice)
    if roll.failed:
        at_stake = ", ".join(stakes.values()) or "whatever the game master makes of it"
        return f"is {counted(roll.shortfall)} short: fails plainly, or accepts a Disaster: {at_stake}."
    lines = [f"has {roll.leftover} of {counted(roll.hits)} to spend."]
    if menu.buy_off:
        lines.append(f"Spare: {', '.join(f'{one.hits} {stakes[one.id]}' for one in menu.buy_off)}.")
    payable = {spare.id for spare in menu.buy_off}
    dear = [f"{one.level} {stakes[one.id]}" for one in action.complications if one.id not in payable]
    if dear:
        lines.append(f"Too dear: {', '.join(dear)}.")
    by_key = {trick.key: trick for trick in tricks}
    if voice.markdown:
        return "\n".join([*lines, *(_told(by_key[one.key], one, voice) for one in menu.tricks)])
    return "\n".join([" ".join(lines), _by_price(menu.tricks, by_key, voice)]).strip()


def _stakes(complications: Sequence[Complication], voice: Voice) -> dict[str, str]:
    """What may go wrong, by id; in a plain text the more briefly, the more there is of it."""
    longest = LONGEST_NOTE if voice.markdown else max(12, BRIEF // max(1, len(complications)))
    said = {one.id: voice.words(stake_words(one), longest=longest) for one in complications}
    if not voice.markdown:
        return said
    return {one.id: f"{said[one.id]} ({LEVEL_TITLES[one.level]})" for one in complications}


def stake_words(complication: Complication) -> str:
    """A complication as people call it; one that a Status Effect has brought, by its name."""
    return source_words(complication.id) if complication.id.startswith("status:") else complication.told


def _told(trick: Trick, offered: OfferedTrick, voice: Voice) -> str:
    effect = f": {voice.words(trick.effect)}" if trick.effect else ""
    return f"- **{voice.words(trick.name)}** {price(offered)}{effect}"


def _by_price(offers: Iterable[OfferedTrick], tricks: dict[str, Trick], voice: Voice) -> str:
    listed = by_price((one, voice.words(tricks[one.key].name, longest=LONGEST_NOTE)) for one in offers)
    return f"Tricks: {listed}." if listed else ""


def tell_approval(action: OpenAction, tricks: Sequence[Trick], voice: Voice) -> str:
    """What the game master is asked, as the rest of a sentence about them."""
    names = {trick.key: trick.name for trick in tricks}
    texts = {one.key: one.text for one in action.choices.tricks} if action.choices is not None else {}
    waiting = []
    for key in action.waiting:
        becomes = f" ({quoted(voice, text)})" if (text := texts.get(key)) else ""
        waiting.append(f"{voice.words(names[key], longest=LONGEST_NOTE)}{becomes}")
    return f"allows {voice.name(action.actor)} {', '.join(waiting)}, or doesn't."
