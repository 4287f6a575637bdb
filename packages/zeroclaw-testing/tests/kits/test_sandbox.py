"""The sandbox kit tells a working implementation from a broken one."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import evolve

from zeroclaw_api.processes import Command, Processes, ProcessResult, RunningProcess
from zeroclaw_api.sandbox import LaunchPlan, Sandbox, SandboxPolicy, SandboxStrength
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.sandbox import SandboxConformance
from zeroclaw_testing.sandbox import FakeSandbox


class PlainProcesses:
    """Runs a command for real, with no promise about what it leaves."""

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - the contract's own parameter
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        with trio.fail_after(timeout):
            done = await trio.run_process(
                command.argv,
                cwd=command.cwd,
                env=command.env,
                stdin=command.stdin,
                capture_stdout=True,
                stderr=subprocess.STDOUT,
                check=False,
            )
        return ProcessResult(done.returncode, None, done.stdout, b"", 0, 0, 0.0, False)

    def start(self, command: Command) -> AbstractAsyncContextManager[RunningProcess]:
        raise NotImplementedError


class TestFakeSandbox(SandboxConformance):
    def make(self) -> Sandbox:
        return FakeSandbox()

    def make_unavailable(self) -> Sandbox:
        return FakeSandbox(is_available=False)

    @asynccontextmanager
    async def open_processes(self) -> AsyncIterator[Processes]:
        yield PlainProcesses()


class PlansBare(FakeSandbox):
    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        return LaunchPlan(command, SandboxStrength.FULL)


class Boasts(FakeSandbox):
    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        return evolve(super().plan(command, policy), strength=SandboxStrength.FULL)


class JoinsWords(FakeSandbox):
    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        joined = Command(("/bin/sh", "-c", " ".join(command.argv)), command.cwd, command.env)
        return LaunchPlan(joined, SandboxStrength.NONE)


class LeavesFiles(FakeSandbox):
    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        (Path(policy.writable[0]) / ".profile").touch()
        return super().plan(command, policy)


class CannotProbe(FakeSandbox):
    async def probe(self) -> None:
        raise OSError("no such program")


class RefusesQuietly(FakeSandbox):
    """Runs the bare command where it cannot confine."""

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        return LaunchPlan(command, SandboxStrength.NONE)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (PlansBare(), "test_plan_is_never_silently_the_bare_command"),
        (Boasts(), "test_plan_claims_no_more_than_the_sandbox"),
        (JoinsWords(), "test_plan_starts_the_whole_command"),
        (JoinsWords(), "test_plan_keeps_the_input_of_the_command"),
        (LeavesFiles(), "test_planning_changes_nothing"),
        (CannotProbe(), "test_probe_succeeds_where_it_works"),
        (
            RefusesQuietly(is_available=False),
            "test_unavailable_sandbox_refuses_instead_of_running_bare",
        ),
        (
            FakeSandbox(strength=SandboxStrength.FULL),
            "test_writing_is_possible_only_where_the_policy_says",
        ),
    ],
)
async def test_kit_catches_a_broken_sandbox(broken: Sandbox, check: str) -> None:
    class Broken(TestFakeSandbox):
        def make(self) -> Sandbox:
            return broken

        def make_unavailable(self) -> Sandbox:
            return broken

    await require_caught(getattr(Broken(), check))
