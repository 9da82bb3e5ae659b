"""What an operator may set, read once from `UMPIRE_*`, or from the file that `UMPIRE_*_FILE` names."""

import ipaddress
import os
import re
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

PREFIX = "UMPIRE_"


class _FromFiles(PydanticBaseSettingsSource):
    """`UMPIRE_X_FILE=/run/secrets/x` gives `UMPIRE_X` the file's content, as container secrets want it."""

    def get_field_value(self, field: Any, field_name: str) -> tuple[Any, str, bool]:
        path = os.environ.get(f"{PREFIX}{field_name.upper()}_FILE")
        return (Path(path).read_text(encoding="utf-8").strip() if path else None), field_name, False

    def __call__(self) -> dict[str, Any]:
        values = {name: self.get_field_value(None, name)[0] for name in self.settings_cls.model_fields}
        return {name: value for name, value in values.items() if value is not None}


class Settings(BaseSettings):
    """The settings of one server."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, use_attribute_docstrings=True)

    database_url: str = "sqlite:///umpire.db"
    """`sqlite:///file` or `postgresql://user:password@host/name`."""
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    public_url: str | None = None
    """The address that people use, with its path prefix, when the server stands behind a proxy."""
    setup_token: SecretStr | None = None
    """What may create campaigns; a public server without one makes one at its first start."""
    cors_origins: str = "*"
    """Origins whose pages may call, separated by commas."""
    log_format: Literal["console", "json"] = "console"
    metrics_token: SecretStr | None = None
    """What may read `/metrics`; without it they are only served on a loopback bind."""
    forwarded_allow_ips: str = "127.0.0.1"
    """Proxies whose `X-Forwarded-*` headers are believed, separated by commas."""
    rate_limits: Literal["on", "off"] = "on"

    @field_validator("port", mode="before")
    @classmethod
    def _is_a_port(cls, written: object) -> object:
        if isinstance(written, str) and not re.fullmatch("[0-9]{1,5}", written.strip()):
            raise ValueError(f"{written[:20]!r} is no port. It must be a whole number from 0 to 65535, such as 8000.")
        return written

    @field_validator("public_url")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        try:
            parts = urlsplit(url)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in ("http", "https") or not parts.hostname or "?" in url or "#" in url:
            raise ValueError(
                "must begin with http:// or https://, name a host, and have no ? and no #, "
                "such as https://games.example/umpire. Without a proxy leave the setting out."
            )
        return url

    @field_validator("setup_token", "metrics_token")
    @classmethod
    def _is_not_empty(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and not secret.get_secret_value().strip():
            raise ValueError("is empty. Give it some text, or leave the setting out.")
        return secret

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then the files it names."""
        return init_settings, env_settings, _FromFiles(settings_cls)

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def prefix(self) -> str:
        """The path under which a proxy serves us, such as `/umpire`; empty at the root."""
        return urlsplit(self.public_url or "").path.rstrip("/")
