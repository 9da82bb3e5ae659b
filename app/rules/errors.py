"""Every refusal of the rules: a typed reason with its code and facts, and no idea of HTTP.

Refusal
├── NotationError         the text is not dice notation             notation_error
├── UnknownVariable       `@name` that nobody gave a value          unknown_variable
├── DiceLimit             legal notation past a stated limit        dice_limit
├── OddsTooCostly         the exact distribution would cost too much odds_too_costly
├── FacesMissing          physical dice ran out                      faces_missing
├── FacesUnused           physical dice left over                    faces_unused
├── InvalidFace           a face the die does not have               invalid_face
└── FacesInOdds           dice that lie, where odds are asked for    faces_in_odds
"""

from typing import Any

Fact = str | int | float | bool | None | list[str] | list[int] | list[dict[str, Any]]


class Refusal(Exception):  # noqa: N818 - a refusal is the service's answer, not a fault of the program
    """A request the service understood and will not carry out.

    `detail` is one sentence for a person: what was found, where, what was expected, how to mend it. It never
    repeats the request's own text at length. `facts` are machine-readable members of the answer.
    """

    code: str
    title: str

    def __init__(self, detail: str, **facts: Fact) -> None:
        super().__init__(detail)
        self.detail = detail
        self.facts = facts


class NotationError(Refusal):
    """The text is not dice notation.

    Facts: `position` (0-based, in code points), `found`, `expected`, and `suggestion` where a correct form is near.
    """

    code = "notation_error"
    title = "That is not dice notation"


class UnknownVariable(Refusal):
    """The notation names a variable that has no value.

    Facts: `position`, `name`, and `suggestion` with the nearest known name.
    """

    code = "unknown_variable"
    title = "Nobody gave this variable a value"


class DiceLimit(Refusal):
    """The notation asks for more than the service throws.

    Facts: `limit` (the bound), `asked` where it can be stated, and `position` of the term where one is at fault.
    """

    code = "dice_limit"
    title = "More than the dice limits allow"


class OddsTooCostly(Refusal):
    """The exact distribution would cost more than the bound.

    Facts: `estimate` and `limit`, in the same unit of work.
    """

    code = "odds_too_costly"
    title = "Exact odds would cost too much"


class FacesMissing(Refusal):
    """Physical dice ran out before the roll was done.

    Facts: `next_die` names the die the roll is waiting for, `given` says how many faces came.
    """

    code = "faces_missing"
    title = "More faces are needed"


class FacesUnused(Refusal):
    """More physical dice were given than the roll throws.

    Facts: `given`, `used`.
    """

    code = "faces_unused"
    title = "Some faces were not needed"


class InvalidFace(Refusal):
    """A physical die shows a face that it doesn't have.

    Facts: `index` (place in `faces`), `face`, `die`.
    """

    code = "invalid_face"
    title = "A die has no such face"


class FacesInOdds(Refusal):
    """Odds are about dice not yet thrown, and faces were given."""

    code = "faces_in_odds"
    title = "Odds take no faces"
