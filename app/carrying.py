"""Campaigns between files and the storage, for the command line."""

from pathlib import Path

from app.api.body import parse_json
from app.api.shapes import wrong_part
from app.main import system_clock
from app.rules.errors import Refusal
from app.services.campaigns import Founded
from app.services.characters import Characters
from app.services.ports import Storage
from app.services.refusals import Misshapen
from app.services.transfer.exporting import Exports, written
from app.services.transfer.importing import Imports


class NotCarried(Exception):  # noqa: N818 - the operator's situation, told as such
    """The document can't be read in; its words say why."""


async def written_out(storage: Storage, campaign_id: str) -> bytes | None:
    """A campaign's document, as its first game master sees it; None without such a campaign."""
    document = await Exports(storage).whole(campaign_id)
    return None if document is None else await written(document)


async def read_in(storage: Storage, file: Path) -> Founded:
    """The campaign that a document becomes; raises `NotCarried`."""
    try:
        given = parse_json(file.read_bytes())
        if not isinstance(given, dict):
            raise NotCarried(f"{file} holds no campaign.")
        return await Imports(storage, system_clock, Characters(storage, system_clock)).campaign(given)
    except OSError as problem:
        raise NotCarried(f"Can't read {file}: {problem.strerror}.") from problem
    except Misshapen as wrong:
        pointer = "".join(f"/{part}" for part in (*wrong.part, *wrong.errors[0]["loc"]))
        raise NotCarried(f"{wrong_part(wrong.part, wrong.model, wrong.errors).detail} ({pointer})") from None
    except Refusal as refusal:
        raise NotCarried(refusal.detail) from None
