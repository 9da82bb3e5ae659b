"""What players are told of fighters whose sheets they may not read: how things come out, and no number behind it."""

from typing import Any

import pytest

from app.rules.encounter.viewer import GM, Viewer
from app.rules.encounter.views import show
from app.rules.systems.supers.encounter.views import FighterView
from app.rules.systems.supers.sheet import Gear, Skill, SupersSheet
from tests.rules.encounter.hearing import seen_event
from tests.rules.supers.fights import BRACE, GUARD, HALYARD, PLAYER, TOLLKEEPER, Fight


def with_abilities(sheet: SupersSheet, **ranks: int) -> SupersSheet:
    return sheet.model_copy(update={"abilities": sheet.abilities.model_copy(update=ranks)})


def with_skills(sheet: SupersSheet, **ranks: int) -> SupersSheet:
    others = [one for one in sheet.skills if one.id not in ranks]
    return sheet.model_copy(update={"skills": [*others, *(Skill(id=name, ranks=rank) for name, rank in ranks.items())]})


def told(fight: Fight, type_: str, actor: str | None, *faces: int, **fields: Any) -> list[str]:
    """All that a player gets of a command."""
    decision = fight.send(fight.body(type_, actor, *faces, **fields))
    seen = [seen_event(event, PLAYER) for event in decision.events]
    return [*(one.model_dump_json() for one in seen if one is not None), fight.text(decision, PLAYER)]


def by_strength(rank: int) -> Fight:
    return Fight(halyard=with_abilities(HALYARD, strength=4), tollkeeper=with_abilities(TOLLKEEPER, strength=rank))


def test_of_a_contest_players_hear_who_wins_and_not_by_how_much():
    """Level totals, higher bonuses and the coin would tell a hidden modifier, and so would degrees."""
    contest: dict[str, Any] = {"trait": "strength", "target": "tollkeeper"}
    won = [told(by_strength(rank), "opposed_check", "halyard", 10, 10, **contest) for rank in (3, -4)]
    level = told(by_strength(4), "opposed_check", "halyard", 10, 10, 7, **contest)
    assert won[0] == won[1] == level
    assert won[0][-1].startswith(
        "Halyard, strength against The Tollkeeper: 10 + 4 = 14 against a die of 10, succeeds. "
    )
    bonus = [
        told(by_strength(rank), "opposed_check", "halyard", 10, face, **contest) for rank, face in ((5, 9), (6, 9))
    ]
    assert bonus[0] == bonus[1]


def test_a_comparison_tells_who_has_more_and_not_that_both_have_as_much():
    has_more = [told(by_strength(3), "comparison", "halyard", trait="strength", target="tollkeeper")]
    level = [told(by_strength(4), "comparison", "halyard", 7, trait="strength", target="tollkeeper")]
    assert has_more == level
    read = Fight(brace=HALYARD)
    whole = told(read, "comparison", "halyard", 7, trait="strength", target="brace")
    assert "by the coin" in whole[-1]
    assert '"what":"coin","sides":20,"faces":[7]' in whole[0]


def test_who_may_read_both_sides_gets_all_of_a_contest():
    fight = Fight(brace=HALYARD)
    text = told(fight, "opposed_check", "halyard", 10, 10, 7, trait="strength", target="brace")
    assert all(part in text[0] for part in ('"by":"coin"', '"degree":1', '"what":"coin"'))


def test_of_somebody_hidden_in_an_area_or_among_helpers_players_get_no_entry():
    fight = Fight()
    fight.do("hide", "guard")
    struck = told(fight, "attack_area", "halyard", 10, 10, power="Static burst", targets=["tollkeeper", "guard"])
    assert any('"dodge":[{"combatant":"tollkeeper"' in one for one in struck)
    helped = Fight(brace=HALYARD)
    helped.do("hide", "guard")
    made = told(helped, "team_check", None, 10, 10, 10, leader="halyard", helpers=["brace", "guard"], **STRONG)
    for line in (*struck, *made):
        assert '"combatant":null' not in line


STRONG: dict[str, Any] = {"trait": "strength", "dc": 10}


def test_a_hold_of_somebody_unseen_tells_how_it_ends_and_nothing_else():
    fight = Fight().turn_of("tollkeeper")
    fight.do("hide", "tollkeeper")
    text = told(fight, "grab", "tollkeeper", 20, 19, 1, target="halyard")[-1]
    assert text.startswith("Somebody attacks Halyard, a hit. Somebody, grab against Halyard: against 1 + ")
    assert "degree" not in text


