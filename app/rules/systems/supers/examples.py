"""Sheets to play at once: a ranged hero, a close one, their foe, and his guards."""

from typing import Final

from app.rules.systems.supers.catalogues.effects import BY_ID as EFFECTS
from app.rules.systems.supers.sheet import (
    Abilities,
    Advantage,
    Attack,
    Bought,
    Defenses,
    Effect,
    Modification,
    Power,
    Resisted,
    Skill,
    SupersSheet,
)

RANGED: Final = Modification(id="increased_range", value=1)
PERCEPTION: Final = Modification(id="increased_range", value=2)
TOUGHNESS: Final = Resisted(trait="toughness", dc_base=15)
NUMBING: Final = ["dazed", "stunned", "incapacitated"]


def _abilities(*ranks: int) -> Abilities:
    return Abilities(**dict(zip(Abilities.model_fields, ranks, strict=True)))


def _defenses(dodge: int, parry: int, fortitude: int, will: int) -> Defenses:
    return Defenses(
        dodge=Bought(bought=dodge),
        parry=Bought(bought=parry),
        fortitude=Bought(bought=fortitude),
        will=Bought(bought=will),
    )


def _advantages(*names: str) -> list[Advantage]:
    return [Advantage(id=name) for name in names]


def _damage(name: str, rank: int, bonus: int, *, ranged: bool = False) -> Power:
    effect = Effect(
        effect_id="damage",
        rank=rank,
        extras=[RANGED] if ranged else [],
        attack=Attack(kind="ranged" if ranged else "close", bonus=bonus),
        resistance=TOUGHNESS,
        duration="instant",
        range="ranged" if ranged else "close",
        action="standard",
    )
    return Power(name=name, effects=[effect])


def _plain(name: str, effect_id: str, rank: int) -> Power:
    usual = EFFECTS[effect_id]
    effect = Effect(effect_id=effect_id, rank=rank, duration=usual.duration, range=usual.range, action=usual.action)
    return Power(name=name, effects=[effect])


HALYARD: Final = SupersSheet(
    name="Halyard",
    abilities=_abilities(1, 3, 4, 4, 4, 3, 4, 2),
    defenses=_defenses(6, 4, 5, 6),
    skills=[
        Skill(id="treatment", ranks=7),
        Skill(id="persuasion", ranks=4),
        Skill(id="technology", ranks=6),
        Skill(id="perception", ranks=4),
        Skill(id="acrobatics", ranks=4),
        Skill(id="ranged_combat", sub="Cable bolt", ranks=6),
    ],
    advantages=_advantages("improved_initiative", "luck", "power_attack", "accurate_attack"),
    powers=[
        _damage("Cable bolt", 10, 10, ranged=True),
        Power(
            name="Static burst",
            effects=[
                Effect(
                    effect_id="damage",
                    rank=8,
                    extras=[RANGED, Modification(id="area", value=1)],
                    attack=Attack(kind="area"),
                    resistance=TOUGHNESS,
                    duration="instant",
                    range="ranged",
                    action="standard",
                )
            ],
        ),
        _plain("Line flight", "flight", 4),
        _plain("Damp suit", "protection", 7),
    ],
    hero_points=2,
    complications=["Keeps every promise made aloud"],
)
BRACE: Final = SupersSheet(
    name="Brace",
    abilities=_abilities(10, 6, 2, 2, 8, 0, 2, 3),
    defenses=_defenses(6, 2, 3, 6),
    skills=[
        Skill(id="athletics", ranks=6),
        Skill(id="intimidation", ranks=8),
        Skill(id="perception", ranks=4),
        Skill(id="insight", ranks=4),
        Skill(id="acrobatics", ranks=4),
        Skill(id="expertise", sub="bridges", ranks=4),
        Skill(id="vehicles", ranks=2),
    ],
    advantages=[
        *_advantages("diehard", "all_out_attack", "power_attack", "teamwork", "defensive_attack"),
        Advantage(id="close_attack", rank=2),
    ],
    powers=[
        _damage("Anvil fist", 10, 10),
        Power(
            name="Numbing palm",
            effects=[
                Effect(
                    effect_id="affliction",
                    rank=8,
                    attack=Attack(kind="close", bonus=10),
                    resistance=Resisted(trait="fortitude"),
                    conditions=NUMBING,
                    duration="instant",
                    range="close",
                    action="standard",
                )
            ],
        ),
        _plain("Stone skin", "protection", 4),
        _plain("Girder leap", "leaping", 4),
        _plain("Stone lungs", "immunity", 10),
        _plain("Long stride", "speed", 4),
        _plain("Ground sense", "senses", 4),
    ],
    complications=["Everyone knows the face"],
)
TOLLKEEPER: Final = SupersSheet(
    name="The Tollkeeper",
    kind="villain",
    power_level=11,
    abilities=_abilities(3, 4, 3, 5, 5, 4, 5, 4),
    defenses=_defenses(7, 5, 6, 5),
    skills=[
        Skill(id="insight", ranks=5),
        Skill(id="perception", ranks=5),
        Skill(id="deception", ranks=6),
        Skill(id="intimidation", ranks=6),
        Skill(id="ranged_combat", sub="Arc lance", ranks=6),
    ],
    advantages=_advantages("improved_initiative", "power_attack", "defensive_attack"),
    powers=[
        _damage("Arc lance", 11, 11, ranged=True),
        Power(
            name="Toll bell",
            effects=[
                Effect(
                    effect_id="affliction",
                    rank=10,
                    extras=[PERCEPTION],
                    attack=Attack(kind="perception"),
                    resistance=Resisted(trait="will"),
                    conditions=NUMBING,
                    duration="instant",
                    range="perception",
                    action="standard",
                )
            ],
        ),
        Power(
            name="Storm shell",
            effects=[
                Effect(
                    effect_id="protection",
                    rank=7,
                    extras=[Modification(id="sustained", value=0)],
                    duration="sustained",
                    range="personal",
                    action="free",
                )
            ],
        ),
    ],
    hero_points=0,
)
GUARD: Final = SupersSheet(
    name="Toll guard",
    kind="minion",
    power_level=5,
    abilities=_abilities(2, 2, 1, 2, 3, 0, 1, 0),
    defenses=_defenses(3, 1, 2, 1),
    skills=[
        Skill(id="close_combat", sub="Baton", ranks=2),
        Skill(id="ranged_combat", sub="Rifle", ranks=3),
        Skill(id="perception", ranks=3),
    ],
    powers=[_damage("Baton", 4, 5), _damage("Rifle", 5, 5, ranged=True), _plain("Vest", "protection", 2)],
    hero_points=0,
)
EXAMPLE_SHEETS: Final = (HALYARD, BRACE, TOLLKEEPER, GUARD)
