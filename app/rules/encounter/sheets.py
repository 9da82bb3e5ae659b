"""The sheets lent to an encounter: they change rarely and are large, so they stand beside the state, not in it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from app.rules.encounter.refusals import FRAME_REFUSALS, against
from app.rules.kept import read_kept
from app.rules.value import Value


def check_fit(sheet: Value) -> None:
    """Refuse a sheet that could not be read again: what is left on a character must not make it unreadable.

    Raises:
        AgainstTheRules: `unfit_sheet`.
    """
    try:
        type(sheet).model_validate_json(sheet.model_dump_json())
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        reason = f"{FRAME_REFUSALS['unfit_sheet']} Mend `{field}` first: {first['msg']}."
        raise against("unfit_sheet", reason, field=field) from fault


class Sheets(Mapping[str, Value]):
    """Sheets by id. A sheet is never changed: a new one comes under a new id, so undo finds the old.

    Args:
        sheet: the system's sheet.
        documents: sheets as they were stored; each is read when it is first asked for.
        read: sheets that are at hand already.
    """

    def __init__(
        self, sheet: type[Value], documents: Mapping[str, Any] | None = None, read: Mapping[str, Value] | None = None
    ) -> None:
        self.sheet = sheet
        self._documents = documents or {}
        self._read = dict(read or {})

    def __getitem__(self, name: str) -> Value:
        """The sheet with this id; a KeyError if there is none."""
        if name not in self._read:
            self._read[name] = self._kept(self._documents[name])
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        """Their ids."""
        return iter({**self._documents, **self._read})

    def __len__(self) -> int:
        """How many there are."""
        return len({*self._documents, *self._read})

    def joined(self, more: Mapping[str, Value]) -> "Sheets":
        """With more sheets."""
        return Sheets(self.sheet, self._documents, {**self._read, **more})

    def id_of(self, sheet: Value) -> str | None:
        """The id of an equal sheet that is here already."""
        return next((name for name in self if self[name] == sheet), None)

    def documents(self) -> dict[str, Any]:
        """All of them as JSON values, to be stored."""
        return {name: self._document(name) for name in self}

    def _kept(self, document: Any) -> Value:
        try:
            # Lax only in that JSON has no tuples: the document is our own dump.
            return self.sheet.model_validate(document, strict=False)
        except ValidationError:
            return read_kept(self.sheet, json.dumps(document))

    def _document(self, name: str) -> Any:
        return self._documents[name] if name in self._documents else self._read[name].model_dump(mode="json")