def test_of_an_attack_by_somebody_unseen_players_get_that_it_missed_and_not_how():
    """A blow goes against Parry and a shot against Dodge: the number would tell one from the other."""

    def missed(type_: str, **fields: Any) -> list[str]:
        fight = Fight().turn_of("tollkeeper")
        fight.do("hide", "tollkeeper")
        return told(fight, type_, "tollkeeper", 1, target="halyard", **fields)

    blow = missed("attack_close", power="unarmed")
    assert blow == missed("attack_ranged", power=TOLLKEEPER.powers[0].name) == missed("grab")
    assert blow[-1].startswith("Somebody attacks Halyard, a miss.")


def test_nobody_hears_that_somebody_unseen_takes_aim_or_sneaks_by():
    fight = Fight().turn_of("tollkeeper")
    fight.do("hide", "tollkeeper")
    sneaks: dict[str, Any] = {"trait": "stealth", "against": "perception", "target": "halyard"}
    quiet = [
        told(fight, "aim", "tollkeeper", target="halyard"),
        told(fight, "opposed_check", "tollkeeper", 15, 4, **sneaks),
        told(fight, "comparison", "tollkeeper", trait="strength", target="halyard"),
    ]
    assert [one[:-1] for one in quiet] == [[], [], []]
    assert not any("alyard" in one[-1] for one in quiet)


def test_a_team_tells_no_degree_of_helpers_whom_the_viewer_may_not_read():
    def helped(awareness: int) -> list[str]:
        fight = Fight(guard=with_abilities(GUARD, awareness=awareness))
        team: dict[str, Any] = {"leader": "halyard", "helpers": ["guard"], "trait": "perception", "dc": 10}
        return told(fight, "team_check", None, 10, 10, **team)

    assert helped(-3) == helped(2)
    assert helped(2)[-1].startswith("Halyard leads (perception): a die of 10 against 10, success. ")
    own: dict[str, Any] = {"leader": "halyard", "helpers": ["brace"], "trait": "perception", "dc": 10}
    text = told(Fight(), "team_check", None, 14, 10, **own)[-1]
    assert text.startswith("Halyard leads (perception, +5): 10 + 8 + 5 = 23 against 10, success. ")


def test_a_degree_tells_nothing_of_whoever_set_the_difficulty():
    """Beside a total of one's own it would."""

    def resisted(shift: int) -> list[str]:
        lance = TOLLKEEPER.powers[0].effects[0].model_copy(update={"rank": 10 + shift})
        power = TOLLKEEPER.powers[0].model_copy(update={"effects": [lance]})
        fight = Fight(tollkeeper=TOLLKEEPER.model_copy(update={"powers": [power]})).turn_of("tollkeeper")
        fight.do("attack_ranged", "tollkeeper", 15, target="halyard", power=power.name)
        return told(fight, "resist", "halyard", 19)

    assert resisted(0) == resisted(-6)


@pytest.mark.parametrize(
    ("deed", "attacker", "target", "power", "dc", "read"),
    [
        ("attack_ranged", "tollkeeper", "halyard", "Arc lance", 26, False),
        ("attack_close", "brace", "guard", "Anvil fist", 25, True),
    ],
)
def test_a_window_tells_its_number_only_where_the_attackers_sheet_may_be_read(
    deed: str, attacker: str, target: str, power: str, dc: int, *, read: bool
):
    fight = Fight().turn_of(attacker)
    fight.do(deed, attacker, 15, target=target, power=power)
    for viewer, shown in ((PLAYER, dc if read else None), (GM, dc)):
        window = show(fight.encounter, viewer, table=fight.table).pending
        assert window is not None
        (threat,) = window.menu.threats  # type: ignore[union-attr]
        assert (threat.combatant, threat.effect, threat.trait, threat.dc) == (target, "damage", "toughness", shown)


