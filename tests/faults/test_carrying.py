"""What an operator keeps and moves at the command line: copies of the database, and campaigns as documents."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli import main

POSTGRES = "postgresql://umpire@localhost/umpire"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "umpire.db"


def umpire(place: Path | str, *arguments: object) -> Result:
    """Run a command to its end."""
    url = place if isinstance(place, str) else f"sqlite:///{place}"
    return CliRunner().invoke(main, [str(one) for one in arguments], env={"UMPIRE_DATABASE_URL": url})


def demo(place: Path) -> str:
    """A campaign with something in it."""
    made = json.loads(umpire(place, "demo", "--json").stdout)
    campaign: str = made["campaigns"][0]["id"]
    return campaign


def campaigns(place: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(place)) as file:
        return file.execute("SELECT id FROM campaign ORDER BY id").fetchall()


class TestBackup:
    def test_a_copy_is_whole_and_comes_back(self, place: Path, tmp_path: Path) -> None:
        demo(place)
        there = campaigns(place)
        copy = tmp_path / "copy.db"
        # Written and not yet in the main file: the copy has it all the same.
        with closing(sqlite3.connect(place)) as other:
            other.execute("UPDATE campaign SET name = 'Fog'")
            other.commit()
            assert umpire(place, "backup", copy).exit_code == 0
        assert sorted(os.listdir(tmp_path)) == sorted({*os.listdir(tmp_path)} - {".copy.db"})
        assert not [name for name in os.listdir(tmp_path) if name.startswith(".copy.db")]
        demo(place)
        assert len(campaigns(place)) == 2 * len(there)
        kept = umpire(place, "restore", copy)
        assert (kept.exit_code, len(campaigns(place))) == (1, 2 * len(there))
        assert "--force" in kept.output
        assert umpire(place, "restore", "--force", copy).exit_code == 0
        assert campaigns(place) == there
        elsewhere = tmp_path / "elsewhere.db"
        assert umpire(elsewhere, "restore", copy).exit_code == 0
        assert campaigns(elsewhere) == there

    def test_what_is_no_copy_is_refused_and_nothing_changes(self, place: Path, tmp_path: Path) -> None:
        demo(place)
        there = campaigns(place)
        wrong, newer, empty = tmp_path / "wrong.db", tmp_path / "newer.db", tmp_path / "empty.db"
        wrong.write_bytes(b"not a database" * 100)
        empty.write_bytes(b"")
        assert umpire(place, "backup", newer).exit_code == 0
        with closing(sqlite3.connect(newer)) as file:
            file.execute("UPDATE alembic_version SET version_num = '9999'")
            file.commit()
        for copy in (wrong, newer, empty, tmp_path / "nothing.db"):
            refused = umpire(place, "restore", "--force", copy)
            assert refused.exit_code == 1, copy
            assert copy.name in refused.output
        assert campaigns(place) == there
        assert umpire(tmp_path / "nothing.db", "backup", tmp_path / "x.db").exit_code == 1
        assert umpire(place, "backup", tmp_path / "no" / "x.db").exit_code == 1
        assert not (tmp_path / "nothing.db").exists()

    def test_postgres_has_its_own(self, tmp_path: Path) -> None:
        for command, own in (("backup", "pg_dump"), ("restore", "pg_restore")):
            told = umpire(POSTGRES, command, tmp_path / "x")
            assert (told.exit_code, own in told.output) == (1, True)


class TestDocuments:
    def test_a_campaign_goes_to_another_database(self, place: Path, tmp_path: Path) -> None:
        campaign = demo(place)
        document, elsewhere = tmp_path / "campaign.json", tmp_path / "elsewhere.db"
        assert umpire(place, "export", campaign, document).exit_code == 0
        assert json.loads(umpire(place, "export", campaign).stdout) == json.loads(document.read_text())
        made = umpire(elsewhere, "import", document)
        assert made.exit_code == 0, made.output
        id_, token = made.stdout.split()
        assert (campaigns(elsewhere), token[:7]) == ([(id_,)], "ump_gm_")
        assert id_ != campaign

    def test_what_is_no_document_is_refused_and_nothing_is_kept(self, place: Path, tmp_path: Path) -> None:
        campaign, document = demo(place), tmp_path / "campaign.json"
        there = campaigns(place)
        whole = json.loads(umpire(place, "export", campaign).stdout)
        for text, told in (
            ("{", "line 1"),
            ("[]", "no campaign"),
            (json.dumps(whole | {"version": 3}), "/version"),
            (json.dumps(whole | {"members": []}), "/members"),
            (json.dumps(whole | {"characters": [{}] * 501}), "500"),
        ):
            document.write_text(text)
            refused = umpire(place, "import", document)
            assert (refused.exit_code, told in refused.output) == (1, True), refused.output
        assert umpire(place, "import", tmp_path / "nothing.json").exit_code == 1
        assert umpire(place, "export", "cmp_x").exit_code == 1
        assert campaigns(place) == there
