"""The setup token that a public server makes for itself at its first start."""

import secrets

from app.services import keys
from app.services.ports import Storage, Work


async def make_setup_token(storage: Storage) -> str | None:
    """Make the server's setup token; None if it has one already, whose secret was shown when it was made."""

    async def make(tx: Work) -> str | None:
        secret = keys.new_token("setup")
        return secret if await tx.setup.add(keys.digest(secret)) else None

    return await storage.write(make)


async def is_made_setup_token(storage: Storage, token: str) -> bool:
    """Whether this is the setup token that the server made."""
    made = await storage.read(lambda tx: tx.setup.digest())
    return made is not None and secrets.compare_digest(made, keys.digest(token))