def test_a_state_names_nobody_who_is_hidden():
    fight = Fight()
    fight.place("halyard", guard=30, tollkeeper=20)
    fight.do("extra_effort", "halyard", option="strength")
    fight.do("aim", "halyard", target="guard")
    fight.turn_of("brace").do("grab", "brace", 12, 15, 5, target="guard")
    fight.turn_of("tollkeeper").do("attack_perception", "tollkeeper", target="halyard", power="Toll bell")
    fight.do("resist", "halyard", 9)

    def shown(viewer: Viewer) -> list[Any]:
        view = show(fight.encounter, viewer, table=fight.table)
        halyard, brace = (one.state for one in view.combatants[:2])
        assert isinstance(halyard, FighterView)
        assert isinstance(brace, FighterView)
        boosts = sorted(one.foe or "" for one in halyard.boosts)
        return [boosts, sorted(halyard.position.distance_ft), brace.holds, [one.by for one in halyard.afflictions]]

    whole = [["", "guard"], ["guard", "tollkeeper"], ("guard",), ["tollkeeper"]]
    assert [shown(PLAYER), shown(GM)] == [whole, whole]
    fight.do("hide", "guard")
    fight.do("hide", "tollkeeper")
    assert [shown(PLAYER), shown(GM)] == [[[""], [], (), [None]], whole]


def test_what_helps_somebody_is_told_to_those_who_may_read_them():
    def aided(fighting: int) -> list[str]:
        fight = Fight(guard=with_abilities(GUARD, fighting=fighting)).turn_of("guard")
        return told(fight, "aid", "guard", 9, ally="tollkeeper", foe="halyard", to="attack", power="unarmed")

    assert aided(2) == aided(14)


def test_fighters_level_in_everything_are_no_news_to_those_who_may_not_read_them():
    fight = Fight(start=False)
    fight.do("leave", "guard")
    fight.do("join", None, id="guard", sheet=TOLLKEEPER.model_dump(mode="json"), side="toll", initiative=10)
    decision = fight.send(fight.body("start", None, 5, 9))
    assert "tie.rolled" in [event.fact.type for event in decision.events]
    assert all((one := seen_event(event, PLAYER)) is None or one.type != "tie.rolled" for event in decision.events)
    assert decision.encounter.order.index("guard") < decision.encounter.order.index("tollkeeper")


def test_fighters_level_in_everything_are_told_to_whoever_reads_them():
    fight = Fight(start=False)
    fight.do("leave", "brace")
    twin: dict[str, Any] = {
        "sheet": HALYARD.model_dump(mode="json"),
        "side": "heroes",
        "owner_member_id": "anne",
        "initiative": 20,
    }
    fight.do("join", None, id="twin", **twin)
    decision = fight.send(fight.body("start", None, 5, 9))
    told = [one.text for event in decision.events if (one := seen_event(event, PLAYER)) is not None]
    assert "Halyard and Halyard are level and throw 5, 9." in told


def refused(code: str, fight: Fight, type_: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    actor = None if type_ == "team_check" else "halyard"
    refusal = fight.refuses(code, type_, actor, by=PLAYER, **fields)
    return refusal.detail, dict(refusal.facts)


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        ("opposed_check", {"trait": "strength", "against": "technology", "target": "guard"}),
        ("comparison", {"trait": "technology", "target": "guard"}),
        ("team_check", {"leader": "halyard", "helpers": ["guard"], "trait": "technology", "dc": 10}),
    ],
)
def test_nobody_is_told_whether_another_is_trained(type_: str, fields: dict[str, Any]):
    trained = Fight(guard=with_skills(GUARD, technology=4))
    untrained = Fight(guard=with_skills(GUARD, technology=0))
    assert refused("trained_only", trained, type_, **fields) == refused("trained_only", untrained, type_, **fields)
    trained.send(trained.body(type_, fields.get("leader", "halyard"), **fields))


def test_nobody_is_told_whether_another_has_a_power():
    fields: dict[str, Any] = {"trait": "strength", "target": "guard"}
    has, hasnt = (
        refused("unknown_trait", Fight(), "opposed_check", against=power, **fields) for power in ("Rifle", "Flight")
    )
    assert has == hasnt


def test_nobody_is_told_what_another_has_in_hand():
    armed = GUARD.model_copy(update={"equipment": [Gear(name="Baton", ep=1)]})
    fields: dict[str, Any] = {"target": "guard", "item": "Baton"}
    assert refused("not_found", Fight(guard=armed), "disarm", **fields) == refused(
        "not_found", Fight(), "disarm", **fields
    )
    Fight(guard=armed).do("disarm", "halyard", 2, **fields)


def test_what_one_has_oneself_or_may_read_is_answered_plainly():
    fight = Fight(brace=with_skills(BRACE, technology=0))
    fight.refuses("trained_only", "opposed_check", "halyard", by=PLAYER, trait="technology", target="brace")
