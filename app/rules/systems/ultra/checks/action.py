"""An action: a pool against a difficulty, with complications to be spared and Tricks to buy."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.dice.source import DiceSource, PhysicalDice
from app.rules.lending import Filled, Lending, from_sheet, kept
from app.rules.system import AgainstTheRules, CheckAnswer, CheckBody, CheckKind, CheckOdds, OutOfRange, Value
from app.rules.systems.ultra.checks import telling
from app.rules.systems.ultra.checks.from_sheet import Acting, lend_action, pool_named
from app.rules.systems.ultra.checks.hand import Hand, Thrown, UltraSide
from app.rules.systems.ultra.complications import Complication, Number, Occurred, check_complications
from app.rules.systems.ultra.odds import total_ways
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.outcomes import Choices, Menu, Outcome, Resolution, Roll, best_result, menu, resolve
from app.rules.systems.ultra.pools import (
    DOUBLE_FROM,
    SIDES,
    TARGET,
    check_numbers,
    check_pool,
    final_difficulty,
    total_hits,
)
from app.rules.systems.ultra.sheet import UltraSheet
from app.rules.systems.ultra.tricks import BoughtTrick
from app.rules.telling import told

MOST_COMPLICATIONS: Final = 20
NO_CHOICES: Final = Choices()
RULES: Final[dict[Outcome, str]] = {
    "disaster": "U-09",
    "failure": "U-10",
    "success": "U-11",
    "success_with_consequence": "U-12",
    "extraordinary_success": "U-14",
}
"""The rule that makes each result what it is."""


class Attempt(CheckBody):
    """What every action says, whatever it is rolled against."""

    dice: Number | None = None
    """1 to 10 (U-01); may be left out where `faces` lie."""
    target: Number = TARGET
    """A face from here on is a hit, 2 to 10 (U-02)."""
    double_from: Number = DOUBLE_FROM
    """A hit from here on counts twice, 2 to 10 (U-03, U-04)."""
    advantage: Number = 0
    """Own level less the other side's, -3 to 3: more hits, or a higher difficulty (G-01)."""
    bonus_hits: Number = 0
    """Count with a hit on the dice, at most 5 of them (G-20)."""
    complications: Annotated[list[Complication], Field(max_length=MOST_COMPLICATIONS)] = Field(default_factory=list)
    """What may go wrong, fixed before the roll (G-16)."""
    choices: Choices | None = None
    """Only with the `faces` of a roll that lies: without choices the action stays open while there are any."""


BodyT = TypeVar("BodyT", bound=Attempt)


class ActionBody(Attempt):
    """An action against a difficulty."""

    kind: Literal["ultra.action"] = "ultra.action"
    difficulty: Number = 1
    """Hits needed, 0 or more (U-08)."""


class ActionResult(Value):
    """What an action came to, or what is left to choose."""

    dice_hits: int
    """Of the dice alone."""
    bonus_hits: int
    """Bonus hits that counted."""
    advantage_hits: int
    """Hits from Advantage."""
    hits: int
    """All together."""
    difficulty: int
    """With what the other side's Advantage asks for."""
    shortfall: int
    leftover: int
    status: Literal["open", "resolved"]
    """Open while something can be bought or accepted."""
    menu: Menu | None = None
    """What can be chosen, while it is open."""
    result: Outcome | None = None
    """None while it is open, like all that follows."""
    spent: int | None = None
    unspent: int | None = None
    occurred: list[Occurred] | None = None
    """Complications that happen, with the level that is left of each."""
    tricks: list[BoughtTrick] | None = None
    reward: str | None = None
    """What this table gives for choosing Disaster (G-23)."""
    defender_hits: int | None = None
    """Of whoever resists, in an opposed action."""


UNRESOLVED: Final = dict.fromkeys(ActionResult.model_fields)


class Against(NamedTuple):
    """What an action is rolled against."""

    difficulty: int
    """Before Advantage."""
    defender_hits: int | None = None
    told: str | None = None
    rules: tuple[str, ...] = ()


ACTION_FROM_SHEET: Final = from_sheet(ActionBody, Acting)


