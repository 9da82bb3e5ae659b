"""Every refusal of the command table, provoked at the table; none of them changes anything."""

from collections.abc import Callable

import pytest

from app.rules.encounter.viewer import Viewer
from app.rules.errors import Refusal
from tests.rules.uttas.fights import (
    BASE,
    HIT,
    MISS,
    Json,
    TablePlay,
    armless,
    attack,
    bound,
    condition,
    do,
    fight,
    held,
    placed,
    refused,
    window_of,
)  # fmt: skip
from tests.rules.uttas.shorthand import sheet_of

OWN: list[tuple[str, Callable[[], TablePlay], str, Json]] = [
    ("unknown_stance", fight, "enter_stance", {"stance": "heroic"}),
    ("insufficient_movement", fight, "move", {"mode": "run", "metres": 8}),
    ("mixed_movement_limit", fight, "move", {"path": [{"mode": "run", "m": 4}, {"mode": "warp", "m": 2}]}),
    ("mixed_movement_limit", fight, "sprint", {"path": [{"mode": "run", "m": 4}, {"mode": "warp", "m": 2}]}),
    ("entangled", bound, "move", {"mode": "run", "metres": 2}),
    ("blocked", fight, "move", {"mode": "run", "to": [1, 0]}),
    ("blocked", fight, "move", {"mode": "run", "metres": 2}),
    ("blocked", fight, "full_move", {"path": [{"mode": "run", "to": [0, -1]}, {"mode": "run", "m": 2}]}),
    ("blocked", fight, "sprint", {"mode": "run", "metres": 24}),
    ("not_prone", fight, "stand_up", {}),
    ("out_of_range", lambda: placed("b", (30, 0)), "attack", {"attack": "bow", "target": "b"}),
    ("insufficient_stamina", fight, "attack", {"attack": "blast", "target": "b"}),
    ("too_many_strikes", fight, "attack", {"attack": "club", "target": "b", "strikes": 2}),
    ("arms_bound", lambda: bound("arms"), "attack", {"attack": "spell", "target": "b"}),
    ("own_target", fight, "attack", {"attack": "club", "target": "a"}),
    ("unknown_actor", fight, "attack", {"attack": "club", "target": "nobody"}),
    ("no_free_arm", lambda: armless(), "trip", {"target": "b"}),
    ("no_free_arm", lambda: armless(), "use_item", {"item": "rope"}),
    ("limb_disabled", lambda: armless(), "attack", {"attack": "club", "target": "b"}),
    ("not_grappled", fight, "escape", {}),
    ("not_grappled", fight, "take_control", {"limbs": ["head"]}),
    ("not_grappled", fight, "release", {}),
    ("not_entangled", fight, "break_entangle", {}),
    ("not_maintained", fight, "drop_power", {"power": "ward"}),
    ("unknown_skill", fight, "use_skill", {"skill": "cooking"}),
    ("not_readyable", fight, "ready", {"action": {"type": "uttas.talk"}, "trigger": "when it rains"}),
    ("not_readyable", fight, "ready", {"action": {"type": "uttas.trip", "limb": "x"}, "trigger": "now"}),
    ("no_ready", fight, "cancel_ready", {}),
    ("no_ready", fight, "trigger", {}),
    ("not_surrendered", fight, "rise", {}),
    ("not_stunned", fight, "recover_stun", {}),
    ("word_limit", fight, "talk", {"text": "no " * 26}),
    ("not_in_chase", fight, "chase_action", {"kind": "sprint"}),
    ("no_window", fight, "pass_reaction", {}),
    ("no_window", fight, "react", {"kind": "block"}),
    ("not_surrendering", fight, "resolve_surrender", {"choice": "stop"}),
    ("no_window", fight, "follow", {"mode": "run", "metres": 2}),
    ("no_window", fight, "intercept", {"for": "b"}),
    ("no_window", fight, "throw", {}),
]


@pytest.mark.parametrize(("code", "table", "kind", "body"), OWN, ids=[f"{code}-{kind}" for code, _, kind, _ in OWN])
def test_of_the_own_turn(code: str, table: Callable[[], TablePlay], kind: str, body: Json):
    refused(table(), code, kind, **body)


@pytest.mark.parametrize("key", ["dead", "unconscious", "surrendered"])
def test_the_helpless_do_nothing(key: str):
    play = fight()
    condition(play, "c", key)
    refused(play, key, "move", "c", mode="run", metres=2)
    refused(play, key, "react", "c", kind="block")


