"""What a character's sheet lends to a check: numbers by name, each with where it comes from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

from pydantic import Field, ValidationError, create_model

from app.rules.dice.quoting import markdown_words, plain_words
from app.rules.system import CheckAnswer, CheckBody, CheckKind, Lent, OutOfRange, Value
from app.rules.telling import LONGEST_TEXT
from app.rules.value import WITHOUT_SOURCE

BodyT = TypeVar("BodyT", bound=CheckBody)
ValueT = TypeVar("ValueT", bound=Value)
NamesT = TypeVar("NamesT", bound=Value)
TraitName = Annotated[str, Field(min_length=1, max_length=120)]
MOST_SAID: Final = 5
"""Things a state brings to a check that its text names."""
LONGEST_ROLLED: Final = 120
REFUSALS: Final[Mapping[str, str]] = {
    "character_needed": "A trait belongs to a character: say whose it is.",
    "number_missing": "The check needs a number that neither the body gives nor the sheet.",
    "past_limit": "The sheet has more of this than the rules allow.",
    "unknown_trait": "The sheet has no such trait.",
}
"""Codes that a check from a sheet is refused with in every system, and what they mean at the table."""


class Trait(Value):
    """A number of the sheet, for a check of it."""

    trait: TraitName | None = None
    """Of the character's sheet, as dice notation names it after an `@`, such as `skills.stealth`."""


class Piece(NamedTuple):
    """A part of a number that the sheet lends."""

    source: str
    value: int | bool | str
    rule: str | None = None


