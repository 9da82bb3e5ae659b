"""What can happen in an attack: declared, answered, rolled, landed; holds and bonds that come of it."""

from typing import Annotated, ClassVar, Final, Literal, Self

from app.rules.encounter.facts import Fact, Id, Ids, Of, Seen, Thrown, Told, Voice
from app.rules.encounter.viewer import Sight
from app.rules.systems.uttas.encounter.facts import Dice, dice_told, reckoned

OF_HITS: Final = {"T-084", "T-086", "G-08", "T-128", "G-24", "G-19", "T-119"}
"""The rules of what a hit does, whoever has aimed."""


class AttackDeclared(Fact):
    """A strike is on its way; of one by somebody unseen the table only waits."""

    type: Literal["attack.declared"] = "attack.declared"
    about: ClassVar = ("actor",)
    actor: Id | None
    targets: Ids
    attack: str
    strike: int = 1
    strikes: int = 1
    limb: str | None = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        whom = f" {voice.names(self.targets)}" if self.targets else ""
        limb = f", at the {self.limb.replace('_', ' ')}" if self.limb else ""
        which = f", strike {self.strike} of {self.strikes}" if self.strikes > 1 else ""
        return f"{voice.name(self.actor)} attacks{whom} ({voice.words(self.attack)}{limb}{which})."


class ReactionTaken(Fact):
    """Somebody reacts."""

    type: Literal["reaction.taken"] = "reaction.taken"
    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None
    """Against whose strike."""
    reaction: Literal["block", "evade", "move", "stance", "counterattack"]
    art: str | None = None
    stamina: Annotated[int | None, Of("actor")] = 0
    """That it cost."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        word = {
            "block": "blocks",
            "evade": "evades",
            "move": "steps away",
            "stance": "changes the stance",
            "counterattack": "strikes back",
        }[self.reaction]
        return f"{voice.name(self.actor)} {word}."


class HitIntercepted(Fact):
    """Somebody takes the hit for somebody else."""

    type: Literal["hit.intercepted"] = "hit.intercepted"
    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.actor)} takes the hit for {voice.name(self.target)}."


class SurrenderResolved(Fact):
    """An attacker has answered a surrender."""

    type: Literal["surrender.resolved"] = "surrender.resolved"
    about: ClassVar = ("actor",)
    actor: Id | None
    choice: Literal["stop", "finish"]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        word = "stops the attack" if self.choice == "stop" else "finishes the attack"
        return f"{voice.name(self.actor)} {word}."


class StrikeFailed(Fact):
    """A strike comes to nothing without a roll."""

    type: Literal["strike.failed"] = "strike.failed"
    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None
    why: Literal["out_of_range", "out_of_reach", "unable"]
    stamina: Annotated[int | None, Of("actor")] = 0
    """That it cost all the same."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        why = {
            "out_of_range": "is hopelessly far away",
            "out_of_reach": "is out of reach",
            "unable": "is spared",
        }[self.why]
        return f"{voice.name(self.target)} {why}: the strike of {voice.name(self.actor)} fails."


class Aiming(Told):
    """An Accuracy roll."""

    actor: Id | None
    target: Id | None
    dice: Dice
    """The three, then the net Advantages or Disadvantages."""
    base: Annotated[int | None, Of("actor")]
    stance: Annotated[int | None, Of("actor")] = 0
    total: Annotated[int | None, Of("actor")]
    against: Annotated[int | None, Of("target")]
    """Dodge or Discipline."""
    versus: Literal["dodge", "discipline"]
    reasons: tuple[str, ...] = ()
    hit: bool

    def unseen(self, sight: Sight) -> bool:
        """Whom they don't know of, nobody has aimed at, nor has anybody unseen aimed at all."""
        return sight.conceals(self.target) or sight.conceals(self.actor)

    def told(self, voice: Voice) -> str:
        """As in the log."""
        reckoned = dice_told(self.dice)
        if self.base is not None:
            stance = f" {'-' if self.stance < 0 else '+'} {abs(self.stance)} stance" if self.stance else ""
            reckoned = f"{self.base}{stance} + {reckoned}"
        reckoned += _why(self.reasons)
        total = "" if self.total is None else f" {self.total}"
        against = "" if self.against is None else f" against {self.versus.capitalize()} {self.against}"
        word = "hit" if self.hit else "missed"
        return f"Accuracy{total} ({reckoned}){against}: {voice.name(self.target)} is {word}."


def _why(reasons: tuple[str, ...]) -> str:
    """What makes a roll easier or harder, each kind named once: `; Disadvantage: evaded, 1 range band out`."""
    kinds: dict[str, list[str]] = {}
    for reason in reasons:
        kind, _, why = reason.partition(": ")
        kinds.setdefault(kind, []).append(why)
    return "".join(f"; {kind}: {', '.join(whys)}" for kind, whys in kinds.items())


