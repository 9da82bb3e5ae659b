"""A team check: one leads, the others help."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from app.rules.checks import odds_of
from app.rules.lending import Filled, Trait, from_sheet
from app.rules.system import CheckBody, CheckOdds, Value
from app.rules.systems.supers.checks.from_sheet import opposing
from app.rules.systems.supers.checks.hand import Hand
from app.rules.systems.supers.checks.made import Modifier, SupersCheck, Told, cited, degrees, shown
from app.rules.systems.supers.degrees import SIDES, check, die
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet
from app.rules.systems.supers.team import TeamOutcome, help_of, helper_check, team_check

MOST_HELPERS = 20
ENOUGH = 3
"""Degrees counted apart past which more change nothing (S-020)."""


class Helper(Value):
    """Somebody who helps."""

    modifier: Modifier
    """Of the leader's trait; 5 more with the Teamwork advantage."""


class Leader(Value):
    """Whoever makes the check."""

    modifier: Modifier
    dc: Modifier


class TeamBody(CheckBody):
    """A leader and helpers, with the same trait."""

    kind: Literal["supers.team"] = "supers.team"
    helpers: Annotated[list[Helper], Field(max_length=MOST_HELPERS)]
    leader: Leader


class Foremost(Value):
    """A leader whose trait the sheet may give."""

    modifier: Modifier | None = None
    """In place of the sheet's."""
    dc: Modifier


class Led(Trait):
    """A team check that a character leads."""

    leader: Foremost


TEAM_FROM_SHEET: Final = from_sheet(TeamBody, Led)


class TeamCheck(SupersCheck[TeamBody]):
    """`supers.team`."""

    key: str = "supers.team"
    summary: str = "Helpers roll against 10; their degrees lend the leader 2 or 5, or cost 2."
    body: type[TeamBody] = TeamBody
    from_sheet: type[Value] = TEAM_FROM_SHEET
    result: type[Value] = TeamOutcome
    examples: Mapping[str, TeamBody] = {
        "Two lend a hand": TeamBody(helpers=[Helper(modifier=0), Helper(modifier=4)], leader=Leader(modifier=6, dc=18))
    }
    sheet_examples: Mapping[str, Value] = {
        "Halyard leads at the switchboard": TEAM_FROM_SHEET.model_validate(
            {"trait": "skills.technology", "leader": {"dc": 18}, "helpers": [{"modifier": 4}]}
        )
    }

    def of_sheet(self, asked: Led, sheet: SupersSheet, options: SupersOptions) -> Filled[TeamBody]:
        """The leader is the character, with what conditions take (S-018, S-100)."""
        return opposing(self.body, asked, sheet, options, "leader", "modifier", rule="S-018")

    def decide(self, body: TeamBody, options: SupersOptions, hand: Hand) -> Told:
        """Throw for the helpers in order, then for the leader (S-018 to S-021, R-03b)."""
        helpers = [(hand.throw(f"helper_{place}"), helper.modifier) for place, helper in enumerate(body.helpers, 1)]
        leader = hand.throw("leader"), body.leader.modifier
        made = team_check(helpers, leader, dc=body.leader.dc, options=options)
        word = f"{'Success' if made.success else 'Failure'}, {degrees(made.leader_degree)}"
        brought = f"the helpers' {made.net:+} bring {made.leader_bonus:+}" if helpers else "nobody helps"
        lead = shown(leader[0], body.leader.modifier + made.leader_bonus)
        why = f"{brought}, {made.leader_total} against {body.leader.dc} ({lead})"
        also = [
            (made.leader_bonus == 2, "S-019"),
            (made.leader_bonus in {3, 5}, "S-020"),
            (made.leader_bonus in {-2, 3}, "S-021"),
            (made.critical, "S-005"),
        ]
        return Told(made, word, why, cited("S-018", "R-03b", also=also))

    def odds(self, body: TeamBody, *, options: SupersOptions) -> CheckOdds:
        """Every degree of the leader, from the worst to the best, exactly."""
        brought: Counter[int] = Counter()
        for degrees_made, ways in self._helpers(body, options).items():
            brought[help_of(degrees_made, options).leader_bonus] += ways
        led: Counter[int] = Counter()
        for bonus, ways in brought.items():
            for face in range(1, SIDES + 1):
                led[check(die(face), body.leader.modifier + bonus, body.leader.dc, options).degree] += ways
        denominator = SIDES ** (len(body.helpers) + 1)
        return odds_of({f"{degree:+}": led[degree] for degree in sorted(led)}, int(denominator))

    def _helpers(self, body: TeamBody, options: SupersOptions) -> Counter[tuple[int, int]]:
        """Ways to the helpers' degrees of success and of failure together."""
        ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
        for helper in body.helpers:
            one = Counter(helper_check(die(face), helper.modifier, options).degree for face in range(1, SIDES + 1))
            grown: Counter[tuple[int, int]] = Counter()
            for (good, bad), count in ways.items():
                for degree, faces in one.items():
                    grown[self._together(good + max(0, degree), bad + min(0, degree), options)] += count * faces
            ways = grown
        return ways

    def _together(self, good: int, bad: int, options: SupersOptions) -> tuple[int, int]:
        if options.team_sum == "gross":
            return min(good, ENOUGH), max(bad, -ENOUGH)
        return good + bad, 0
