"""What an operator may set, read once from `UMPIRE_*`, or from the file that `UMPIRE_*_FILE` names."""

import ipaddress
import os
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr
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
    setup_token: SecretStr | None = Field(default=None, min_length=1)
    """What may create campaigns; a public server without one makes one at its first start."""
    cors_origins: str = "*"
    """Origins whose pages may call, separated by commas."""
    log_format: Literal["console", "json"] = "console"
    metrics_token: SecretStr | None = Field(default=None, min_length=1)
    """What may read `/metrics`; without it they are only served on a loopback bind."""
    forwarded_allow_ips: str = "127.0.0.1"
    """Proxies whose `X-Forwarded-*` headers are believed, separated by commas."""
    rate_limits: Literal["on", "off"] = "on"

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
