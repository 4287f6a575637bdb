"""Importing is free; SQLAlchemy comes with the first opening."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import sys, zeroclaw_memory
for name in zeroclaw_memory.__all__:
    getattr(zeroclaw_memory, name)
print(sorted({"sqlalchemy", "alembic", "sqlite3"} & set(sys.modules)))
"""


def test_importing_the_package_loads_no_database() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"
