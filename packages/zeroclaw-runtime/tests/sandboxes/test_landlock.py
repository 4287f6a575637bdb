"""What Landlock holds, tried out by attempts to get around it."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

import landlock_program
import pytest
import trio

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.restrictions import Restrictions
from zeroclaw_api.sandbox import Sandbox, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.process.restrict_main import landlock_abi
from zeroclaw_runtime.sandboxes.landlock import LandlockSandbox, LandlockVersion
from zeroclaw_testing import FakeOutcome, FakeProcesses
from zeroclaw_testing.kits.sandbox import SandboxConformance

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or landlock_abi() < 6, reason="the kernel has no Landlock 6"
)

ROOT, NOBODY = 0, 65534
# Landlock judges by the path, and only what opens, makes or moves.
LEFT_OPEN = {
    "read an older hard link",
    "change a mode outside",
    "change a time outside",
    "see a size outside",
}
FOR_ROOT_ONLY = {"change the root", "make a device"}


@pytest.fixture(params=[ROOT, NOBODY], ids=["root", "nobody"])
def uid(request: pytest.FixtureRequest) -> int:
    wanted: int = request.param
    if os.geteuid() not in {ROOT, wanted}:
        pytest.skip("only root can become somebody else")
    return wanted


@cache
def told(what: str, uid: int) -> dict[str, object]:
    return landlock_program.run_as(what, uid)


@pytest.mark.parametrize("attempt", landlock_program.ATTEMPTS)
def test_an_attempt_to_escape_comes_to_what_is_promised(uid: int, attempt: str) -> None:
    found = told("escapes", uid)[attempt]
    assert isinstance(found, list)
    confined, unconfined, kept, stderr = found
    assert confined == (attempt in LEFT_OPEN), stderr
    assert kept, "a protected file changed"
    control = uid == ROOT or attempt not in FOR_ROOT_ONLY
    assert unconfined == control, "the attempt proves nothing"


@pytest.mark.parametrize(
    "work",
    ["git", "move", "devices", "substitution", "temporary", "python", "make", "names"],
)
def test_everyday_work_goes_on_as_it_does_outside(uid: int, work: str) -> None:
    found = told("everyday", uid)[work]
    assert isinstance(found, list)
    assert (found[0], found[2]) == (0, "")


def test_open_network_reaches_hosts_but_nothing_of_this_machine(uid: int) -> None:
    assert told("network", uid) == {
        "connect over TCP": True,
        "listen on TCP": True,
        "send over UDP": True,
        "signal the owner": False,
        "connect to a socket file": False,
        "connect to an abstract socket": False,
    }


def test_number_of_processes_is_held_for_an_ordinary_user_only(uid: int) -> None:
    held = "" if uid == NOBODY else "started\n"
    found = told("limits", uid)
    assert found == {"without": "started\n", "with": held, "unconfined": held}


class TestLandlockKeepsTheContract(SandboxConformance):
    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Sandbox]:
        async with open_processes("forkserver") as processes:
            yield LandlockSandbox(processes, os.fspath(self.temporary))

    def open(self) -> AbstractAsyncContextManager[Sandbox]:
        return self._opened()

    @pytest.fixture(autouse=True)
    def _temporary(self, tmp_path: Path) -> None:
        self.temporary = tmp_path

    def make_unavailable(self) -> Sandbox:
        return LandlockSandbox(FakeProcesses(), "/tmp", LandlockVersion(0, 0))

    def open_processes(self) -> AbstractAsyncContextManager[Processes]:
        return open_processes("forkserver")


def plan_of(version: LandlockVersion, temporary: Path, policy: SandboxPolicy) -> Restrictions:
    sandbox = LandlockSandbox(FakeProcesses(), str(temporary), version)
    restrictions = sandbox.plan(Command(("true",), None, {}), policy).command.restrictions
    assert restrictions is not None
    return restrictions


@pytest.mark.parametrize("abi", [0, 1, 2])
def test_kernel_that_lets_files_be_truncated_is_refused(tmp_path: Path, abi: int) -> None:
    with pytest.raises(SandboxUnavailable, match="kernel"):
        plan_of(LandlockVersion(abi, 0), tmp_path, SandboxPolicy(writable=(), readable=()))


@pytest.mark.parametrize("abi", [3, 4, 5])
def test_older_kernel_closes_the_network_by_the_filter_alone(tmp_path: Path, abi: int) -> None:
    sandbox = LandlockSandbox(FakeProcesses(), str(tmp_path), LandlockVersion(abi, 0))
    plan = sandbox.plan(Command(("true",), None, {}), SandboxPolicy(writable=(), readable=()))
    assert plan.command.restrictions is not None
    assert not plan.command.restrictions.without_network
    assert plan.command.restrictions.system_calls
    assert "outside" in plan.facts["signals"]


def test_plan_admits_what_it_does_not_hold(tmp_path: Path) -> None:
    hooks = tmp_path / "work" / ".git" / "hooks"
    hooks.mkdir(parents=True)
    work = str(tmp_path / "work")
    sandbox = LandlockSandbox(FakeProcesses(), str(tmp_path), LandlockVersion(7, 7))
    policy = SandboxPolicy(
        writable=(work,), readable=(), protected=(str(hooks), f"{tmp_path}/absent")
    )
    plan = sandbox.plan(Command(("true",), None, {}), policy)
    assert plan.strength is SandboxStrength.NO_METADATA_PROTECTION
    assert plan.facts["frozen"] == f"{tmp_path}:{work}:{work}/.git"
    assert "unprotected" not in plan.facts
    assert "hard_links" in plan.facts


async def test_probe_says_why_nothing_can_be_confined(tmp_path: Path) -> None:
    said = FakeOutcome(stderr=b"nothing can be loaded\n", exit_code=127)
    for programs, words in (({}, "no such program"), ({"true": said}, "nothing can be loaded")):
        sandbox = LandlockSandbox(FakeProcesses(programs), str(tmp_path), LandlockVersion(7, 7))
        with trio.fail_after(5), pytest.raises(SandboxUnavailable, match=words):
            await sandbox.probe()
