"""What an open action can buy, in the words of the table: the text that a game master reads out."""

from collections.abc import Iterable, Sequence

from app.rules.encounter.facts import Voice
from app.rules.systems.ultra.checks.telling import counted
from app.rules.systems.ultra.complications import LEVELS, Complication
from app.rules.systems.ultra.encounter.state import OpenAction
from app.rules.systems.ultra.outcomes import Menu
from app.rules.systems.ultra.tricks import OfferedTrick, Trick

LONGEST_NOTE = 40
LEVEL_TITLES = {one.level: one.title.lower() for one in LEVELS}


def tell_menu(action: OpenAction, menu: Menu, tricks: Sequence[Trick], voice: Voice) -> str:
    """What can be bought with what, as the rest of a sentence about the actor (section 8).

    In markdown each Trick says what it does; the plain text has room for names and prices.
    """
    roll = action.roll
    if roll.failed:
        at_stake = ", ".join(_stake(one, voice) for one in action.complications) or "trouble of the game master's"
        short = counted(roll.shortfall)
        return f"is {short} short (ultra.resolve): fails, or accepts a Disaster: {at_stake}."
    lines = [f"has {counted(roll.leftover)} to spend (ultra.resolve)."]
    if menu.buy_off:
        by_id = {one.id: one for one in action.complications}
        spared = ", ".join(f"{_stake(by_id[one.id], voice)} for {one.hits}" for one in menu.buy_off)
        lines.append(f"Spared: {spared}.")
    dear = [one for one in action.complications if one.id not in {spare.id for spare in menu.buy_off}]
    if dear:
        lines.append(f"Out of reach: {', '.join(_stake(one, voice) for one in dear)}.")
    by_key = {trick.key: trick for trick in tricks}
    if voice.markdown:
        lines += [_told(by_key[one.key], one, voice) for one in menu.tricks]
        return "\n".join(lines)
    return " ".join([*lines, _by_price(menu.tricks, by_key, voice)])


def _stake(complication: Complication, voice: Voice) -> str:
    words = voice.words(complication.told, longest=LONGEST_NOTE)
    return f"{words} ({LEVEL_TITLES[complication.level]})" if voice.markdown else words


def _price(offered: OfferedTrick) -> str:
    return str(offered.min) if offered.min == offered.max else f"{offered.min}-{offered.max}"


def _told(trick: Trick, offered: OfferedTrick, voice: Voice) -> str:
    effect = f": {voice.words(trick.effect)}" if trick.effect else ""
    return f"- **{voice.words(trick.name)}** {_price(offered)}{effect}"


def _by_price(offers: Iterable[OfferedTrick], tricks: dict[str, Trick], voice: Voice) -> str:
    groups: dict[str, list[str]] = {}
    for one in offers:
        groups.setdefault(_price(one), []).append(voice.words(tricks[one.key].name, longest=LONGEST_NOTE))
    listed = [f"{price}: {', '.join(names)}" for price, names in groups.items()]
    return f"Tricks for {'; '.join(listed)}." if listed else ""


def tell_approval(action: OpenAction, tricks: Sequence[Trick], voice: Voice) -> str:
    """What the game master is asked, as the rest of a sentence about them."""
    names = {trick.key: trick.name for trick in tricks}
    waiting = ", ".join(voice.words(names[key], longest=LONGEST_NOTE) for key in action.waiting)
    return f"allows {waiting} of {voice.name(action.actor)} or not (ultra.approve, ultra.refuse)."
