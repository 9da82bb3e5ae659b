"""What can happen in a fight besides attacks: turns, stances, movement, powers, skills, breath and words."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from app.rules.encounter.facts import Fact, Id, Ids, Of, Thrown, Voice
from app.rules.encounter.viewer import Sight
from app.rules.systems.uttas.distance import Space
from app.rules.systems.uttas.stances import NO_STANCE

Dice = tuple[Thrown, ...]


SIGNS = {"advantage": " + ", "disadvantage": " - "}
"""Of dice that change what was thrown before them."""


def dice_told(dice: Dice) -> str:
    """All dice, as in texts: `3d6 [4, 4, 4] - 1d6 [5]` where a die is taken off."""
    told = [(SIGNS.get(thrown.what, ", "), str(thrown)) for thrown in dice]
    return "".join(words if not place else sign + words for place, (sign, words) in enumerate(told))


def reckoned(lost: Sequence[str], left: Sequence[int | None]) -> str:
    """What each number has lost, with what it has left: `Health -3 (4 dice - Armor 1), 12 left; ...`."""
    return "; ".join(one if rest is None else f"{one}, {rest} left" for one, rest in zip(lost, left, strict=True))


class InitiativeRolled(Fact):
    """Somebody's place in the order was reckoned, or rolled for."""

    type: Literal["initiative.rolled"] = "initiative.rolled"
    combatant: Id | None
    dice: Dice = ()
    initiative: int
    unable: Annotated[str | None, Of("combatant")] = None
    """The condition in which the sheet has brought them in, where it leaves them no turn."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        rolled = f" ({dice_told(self.dice)})" if self.dice else ""
        unable = f", but is {self.unable} and gets no turn" if self.unable else ""
        return f"{voice.name(self.combatant)} has initiative {self.initiative}{rolled}{unable}."


class TieRolled(Fact):
    """The tied have thrown their Agility dice; whoever sees fewer than two of them knows of no tie."""

    type: Literal["tie.rolled"] = "tie.rolled"
    about: ClassVar = ("combatants",)
    combatants: Ids
    dice: Dice

    def exists(self, sight: Sight) -> bool:
        """Only for those who see that there was a tie."""
        return len([one for one in self.combatants if sight.sees(one)]) > 1

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        thrown = ", ".join(str(list(one.faces)) for one in self.dice)
        return f"{voice.names(self.combatants)} are level and throw {thrown}."


class TurnPrepared(Fact):
    """Somebody's turn begins and something of theirs is over with it: their actions, or what they had readied."""

    type: Literal["turn.prepared"] = "turn.prepared"
    combatant: Id | None
    lost: bool
    """Out of actions: this turn allows nothing but words."""
    ready_lapsed: bool = False
    """What they had readied was never set off."""

    def exists(self, sight: Sight) -> bool:
        """For whoever may read the record."""
        return sight.reads(self.combatant)

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        who = voice.name(self.combatant)
        lost = f"{who} is out of actions: this turn is lost." if self.lost else ""
        lapsed = f"{who} readied in vain." if self.ready_lapsed else ""
        return f"{lost} {lapsed}".strip()


class ActionsCounted(Fact):
    """The pool of actions at the end of a turn."""

    type: Literal["actions.counted"] = "actions.counted"
    combatant: Id | None
    actions: Annotated[int | None, Of("combatant")]
    refilled: Annotated[bool | None, Of("combatant")]
    """Not where it was emptied within this very turn."""


class ActionSpent(Fact):
    """Actions were spent."""

    type: Literal["action.spent"] = "action.spent"
    combatant: Id | None
    actions: Annotated[int | None, Of("combatant")]
    """Left."""


class StaminaPaid(Fact):
    """Stamina was paid."""

    type: Literal["stamina.paid"] = "stamina.paid"
    combatant: Id | None
    cost: Annotated[int | None, Of("combatant")]
    left: Annotated[int | None, Of("combatant")]

    def tell(self, voice: Voice) -> str:
        """As in the log, where it was the last: who falls by it falls for a reason."""
        if self.cost is None or self.left is None or self.left > 0:
            return ""
        return f"{voice.name(self.combatant)} has paid {self.cost} Stamina: {self.left} left."


class StanceTaken(Fact):
    """Somebody fights in another stance."""

    type: Literal["stance.taken"] = "stance.taken"
    combatant: Id | None
    stance: str
    free: bool

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        how = "" if self.free else " as an action"
        if self.stance == NO_STANCE:
            return f"{voice.name(self.combatant)} gives the stance up{how}."
        return f"{voice.name(self.combatant)} takes the stance {voice.words(self.stance)}{how}."


