"""The entry answers what needs nothing at once."""

from __future__ import annotations

import subprocess
import sys

from zeroclaw.version import VERSION

HEAVY = ("click", "trio", "attrs", "httpx", "pydantic", "sqlalchemy", "importlib.metadata")


def test_version_is_told_without_loading_anything() -> None:
    code = (
        "import sys; sys.argv = ['zeroclaw', '--version']\n"
        "from zeroclaw.main import main\n"
        "main()\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [f"zeroclaw {VERSION}", "[]"]


def test_entry_loads_little_before_it_listens_to_ctrl_c() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import zeroclaw.main\n"
        "print(sorted({'typing', 're', 'click'} & (set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
