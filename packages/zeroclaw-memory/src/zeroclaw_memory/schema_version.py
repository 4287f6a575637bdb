"""Bring the schema of a database to the one this code knows, or refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
)

from zeroclaw_memory.connections import in_transaction
from zeroclaw_memory.errors import DatabaseTooNew
from zeroclaw_memory.schema import metadata

__all__ = ["REVISION", "bring_up_to_date", "migrate"]

REVISION: Final = "0001"
"""The newest revision; they are numbered, so that a later one is greater."""

_MIGRATIONS: Final = Path(__file__).parent / "migrations"

# As alembic makes it: a fresh database is not made by it, since importing it costs more.
_version: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def bring_up_to_date(connection: Connection, path: Path) -> None:
    """Create or migrate, in one transaction. Raises `DatabaseTooNew`, or what SQL raises."""
    if _found(connection, path) == REVISION:
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited for the lock.
        found = _found(connection, path)
        if found is None:
            metadata.create_all(connection)
            _version.create(connection)
            connection.execute(insert(_version), {"version_num": REVISION})
        elif found != REVISION:
            migrate(connection)
        connection.exec_driver_sql("COMMIT")
    finally:
        if in_transaction(connection):
            connection.exec_driver_sql("ROLLBACK")


def migrate(connection: Connection) -> None:
    """Run the revisions that are missing, inside the transaction of the caller."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.runtime.migration import MigrationContext, RevisionStep
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)

    def steps(current: str, _context: MigrationContext) -> list[RevisionStep]:
        return script._upgrade_revs("head", current)

    with EnvironmentContext(config, script, fn=steps) as environment:
        environment.configure(connection=connection, transactional_ddl=False)
        environment.run_migrations()


def _found(connection: Connection, path: Path) -> str | None:
    if not inspect(connection).has_table(_version.name):
        return None
    found = connection.scalar(select(_version.c.version_num))
    if found is not None and found > REVISION:
        raise DatabaseTooNew(path=str(path), found=found, known=REVISION)
    return found