class CombatantMoved(Fact):
    """Somebody moved."""

    type: Literal["combatant.moved"] = "combatant.moved"
    combatant: Id | None
    by: str
    """The command."""
    modes: tuple[str, ...]
    metres: int
    to: Space | None = None
    stamina: Annotated[int | None, Of("combatant")] = 0
    """That it cost."""
    stopped: bool = False
    """It ended before its end."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        where = f" to {list(self.to)}" if self.to is not None else ""
        cost = f" for {self.stamina} Stamina" if self.stamina else ""
        stopped = " and is stopped" if self.stopped else ""
        how = "/".join(self.modes) or "move"
        return f"{voice.name(self.combatant)} moves {self.metres} m{where} ({how}){cost}{stopped}."


class SkillRolled(Fact):
    """Somebody rolled a skill."""

    type: Literal["skill.rolled"] = "skill.rolled"
    about: ClassVar = ("actor",)
    actor: Id | None
    target: Id | None = None
    """Whose skill set the number."""
    skill: str
    dice: Dice
    total: Annotated[int | None, Of("actor")]
    dc: Annotated[int | None, Of("target")] = None
    """Null too where the roll itself sets the number for somebody else's."""
    success: bool | None = None
    hides: bool = False
    """Whoever searches must come to more."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        thrown = dice_told(self.dice) if self.total is None else f"{self.total} ({dice_told(self.dice)})"
        dc = "" if self.dc is None else f" against {self.dc}"
        end = "" if self.success is None else ", success" if self.success else ", failure"
        if self.hides:
            end = ", to find takes more"
        return f"{voice.name(self.actor)}, {voice.words(self.skill)}: {thrown}{dc}{end}."


class SkillBegun(Fact):
    """A skill that takes longer is begun, or broken off."""

    type: Literal["skill.begun"] = "skill.begun"
    combatant: Id | None
    skill: str
    done_at_round: int | None
    """Null: broken off."""

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        skill = voice.words(self.skill)
        if self.done_at_round is None:
            return f"{voice.name(self.combatant)} breaks off {skill}."
        return f"{voice.name(self.combatant)} begins {skill}, until round {self.done_at_round}."


class ItemUsed(Fact):
    """Something was drawn and used."""

    type: Literal["item.used"] = "item.used"
    combatant: Id | None
    item: str
    hand: str

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} uses {voice.words(self.item)} ({self.hand.replace('_', ' ')})."


class PowerActivated(Fact):
    """A power was brought about."""

    type: Literal["power.activated"] = "power.activated"
    combatant: Id | None
    power: str
    stamina: Annotated[int | None, Of("combatant")]
    """That it cost."""
    locked: Annotated[int | None, Of("combatant")] = 0

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        cost = "" if self.stamina is None else f" for {self.stamina} Stamina"
        kept = f", {self.locked} locked" if self.locked else ""
        return f"{voice.name(self.combatant)} activates {voice.words(self.power)}{cost}{kept}."


class PowerEnded(Fact):
    """A power is kept up no longer."""

    type: Literal["power.ended"] = "power.ended"
    combatant: Id | None
    power: str
    freed: Annotated[int | None, Of("combatant")]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} drops {voice.words(self.power)}."


class ActionReadied(Fact):
    """Somebody waits with an action; for what, only they know."""

    type: Literal["action.readied"] = "action.readied"
    combatant: Id | None
    action: Annotated[str | None, Of("combatant")]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        what = f" ({self.action.partition('.')[2].replace('_', ' ')})" if self.action else ""
        return f"{voice.name(self.combatant)} readies an action{what}."


class ReadyEnded(Fact):
    """A readied action is set off, or given up, or came to nothing."""

    type: Literal["ready.ended"] = "ready.ended"
    combatant: Id | None
    how: Literal["set_off", "given_up", "in_vain"]

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        how = {"set_off": "acts as readied", "given_up": "waits no longer", "in_vain": "can't do what was readied"}
        return f"{voice.name(self.combatant)} {how[self.how]}."


class BreatherBegun(Fact):
    """Somebody catches breath."""

    type: Literal["breather.begun"] = "breather.begun"
    combatant: Id | None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        return f"{voice.name(self.combatant)} takes a breather."


class BreatherEnded(Fact):
    """The turn after a breather has come."""

    type: Literal["breather.ended"] = "breather.ended"
    combatant: Id | None
    dice: Dice
    gained: Annotated[int | None, Of("combatant")]
    interrupted: bool

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        if self.interrupted:
            return f"{voice.name(self.combatant)} gains nothing from the breather."
        gained, full = "" if self.gained is None else f": {self.gained} Stamina", ""
        if self.gained is not None and self.gained < sum(one.total for one in self.dice):
            full = ", as much as there is room for"
        return f"{voice.name(self.combatant)} has caught breath{gained} ({dice_told(self.dice)}{full})."


class WordsSpoken(Fact):
    """Somebody said something."""

    type: Literal["words.spoken"] = "words.spoken"
    combatant: Id | None
    words: int
    left: int
    text: str | None = None

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        said = (
            f": {voice.words(self.text)}"
            if self.text
            else f" says {self.words} {'word' if self.words == 1 else 'words'}."
        )
        return f"{voice.name(self.combatant)}{said}"


class ModifierGranted(Fact):
    """The game master made somebody's next roll easier or harder."""

    type: Literal["modifier.granted"] = "modifier.granted"
    combatant: Id | None
    roll: str
    adv: int
    dis: int

    def tell(self, voice: Voice) -> str:
        """As in the log."""
        parts = [f"{count} {word}" for count, word in ((self.adv, "Advantage"), (self.dis, "Disadvantage")) if count]
        return f"{voice.name(self.combatant)} has {' and '.join(parts) or 'nothing'} on the next roll ({self.roll})."