def test_before_the_start_there_is_no_fight_and_after_it_the_order_is_set():
    """T-001."""
    play = TablePlay()
    play.joins("a", sheet_of(BASE), "one")
    with pytest.raises(Refusal, match="two sides") as alone:
        play.do({"type": "start"})
    assert alone.value.code == "bad_setup"
    refused(play, "no_combat", "move", mode="run", metres=2)
    with pytest.raises(Refusal) as again:
        fight().do({"type": "start"})
    assert again.value.code == "already_rolled"


def test_turns_and_pools():
    """T-003, T-022, T-023, T-026: one action a turn; a turn may be lost."""
    play = fight()
    refused(play, "not_your_turn", "move", "b", mode="run", metres=2)
    do(play, "breather")
    refused(play, "turn_over", "move", mode="run", metres=2)
    refused(play, "turn_over", "release")
    weak = fight(a={"speed": 1})
    do(weak, "breather")
    for _ in range(4):
        weak.do({"type": "end_turn"})
    assert weak.encounter.active == "a"
    assert weak.encounter["a"].state.lost_turn
    assert refused(weak, "no_actions", "enter_stance", stance="steady").facts["rule"] == "T-026"
    refused(weak, "no_actions", "move", mode="run", metres=2)
    do(weak, "talk", words=3)
    play = fight()
    play.do({"type": "adjust", "actor": "a", "actions": -4})
    assert refused(play, "no_actions", "breather").facts["rule"] == "T-029"


@pytest.mark.parametrize(
    ("attack", "fields"),
    [
        ("fists", {"targets": ["b", "d"], "strikes": 3}),
        ("fists", {"targets": ["b", "d"], "strikes": 1}),
        ("fists", {"target": "b", "strikes": 4}),
        ("storm", {"targets": ["b", "d"], "strikes": 2}),
    ],
)
def test_strikes_are_as_many_as_they_have_targets(attack: str, fields: Json):
    """T-033."""
    attacks = {
        "fists": {"kind": "melee", "strength_dice": 0, "martial_dice": 2, "max_strikes": 3},
        "storm": {"kind": "power", "power_dice": 2, "area": True, "range_m": 20, "max_strikes": 3},
    }
    assert refused(fight(a={"attacks": attacks}), "too_many_strikes", "attack", attack=attack, **fields)


def test_the_words_of_a_turn_are_counted_to_the_last():
    play = fight()
    do(play, "talk", text="no " * 24)
    assert refused(play, "word_limit", "talk", words=2).facts == {"rule": "T-024", "words": 26, "limit": 25}
    do(play, "talk", words=1)


def test_the_stunned_recover_first():
    play = fight()
    condition(play, "a", "stunned")
    refused(play, "must_recover_stun", "move", mode="run", metres=2)
    do(play, "recover_stun")
    assert not play.encounter["a"].has("stunned")


def test_in_a_hold():
    play = held()
    refused(play, "grappled", "attack", "b", attack="club", target="a")
    refused(play, "grappled", "stand_up", "b")
    refused(play, "too_many_limbs", "take_control", "b", limbs=["head", "left_arm", "right_arm"])
    refused(play, "insufficient_movement", "escape", "b", method="warp", metres=40)
    assert play.encounter["b"].state.grapple.limbs == ("left_arm", "head")
    while play.encounter.active != "a":
        play.do({"type": "end_turn"})
    refused(play, "grappled", "move", mode="run", metres=2)
    refused(play, "already_grappling", "grapple", target="d", limbs=["head"])
    refused(play, "weapon_not_allowed_in_grapple", "attack", attack="club", target="b")
    refused(play, "not_grappled", "escape")
    play.do({"type": "adjust", "actor": "a", "actions": -4})
    do(play, "release")
    assert play.encounter["b"].state.grapple is None
    assert not play.encounter["a"].has("grappled")


def test_a_hold_stops_incantations():
    play = fight(a={"strength": 20})
    do(play, "grapple", target="b", limbs=["head"])
    do(play, "pass_reaction", "b", faces=HIT)
    if play.encounter.pending is not None:
        do(play, "pass_reaction", "d")
    while play.encounter.active != "b":
        play.do({"type": "end_turn"})
    do(play, "take_control", "b", limbs=["head"], faces=[6, 6, 1, 1, 1, 1])
    while play.encounter.active != "a":
        play.do({"type": "end_turn"})
    refused(play, "grappled", "attack", attack="spell", target="b")


