"""The refusals of UTTAS: code, rule, what was found, and the sentence that people read."""

from collections.abc import Callable

import pytest

from app.rules.systems.uttas import SYSTEM, business, holds, movement, ranges, recovery, stamina
from app.rules.systems.uttas.movement import Leg, Mode
from app.rules.systems.uttas.speed import ActionPool
from tests.rules.refusing import refusal_of

AIDED = recovery.FirstAidToday(health=2, stamina=9, helpers=["chr_a"])


def walk(*legs: tuple[Mode, int], effort: movement.Effort = "free", moved: dict[Mode, int] | None = None) -> object:
    path = [Leg(mode=mode, m=metres) for mode, metres in legs]
    return movement.check_path(path, speeds={"run": 12, "warp": 8}, effort=effort, moved=moved)


REFUSALS: list[tuple[Callable[[], object], str, str]] = [
    (
        lambda: business.dice_for_business({}),
        "missing_skill T-159 skills=[]",
        "Every skill the business needs must have somebody who brings at least one die; all of them lack one.",
    ),
    (
        lambda: business.dice_for_business({"charm": 2, "law": 0, "craft": 0}),
        "missing_skill T-159 skills=['craft', 'law']",
        "Every skill the business needs must have somebody who brings at least one die; 2 of them lack one.",
    ),
    (
        lambda: business.check_quarter(months_since_last=2),
        "too_early T-159 months_since_last=2 months_between=3",
        "The business was rolled for 2 months ago; 3 must go by.",
    ),
    (
        lambda: holds.check_limbs(["left_arm", "head", "body"], free_arms=4),
        "too_many_limbs T-135 limbs=3 limit=2",
        "3 limbs are named and the free arms hold 2.",
    ),
    (
        lambda: holds.check_weapon("rifle"),
        "weapon_not_allowed_in_grapple T-132",
        "Within a hold only light melee weapons, pistols, hand crossbows and Martial Arts with the Grab addition work.",
    ),
    (
        lambda: holds.check_weapon("pistol", martial=True),
        "weapon_not_allowed_in_grapple T-133",
        "Within a hold only light melee weapons, pistols, hand crossbows and Martial Arts with the Grab addition work.",
    ),
    (
        lambda: holds.check_power(["gestures"], held_kinds=["leg", "arm"]),
        "power_limited T-121 limitation=gestures",
        "This power takes gestures, and a hold on the arm stops it.",
    ),
    (
        lambda: holds.check_power(["gestures", "incantation"], held_kinds=["head"]),
        "power_limited T-125 limitation=incantation",
        "This power takes incantation, and a hold on the head stops it.",
    ),
    (
        lambda: walk(("run", 2), ("warp", 2), effort="sprint"),
        "mixed_movement_limit G-10",
        "A Sprint is of one kind of movement only.",
    ),
    (
        lambda: walk(("run", 2), moved={"run": 6}),
        "insufficient_movement T-019 mode=run metres=8 limit=6",
        "Run 8 m is over the 6 m that this move allows.",
    ),
    (
        lambda: walk(("warp", 9), effort="full"),
        "insufficient_movement T-035 mode=warp metres=9 limit=8",
        "Warp 9 m is over the 8 m that this move allows.",
    ),
    (
        lambda: walk(("run", 25), effort="sprint"),
        "insufficient_movement T-035 mode=run metres=25 limit=24",
        "Run 25 m is over the 24 m that this move allows.",
    ),
    (
        lambda: walk(("run", 4), ("warp", 2)),
        "mixed_movement_limit T-020 mode=run metres=4 limit=2",
        "Run 4 m is over the 2 m that this move allows when kinds of movement are mixed.",
    ),
    (
        lambda: walk(("run", 2), ("warp", 6), effort="full"),
        "mixed_movement_limit T-020 mode=warp metres=6 limit=4",
        "Warp 6 m is over the 4 m that this move allows when kinds of movement are mixed.",
    ),
    (
        lambda: walk(("run", 8), ("warp", 2)),
        "insufficient_movement T-020 mode=run metres=8 limit=2",
        "Run 8 m is over the 2 m that this move allows when kinds of movement are mixed.",
    ),
    (
        lambda: movement.check_reach([Leg(mode="run", m=2), Leg(mode="leap", m=1)], 4),
        "insufficient_movement T-021 metres=3 needed=4",
        "The path is 3 m long and the target is 4 m away.",
    ),
    (
        lambda: movement.check_able("leap", entangled=["arms", "legs"]),
        "entangled G-19",
        "Bound legs neither run nor leap: break the Entangle first.",
    ),
    (
        lambda: movement.check_able("swim", entangled=["arms"]),
        "entangled G-19",
        "Bound arms don't swim: break the Entangle first.",
    ),
    (
        lambda: movement.check_able("run", prone=True),
        "prone T-138",
        "The prone neither run nor leap: stand up first.",
    ),
    (
        lambda: movement.check_able("run", disabled_legs=2),
        "limb_disabled T-123 disabled_legs=2",
        "With 2 of the legs disabled nobody can run.",
    ),
    (
        lambda: movement.check_able("leap", disabled_legs=1),
        "limb_disabled T-122 disabled_legs=1",
        "With 1 of the legs disabled nobody can leap.",
    ),
    (
        lambda: movement.stand_up(run=12, moved={}, disabled_legs=2),
        "limb_disabled G-16",
        "Nobody stands up with both legs disabled.",
    ),
    (
        lambda: movement.stand_up(run=12, moved={"run": 1, "warp": 2}),
        "insufficient_movement T-138 moved=3",
        "Standing up takes the whole free half move, and some of it is used.",
    ),
    (
        lambda: ranges.increment_of(-1),
        "bad_distance T-110",
        "A distance can't be below 0 metres.",
    ),
    (
        lambda: recovery.check_breather(moved=True, uses=0, limit=1),
        "already_moved T-091",
        "Who has moved this turn can't take a breather in it.",
    ),
    (
        lambda: recovery.check_breather(moved=False, uses=4, limit=3),
        "breather_limit T-094 uses=4 limit=3",
        "All 3 breathers are used: only a rest gives them back.",
    ),
    (
        lambda: recovery.check_breather(moved=False, uses=0, limit=1, body_disabled=True),
        "body_disabled T-104",
        "With a disabled body a breather gives nothing.",
    ),
    (
        lambda: recovery.short_rest(stamina=20, stamina_ceiling=50, short_rests_today=2),
        "rest_limit T-102 short_rests_today=2",
        "Only 2 short rests a day help, and today had 2.",
    ),
    (
        lambda: recovery.short_rest(stamina=20, stamina_ceiling=50, body_disabled=True),
        "body_disabled T-104",
        "With a disabled body a short rest gives no Stamina.",
    ),
    (
        lambda: recovery.short_rest(stamina=20, stamina_ceiling=50, health=0),
        "dead T-118",
        "The dead get nothing back.",
    ),
    (
        lambda: recovery.long_rest(stamina=20, stamina_ceiling=50, hours_since_long_rest=20),
        "rest_limit T-103 hours_since_long_rest=20",
        "The last long rest ended 20 hours ago; the next helps after 24.",
    ),
    (
        lambda: recovery.long_rest(stamina=20, stamina_ceiling=50, health=0),
        "dead T-118",
        "The dead get nothing back.",
    ),
    (
        lambda: recovery.first_aid(health=9, stamina=10, stamina_ceiling=50, faces=[6], today=AIDED, helper="chr_a"),
        "heal_limit T-097",
        "The same helper's First Aid helps once in 24 hours; somebody else's adds what is better.",
    ),
    (
        lambda: recovery.first_aid(health=0, stamina=10, stamina_ceiling=50, faces=[6]),
        "dead T-118",
        "The dead get nothing back.",
    ),
    (
        lambda: recovery.heal(health=9, health_max=16, stamina=10, stamina_ceiling=50, faces=[4, 4, 4], healed_today=3),
        "heal_limit T-097 limit=3",
        "This power gives one patient 3 Health in 24 hours, and it has.",
    ),
    (
        lambda: recovery.heal(health=0, health_max=16, stamina=10, stamina_ceiling=50, faces=[4, 4, 4]),
        "dead T-118",
        "The dead get nothing back.",
    ),
    (
        lambda: ActionPool(speed=3, actions=2).spend(4),
        "no_actions T-029 actions=2 needed=4",
        "This takes 4 of the round's actions and 2 of 3 are left.",
    ),
    (
        lambda: ActionPool(speed=1, actions=1).spend(4),
        "no_actions T-029 actions=1 needed=4",
        "This takes 4 of the round's actions and 1 of 1 are left.",
    ),
    (
        lambda: stamina.pay(8, 9),
        "insufficient_stamina T-076 cost=9 stamina=8",
        "This costs 9 Stamina and 8 is left.",
    ),
]


@pytest.mark.parametrize(("ask", "named", "detail"), REFUSALS, ids=[named for _, named, _ in REFUSALS])
def test_a_refusal_names_its_rule_and_what_was_found(ask, named, detail):
    assert refusal_of(ask) == (named, detail)
    assert named.split()[0] in SYSTEM.refusals
