"""A room in which nothing starts bare."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import ProcessStartFailed, SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import LaunchPlan, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.process.confined import Confined
from zeroclaw_testing import FakeProcesses

POLICY = SandboxPolicy(writable=(), readable=())


class Marking:
    """Plans every command with a word more; keeps what it was asked."""

    name = "marking"
    strength = SandboxStrength.FULL

    def __init__(self) -> None:
        self.asked: list[tuple[Command, SandboxPolicy]] = []
        self.works = True

    async def probe(self) -> None:
        await trio.lowlevel.checkpoint()

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        self.asked.append((command, policy))
        if not self.works:
            raise SandboxUnavailable(sandbox=self.name, problem="it is switched off")
        planned = evolve(command, argv=("/bin/echo", "confined", *command.argv))
        return LaunchPlan(planned, self.strength)


async def test_both_ways_to_start_go_through_the_sandbox(processes: Processes) -> None:
    room = Confined(Marking(), POLICY, processes)
    command = Command(("/bin/echo", "bare"), None, {})
    with trio.fail_after(10):
        result = await room.run(command, timeout=5, output_limit=100)
        async with room.start(command) as process:
            said = await process.receive_stdout()
            await process.wait()
    assert result.stdout == said == b"confined /bin/echo bare\n"


async def test_nothing_starts_when_the_sandbox_refuses() -> None:
    sandbox, inner = Marking(), FakeProcesses()
    sandbox.works = False
    room = Confined(sandbox, POLICY, inner)
    command = Command(("/bin/echo",), None, {})
    with trio.fail_after(5):
        with pytest.raises(SandboxUnavailable):
            await room.run(command, timeout=5, output_limit=100)
        with pytest.raises(SandboxUnavailable):
            async with room.start(command):
                pass
    assert len(sandbox.asked) == 2


async def test_missing_program_is_named_instead_of_what_confines_it() -> None:
    sandbox = Marking()
    room = Confined(sandbox, POLICY, FakeProcesses())
    with trio.fail_after(5), pytest.raises(ProcessStartFailed, match="frobnicate"):
        await room.run(Command(("frobnicate",), None, {}), timeout=5, output_limit=100)
    assert sandbox.asked == []


async def test_smaller_limit_of_policy_and_command_counts(processes: Processes) -> None:
    sandbox = Marking()
    policy = evolve(POLICY, limits=ResourceLimits(memory=5, open_files=90, processes=7))
    own = ResourceLimits(memory=9, open_files=50, cpu_seconds=3)
    with trio.fail_after(10):
        await Confined(sandbox, policy, processes).run(
            Command(("/bin/echo",), None, {}, limits=own), timeout=5, output_limit=100
        )
    expected = ResourceLimits(memory=5, open_files=50, cpu_seconds=3, processes=7)
    assert sandbox.asked[0][1].limits == expected


async def test_what_the_sandbox_needs_is_held_until_the_command_is_dead(
    processes: Processes,
) -> None:
    seen: list[str] = []

    @contextmanager
    def held(policy: SandboxPolicy) -> Iterator[None]:
        assert policy.writable == ()
        seen.append("held")
        yield
        seen.append("released")

    room = Confined(Marking(), POLICY, processes, held)
    with trio.fail_after(10):
        async with room.start(Command(("/bin/echo",), None, {})) as process:
            await process.wait()
            seen.append("ended")
    assert seen == ["held", "ended", "released"]
