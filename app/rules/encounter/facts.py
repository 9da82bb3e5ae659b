"""What happened, as typed facts that say of which combatant each number is; what a viewer gets of them and reads."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Self, assert_never, get_args, get_origin

from pydantic.fields import FieldInfo

from app.rules.dice.quoting import markdown_words, plain_words
from app.rules.encounter.viewer import Sight
from app.rules.value import Value


class Names:
    """Marks a field that names a combatant, or several: those a viewer doesn't see become null, or fall out."""


class Of(NamedTuple):
    """Marks a number that comes from a sheet or a state: null for whoever may not read that combatant."""

    field: str
    """The field of the same model that names the combatant."""
    also: str | None = None
    """The field of another one from whom the number comes as well: null for whoever may not read both."""


class Seen(NamedTuple):
    """Marks a field that is null for whoever doesn't see that combatant; where nobody is named, it is everybody's."""

    field: str


Mark = Names | Of | Seen
_PLAIN = {str, int, bool, float, type(None), Ellipsis}

Id = Annotated[str, Names()]
"""A combatant; in facts always `Id | None`, since a viewer may not see it."""
Ids = Annotated[tuple[str, ...], Names()]
"""Several combatants."""

SOMEBODY: Final = "somebody"
LONGEST_NAME: Final = 40


class Voice:
    """Says facts to a viewer: plain, or in Discord's markdown with names escaped."""

    def __init__(self, sight: Sight, *, markdown: bool = False) -> None:
        self.sight = sight
        self.alike = True
        """Whether all that it has said so far reads the same in both."""
        self._markdown = markdown

    @property
    def markdown(self) -> bool:
        """Which of the two it speaks; whoever asks says something else in each."""
        self.alike = False
        return self._markdown

    def words(self, words: str, *, longest: int = 200) -> str:
        """Words that somebody wrote, so that they format nothing."""
        plain, escaped = plain_words(words, longest=longest), markdown_words(words, longest=longest)
        if plain != escaped:
            self.alike = False
        return escaped if self._markdown else plain

    def name(self, combatant: str | None) -> str:
        """A combatant's name, or `somebody`."""
        name = self.sight.name(combatant)
        return SOMEBODY if name is None else self.words(name, longest=LONGEST_NAME)

    def names(self, combatants: Sequence[str]) -> str:
        """Several names, as `Willow, Bear and Thug 1`."""
        names = [self.name(combatant) for combatant in combatants]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class Told(Value):
    """The base of whatever carries marked fields: facts, and the parts they consist of."""

    marked: ClassVar[Mapping[str, Mark | None]] = {}
    """The marked fields, and those that may hold others that have some."""
    naming: ClassVar[Sequence[str]] = ()
    """The fields that name combatants."""
    parted: ClassVar[Sequence[str]] = ()
    """The fields that may hold others that do."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Read the marks once, and see to it that what can be withheld can be null."""
        super().__pydantic_init_subclass__(**kwargs)
        marks = {name: _mark(field) for name, field in cls.model_fields.items()}
        cls.marked = {
            name: mark for name, mark in marks.items() if mark or not _is_plain(cls.model_fields[name].annotation)
        }
        cls.naming = tuple(name for name, mark in cls.marked.items() if isinstance(mark, Names))
        cls.parted = tuple(name for name, mark in cls.marked.items() if mark is None)
        for name in (name for name, mark in marks.items() if mark):
            mark = marks[name]
            several = isinstance(mark, Names) and "tuple" in str(cls.model_fields[name].annotation)
            if not several and type(None) not in get_args(cls.model_fields[name].annotation):
                raise TypeError(f"{cls.__name__}.{name} may be withheld from a viewer: let it be null")

    def seen(self, sight: Sight) -> Self:
        """The same as `sight` may know it."""
        if sight.viewer.is_gm:
            return self
        update: dict[str, Any] = {}
        held = self.__dict__
        for name, mark in self.marked.items():
            value = held[name]
            match mark:
                case None:
                    kept = _parts(value, sight)
                case Names():
                    kept = _kept(value, sight)
                case Of(field, also):
                    reads = _reads(held[field], sight) and (also is None or _reads(held[also], sight))
                    kept = value if reads else None
                case Seen(field):
                    kept = value if (whose := held[field]) is None or sight.sees(whose) else None
                case _:
                    assert_never(mark)
            if kept is not value:
                update[name] = kept
        return self.model_copy(update=update) if update else self

    def unseen(self, sight: Sight) -> bool:
        """Whether, as one part of several, it doesn't exist for the viewer."""
        del sight
        return False


