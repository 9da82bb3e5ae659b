"""Power stunts: another effect of a power, for one scene (R-15)."""

from app.rules.system import AgainstTheRules
from app.rules.systems.supers.costs import power_cost
from app.rules.systems.supers.encounter.state import SupersPlay
from app.rules.systems.supers.encounter.weapons import found
from app.rules.systems.supers.sheet import Power


def check_stunt(play: SupersPlay, name: str, power: str, stunt: Power) -> None:
    """Refuse a stunt that no alternate of this power could be (R-21).

    Raises:
        AgainstTheRules: `not_found`, `alternate_too_costly`, `duplicate`.
    """
    base = found(play, name, power)
    cost, most = power_cost(stunt, play.options), power_cost(base, play.options)
    if cost > most:
        raise AgainstTheRules(
            "alternate_too_costly",
            f"The stunt costs {cost} points, and the power it is made of {most}.",
            cost=cost,
            most=most,
            rule="R-21",
        )
    if any(one.name == stunt.name for one in (*play.sheet(name).powers, *play[name].state.stunts)):
        raise AgainstTheRules(
            "duplicate", "There is a power of this name already: give the stunt its own.", rule="R-15"
        )


def add_stunt(play: SupersPlay, name: str, power: str, stunt: Power) -> None:
    """Have a power for this scene."""
    check_stunt(play, name, power, stunt)
    play.put(name, stunts=(*play[name].state.stunts, stunt.model_copy(update={"array": None})))
