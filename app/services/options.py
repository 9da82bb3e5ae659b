"""The house rules of a campaign: those that every campaign has, and those of its system."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import Field, GetJsonSchemaHandler, ValidationError, create_model, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from app.rules.catalog import SYSTEMS
from app.rules.system import System, Value
from app.rules.value import WITHOUT_SOURCE
from app.services.refusals import Misshapen
from app.services.text import NO_PROSE, forged


class CampaignOptions(Value):
    """The house rules that every campaign has."""

    physical_dice: Literal["all", "gm", "off"] = "all"
    """Who may enter the faces of real dice: everybody who rolls, only the game master, or nobody."""

    enforce_build: bool = False
    """Whether a sheet that breaks the rules of building is refused; otherwise it is kept, and told what it breaks."""

    auto_resolve: list[str] = Field(default=[])
    """Kinds of choices in an encounter that nobody is asked for: they are answered at once, with pass or default."""

    @field_validator("*", mode="before")
    @classmethod
    def _honest_texts(cls, value: Any) -> Any:
        if forged(value) is not None:
            raise ValueError(NO_PROSE)
        return value


def _of(system: System) -> type[CampaignOptions]:
    bases: Any = (CampaignOptions, system.options)
    told = f"The house rules of a campaign of {system.title}; what is left out is as usual."
    fields: Any = {"auto_resolve": _auto_resolve(system)}
    return cast(
        type[CampaignOptions],
        create_model(
            f"Campaign{system.options.__name__}", __base__=bases, __doc__=told, __cls_kwargs__=WITHOUT_SOURCE, **fields
        ),
    )


def _auto_resolve(system: System) -> tuple[Any, Any]:
    """The option with the choices of this system."""
    told = CampaignOptions.model_fields["auto_resolve"].description
    windows = system.encounters.windows if system.encounters is not None else ()
    kinds = tuple(window.kind for window in windows if window.auto)
    one: Any = Literal[kinds] if kinds else str
    return list[one], Field(default=[], description=told, max_length=len(kinds))


OPTIONS: Mapping[str, type[CampaignOptions]] = {key: _of(system) for key, system in SYSTEMS.items()}
"""The house rules of a campaign of each system; each is that system's own options too."""

if TYPE_CHECKING:
    AnyOptions = CampaignOptions
else:
    AnyOptions = reduce(or_, OPTIONS.values())
"""The house rules of a campaign of any system."""


class HouseRule(Value):
    """A house rule in which the campaign differs from the usual."""

    option: str
    value: Any
    """What holds here."""
    usual: Any
    """What holds where nobody says otherwise."""
    changes: str
    """What the option settles, and the id of the rule or ruling behind it."""


def house_rules(options: CampaignOptions) -> list[HouseRule]:
    """What differs from the usual, in the order of the options."""
    usual, here = type(options)().model_dump(mode="json"), options.model_dump(mode="json")
    return [
        HouseRule(option=name, value=here[name], usual=usual[name], changes=_told(field))
        for name, field in type(options).model_fields.items()
        if here[name] != usual[name]
    ]


def changed(options: CampaignOptions, changes: Mapping[str, Any]) -> CampaignOptions:
    """The options with these changes, where None puts one back to the usual; raises `Misshapen`."""
    model = type(options)
    given = {name: value for name, value in changes.items() if value is not None or name not in model.model_fields}
    kept = {name: value for name, value in options.model_dump().items() if name not in changes}
    try:
        return model.model_validate(kept | given)
    except ValidationError as wrong:
        raise Misshapen(("options",), model, wrong.errors()) from None


def _told(field: FieldInfo) -> str:
    return " ".join((field.description or "").split())


def _change_of(options: type[CampaignOptions]) -> CoreSchema:
    """As the options, but everything may be left out, or be null: only to be shown."""
    fields: dict[str, Any] = {
        name: (
            (Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation) | None,  # type: ignore[operator]
            Field(default_factory=lambda: None, description=_told(field)),
        )
        for name, field in options.model_fields.items()
    }
    told = "House rules to change; `null` puts one back to the usual."
    shown = create_model(
        f"{options.__name__}Change", __base__=Value, __doc__=told, __cls_kwargs__=WITHOUT_SOURCE, **fields
    )
    return shown.__pydantic_core_schema__


class _OfAnySystem:
    """Which options a change may name goes by the campaign's system, so here the docs list those of each."""

    _changes = tuple(map(_change_of, OPTIONS.values()))

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(change) for change in self._changes]}


OptionsChange = Annotated[dict[str, Any], _OfAnySystem()]
"""House rules to change, by name: an unknown name or a wrong value is refused when the campaign is known."""