def test_breathers():
    play = fight()
    do(play, "move", mode="run", to=[0, -1])
    refused(play, "already_moved", "breather")
    hurt = fight()
    condition(hurt, "a", "disabled", param="body")
    refused(hurt, "body_disabled", "breather")
    refused(fight(a={"breather_uses": 10}), "breather_limit", "breather")


def test_a_readied_action_waits_for_its_trigger():
    play = fight()
    action = {"type": "uttas.attack", "attack": "club", "target": "b"}
    do(play, "ready", action=action, trigger={"on": "action", "by": "b"})
    refused(play, "turn_over", "trigger")
    refused(play, "turn_over", "cancel_ready")
    play.do({"type": "end_turn"})
    refused(play, "trigger_not_met", "trigger")
    while play.encounter.active != "b":
        play.do({"type": "end_turn"})
    attack(play, "b", "a")
    refused(play, "waiting_on_ready", "react", "a", kind="evade")
    refused(play, "pending", "cancel_ready", "a")
    refused(play, "pending", "talk", "b", words=1)


def test_reactions():
    play = fight()
    attack(play)
    refused(play, "pending", "attack", "b", attack="club", target="a")
    refused(play, "no_window", "react", "d", kind="block")
    for kind in ("pass_reaction", "intercept", "throw"):
        refused(play, "no_window", kind, "d")
    refused(play, "no_window", "follow", mode="run", metres=2)
    refused(play, "not_surrendering", "resolve_surrender", choice="stop")
    refused(play, "unknown_stance", "react", "b", kind="stance", stance="heroic")
    refused(play, "unknown_art", "react", "b", kind="block", art="wing_chun")
    refused(play, "no_window", "react", "b", kind="counterattack")
    refused(play, "blocked", "react", "b", kind="move", path=[{"mode": "run", "to": [1, 1]}])
    far = refused(play, "insufficient_movement", "react", "b", kind="move", path=[{"mode": "run", "m": 6}])
    assert far.facts == {"rule": "G-08", "metres": 6, "limit": 2}
    for arm in ("left_arm", "right_arm"):
        condition(play, "b", "disabled", param=arm)
    refused(play, "no_free_arm", "react", "b", kind="block")
    for leg in ("left_leg", "right_leg"):
        condition(play, "b", "disabled", param=leg)
    refused(play, "limb_disabled", "react", "b", kind="move", path=[{"mode": "run", "m": 2}])
    condition(play, "b", "prone")
    refused(play, "prone", "react", "b", kind="move", path=[{"mode": "run", "m": 2}])
    play.do({"type": "remove_condition", "actor": "b", "key": "prone"})
    condition(play, "b", "entangled")
    for leg in ("left_leg", "right_leg"):
        found = next(one for one in play.encounter["b"].conditions if one.param == leg)
        play.do({"type": "remove_condition", "actor": "b", "id": found.id})
    refused(play, "entangled", "react", "b", kind="move", path=[{"mode": "run", "m": 2}])
    refused(play, "blocked", "react", "b", kind="move", path=[{"mode": "warp", "m": 2}])
    play.do({"type": "adjust", "actor": "b", "stamina": -60})
    do(play, "pass_reaction", "b", faces=[*MISS, 1, 1])
    refused(play, "unconscious", "react", "b", kind="block")


def test_what_a_window_does_not_ask_for_is_refused_before_what_somebody_has_left():
    play = fight()
    attack(play)
    play.do({"type": "adjust", "actor": "b", "actions": -4})
    refused(play, "no_window", "react", "b", kind="counterattack")
    refused(play, "no_actions", "react", "b", kind="block")


def test_reactions_that_cost_too_much_or_come_too_late():
    play = fight(b={"stamina": 1, "speed": 1})
    attack(play)
    do(play, "react", "b", kind="evade", faces=MISS)
    refused(play, "already_reacted", "react", "b", kind="block")
    refused(play, "reaction_to_reaction", "react", "a", kind="block")
    poor = fight(b={"stamina": 1, "speed": 2, "warp": 40, "warp_active_points": 50})
    attack(poor)
    refused(poor, "insufficient_stamina", "react", "b", kind="move", path=[{"mode": "warp", "to": [6, 0]}])
    do(poor, "pass_reaction", "b", faces=MISS)
    refused(poor, "no_counterattack", "react", "b", kind="counterattack")


def test_what_nobody_sees_come():
    """T-047, T-051."""
    play = fight()
    attack(play, what="ghost", faces=MISS)
    refused(play, "attack_not_perceived", "react", "b", kind="block")
    refused(play, "no_window", "react", "d", kind="block")