class Action:
    """`ultra.action`."""

    key: str = "ultra.action"
    summary: str = "Roll a pool of d10 for hits against a difficulty; what is left over spares trouble and buys Tricks."
    body: type[ActionBody] = ActionBody
    from_sheet: type[Value] = ACTION_FROM_SHEET
    result: type[Value] = ActionResult
    choices: type[Choices] = Choices
    examples: Mapping[str, ActionBody] = {
        "Five dice": ActionBody(dice=5, difficulty=2),
        "A brittle lock": ActionBody(
            dice=6, difficulty=1, complications=[Complication(id="lock", level=1, note="the lock is ruined")]
        ),
        "Choices for dice that lie": ActionBody(
            faces=[10, 8, 9, 1],
            difficulty=1,
            complications=[Complication(id="rocks", level=2, kind="damage")],
            choices=Choices.model_validate(
                {"buy_off": [{"id": "rocks"}], "tricks": [{"key": "scene_detail", "text": "The cellar has a window."}]}
            ),
        ),
        "The other side is stronger": ActionBody(dice=7, double_from=9, difficulty=2, advantage=-1, bonus_hits=1),
    }
    sheet_examples: Mapping[str, Value] = {
        "Mara faces a spirit": ACTION_FROM_SHEET.model_validate(
            {"traits": ["nerve", "faith"], "tags": ["mental"], "domain": "spirit", "difficulty": 2}
        )
    }

    def filled(
        self,
        asked: Any,
        sheet: UltraSheet,
        /,
        *,
        options: UltraOptions,  # noqa: ARG002 - no house rule changes what a sheet lends
        clock: int,  # noqa: ARG002
    ) -> Filled[ActionBody]:
        """The action of a character (sections 3b, 7 and 8)."""
        lending = Lending(self.body, asked, rule="U-01")
        left = lend_action(lending, asked, sheet, difficulty="difficulty", usual=1)
        return lending.filled(pool_named(asked.traits, sheet), sheet=left)

    def resolve(self, body: ActionBody, *, options: UltraOptions, dice: DiceSource) -> CheckAnswer:
        """Throw the pool; then it is open, or resolved by the choices that came with the faces (U-01 to U-26)."""
        side = actor(body, len(body.faces or ()))
        final_difficulty(body.difficulty)
        hand = Hand(dice)
        thrown = hand.throw(side, of="actor")
        return answer(self.key, body, hand, thrown, against=Against(body.difficulty), options=options)

    def choose(self, body: ActionBody, made: CheckAnswer, choices: Choices, *, options: UltraOptions) -> CheckAnswer:
        """Resolve an open action, all or nothing (U-09 to U-22, G-17)."""
        return chosen(self, body, made, choices, options)

    def odds(self, body: ActionBody, *, options: UltraOptions) -> CheckOdds:
        """The best result each roll allows, exactly, from the worst: spared first, and no Disaster (section 4)."""
        refuse_choices(body)
        side = actor(body, 0)
        difficulty = final_difficulty(body.difficulty, advantage=body.advantage, options=options)
        hits = hits_of(body, side, options)
        ways: Counter[str] = Counter()
        for number, count in hits:
            ways[best_result(Roll(number, difficulty, body.complications), options)] += count
        return odds_of(in_order(ways), SIDES**side.dice, totals={str(number): count for number, count in hits})


def actor(body: Attempt, faces: int) -> UltraSide:
    """The actor's pool, once everything the rules can refuse before the roll is refused.

    Args:
        body: the action.
        faces: dice that lie for the actor, where `dice` is left out.

    Raises:
        AgainstTheRules: `choices_before_roll`.
        OutOfRange: with the code of the first number that is wrong.
    """
    if body.choices is not None and body.faces is None:
        raise AgainstTheRules(
            "choices_before_roll",
            "Choices come after the roll: send them with the `faces` it showed.",
            rule="U-07",
        )
    dice = body.dice
    if dice is None:
        if body.faces is None:
            raise OutOfRange("invalid_pool", "Say how many `dice` are thrown, or give their `faces`.", rule="U-01")
        dice = faces
    check_pool(dice)
    check_numbers(
        target=body.target, double_from=body.double_from, bonus_hits=body.bonus_hits, advantage=body.advantage
    )
    check_complications(body.complications)
    return UltraSide(dice=dice, target=body.target, double_from=body.double_from, bonus_hits=body.bonus_hits)


