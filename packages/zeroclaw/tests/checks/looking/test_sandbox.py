"""What confines commands is tried, not guessed."""

from __future__ import annotations

import shutil
import sys
from typing import Final

import pytest
import trio

from zeroclaw.checks.looking.sandbox import probe_sandboxes
from zeroclaw_api.sandbox import SandboxName, SandboxStrength

SECONDS: Final = 60

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has process rooms")


@linux
async def test_names_come_to_what_works_here_with_its_strength() -> None:
    names: list[SandboxName] = ["auto", "none", "seatbelt", "auto"]
    with trio.fail_after(SECONDS):
        found = await probe_sandboxes(names)
    assert set(found) == {"auto", "none", "seatbelt"}
    assert (found["none"].works, found["none"].strength) == ("none", SandboxStrength.NONE)
    assert (found["seatbelt"].works, found["seatbelt"].strength) == (None, None)
    assert "macOS" in found["seatbelt"].problem
    assert found["auto"].works != "none"
    assert (found["auto"].works is None) is bool(found["auto"].problem)


@linux
@pytest.mark.bubblewrap
@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bwrap is not installed")
async def test_bubblewrap_is_the_strongest_where_it_works() -> None:
    with trio.fail_after(SECONDS):
        found = await probe_sandboxes(["auto", "bubblewrap"])
    assert found["auto"] == found["bubblewrap"]
    assert found["auto"].strength is SandboxStrength.FULL


@linux
async def test_no_time_at_all_is_told_as_a_sandbox_that_does_not_work() -> None:
    with trio.fail_after(SECONDS):
        found = await probe_sandboxes(["auto"], seconds=0)
    assert found["auto"].works is None
    assert found["auto"].problem == "it did not run a command within 0 seconds"


async def test_no_name_starts_no_command_at_all() -> None:
    with trio.fail_after(SECONDS):
        assert await probe_sandboxes([]) == {}