def test_intercepting():
    play = fight()
    play.do({"type": "edit_combatant", "actor": "d", "pos": [9, 9]})
    attack(play)
    do(play, "pass_reaction", "b", faces=[*HIT, 1, 1])
    assert refused(play, "out_of_reach", "intercept", "d", for_="b").facts["reach_m"] == 2
    refused(play, "no_window", "intercept", "c", for_="b")


def test_counterattacks_are_not_answered():
    swat = [{"id": "swat", "attack": "club"}]
    play = fight(b={"counterattacks": swat})
    attack(play)
    do(play, "pass_reaction", "b", faces=MISS)
    refused(play, "no_window", "react", "b", kind="evade")
    refused(play, "no_counterattack", "react", "b", kind="counterattack", counterattack="kick")
    do(play, "react", "b", kind="counterattack", counterattack="swat", faces=[*HIT, 1, 1])
    refused(play, "reaction_to_reaction", "react", "a", kind="block")
    refused(play, "reaction_to_reaction", "intercept", "c", for_="a")
    far = fight(b={"counterattacks": swat})
    far.do({"type": "edit_combatant", "actor": "b", "pos": [5, 0]})
    attack(far, what="bow")
    do(far, "pass_reaction", "b", faces=MISS)
    refused(far, "out_of_reach", "react", "b", kind="counterattack")
    dizzy = fight(b={"counterattacks": swat})
    condition(dizzy, "b", "disabled", param="head")
    attack(dizzy)
    do(dizzy, "pass_reaction", "b", faces=MISS)
    refused(dizzy, "limb_disabled", "react", "b", kind="counterattack")


def test_following():
    play = fight()
    attack(play)
    do(play, "react", "b", kind="move", path=[{"mode": "run", "to": [2, 0]}])
    assert window_of(play).kind == "follow"
    refused(play, "insufficient_movement", "follow", path=[{"mode": "run", "m": 8}])
    refused(play, "not_surrendering", "resolve_surrender", choice="stop")
    do(play, "follow", path=[{"mode": "run", "to": [1, 0]}], faces=MISS)
    assert play.encounter["a"].state.pos == (1, 0)


def test_players_are_told_nothing_of_others_sheets():
    play = fight()
    attack(play)
    do(play, "pass_reaction", "b", faces=MISS)
    stranger = Viewer(role="player", member_id="anne")
    refused(play, "not_yours", "react", "b", viewer=stranger, kind="counterattack")
    refused(play, "not_gm", "gm_modifier", viewer=stranger, adv=1)


def test_powers_and_acrobatics():
    """T-039, T-073, T-074, T-139."""
    play = fight()
    do(play, "activate_power", power="ward")
    assert (play.encounter["a"].state.stamina, play.encounter["a"].state.stamina_locked) == (52, 8)
    for _ in range(4):
        play.do({"type": "end_turn"})
    refused(play, "already_maintained", "activate_power", power="ward")
    condition(play, "a", "prone")
    refused(play, "prone", "move", mode="run", metres=2)
    do(play, "stand_up", method="acrobatics", faces=MISS)
    refused(play, "already_tried", "stand_up", method="acrobatics")
    do(play, "drop_power", power="ward")
    assert play.encounter["a"].state.stamina_locked == 0
    tired = fight(a={"stamina": 4})
    refused(tired, "insufficient_stamina", "activate_power", power="ward")


def test_chases():
    """T-149, T-150: the leader acts first, and the follower answers."""
    play = TablePlay(kind="chase")
    play.joins("p", sheet_of(BASE), "one")
    play.joins("t", sheet_of(BASE), "two")
    play.do({"type": "uttas.chase_start", "pursuer": "p", "target": "t", "gap_m": 20})
    refused(play, "no_window", "chase_action", "t", kind="oppose", skill="stealth")
    refused(play, "unknown_skill", "chase_action", "t", kind="hide", skill="cooking")
    refused(play, "skill_needed", "chase_action", "t", kind="hide")
    refused(play, "dc_needed", "chase_action", "t", kind="skill", skill="stealth")
    refused(play, "hazard_needed", "chase_action", "t", kind="hazard")
    refused(play, "insufficient_movement", "move", "t", mode="run", metres=2)
    refused(play, "not_your_turn", "chase_action", "p", kind="sprint")
    play.do({"type": "end_turn"})
    refused(play, "no_window", "chase_action", "p", kind="brave_hazard")
