"""The tables refuse what no session may hold."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from zeroclaw_api.errors import StoreError
from zeroclaw_memory.database import open_database
from zeroclaw_memory.schema import metadata

ORPHAN = "INSERT INTO accepted VALUES ('nobody', 1, '{}')"


def test_every_table_knows_its_session() -> None:
    for name, table in metadata.tables.items():
        targets = {key.target_fullname for key in table.foreign_keys}
        assert targets == (set() if name == "sessions" else {"sessions.id"}), name


async def test_row_of_an_unknown_session_is_refused(tmp_path: Path) -> None:
    with trio.fail_after(10):
        async with open_database(tmp_path / "s.db") as database:
            with pytest.raises(StoreError, match="FOREIGN KEY"):
                await database.write("s", lambda c: c.exec_driver_sql(ORPHAN))
