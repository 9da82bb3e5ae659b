"""What happens when somebody acts: the roll, what was chosen, what the game master said of it, a race."""

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Literal, Self

from app.rules.encounter.facts import Fact, Id, Ids, Of, Seen, Thrown, Told, Voice
from app.rules.encounter.viewer import Sight
from app.rules.systems.ultra.checks.telling import WORDS, counted
from app.rules.systems.ultra.complications import Occurred
from app.rules.systems.ultra.encounter.words import quoted, source_words
from app.rules.systems.ultra.outcomes import Outcome
from app.rules.systems.ultra.tricks import BoughtTrick

Number = Annotated[int | None, Of("actor")]
"""A number of the action: theirs who may read the actor."""


class Source(Told):
    """One thing that somebody's state or standing brought to a roll."""

    to: Literal["hits", "bonus_hits", "difficulty"]
    of: str
    """Such as `status:dazed`, `token`, `fact:f2`, `opening`, `advantage`."""
    whose: Id | None
    """Whose state or standing."""
    value: int

    def unseen(self, sight: Sight) -> bool:
        """Whom they don't know of, has brought nothing."""
        return sight.conceals(self.whose)


class ActionTold(Fact):
    """What every telling of an action says.

    Of an action by somebody unseen its targets learn what it does to them, and that they resist, but not that it is.
    """

    about: ClassVar[Sequence[str]] = ("actor",)
    actor: Id | None
    targets: Ids = ()
    status: Literal["open", "waiting", "resolved"]
    """Open while something can be chosen, waiting while the game master is asked."""
    dice_hits: Number
    """Of the dice alone."""
    hits: Number
    """All together."""
    difficulty: Number
    """With all that raises and lowers it."""
    shortfall: Number
    leftover: Number
    result: Annotated[Outcome | None, Seen("actor")] = None
    """None while it isn't resolved, like all that follows."""
    spent: Number = None
    unspent: Number = None
    """Leftover hits that bought nothing; they are lost (G-09)."""
    occurred: Annotated[tuple[Occurred, ...] | None, Seen("actor")] = None
    """Complications that happen, with the level that is left of each."""
    tricks: Annotated[tuple[BoughtTrick, ...] | None, Seen("actor")] = None
    reward: Annotated[str | None, Seen("actor")] = None
    """What this table gives for choosing Disaster (G-23)."""
    words: Annotated[dict[str, str] | None, Seen("actor")] = None
    """What complications and Tricks are called at the table, by id and key."""

    def ending(self, voice: Voice) -> str:
        """The result and what comes with it, as a sentence; empty while it isn't resolved."""
        if self.result is None:
            return ""
        called = self.words or {}
        parts = [quoted(voice, called.get(one.id, one.id)) for one in self.occurred or ()]
        parts += [f"{quoted(voice, called.get(one.key, one.key))} for {one.cost}" for one in self.tricks or ()]
        spared = 0 if self.spent is None else self.spent - sum(one.cost for one in self.tricks or ())
        if spared:
            parts.append(f"spared for {spared}")
        if self.unspent:
            parts.append(f"{counted(self.unspent)} unspent")
        if self.reward:
            parts.append(quoted(voice, self.reward))
        return "; ".join([WORDS[self.result], *parts])

    def score(self, more: Iterable[str] = ()) -> str:
        """The hits against the difficulty; empty for whoever may not know them."""
        if self.hits is None:
            return ""
        listed = "; ".join(part for part in more if part)
        return f"{counted(self.hits)} against {self.difficulty}" + (f" ({listed})" if listed else "")


