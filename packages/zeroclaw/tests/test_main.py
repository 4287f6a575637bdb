"""The entry answers what needs nothing at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

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


@pytest.mark.parametrize("arguments", [["--help"], ["agent", "--help"]])
def test_help_is_shown_without_loading_what_talks_to_models(arguments: list[str]) -> None:
    unwanted = ("trio", "attrs", "httpx", "pydantic", "sqlalchemy", "rich", "cryptography")
    code = (
        f"import atexit, sys; sys.argv = ['zeroclaw', *{arguments!r}]\n"
        f"atexit.register(lambda: print([n for n in {unwanted!r} if n in sys.modules]))\n"
        "from zeroclaw.main import main\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