def refuse_choices(body: Attempt) -> None:
    """Odds take no choices.

    Raises:
        AgainstTheRules: `choices_before_roll`.
    """
    if body.choices is not None:
        raise AgainstTheRules("choices_before_roll", "Odds take no `choices`: nothing is thrown for them.", rule="U-07")


def hits_of(body: Attempt, side: UltraSide, options: UltraOptions) -> list[tuple[int, int]]:
    """The hits the actor's pool can come to, each with its ways."""
    return list(
        total_ways(
            side.dice,
            target=side.target,
            double_from=side.double_from,
            bonus_hits=side.bonus_hits,
            advantage=body.advantage,
            options=options,
        )
    )


def in_order(ways: Mapping[str, int]) -> dict[str, int]:
    """Results from the worst to the best."""
    return {result: ways.get(result, 0) for result in telling.WORDS}


def answer(
    kind: str, body: Attempt, hand: Hand, thrown: Thrown, *, against: Against, options: UltraOptions
) -> CheckAnswer:
    """The answer to an action whose dice lie: open with its menu, or resolved (U-07 to U-22)."""
    hits = total_hits(thrown.hits, bonus_hits=body.bonus_hits, advantage=body.advantage, options=options)
    difficulty = final_difficulty(against.difficulty, advantage=body.advantage, options=options)
    roll = Roll(hits.hits, difficulty, body.complications)
    choose = menu(roll, options=options) if body.choices is None else None
    resolution = None if choose else resolve(roll, body.choices or NO_CHOICES, options=options)
    reward = options.disaster_reward or None if resolution and resolution.result == "disaster" else None
    # What `ActionResult` dumps to: made as a model first, it would cost more than the dice.
    result = UNRESOLVED | {
        **hits._asdict(),
        "difficulty": difficulty,
        "shortfall": roll.shortfall,
        "leftover": roll.leftover,
        "status": "open" if choose else "resolved",
        "menu": choose and choose.model_dump(),
        **(resolution.model_dump() if resolution else {}),
        "reward": reward,
        "defender_hits": against.defender_hits,
    }
    score = telling.score(
        roll, hits, faces=thrown.told, base=against.difficulty, advantage=body.advantage, defender=against.told
    )
    if choose is not None:
        left = choose
        text, markdown = told("To choose", lambda quote: f"{score}; {telling.still_open(roll, left, quote)}")
    else:
        assert resolution is not None, "what isn't open is resolved"
        done = resolution
        text, markdown = told(
            telling.WORDS[done.result],
            lambda quote: score + telling.ending(roll, done, reward=reward, quote=quote),
        )
    return CheckAnswer(
        kind=kind,
        result=result,
        dice=hand.thrown,
        rules=[*against.rules, *_cited(body, roll, resolution)],
        source=hand.source,
        open=choose is not None,
        text=text,
        markdown=markdown,
    )


def chosen(
    kind: CheckKind[BodyT, UltraOptions], body: BodyT, made: CheckAnswer, choices: Choices, options: UltraOptions
) -> CheckAnswer:
    """The answer to an open action with its choices, for the dice that lie (G-17)."""
    faces = [die.face for die in made.dice]
    asked = body.model_copy(update={"faces": faces, "choices": choices})
    resolved = kind.resolve(asked, options=options, dice=PhysicalDice(faces))
    return kept(resolved.model_copy(update={"source": made.source}), made)


def _cited(body: Attempt, roll: Roll, resolution: Resolution | None) -> list[str]:
    rules = ["U-02", "U-04" if body.double_from < DOUBLE_FROM else "U-03"]
    if body.advantage:
        rules.append("G-01")
    if body.bonus_hits:
        rules.append("G-20")
    if resolution is None:
        return [*rules, "U-07"]
    margin = resolution.result == "extraordinary_success" and not roll.complications
    rules.append("G-04" if margin else RULES[resolution.result])
    if body.choices is not None and body.choices.buy_off:
        rules.append("U-16")
    if any(one.hits is not None for one in (body.choices.buy_off if body.choices else ())):
        rules.append("G-03")
    if resolution.tricks:
        rules.append("U-20")
    return rules
