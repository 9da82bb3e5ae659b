"""What rolls and checks share: who may enter real dice, who learns of it, what the maker gets of a blind one."""

from app.services.options import CampaignOptions
from app.services.refusals import PhysicalDiceOff
from app.services.values import Audience, Caller, CampaignCheck, CampaignRoll, Receipt, Role, Visibility

AUDIENCES: dict[Visibility, Audience] = {
    "public": "all",
    "gm": "gm_and_member",
    "blind": "gm",
    "self": "member",
}
"""Whom the journal tells."""


def check_physical(options: CampaignOptions, caller: Caller) -> None:
    """Hold the caller to who may enter faces here; raises `PhysicalDiceOff`."""
    allowed = options.physical_dice
    if allowed == "off" or (allowed == "gm" and caller.role is not Role.GM):
        raise PhysicalDiceOff(
            f"The campaign's option `physical_dice` is `{allowed}`: leave `faces` out, and the dice are rolled here.",
            physical_dice=allowed,
        )


def hides_from_maker(caller: Caller, visibility: Visibility) -> bool:
    """Whether somebody doesn't get to see what they make."""
    return visibility == "blind" and caller.role is not Role.GM


def receipt(made: CampaignRoll | CampaignCheck) -> Receipt:
    """What the maker of something blind gets: that it was made."""
    told = "Rolled blind: the game master has the result."
    return Receipt(
        id=made.id,
        member_id=made.member_id,
        by_member_id=made.by_member_id,
        character_id=made.character_id,
        label=made.label,
        created_at=made.created_at,
        text=told,
        markdown=told,
    )