class ActionRolled(ActionTold):
    """Somebody acted, and the dice lie."""

    type: Literal["action.rolled"] = "action.rolled"
    about: ClassVar[Sequence[str]] = ("actor", "defender")
    kind: Annotated[str | None, Seen("actor")]
    dice: tuple[Thrown, ...]
    """The actor's pool, then the defender's."""
    pool: Number
    clamped: Annotated[bool | None, Of("actor")]
    """Whether the sum of dice was held within 1 to 10 (G-05)."""
    advantage: Number
    """Known to those who may read both sides (G-01)."""
    bonus_hits: Number
    """Those that counted (G-20)."""
    complications: Annotated[tuple[Occurred, ...] | None, Seen("actor")]
    """What may go wrong, with the level of each."""
    sources: tuple[Source, ...]
    """What brought bonus hits, hits and difficulty, besides what was stated."""
    stated: Number
    """The difficulty before the sources."""
    defender_hits: Annotated[int | None, Seen("defender")] = None
    """Of whoever resists, in an opposed action (G-12)."""
    defender: Id | None = None

    def seen(self, sight: Sight) -> Self:
        """Standing and state of either side only for those who may read that side."""
        fact = super().seen(sight)
        reads = sight.reads(self.actor)
        kept = tuple(one for one in fact.sources if reads and (one.whose is None or sight.reads(one.whose)))
        update: dict[str, object] = {"sources": kept}
        if self.targets and not sight.reads(self.targets[0]):
            update["advantage"] = None
            # What was stated and what it has become would tell what the other side has brought.
            update["stated"] = None
        if self.defender is None:
            update["defender_hits"] = None
        if not sight.sees(self.actor):
            update["rules"] = ("G-12",)
        return fact.model_copy(update=update)

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        aimed = f" {voice.names(self.targets)}" if self.targets else ""
        has = "" if self.defender_hits is None else f" has {self.defender_hits}"
        faces = "; ".join(
            (f"{voice.name(one.of)}{has}: " if one.of != self.actor else "") + ", ".join(map(str, one.faces))
            for one in self.dice
        )
        verb = {"attack": "attacks", "treat": "treats", "escape": "struggles"}.get(self.kind or "", "acts")
        verb += aimed if self.kind in {"attack", "treat"} or not aimed else f" on{aimed}"
        bonus = _sources(self.sources, {"bonus_hits"}, "")
        listed = sum(one.value for one in self.sources if one.to == "bonus_hits")
        if self.bonus_hits is not None and listed > self.bonus_hits:
            # No more than a few count, and none without a hit on the dice (G-20, U-05).
            bonus = [f"{bonus[0]}, of which {self.bonus_hits or 'none'} count"]
        brought = [faces, *bonus, *_sources(self.sources, {"hits"}, "")]
        harder = list(_sources(self.sources, {"difficulty"}, f"difficulty {self.stated} "))
        score = self.score([*brought, *harder]) or (f"dice {faces}" if faces else "")
        said = [part for part in (score, self.ending(voice)) if part]
        return f"{voice.name(self.actor)} {verb}" + (f": {'. '.join(said)}." if said else ".")


def _sources(sources: Sequence[Source], to: set[str], before: str) -> list[str]:
    listed = [f"{one.value:+} {source_words(one.of)}" for one in sources if one.to in to]
    return [before + ", ".join(listed)] if listed else []


class ActionResolved(ActionTold):
    """The choices of an open action were made, wait for the game master, or are to be made anew."""

    type: Literal["action.resolved"] = "action.resolved"

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        ending = self.ending(voice)
        return f"{voice.name(self.actor)}: {ending}." if ending else ""


class TrickJudged(Fact):
    """The base of what the game master says of a Trick (G-21)."""

    about: ClassVar = ("actor",)
    actor: Id | None
    trick: Annotated[str | None, Seen("actor")]
    title: Annotated[str | None, Seen("actor")]


class TrickApproved(TrickJudged):
    """The game master let a Trick happen."""

    type: Literal["trick.approved"] = "trick.approved"

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"The game master allows {voice.name(self.actor)} {quoted(voice, self.title or 'it')}."


class TrickRefused(TrickJudged):
    """The game master didn't let a Trick happen."""

    type: Literal["trick.refused"] = "trick.refused"

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"The game master doesn't allow {voice.name(self.actor)} {quoted(voice, self.title or 'it')}."


class RaceRun(Fact):
    """Some raced for the most hits (G-12)."""

    type: Literal["race.run"] = "race.run"
    about: ClassVar = ("racers",)
    racers: Ids
    dice: tuple[Thrown, ...]
    hits: dict[str, int]
    """By combatant; of those whom the viewer sees."""
    result: Literal["win", "draw", "none"]
    """`none` where nobody has a hit."""
    winner: Id | None
    leftover: int | None
    """The winner's hits beyond what was needed against those whom the viewer sees; null where they don't see the
    winner, 0 where there is none."""

    def seen(self, sight: Sight) -> Self:
        """Without the hits of those whom the viewer doesn't see, and what could be told from them."""
        fact = super().seen(sight)
        hits = {one: hits for one, hits in self.hits.items() if sight.sees(one)}
        leftover = self.leftover
        if self.winner is not None and len(hits) < len(self.hits):
            others = [count for one, count in hits.items() if one != self.winner]
            leftover = hits[self.winner] - max([1, *others]) if self.winner in hits else None
        return fact.model_copy(update={"hits": hits, "leftover": leftover})

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        faces = {one.of: ", ".join(map(str, one.faces)) for one in self.dice}
        hits = "; ".join(
            f"{voice.name(one)} has {self.hits[one]}" + (f": {faces[one]}" if one in faces else "")
            for one in self.racers
            if one in self.hits
        )
        ends = {
            "win": f"{voice.name(self.winner)} is first",
            "draw": "a draw at the top",
            "none": "nobody gets anywhere",
        }
        return f"Race: {ends[self.result]} ({hits})."


class InitiativeRolled(Fact):
    """Somebody rolled for a place in the order."""

    type: Literal["initiative.rolled"] = "initiative.rolled"
    combatant: Id | None
    dice: tuple[Thrown, ...]
    initiative: Annotated[int | None, Seen("combatant")]
    """Hits of the pool."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        faces = ", ".join(str(face) for one in self.dice for face in one.faces)
        rolled = f" ({faces})" if faces else ""
        return f"{voice.name(self.combatant)} has initiative {self.initiative}{rolled}."
