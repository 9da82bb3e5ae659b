"""Tell a roll the way a table reads it aloud, plain or in Discord's markdown.

`23 = 2d20kh1 (18; dropped 4) + 5`: each dice term is followed by its dice. `6!+3` is a die that exploded with its extra
die, `1→5` a die thrown again, `1 as 2` a die that counts for another number; a count marks successes with ✓, doubles
with ✓✓ and failures with ✗. Markdown leaves dropped dice in their places, struck out, and bolds the others.
"""

from app.rules.dice.evaluation import Outcome
from app.rules.dice.hand import Roll
from app.rules.dice.phrase import LONGEST_NAME, Gap, phrase_of
from app.rules.dice.quoting import markdown_words, plain_words
from app.rules.dice.record import DieResult

LONGEST_TEXT = 300
LONGEST_MARKDOWN = 1_800
# How many units of a term are shown: as many as fit.
_SHORTER = (1000, 60, 30, 15, 8, 4, 2, 1, 0)


def text(*rolls: Roll, label: str | None = None, physical: bool = False) -> str:
    """The rolls of one request as one plain line of at most 300 characters."""
    return _told(rolls, label, physical=physical, markdown=False)


def markdown(*rolls: Roll, label: str | None = None, physical: bool = False) -> str:
    """The rolls of one request in Discord's markdown, a line each, at most 1,800 characters."""
    return _told(rolls, label, physical=physical, markdown=True)


def _told(rolls: tuple[Roll, ...], label: str | None, *, physical: bool, markdown: bool) -> str:
    longest = LONGEST_MARKDOWN if markdown else LONGEST_TEXT
    words = markdown_words if markdown else plain_words
    names = [words(name, longest=LONGEST_NAME) for name in (label, rolls[0].hand.notation.comment) if name]
    start = "".join([f"{name}: " for name in names])
    end = " (physical dice)" if physical else ""
    if markdown and start and len(rolls) > 1:
        start = start.rstrip() + "\n"
    between = "\n" if markdown else "; "
    room = longest - len(start) - len(end)
    dice = sum([len(roll.places) for roll in rolls])
    for most in _SHORTER:
        # A die takes three characters at least, so that there is no need to try.
        if most > 60 and 3 * dice > longest:
            continue
        lines = _lines(rolls, most, room + len(between), len(between), markdown=markdown)
        if lines is not None:
            return start + between.join(lines) + end
    return start + _totals(rolls, room, markdown=markdown) + end


def _lines(rolls: tuple[Roll, ...], most: int, room: int, between: int, *, markdown: bool) -> list[str] | None:
    """A line for each roll, if there is room for all."""
    lines = []
    for roll in rolls:
        lines.append(_line(roll, most, markdown=markdown))
        room -= len(lines[-1]) + between
        if room < 0:
            return None
    return lines


def _line(roll: Roll, most: int, *, markdown: bool) -> str:
    """`**23** = 2d20kh1 (~~4~~, **18**) + 5`."""
    outcome = roll.outcome
    head, tail = str(roll.total), ""
    if outcome.successes is not None:
        successes = _number(outcome.successes, "success", "successes")
        if outcome.successes == roll.total and outcome.failures is None:
            head = successes
        else:
            failures = "" if outcome.failures is None else ", " + _number(outcome.failures, "failure", "failures")
            tail = f": {successes}{failures}"
    teller = _Teller(outcome, most, markdown=markdown)
    parts = [part if isinstance(part, str) else teller.dice(part) for part in phrase_of(roll.hand, markdown=markdown)]
    return f"{f'**{head}**' if markdown else head} = {''.join(parts)}{tail}"


def _totals(rolls: tuple[Roll, ...], room: int, *, markdown: bool) -> str:
    """What is left to say when even the notations are too long: the totals, and how many dice made them."""
    totals = [f"**{roll.total}**" if markdown else str(roll.total) for roll in rolls]
    dice = _number(sum(len(roll.places) for roll in rolls), "die", "dice")
    every = range(len(totals), -1, -1)
    rest = [f", … {len(totals) - shown} more rolls" if shown < len(totals) else "" for shown in every]
    told = (f"{', '.join(totals[:shown])}{more} ({dice})" for shown, more in zip(every, rest, strict=True))
    return next(line for line in told if len(line) <= room)


def _number(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


class _Teller:
    """Tells the dice of one roll; `most` units of a term are shown, the rest counted."""

    def __init__(self, outcome: Outcome, most: int, *, markdown: bool) -> None:
        self.outcome = outcome
        self.every = outcome.dice
        self.most = most
        self.markdown = markdown

    def dice(self, gap: Gap) -> str:
        dice, every = gap.dice, self.every
        units = self.outcome.units.get(gap.term)
        if not units:
            return "no dice"
        if dice.tail.sort is not None:
            reverse = dice.tail.sort == "sd"
            units = sorted(units, key=lambda unit: sum([every[die].value for die in unit]), reverse=reverse)
        shown, rest = units[: self.most], sum(map(len, units[self.most :]))
        more = []
        if rest:
            more = [f"… {_number(rest, 'more die', 'more dice')}" if shown else _number(rest, "die", "dice")]
        first = every[units[0][0]]
        if gap.bare and first.kept and first.success is None:
            return ", ".join([str(every[die].face) for (die,) in shown] + more)
        chains = dice.explode is not None and dice.explode.kind == "!!"
        told = [(every[unit[0]], self.unit(unit, chains=chains)) for unit in shown]
        if self.markdown:
            return ", ".join([_marked(die, words, chosen=bool(dice.tail.keeps)) for die, words in told] + more)
        kept = ", ".join([words for die, words in told if die.kept] + more)
        dropped = ", ".join([words for die, words in told if not die.kept])
        return "; ".join([kept] * bool(kept) + [f"dropped {dropped}"] * bool(dropped))

    def unit(self, unit: list[int], *, chains: bool) -> str:
        if len(unit) == 1:
            return self.die(unit[0]) + self.verdict(unit[0])
        if not chains:
            return "+".join([self.die(die) + self.verdict(die) for die in unit])
        told, verdict = "+".join(map(self.die, unit)), self.verdict(unit[0])
        return f"({told}){verdict}" if verdict else told

    def die(self, place: int) -> str:
        die = self.every[place]
        told = str(die.face)
        if place in self.outcome.replaced:
            told = self.thrown_again(place)
        if die.exploded:
            told += "!"
        return told if die.value == die.face else f"{told} as {die.value}"

    def thrown_again(self, place: int) -> str:
        """`1→5`; of a die thrown again and again the first and the last face."""
        faces = [self.every[place].face]
        before = place
        while (before := self.outcome.replaced.get(before, -1)) >= 0:
            faces.insert(0, self.every[before].face)
        return "→".join(map(str, faces)) if len(faces) < 5 else f"{faces[0]}→…→{faces[-1]}"

    def verdict(self, place: int) -> str:
        die = self.every[place]
        if die.success is None:
            return ""
        success = "" if not die.success else "✓✓" if place in self.outcome.doubles else "✓"
        return success + "✗" if die.failure else success


def _marked(die: DieResult, words: str, *, chosen: bool) -> str:
    """In markdown: struck out if dropped, bold if `chosen` by a keep or by a count."""
    if not die.kept:
        return f"~~{words}~~"
    return f"**{words}**" if (chosen if die.success is None else die.success) else words
