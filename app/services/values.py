"""What a campaign consists of, as the services keep it and show it."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, TypeAdapter, WithJsonSchema, computed_field

from app.rules.catalog import AnyCheck, SystemKey
from app.rules.dice import RollResult
from app.rules.system import CheckAnswer
from app.rules.value import Value as Value
from app.services.options import AnyOptions, HouseRule, house_rules
from app.services.text import AppId, AppName, Name, Prose


def left_out() -> Any:
    """The value of a field that a merge patch doesn't name, which nobody reads.

    It is a default's factory, so that the JSON schema shows no default that a generated client would send.
    """
    return None


class Role(StrEnum):
    """What a member may do: a game master everything, a player act, an observer look."""

    GM = "gm"
    PLAYER = "player"
    OBSERVER = "observer"

    @property
    def rank(self) -> int:
        """Higher may do all that lower may."""
        return _RANKS[self]

    def capped(self, other: "Role") -> "Role":
        """The lower of two roles: a token never passes its member."""
        return min(self, other, key=_RANKS.__getitem__)


_RANKS = {Role.GM: 3, Role.PLAYER: 2, Role.OBSERVER: 1}

Visibility = Literal["public", "gm", "blind", "self"]
Audience = Literal["all", "gm", "member", "gm_and_member"]


class ExternalRef(Value):
    """The name another app gives to the same thing, such as a Discord user or a Foundry world."""

    app: AppName
    """Which app, such as `discord` or `foundry`."""
    id: AppId
    """What that app calls it."""


Refs = Annotated[list[ExternalRef], Field(max_length=20)]
"""What other apps call a thing."""


class Campaign(Value):
    """A campaign as a member sees it."""

    id: str
    name: Name
    system: SystemKey
    description: Prose | None
    options: AnyOptions
    """All house rules, those that are as usual too."""
    external_refs: list[ExternalRef]
    archived: bool
    """An archived campaign can be read; every change but taking it back out is refused."""
    version: int
    """The number in the `ETag`."""
    clock: int
    """The game's own time: minutes since its day 0, 0:00. *Let time pass* moves it."""
    created_at: datetime
    updated_at: datetime

    @computed_field  # type: ignore[prop-decorator]
    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules that are not as usual, with what each changes."""
        return house_rules(self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCampaign:
    """A campaign with both of its version counters: the gm's, and that of everybody else."""

    campaign: Campaign
    public_version: int

    def seen_by(self, role: Role) -> Campaign:
        """The campaign with the version that this role counts by."""
        if role is Role.GM:
            return self.campaign
        return self.campaign.model_copy(update={"version": self.public_version})


class Member(Value):
    """Somebody at the table."""

    id: str
    display_name: Name
    role: Role
    external_refs: list[ExternalRef]
    joined_at: datetime


class Token(Value):
    """A member's key to the campaign, without its secret."""

    id: str
    member_id: str
    name: Name
    role: Role
    """What the token may do; never more than its member."""
    character_ids: list[str] | None
    """The only characters that it may act for; null: all that are its member's."""
    created_at: datetime
    expires_at: datetime | None
    """When it stops working; null: only when it is revoked."""
    last_used_at: datetime | None
    """To the minute."""


class Invite(Value):
    """An invitation, without its code."""

    id: str
    role: Role
    member_id: str | None
    """Set when the invite lets an existing member back in instead of a new one."""
    max_uses: int
    """How many may come in with its code."""
    uses: int
    """How many came in so far."""
    created_at: datetime
    expires_at: datetime
    """When its code stops working."""


@dataclass(slots=True, kw_only=True)
class Thrown:
    """Dice as they fell, and what a person would read of them.

    A plain dataclass, like the dice in it: on the way of every roll a model would cost as much as the dice.
    """

    text: Annotated[str, Field(description="For people, plain, at most 300 characters.")]
    markdown: Annotated[str, Field(description="For people, in Discord's markdown, at most 1,800 characters.")]
    source: Annotated[
        Literal["server", "physical", "imported"],
        Field(description="Whether the dice fell here, on a real table, or came in with an imported campaign."),
    ]
    rolls: Annotated[list[RollResult], Field(description="One for each time it was rolled.")]


