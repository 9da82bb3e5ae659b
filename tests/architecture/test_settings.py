"""Every setting comes from the environment, or from the file that the environment names."""

import re
import typing
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from app.settings import PREFIX, Settings

GOOD: dict[str, tuple[str, Any]] = {
    "database_url": ("sqlite:///elsewhere.db", "sqlite:///elsewhere.db"),
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("9000", 9000),
    "public_url": ("https://table.example/umpire", "https://table.example/umpire"),
    "setup_token": ("open sesame", SecretStr("open sesame")),
    "cors_origins": ("https://one.example,https://two.example", "https://one.example,https://two.example"),
    "log_format": ("json", "json"),
    "metrics_token": ("count me", SecretStr("count me")),
    "forwarded_allow_ips": ("10.0.0.1", "10.0.0.1"),
    "rate_limits": ("off", "off"),
}


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        for end in ("", "_FILE"):
            monkeypatch.delenv(f"{PREFIX}{name.upper()}{end}", raising=False)


def test_every_setting_is_tried_here() -> None:
    assert set(GOOD) == set(Settings.model_fields)


@pytest.mark.parametrize("name", GOOD)
def test_it_is_read_from_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, meant = GOOD[name]
    monkeypatch.setenv(f"{PREFIX}{name.upper()}", written)
    assert getattr(Settings(), name) == meant


@pytest.mark.parametrize("name", GOOD)
def test_it_is_read_from_the_file_that_the_environment_names(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As Docker and Kubernetes hand over secrets, with the line feed that every editor leaves."""
    written, meant = GOOD[name]
    (tmp_path / "secret").write_text(f"{written}\n")
    monkeypatch.setenv(f"{PREFIX}{name.upper()}_FILE", str(tmp_path / "secret"))
    assert getattr(Settings(), name) == meant


def test_the_environment_wins_over_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "port").write_text("9001")
    monkeypatch.setenv("UMPIRE_PORT_FILE", str(tmp_path / "port"))
    monkeypatch.setenv("UMPIRE_PORT", "9002")
    assert Settings().port == 9002


def test_a_file_that_is_not_there_is_told_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMPIRE_SETUP_TOKEN_FILE", "nowhere/at-all")
    with pytest.raises(FileNotFoundError, match="nowhere/at-all"):
        Settings()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("PORT", "eighty"),
        ("PORT", "65536"),
        ("LOG_FORMAT", "xml"),
        ("RATE_LIMITS", "maybe"),
        ("SETUP_TOKEN", ""),  # an empty one would let nobody in,
        ("METRICS_TOKEN", ""),  # or everybody
        ("PUBLIC_URL", ""),
        ("PUBLIC_URL", "games.example/umpire"),
        ("PUBLIC_URL", "ftp://games.example"),
        ("PUBLIC_URL", "https://"),
        ("PUBLIC_URL", "https://games.example/?table=1"),
        ("PUBLIC_URL", "https://games.example/#table"),
        ("PUBLIC_URL", "https://[games"),
    ],
)
def test_a_wrong_value_is_told_at_the_start(name: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"UMPIRE_{name}", wrong)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_an_empty_file_of_a_secret_is_told_at_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("\n")
    monkeypatch.setenv("UMPIRE_SETUP_TOKEN_FILE", str(tmp_path / "secret"))
    with pytest.raises(ValidationError, match="is empty"):
        Settings()


def test_the_defaults_are_a_table_at_home() -> None:
    home = Settings()
    assert home.on_loopback
    assert home.setup_token is None
    assert home.rate_limits == "on"
    assert home.database_url == "sqlite:///umpire.db"


def test_secrets_are_not_printed() -> None:
    settings = Settings(setup_token="open sesame", metrics_token="count me")
    assert not re.search("sesame|count me", f"{settings!r} {settings} {settings.model_dump_json()}")
    secret = {name for name, field in Settings.model_fields.items() if SecretStr in typing.get_args(field.annotation)}
    assert secret == {"setup_token", "metrics_token"}


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("table.example", False),
    ],
)
def test_which_hosts_only_this_machine_reaches(host: str, loopback: bool) -> None:
    assert Settings(host=host).on_loopback is loopback


@pytest.mark.parametrize(
    ("public_url", "prefix"),
    [
        (None, ""),
        ("https://table.example", ""),
        ("https://table.example/", ""),
        ("https://table.example/umpire", "/umpire"),
        ("https://table.example/umpire/", "/umpire"),
        ("https://table.example/games/umpire/", "/games/umpire"),
    ],
)
def test_the_path_prefix_is_that_of_the_public_address(public_url: str | None, prefix: str) -> None:
    assert Settings(public_url=public_url).prefix == prefix
