"""The way commands are started is tried, not guessed."""

from __future__ import annotations

import shutil
import sys

import pytest
import trio

from zeroclaw.checks.judging.sandbox import AgentRisk
from zeroclaw.checks.looking.sandbox import landlock_version, look_at_sandbox
from zeroclaw_api.risk import RiskProfile


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has process rooms")
async def test_room_is_the_strongest_that_works_here() -> None:
    agents = {"main": AgentRisk(RiskProfile())}
    with trio.fail_after(30):
        facts = await look_at_sandbox(agents)
    assert facts.room in ("bubblewrap", "forkserver")
    assert (facts.problem is None) is (facts.room == "bubblewrap")
    assert facts.agents == agents
    if shutil.which("bwrap") is None:
        assert facts.room == "forkserver"


def test_version_of_landlock_is_a_small_number() -> None:
    assert 0 <= landlock_version() < 100
