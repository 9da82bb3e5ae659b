"""What a combatant is right now: the sheet's numbers with stance, sprint, limbs, holds and bonds in them."""

from app.rules.encounter.state import Combatant
from app.rules.system import AgainstTheRules
from app.rules.systems.uttas.arms import Attack
from app.rules.systems.uttas.characteristics import discipline, dodge, sprint_loss
from app.rules.systems.uttas.damage import limb_threshold
from app.rules.systems.uttas.derived import attacks, characteristic_dice, movement, skill_dice
from app.rules.systems.uttas.encounter.state import Fighter, LimbState, UttasPlay
from app.rules.systems.uttas.movement import MODES, Mode, check_able, on_these_legs
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.recovery import ceiling
from app.rules.systems.uttas.sheet import DamageType, Skill, UttasSheet
from app.rules.systems.uttas.stances import NO_STANCE, Stance

HELPLESS = ("dead", "unconscious", "surrendered")
_NO_STANCE = Stance(id=NO_STANCE)


class Figure:
    """One combatant, as the rules look at it."""

    def __init__(self, combatant: Combatant[Fighter], sheet: UttasSheet, options: UttasOptions) -> None:
        self.combatant = combatant
        self.id = combatant.id
        self.fighter = combatant.state
        self.sheet = sheet
        self.options = options

    # -- whether it can do anything ----------------------------------------------------------------------------------

    def has(self, *keys: str) -> bool:
        """Whether it bears one of these conditions."""
        conditions = self.combatant.conditions
        return bool(conditions) and any(held.key in keys for held in conditions)

    @property
    def helpless(self) -> bool:
        """Dead, unconscious or surrendered: neither acts nor reacts."""
        return self.has(*HELPLESS)

    @property
    def fallen(self) -> bool:
        """Dead or unconscious."""
        return self.has("dead", "unconscious")

    @property
    def held(self) -> bool:
        """On the wrong side of a hold."""
        return self.fighter.grapple is not None and self.fighter.grapple.role == "held"

    @property
    def holds_somebody(self) -> bool:
        """On the right side of a hold."""
        return self.fighter.grapple is not None and self.fighter.grapple.role == "holder"

    # -- limbs -------------------------------------------------------------------------------------------------------

    @property
    def gripped(self) -> frozenset[str]:
        """Limbs that a hold disables (T-128)."""
        return frozenset(self.fighter.grapple.limbs) if self.held and self.fighter.grapple else frozenset()

    @property
    def disabled(self) -> list[str]:
        """Limbs out of use, by hit or hold, in the sheet's order."""
        gripped = self.gripped
        return [limb.id for limb in self.fighter.limbs if limb.disabled is not None or limb.id in gripped]

    def disabled_kinds(self) -> list[str]:
        """The kinds of the limbs out of use, each as often as there are."""
        out = set(self.disabled)
        return [limb.kind for limb in self.fighter.limbs if limb.id in out]

    def gripped_kinds(self) -> frozenset[str]:
        """Kinds of limbs that a hold disables (T-121, T-125)."""
        gripped = self.gripped
        return frozenset(limb.kind for limb in self.fighter.limbs if limb.id in gripped)

    @property
    def bound(self) -> frozenset[str]:
        """What an Entangle binds: `arms`, `legs`."""
        if self.fighter.entangle is None:
            return frozenset()
        limbs = self.fighter.entangle.limbs
        return frozenset({"arms", "legs"} if limbs == "both" else {limbs})

    def free_arms(self, *, extra: bool = False, without_hold: bool = False) -> list[LimbState]:
        """Arms neither disabled, held nor bound, whatever they carry (G-08, G-18); `extra` for extra arms instead.

        `without_hold` counts those that only a hold keeps.
        """
        if "arms" in self.bound:
            return []
        gripped = frozenset() if without_hold else self.gripped
        kind = "extra" if extra else "arm"
        return [
            limb
            for limb in self.fighter.limbs
            if limb.kind == kind and limb.disabled is None and limb.id not in gripped
        ]

    def limb(self, name: str) -> LimbState | None:
        """A limb by its id."""
        return next((limb for limb in self.fighter.limbs if limb.id == name), None)

    @property
    def limb_threshold(self) -> int:
        """Health damage of one strike that disables a limb (G-16b)."""
        own = self.sheet.limb_threshold
        return limb_threshold(self.sheet.health_max) if own is None else own

    # -- numbers in force --------------------------------------------------------------------------------------------

    @property
    def stance(self) -> Stance:
        """The stance it fights in."""
        taken = self.fighter.stance
        return next((one for one in self.options.stances if one.id == taken), _NO_STANCE)

    @property
    def dexterity(self) -> int:
        """For Accuracy: half while sprinting (T-038)."""
        own = self.sheet.dexterity
        return own // 2 if self.fighter.sprinting else own

    def defence(self, versus: str) -> int:
        """What an attack must beat: Dodge with stance and Sprint, or Discipline (T-078, G-02, G-03)."""
        sheet = self.sheet
        if versus == "discipline":
            own = sheet.discipline
            return discipline(ego=sheet.ego, intelligence=sheet.intelligence) if own is None else own
        base = dodge(agility=sheet.agility, dexterity=sheet.dexterity) if sheet.dodge is None else sheet.dodge
        loss = sprint_loss(agility=sheet.agility, dexterity=sheet.dexterity) if self.fighter.sprinting else 0
        return base - loss + self.stance.dodge

    def armor(self, kind: DamageType, *, stance: bool = True) -> int:
        """Taken off Health damage."""
        own: int = getattr(self.sheet.armor, kind)
        return own + (self.stance.armor if stance else 0)

    def defense(self, kind: DamageType, *, stance: bool = True) -> int:
        """Taken off Stamina damage."""
        own: int = getattr(self.sheet.defense, kind)
        return own + (self.stance.defense if stance else 0)

    @property
    def strength_dice(self) -> int:
        """Strength dice as they are now."""
        return characteristic_dice(self.sheet, "strength", self.options)

    @property
    def ceiling(self) -> int:
        """How high Stamina can come back (T-074)."""
        return ceiling(self.sheet.stamina_max, stamina_locked=self.fighter.stamina_locked)

    @property
    def health_left(self) -> int:
        """Health with what First Aid has lent: at 0 one is dead (T-118, G-20)."""
        return health_left(self.fighter)

    def attack(self, name: str) -> Attack | None:
        """An attack of the sheet's, or one of its manoeuvres by its own name."""
        known = {one.id: one for one in attacks(self.sheet)}
        manoeuvre = next((one for one in self.sheet.manoeuvres if one.id == name), None)
        return known.get(manoeuvre.attack if manoeuvre is not None and name not in known else name)

    def skill(self, name: str) -> Skill | None:
        """A skill of the sheet's."""
        return next((one for one in self.sheet.skills if one.id == name), None)

    def skill_dice(self, name: str) -> int | None:
        """The dice of a skill; None: the sheet has no such skill."""
        found = self.skill(name)
        return None if found is None else skill_dice(self.sheet, found, self.options)

    # -- movement ----------------------------------------------------------------------------------------------------

    def speed(self, mode: Mode) -> int:
        """Metres of a full move of this kind: Run with the stance, halved on one leg (T-122, G-05)."""
        metres = movement(self.sheet, mode).metres
        if mode != "run":
            return metres
        return on_these_legs(max(0, metres + self.stance.run), min(1, self.disabled_kinds().count("leg"))).run

    def speeds(self) -> dict[Mode, int]:
        """All of them."""
        return {mode: self.speed(mode) for mode in MODES}

    def check_mode(self, mode: Mode) -> None:
        """Whether its body may move that way at all.

        Raises:
            AgainstTheRules: `prone`, `limb_disabled`, `entangled`, in this order.
        """
        check_able(mode, prone=self.has("prone"))
        check_able(mode, disabled_legs=self.disabled_kinds().count("leg"))
        check_able(mode, entangled=self.bound)
        self.check_wings(mode)

    def check_wings(self, mode: Mode) -> None:
        """Whether bound arms leave the wings or gestures that this kind of movement takes (G-19).

        Raises:
            AgainstTheRules: `entangled`.
        """
        takes = {"wings", "gestures"} & set(movement(self.sheet, mode).limitations)
        if takes and "arms" in self.bound:
            raise AgainstTheRules("entangled", "Bound arms can't do what this movement takes.", rule="G-19")

    def can_move(self, mode: Mode) -> bool:
        """Whether a movement under way can go on (T-055)."""
        if self.fallen or self.fighter.grapple is not None:
            return False
        try:
            self.check_mode(mode)
        except AgainstTheRules:
            return False
        return True


def health_left(fighter: Fighter) -> int:
    """Health with what First Aid has lent (T-118, G-20)."""
    return fighter.health + max((one.n for one in fighter.temp_health), default=0)


def figure(play: UttasPlay, combatant: str) -> Figure:
    """A combatant of the encounter."""
    one = play[combatant]
    return Figure(one, play.table.sheet(one), play.options)
