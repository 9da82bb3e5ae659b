"""The setup token that a public server makes for itself at its first start."""

from app.services import keys
from app.services.ports import Storage, Work


async def make_setup_token(storage: Storage) -> str | None:
    """Make the server's setup token; None if it has one already, whose secret was shown when it was made."""

    async def make(tx: Work) -> str | None:
        secret = keys.new_token("setup")
        return secret if await tx.setup.add(keys.digest(secret)) else None

    return await storage.write(make)
