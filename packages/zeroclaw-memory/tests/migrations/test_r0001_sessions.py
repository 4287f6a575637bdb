"""The first revision makes what the metadata describes."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from zeroclaw_memory.connections import connect
from zeroclaw_memory.schema import metadata
from zeroclaw_memory.schema_version import REVISION, bring_up_to_date, migrate


def made(path: Path, *, by_alembic: bool) -> Connection:
    path.touch()
    connection = connect(path, is_read_only=False)
    if by_alembic:
        migrate(connection)
    else:
        bring_up_to_date(connection, path)
    return connection


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def definitions(connection: Connection) -> dict[str, str]:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: " ".join(sql.split()) for name, sql in rows}


def test_migrated_schema_is_the_one_of_the_metadata(tmp_path: Path) -> None:
    with made(tmp_path / "m.db", by_alembic=True) as migrated:
        assert differences(migrated) == []
        with made(tmp_path / "c.db", by_alembic=False) as created:
            assert definitions(migrated) == definitions(created)


def test_control_a_difference_between_the_two_is_seen(tmp_path: Path) -> None:
    with made(tmp_path / "m.db", by_alembic=True) as migrated:
        migrated.exec_driver_sql("ALTER TABLE events ADD COLUMN extra TEXT")
        assert differences(migrated) != []


def test_newest_revision_is_the_one_the_code_knows(tmp_path: Path) -> None:
    with made(tmp_path / "m.db", by_alembic=True) as migrated:
        assert MigrationContext.configure(migrated).get_current_revision() == REVISION
