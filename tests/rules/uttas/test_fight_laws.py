"""What holds in every fight and chase, however it is played: random games with everything that sheets can have."""

import json
import random
from typing import Any

import pytest

from app.rules.encounter.events import evolve
from app.rules.encounter.legal import legal
from app.rules.encounter.viewer import GM
from app.rules.systems.uttas.encounter import ENCOUNTERS
from tests.rules.encounter.conftest import DEEP
from tests.rules.golden import HERE
from tests.rules.uttas.fights import TablePlay, body_of
from tests.rules.uttas.shorthand import sheet_of

SHEETS = json.loads((HERE / "uttas.json").read_text(encoding="utf-8"))["sheets"]
GAMES = 200 if DEEP else 8
LENGTH = 200 if DEEP else 70
NUMBERS = {"dead": "health", "unconscious": "stamina"}


def fight(seed: int) -> TablePlay:
    chance = random.Random(seed)
    options = {"grid": chance.choice(["square", "hex"]), "initiative": chance.choice(["agility", "roll"])}
    play = TablePlay(options=options, seed=seed)
    for number, name in enumerate(chance.sample(sorted(SHEETS), 6)):
        short = dict(SHEETS[name])
        attack = next(iter(short.get("attacks", {})), "strike")
        short["counterattacks"] = [{"id": "answer", "attack": attack}]
        place = (chance.randint(0, 3), chance.randint(0, 3) + 4 * (number % 2)) if seed % 3 else None
        play.joins(name, sheet_of(short), "left" if number % 2 else "right", pos=place)
    play.do({"type": "start"})
    return play


def chase(seed: int) -> TablePlay:
    chance = random.Random(seed)
    play = TablePlay(seed=seed, kind="chase")
    for name, side in zip(chance.sample(sorted(SHEETS), 2), ("left", "right"), strict=True):
        play.joins(name, sheet_of(SHEETS[name]), side)
    pursuer, target = (one.id for one in play.encounter.combatants)
    play.do({"type": "uttas.chase_start", "pursuer": pursuer, "target": target, "gap_m": 20})
    return play


def step(play: TablePlay, chance: random.Random) -> bool:
    listed = legal(play.encounter, GM, table=play.table)
    tame = {"end", "uttas.surrender", "uttas.chase_end", "uttas.chase_start", "uttas.talk", "uttas.chase_check"}
    listed = [one for one in listed if one.type not in tame or chance.random() < 0.03]
    if not listed:
        return False
    kinds = sorted({one.type for one in listed})
    kind = chance.choice(kinds)
    play.send(body_of(chance.choice([one for one in listed if one.type == kind]).body))
    return True


def holds(play: TablePlay) -> None:
    encounter = play.encounter
    for one in encounter.combatants:
        state, sheet = one.state, play.table.sheet(one)
        for bound in ENCOUNTERS.bounds(one, play.table):
            assert bound.least <= bound.value <= bound.most, (one.id, bound)
        assert one.has("dead") == (state.health <= 0)
        settled = encounter.pending is None and not encounter.scene.deeds
        assert not settled or one.has("unconscious") == (state.stamina <= 0)
        assert one.has("staggered") == state.pool.staggered
        assert one.has("entangled") == (state.entangle is not None)
        assert one.has("grappled") == (state.grapple is not None)
        assert state.stamina_locked == sheet.stamina_locked + sum(kept.lock for kept in state.kept_up)
        if state.grapple is not None:
            other = encounter[state.grapple.with_].state.grapple
            assert other is not None
            assert (other.with_, other.limbs) == (one.id, state.grapple.limbs)
            assert {other.role, state.grapple.role} == {"holder", "held"}
        if state.entangle is not None:
            assert state.entangle.health > 0
        assert len({held.key for held in one.conditions}) == len(one.conditions)
    if encounter.pending is None:
        assert encounter.scene.deeds == ()
    if encounter.scene.chase is not None:
        assert encounter.scene.chase.gap_m >= 0
    spaces = [one.state.pos for one in encounter.combatants if one.state.pos is not None]
    assert all(max(map(abs, space)) < 1000 for space in spaces)


def played(play: TablePlay, seed: int) -> set[str]:
    chance = random.Random(f"law {seed}")
    replayed, told, seen = play.encounter, len(play.events), set[str]()
    for _ in range(LENGTH):
        if not step(play, chance):
            break
        holds(play)
        for event in play.events[told:]:
            replayed = evolve(replayed, event)
            seen.add(event.fact.type)
        told = len(play.events)
        assert replayed == play.encounter
    return seen


@pytest.mark.parametrize("seed", range(GAMES))
def test_fights(seed: int):
    played(fight(seed), seed)


@pytest.mark.parametrize("seed", range(GAMES))
def test_chases(seed: int):
    play = chase(seed)
    if play.encounter.status == "running":
        played(play, seed)


def test_random_fights_come_upon_nearly_everything():
    seen: set[str] = set()
    for seed in range(30):
        seen |= played(fight(seed + 1000), seed)
    facts: Any = {fact.model_fields["type"].default for fact in ENCOUNTERS.facts}
    rare = {
        "entangle.pulled",
        "modifier.granted",
        "item.used",
        "skill.begun",
        "words.spoken",
        "hold.turned",
        "surrender.resolved",
        "strike.failed",
    }
    of_chases = ("chase.", "gap.", "run.", "hazard.", "sprint.", "hiding.")
    unseen = {name for name in facts - seen - rare if not name.startswith(of_chases)}
    assert unseen <= {"initiative.rolled", "tie.rolled"}
