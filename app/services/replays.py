"""Giving the first answer again to a repeat under the same idempotency key."""

from app.services import keys
from app.services.ports import Clock, Once, Storage, Work
from app.services.refusals import IdempotencyMismatch, missing
from app.services.values import Answer
from app.services.writing import ANSWERS_KEPT


class Replays:
    """Finds kept answers.

    Secrets are not kept: a repeat of a call that made one gets a new secret, and the first one dies.
    """

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    async def answer(self, once: Once) -> Answer | None:
        """The answer given under this key in the last 24 hours; raises `IdempotencyMismatch` for another request."""
        since = self._clock() - ANSWERS_KEPT
        kept = await self._storage.read(lambda tx: tx.answers.get(once.scope, once.key, since=since))
        if kept is None:
            return None
        if kept.fingerprint != once.fingerprint:
            raise IdempotencyMismatch(
                "This Idempotency-Key was used for a request with another route, query or body. Use a new key."
            )
        return kept.answer if kept.answer.renews is None else await self._renewed(kept.answer, kept.answer.renews)

    async def _renewed(self, answer: Answer, id_: str) -> Answer:
        async def renew(tx: Work) -> str:
            if id_.startswith("inv_"):
                code = keys.new_code()
                if not await tx.invites.renew(id_, digest=keys.code_digest(code)):
                    raise missing()
                return code
            role = await tx.tokens.role(id_)
            if role is None:
                raise missing()
            secret = keys.new_token(role)
            await tx.tokens.renew(id_, digest=keys.digest(secret))
            return secret

        return answer.unsealed(await self._storage.write(renew))

    async def forget_old(self) -> int:
        """Forget the answers that no repeat may ask for any more; gives their number."""
        before = self._clock() - ANSWERS_KEPT
        return await self._storage.write(lambda tx: tx.answers.forget(before=before))
