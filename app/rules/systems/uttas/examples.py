"""Sheets to play at once: those of the document's own fight and chase."""

from typing import Final

from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.sheet import ByType, Movement, Skill, UttasSheet

CLUB: Final = Attack(id="club", kind="melee", strength_dice=2, weapon_dice=2, required_strength=5)


def _thug(name: str, *, body: int, stamina_max: int) -> UttasSheet:
    return UttasSheet(
        name=name,
        body=body,
        speed=4,
        health_max=20,
        stamina_max=stamina_max,
        armor=ByType(physical=1),
        defense=ByType(physical=4, energy=4),
        attacks=[CLUB],
    )


EXAMPLE_SHEETS: Final[tuple[UttasSheet, ...]] = (
    UttasSheet(
        name="Willow",
        agility=12,
        body=12,
        dexterity=14,
        ego=16,
        intelligence=12,
        speed=6,
        health_max=16,
        stamina_max=50,
        armor=ByType(physical=2, energy=2),
        defense=ByType(physical=6, energy=6),
        moves=[Movement(mode="run", metres=12), Movement(mode="warp", metres=8)],
        attacks=[
            CLUB,
            Attack(id="blast", kind="power", key="ego", type="energy", power_dice=10, active_points=40, range_m=200),
            Attack(id="entangle", kind="power", key="ego", active_points=20, range_m=100, entangle_health=8),
        ],
        skills=[
            Skill(id="perception", dice=6),
            Skill(id="tracking", dice=6),
            Skill(id="knowledge_nature", dice=5),
            Skill(id="first_aid", dice=4),
        ],
    ),
    UttasSheet(
        name="General Bearington",
        agility=12,
        body=20,
        charisma=5,
        ego=8,
        intelligence=5,
        strength=20,
        speed=6,
        health_max=30,
        stamina_max=60,
        armor=ByType(physical=3, energy=3),
        defense=ByType(physical=8, energy=8),
        attacks=[Attack(id="claws", kind="melee", strength_dice=4, strike_dice=2, max_strikes=3)],
    ),
    _thug("Thug 1", body=18, stamina_max=28),
    _thug("Thug 2", body=20, stamina_max=60),
    _thug("Thug 3", body=12, stamina_max=40),
    UttasSheet(
        name="Arsonist",
        agility=12,
        body=12,
        dexterity=12,
        strength=20,
        speed=6,
        health_max=20,
        stamina_max=40,
        defense=ByType(physical=5, energy=5),
        skills=[Skill(id="stealth", dice=6)],
    ),
)
