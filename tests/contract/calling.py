"""Calling the service without a socket and without a client's help: any bytes go in, what comes out is measured."""

import json
import time
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

Headers = list[tuple[bytes, bytes]]


@dataclass
class Answered:
    """An answer as it left the service, and the processor time it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float

    @property
    def code(self) -> str | None:
        """The problem's code; None for a success."""
        return None if self.status < 400 else json.loads(self.body)["code"]


async def call(app: FastAPI, method: str, path: str, body: bytes = b"", headers: Headers | None = None) -> Answered:
    """Send one request; its own headers come after the host and before nothing else."""
    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method.upper(),
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"localhost:8000"), *(headers or [])],
        "client": ("127.0.0.1", 50000),
        "server": ("localhost", 8000),
        "state": {},
    }
    sent: list[dict[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    began = time.thread_time()
    await app(scope, receive, send)
    seconds = time.thread_time() - began
    told = {name.decode("latin-1"): value.decode("latin-1") for name, value in sent[0]["headers"]}
    return Answered(
        status=sent[0]["status"],
        headers=told,
        body=b"".join(message.get("body", b"") for message in sent[1:]),
        seconds=seconds,
    )


def bearer(token: str) -> Headers:
    """The header of somebody who has a token."""
    return [(b"authorization", f"Bearer {token}".encode())]


AS_JSON: Headers = [(b"content-type", b"application/json")]