def total(pieces: Iterable[Piece]) -> int:
    """A number with everything it is made of."""
    return sum(int(piece.value) for piece in pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled(Generic[BodyT]):
    """A check whose numbers are all there."""

    body: BodyT
    """As its kind resolves it, odds and all."""
    rolled: str | None = None
    """What of the sheet is rolled and what changes it, in words."""
    parts: Sequence[Lent] = ()
    sheet: Any = None
    """The character's sheet once the check is made; None: nothing on it is used up."""

    def told(self, answer: CheckAnswer) -> CheckAnswer:
        """The answer to the body, with what came from the sheet."""
        return _told(answer, self.rolled, self.parts)


def kept(answer: CheckAnswer, made: CheckAnswer) -> CheckAnswer:
    """A check that is resolved or bettered, with what came from the sheet when it was made."""
    return _told(answer, made.rolled, made.parts)


def _told(answer: CheckAnswer, rolled: str | None, parts: Sequence[Lent]) -> CheckAnswer:
    if rolled is None and not parts:
        return answer
    rules = [*answer.rules, *(part.rule for part in parts if part.rule is not None)]
    plain = f"{plain_words(rolled, longest=LONGEST_ROLLED)}: " if rolled else ""
    marked = f"{markdown_words(rolled, longest=LONGEST_ROLLED)}: " if rolled else ""
    return answer.model_copy(
        update={
            "rolled": rolled,
            "parts": list(parts),
            "rules": list(dict.fromkeys(rules)),
            "text": plain_words(plain + answer.text, longest=LONGEST_TEXT),
            "markdown": marked + answer.markdown,
        }
    )


def from_sheet(body: type[CheckBody], names: type[Value], *lends: str) -> type[Value]:
    """A kind's body as a campaign takes it: with names of the sheet, and free to leave out what the sheet lends.

    Args:
        body: of the check.
        names: fields that name something on a sheet, or hold a side that does.
        lends: fields of the body that the sheet lends, where they have no default.
    """
    known = {name: body.model_fields[name] for name in lends}
    fields: dict[str, Any] = {
        name: (field.rebuild_annotation() | None, Field(default=None, description=field.description))
        for name, field in known.items()
    }
    bases: tuple[type[Value], ...] = (names, body)
    return create_model(
        f"{body.__name__}FromSheet", __base__=bases, __doc__=body.__doc__, __cls_kwargs__=WITHOUT_SOURCE, **fields
    )


class Lending(Generic[BodyT]):
    """A check under way to its numbers: those that its body states, and what the sheet lends to it.

    A number in the body stands in place of the sheet's own. What the character's state adds comes on top of either.

    Args:
        body: what the kind resolves.
        asked: the body as it came, of the kind's `from_sheet` or a subclass of it.
        rule: that the check goes by.
    """

    def __init__(self, body: type[BodyT], asked: Value, *, rule: str | None = None) -> None:
        self._body = body
        self._rule = rule
        self._numbers: dict[str, Any] = asked.model_dump(
            include=set(body.model_fields), exclude_unset=True, exclude_none=True
        )
        self._parts: list[Lent] = []
        self._said: list[str] = []

    def stated(self, *path: str) -> Any:
        """What stands there by now; None for nothing."""
        found: Any = self._numbers
        for step in path:
            found = found.get(step) if found is not None else None
        return found

    def own(self, *path: str, of: Sequence[Piece]) -> bool:
        """A number of the sheet, where the body states none; answers whether it was needed."""
        if not of or self.stated(*path) is not None:
            return False
        self.state(*path, value=total(of) if len(of) > 1 else of[0].value)
        self._take(path, of)
        return True

    def more(self, *path: str, piece: Piece, usual: int = 0, word: str | None = None) -> None:
        """What the character's state adds to a number.

        Args:
            path: of the number.
            piece: what is added.
            usual: the number where none is stated.
            word: what is added to, as the text says it; None says nothing of it.
        """
        stated = self.stated(*path)
        self.state(*path, value=(usual if stated is None else int(stated)) + int(piece.value))
        self._take(path, [piece])
        self._say(piece, word)

    def listed(self, *path: str, item: Any, piece: Piece, word: str | None = None) -> None:
        """One thing more in a list, such as a circumstance; arguments as in `more`."""
        self.state(*path, value=[*(self.stated(*path) or ()), item])
        self._take(path, [piece])
        self._say(piece, word)

    def state(self, *path: str, value: Any) -> None:
        """A number as if the body stated it."""
        found = self._numbers
        for step in path[:-1]:
            found = found.setdefault(step, {})
        found[path[-1]] = value

    def instead(self, field: str, value: Any, piece: Piece) -> None:
        """What a field comes to under the character's state, whatever the body says."""
        self.state(field, value=value)
        self._take((field,), [piece])

    def drop(self, *path: str) -> None:
        """Leave out a field that only names something."""
        *above, last = path
        self.stated(*above).pop(last, None)

    def filled(self, rolled: str | None = None, *, sheet: Any = None) -> Filled[BodyT]:
        """The check, ready to be resolved.

        Args:
            rolled: what of the sheet is rolled, as the text names it.
            sheet: afterwards, where the check uses something up.

        Raises:
            OutOfRange: `number_missing`, or `past_limit` where sheet and body together are more than the rules know.
        """
        try:
            body = self._body.model_validate(self._numbers)
        except ValidationError as refused:
            raise self._unusable(refused) from None
        said = self._said[:MOST_SAID]
        if len(self._said) > MOST_SAID:
            said.append(f"{len(self._said) - MOST_SAID} more")
        changed = ", ".join(said)
        words = f"{rolled} ({changed})" if rolled and changed else rolled or changed or None
        return Filled(body=body, rolled=words, parts=tuple(self._parts), sheet=sheet)

    def _take(self, path: Sequence[str], pieces: Iterable[Piece]) -> None:
        field = ".".join(path)
        self._parts += [Lent(field=field, source=one.source, value=one.value, rule=one.rule) for one in pieces]

    def _say(self, piece: Piece, word: str | None) -> None:
        if word is not None:
            number = f" {piece.value:+}" if isinstance(piece.value, int) else ""
            self._said.append(f"{piece.source.removeprefix('status:')}{number} {word}".rstrip())

    def _unusable(self, refused: ValidationError) -> OutOfRange:
        errors = refused.errors(include_url=False, include_input=False, include_context=False)
        missing = [".".join(map(str, one["loc"])) for one in errors if one["type"] == "missing"]
        if missing:
            return OutOfRange(
                "number_missing",
                f"Say {_and(missing)}, or name what of the character's sheet has it.",
                fields=missing,
                rule=self._rule,
            )
        strange = [".".join(map(str, one["loc"])) for one in errors if one["type"] == "extra_forbidden"]
        if strange:
            return _character_needed(strange)
        where = ".".join(map(str, errors[0]["loc"]))
        return OutOfRange(
            "past_limit",
            f"With what the sheet lends, `{where[:80]}` can't be used: {errors[0]['msg'].lower()}.",
            field=where[:80],
            rule=self._rule,
        )


def filled(
    kind: CheckKind[Any, Any], asked: Value, sheet: Any | None, *, options: Any, clock: int
) -> Filled[CheckBody]:
    """A check with its numbers, from the character's sheet where there is one.

    Args:
        kind: of the check.
        asked: the body, of the kind's `from_sheet` or a subclass of it.
        sheet: of the character who makes the check; None: nobody in particular makes it.
        options: the campaign's house rules.
        clock: minutes of the game since day 0, 0:00.

    Raises:
        OutOfRange: `character_needed` for a name on a sheet without one, `number_missing`, and the system's own.
        AgainstTheRules: the character can't do this as things stand.
    """
    if sheet is not None:
        return kind.filled(asked, sheet, options=options, clock=clock)
    names = kind.from_sheet.model_fields.keys() - kind.body.model_fields.keys()
    named = sorted(name for name in names & asked.model_fields_set if getattr(asked, name) is not None)
    if named:
        raise _character_needed(named)
    return Lending[CheckBody](kind.body, asked).filled()


def spoken(name: str) -> str:
    """A trait as people call it: `skills.sleight_of_hand` is Sleight of hand."""
    first, _, rest = name.partition(".")
    return (rest.partition(".")[0] if first in {"skills", "powers", "traits"} else first).replace("_", " ").capitalize()


def _character_needed(named: list[str]) -> OutOfRange:
    return OutOfRange("character_needed", f"Say whose {_and(named)} it is: name the `character_id`.", fields=named)


def _and(names: Sequence[str]) -> str:
    quoted = [f"`{name[:80]}`" for name in names[:MOST_SAID]]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]