def _mark(field: FieldInfo) -> Mark | None:
    found = [*field.metadata, *(mark for part in get_args(field.annotation) for mark in get_args(part)[1:])]
    return next((mark for mark in found if isinstance(mark, Names | Of | Seen)), None)


def _is_plain(annotation: Any) -> bool:
    """Whether a field of this type is made of numbers and words alone."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return True
    return all(map(_is_plain, parts)) if parts else annotation in _PLAIN


def _kept(value: Any, sight: Sight) -> Any:
    if isinstance(value, tuple):
        kept = tuple(one for one in value if sight.sees(one))
        return value if len(kept) == len(value) else kept
    return value if sight.sees(value) else None


def _reads(combatant: str | None, sight: Sight) -> bool:
    # What is nobody's, such as a hazard's number, is everybody's.
    return combatant is None or sight.reads(combatant)


def _parts(value: Any, sight: Sight) -> Any:
    match value:
        case Told():
            return value.seen(sight)
        case tuple() if value and isinstance(value[0], Told):
            seen = tuple(one.seen(sight) for one in value if not one.unseen(sight))
            return value if all(map(_same, seen, value)) and len(seen) == len(value) else seen
        case _:
            return value


def _same(one: object, other: object) -> bool:
    return one is other


class Thrown(Told):
    """Dice that were thrown at once. Dice of somebody unseen are left out whole."""

    of: Id | None
    """Whose dice; null: nobody's, such as a hazard's."""
    what: str
    """What for, such as `accuracy`."""
    sides: int
    faces: tuple[int, ...]
    source: Literal["server", "physical"] = "server"

    @property
    def total(self) -> int:
        """All faces added up."""
        return sum(self.faces)

    def unseen(self, sight: Sight) -> bool:
        """Whether these dice don't exist for the viewer."""
        return self.of is not None and not sight.sees(self.of)

    def __str__(self) -> str:
        """As in texts: `3d6 [4, 3, 4]`."""
        real = " (real dice)" if self.source == "physical" else ""
        return f"{len(self.faces)}d{self.sides} {list(self.faces)}{real}"


class Fact(Told):
    """What happened: the `data` of an event. Subclasses have a literal `type`, noun and past, and are called by it.

    Whoever does something to a `target`, or to `targets`, is the `actor`; what becomes of somebody, or what they do by
    themselves, is told of a `combatant`, and `by` whom.
    A fact exists for whoever sees one of those it is `about`; a fact about nobody is everybody's.
    """

    about: ClassVar[Sequence[str]] = ("combatant",)
    """The fields that name whom it is about."""
    gm_only: ClassVar[bool] = False
    """Nobody but the game master ever gets it."""

    type: str
    rules: tuple[str, ...] = ()
    """The ids of the rules that decided."""

    def tell(self, voice: Voice) -> str:
        """A sentence for people; empty where there is nothing to say. Called on what `seen` left of it."""
        del voice
        return ""

    def exists(self, sight: Sight) -> bool:
        """Whether the viewer gets it at all."""
        if sight.viewer.is_gm:
            return True
        held = self.__dict__
        about = [one for field in self.about if field in held for one in _listed(held[field])]
        return not self.gm_only and (not about or any(sight.sees(one) for one in about))

    @property
    def named(self) -> set[str]:
        """The ids of all combatants that it names, in its parts too."""
        found: set[str] = set()
        _gather(self, found)
        return found


def facts_in(*modules: ModuleType) -> tuple[type[Fact], ...]:
    """Every fact that these modules define, in their order; what several have in common has no type and is none."""
    defined = (
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Fact) and found.__module__ == module.__name__
    )
    return tuple(fact for fact in defined if not fact.model_fields["type"].is_required())


def _listed(value: Any) -> Sequence[str]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _gather(told: Told, found: set[str]) -> None:
    held = told.__dict__
    for name in told.naming:
        found.update(_listed(held[name]))
    for name in told.parted:
        value = held[name]
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Told):
                _gather(one, found)
