"""A process room in which every command starts as a sandbox says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext

from attrs import evolve, frozen

from zeroclaw_api.processes import Command, Processes, ProcessResult, RunningProcess
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import Sandbox, SandboxPolicy
from zeroclaw_runtime.process.startable import check_startable

__all__ = ["Confined"]


def _held_by_nobody(_policy: SandboxPolicy) -> AbstractContextManager[None]:
    return nullcontext()


@frozen
class Confined:
    """A `Processes` that plans each command anew, then starts it with another `Processes`.

    Raises `SandboxUnavailable` for a command that cannot be confined: none starts bare. `held`
    is entered before planning and left when the command is dead, for a sandbox that needs
    something to be in place on the host meanwhile.
    """

    sandbox: Sandbox
    policy: SandboxPolicy
    processes: Processes
    held: Callable[[SandboxPolicy], AbstractContextManager[None]] = _held_by_nobody

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - a time limit here is a result, not a cancellation
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        with self._planned(command) as planned:
            return await self.processes.run(
                planned, timeout=timeout, output_limit=output_limit, on_output=on_output
            )

    @asynccontextmanager
    async def start(self, command: Command) -> AsyncIterator[RunningProcess]:
        with self._planned(command) as planned:
            async with self.processes.start(planned) as process:
                yield process

    @contextmanager
    def _planned(self, command: Command) -> Iterator[Command]:
        check_startable(command)
        limits = _narrower(self.policy.limits, command.limits)
        policy = evolve(self.policy, limits=limits)
        with self.held(policy):
            yield self.sandbox.plan(command, policy).command


def _narrower(first: ResourceLimits, second: ResourceLimits) -> ResourceLimits:
    """Of each limit the smaller one."""

    def least(one: int | None, other: int | None) -> int | None:
        return other if one is None else one if other is None else min(one, other)

    return ResourceLimits(
        cpu_seconds=least(first.cpu_seconds, second.cpu_seconds),
        memory=least(first.memory, second.memory),
        file_size=least(first.file_size, second.file_size),
        open_files=least(first.open_files, second.open_files),
        processes=least(first.processes, second.processes),
    )