@dataclass(slots=True, kw_only=True)
class CampaignRoll(Thrown):
    """A roll kept in the campaign."""

    id: str
    member_id: Annotated[str, Field(description="Who rolled.")]
    by_member_id: Annotated[str | None, Field(description="The game master whose token rolled for them, if one did.")]
    character_id: Annotated[str | None, Field(description="The character it was rolled for, if it was for one.")]
    visibility: Annotated[
        Visibility,
        Field(
            description="Who sees it: `public` everybody, `gm` roller and game master, `blind` the game master, "
            "`self` the roller."
        ),
    ]
    label: Annotated[str | None, Field(description="What the roll was for.")]
    created_at: datetime
    revealed_at: Annotated[
        datetime | None, Field(description="When a secret roll was shown to everybody; null if it wasn't.")
    ]


THROWN = TypeAdapter(Thrown)


class CampaignCheck(CheckAnswer):
    """A check kept in the campaign."""

    id: str
    member_id: str
    """Whose check it is."""
    by_member_id: str | None
    """The game master whose token made it for them, if one did."""
    character_id: str | None
    """The character who made it, if one did."""
    visibility: Visibility
    """Who sees it: `public` everybody, `gm` maker and game master, `blind` the game master, `self` the maker."""
    label: str | None
    """What the check was for."""
    created_at: datetime
    revealed_at: datetime | None
    """When a secret check was shown to everybody; null if it wasn't."""
    # Its schema is that of the request, which clients have already.
    asked: Annotated[AnyCheck, WithJsonSchema({"type": "object"})]
    """The numbers it was made with, as *Make a check* takes them."""
    house_rules: dict[str, Any]
    """The campaign's options that were not as usual when it was made."""
    before: CheckAnswer | None
    """What it said before it was amended; null if it wasn't."""

    @property
    def answer(self) -> CheckAnswer:
        """What it says, without who made it and when."""
        return CheckAnswer(**{name: getattr(self, name) for name in CheckAnswer.model_fields})


class Receipt(Value):
    """All that the maker of a blind roll or check gets to see: that it was made."""

    text: str
    """For people, plain."""
    markdown: str
    """For people, in Discord's markdown."""
    id: str
    member_id: str
    """Who rolled."""
    by_member_id: str | None
    """The game master whose token rolled for them, if one did."""
    character_id: str | None
    """The character it was for, if it was for one."""
    visibility: Literal["blind"] = "blind"
    label: str | None
    """What it was for."""
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: a token, the member it acts as, and what it may do. Every answer is made for a caller."""

    token_id: str
    campaign_id: str
    system: SystemKey
    """What the campaign is played by."""
    member_id: str
    member_role: Role
    role: Role
    """The lower of the member's and the token's role."""
    archived: bool
    by_member_id: str | None = None
    """The game master behind `Umpire-As`; `member_id` is then the member acted for."""
    character_ids: frozenset[str] | None = None
    """The only characters that the token may act for; None: all that are the member's."""
    secret_digest: bytes = b""
    """Which secret of the token they came with: a renewed token's old one is worth nothing."""


class Event(NamedTuple):
    """A fact of the campaign for the journal; the sequence is given by the journal."""

    id: str
    type: str
    at: datetime
    member_id: str | None
    by_member_id: str | None
    audience: Audience
    data: str
    """A JSON document."""
    text: str
    schema_version: int = 1
    for_member_id: str | None = None
    """Whom an audience with a member means; None: `member_id`."""
    encounter_id: str | None = None
    version: int | None = None
    """The version of the encounter that it belongs to, as game masters count, and as the others do."""
    public_version: int | None = None


SEALED = b"\x00secret\x00"
"""Stands in a kept body where a secret stood; JSON never holds these bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A response: status, headers and body to the byte, and the secret in it that must not be kept."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    secret: str | None = None
    renews: str | None = None
    """The id of the token or invite whose secret this is."""

    def sealed(self) -> "Answer":
        """The answer as it may be kept: without its secret."""
        if self.secret is None:
            return self
        return replace(self, body=self.body.replace(self.secret.encode(), SEALED), secret=None)

    def unsealed(self, secret: str) -> "Answer":
        """A kept answer with a new secret in the place of the old."""
        return replace(self, body=self.body.replace(SEALED, secret.encode()), secret=secret)
