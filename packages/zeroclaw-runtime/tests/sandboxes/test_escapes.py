"""No attempt to get out of a sandbox succeeds, while each one does without it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import attrs
import escapes
import pytest
import trio
from escapes import ESCAPES

import zeroclaw_api
import zeroclaw_runtime

NOBODY = 65534
# What Landlock cannot see to, as its facts say.
LANDLOCK_LEAVES = {
    "look at a file outside",
    "change the mode of a file outside",
    "change the time of a file outside",
    "change the mode of a protected file",
}
USERS = ["own", "nobody"]
SANDBOXES = [
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    "landlock",
]
pytestmark = pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64")


@cache
def outcomes(sandbox: str, user: str) -> dict[str, dict[str, dict[str, object]]]:
    """Every attempt, bare and confined, once for the tests of this file."""
    runner = Path(escapes.__file__).with_name("escape_runner.py")
    places = [
        runner.parent,
        *(
            Path(package.__path__[0]).parent
            for package in (zeroclaw_api, zeroclaw_runtime, attrs, trio)
        ),
    ]
    done = subprocess.run(
        [interpreter(user), "-B", "-W", "error", str(runner), sandbox],
        env={"PYTHONPATH": ":".join(map(str, places)), "EARMARK": "MARKED"},
        cwd="/",
        capture_output=True,
        timeout=120,
        check=False,
        user=None if user == "own" else NOBODY,
        group=None if user == "own" else NOBODY,
        extra_groups=None if user == "own" else [],
    )
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, dict[str, dict[str, object]]] = json.loads(done.stdout)
    return found


def interpreter(user: str) -> str:
    """One that the user can start: the environment of the tests may lie in a private folder."""
    if user == "own":
        return sys.executable
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    version = sysconfig.get_python_version()
    found = shutil.which(f"python{version}", path="/usr/bin:/usr/local/bin")
    if found is None:
        pytest.skip(f"no python{version} for everybody")
    return found


def needs_attempt(name: str, sandbox: str, user: str) -> dict[str, dict[str, object]]:
    if sandbox == "bubblewrap" and shutil.which("bwrap") is None and "CI" not in os.environ:
        pytest.skip("bwrap is not installed")
    if ESCAPES[name].needs_root and (user == "nobody" or os.getuid() != 0):
        pytest.skip("only root gets that far without a sandbox")
    return outcomes(sandbox, user)[name]


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("name", ESCAPES)
def test_attempt_is_stopped_by_the_sandbox(name: str, sandbox: str, user: str) -> None:
    attempt = needs_attempt(name, sandbox, user)
    assert attempt["bare"]["out"], f"proves nothing here: {attempt['bare']['said']}"
    expected = sandbox == "landlock" and name in LANDLOCK_LEAVES
    assert attempt["confined"]["out"] is expected, attempt["confined"]["said"]


@pytest.mark.parametrize("user", USERS)
@pytest.mark.bubblewrap
def test_no_placeholder_is_left_on_the_host(user: str) -> None:
    if shutil.which("bwrap") is None and "CI" not in os.environ:
        pytest.skip("bwrap is not installed")
    left = {name: found["confined"]["left"] for name, found in outcomes("bubblewrap", user).items()}
    assert [name for name, names in left.items() if ".agent" in str(names)] == []