class Landing(Told):
    """What a hit does."""

    actor: Id | None
    target: Id | None
    """Who bears it."""
    dice: Dice = ()
    rolled: Annotated[int | None, Seen("actor")] = None
    armor: Annotated[int | None, Of("target")] = None
    defense: Annotated[int | None, Of("target")] = None
    block_dice: Annotated[int | None, Of("target")] = None
    blocked: Annotated[int | None, Of("target")] = None
    health: Annotated[int | None, Of("target")] = None
    """Lost."""
    stamina: Annotated[int | None, Of("target")] = None
    """Lost."""
    health_left: Annotated[int | None, Of("target")] = None
    """What First Aid has lent is in it."""
    stamina_left: Annotated[int | None, Of("target")] = None
    fully_blocked: bool = False
    disabled: str | None = None
    """The limb that the hit has put out of use."""
    dropped: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    """Limbs that a hold has taken."""
    bound: Annotated[int | None, Of("target")] = None
    """Health of the Entangle that binds now."""
    down: bool = False

    def unseen(self, sight: Sight) -> bool:
        """Whom they don't know of, nobody has hit."""
        return sight.conceals(self.target)

    def told(self, voice: Voice) -> str:
        """As in the log."""
        name = voice.name(self.target)
        parts = []
        if self.dice or self.health is not None:
            parts.append(self._harm(name))
        if self.disabled:
            parts.append(f"{self.disabled.replace('_', ' ')} disabled")
        if self.dropped:
            parts.append(f"{name} drops {', '.join(voice.words(one) for one in self.dropped)}")
        if self.held:
            parts.append(f"{name} is held by {', '.join(one.replace('_', ' ') for one in self.held)}")
        if self.bound is not None:
            parts.append(f"{name} is bound (bonds of Health {self.bound})")
        if self.down:
            parts.append(f"{name} is brought down")
        came = "hit" if self.actor is None else "touched"
        return f"{'; '.join(parts) or f'{name} is {came}'}."

    def _harm(self, name: str) -> str:
        # Whoever hits from hiding throws dice that nobody else sees: what it costs the one hit is theirs to read.
        openly = self.actor is not None
        thrown = "; ".join(_summed(one) for one in self.dice) if openly else ""
        if self.fully_blocked:
            wall = f" (Defense {self.defense})" if openly and self.defense else ""
            return f"{thrown}{wall}: {name} blocks it all" if thrown else f"{name} blocks it all"
        if self.health is None or self.stamina is None:
            return f"{thrown} on {name}" if thrown else f"{name} is hit"
        dice = sum(len(one.faces) for one in self.dice if one.what != "block")
        behind = [f" - Block {one}" if one else "" for one in (self.block_dice, self.blocked)]
        health, stamina = f"Armor {self.armor}{behind[0]}", f"Defense {self.defense}{behind[1]}"
        if openly:
            health, stamina = f"{dice} dice - {health}", f"{self.rolled} - {stamina}"
        whom = f"{thrown} on {name}" if thrown else name
        lost = (f"Health {-self.health} ({health})", f"Stamina {-self.stamina} ({stamina})")
        return f"{whom}: {reckoned(lost, (self.health_left, self.stamina_left))}"


def _summed(thrown: Thrown) -> str:
    """Dice with what they come to, as `Block 2d6 [2, 1] = 3`."""
    return f"{'Block ' if thrown.what == 'block' else ''}{thrown} = {thrown.total}"


class StrikeResolved(Fact):
    """What the dice of a strike have decided: hit or miss, and what the hits do.

    Of a strike by somebody unseen a viewer gets what it does to those they see, and nothing of how.
    """

    type: Literal["strike.resolved"] = "strike.resolved"
    about: ClassVar = ("actors", "targets")
    actors: Ids
    targets: Ids
    aims: tuple[Aiming, ...] = ()
    landings: tuple[Landing, ...] = ()

    def exists(self, sight: Sight) -> bool:
        """Whether they see somebody who strikes, or anybody who is hit."""
        if sight.viewer.is_gm:
            return True
        return any(map(sight.sees, self.actors)) or any(not hit.unseen(sight) for hit in self.landings)

    def seen(self, sight: Sight) -> Self:
        """Without the aim of those unseen, and whom they have missed."""
        fact = super().seen(sight)
        if any(map(sight.sees, self.actors)):
            return fact
        hit = {one.target for one in fact.landings}
        targets = tuple(one for one in fact.targets if one in hit)
        return fact.model_copy(update={"targets": targets, "rules": tuple(one for one in self.rules if one in OF_HITS)})

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return " ".join([*(aim.told(voice) for aim in self.aims), *(hit.told(voice) for hit in self.landings)])


class HoldEnded(Fact):
    """A hold is over."""

    type: Literal["hold.ended"] = "hold.ended"
    about: ClassVar = ("holder", "held")
    holder: Id | None
    held: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.held)} is out of the hold of {voice.name(self.holder)}."


class HoldTurned(Fact):
    """The held one holds now."""

    type: Literal["hold.turned"] = "hold.turned"
    about: ClassVar = ("holder", "held")
    holder: Id | None
    held: Id | None
    limbs: tuple[str, ...]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        limbs = ", ".join(limb.replace("_", " ") for limb in self.limbs)
        return f"{voice.name(self.holder)} turns the hold round and has {voice.name(self.held)} by {limbs}."


class StruggleRolled(Fact):
    """Two sides wrestle for a hold."""

    type: Literal["struggle.rolled"] = "struggle.rolled"
    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None
    dice: tuple[Thrown, ...]
    active_total: int
    passive_total: Annotated[int | None, Seen("target")]
    stamina: Annotated[int | None, Of("actor")]
    """That it cost."""
    success: bool

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        end = "success" if self.success else "failure"
        against = "" if self.passive_total is None else f" against {self.passive_total}"
        cost = f" for {self.stamina} Stamina" if self.stamina else ""
        return (
            f"{voice.name(self.actor)} wrestles with {voice.name(self.target)}{cost}: "
            f"{self.active_total}{against} ({dice_told(self.dice)}), {end}."
        )


class EntanglePulled(Fact):
    """Somebody has pulled at what binds them, or slipped out."""

    type: Literal["entangle.pulled"] = "entangle.pulled"
    combatant: Id | None
    method: str
    dice: Dice = ()
    left: Annotated[int | None, Of("combatant")]
    """Health of the Entangle; 0: free."""
    free: bool

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        left = f" (their Health: {self.left} left)" if self.left else ""
        return f"{voice.name(self.combatant)} {'is free' if self.free else 'pulls at the bonds'}{left}."
