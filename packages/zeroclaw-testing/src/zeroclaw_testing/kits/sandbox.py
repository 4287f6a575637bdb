"""What every sandbox must show."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.sandbox import Sandbox, SandboxPolicy, SandboxStrength
from zeroclaw_testing.kits.conformance import (
    Conformance,
    failure_of,
    failure_of_call,
    needs,
    optional,
)

__all__ = ["SandboxConformance"]

_ENV = {"PATH": "/usr/bin:/bin"}
_POLICY = SandboxPolicy(writable=("/tmp",), readable=("/usr",))


class SandboxConformance(Conformance[Sandbox]):
    """The subject is a sandbox that works here."""

    @optional
    def make_unavailable(self) -> Sandbox:
        """A sandbox that cannot work, for instance because its program is missing."""
        raise NotImplementedError

    @optional
    def open_processes(self) -> AbstractAsyncContextManager[Processes]:
        """A real process room, to see what the plan holds."""
        raise NotImplementedError

    async def test_probe_succeeds_where_it_works(self) -> None:
        async with self.subject() as sandbox:
            failure = await failure_of(sandbox.probe)
            assert failure is None, f"the probe says {failure!r}"

    async def test_plan_starts_the_whole_command(self) -> None:
        async with self.subject() as sandbox:
            command = Command(("/bin/echo", "a b", "-x", "", "ü'\"$(x)"), "/tmp", _ENV)
            planned = sandbox.plan(command, _POLICY).command.argv
            size = len(command.argv)
            places = range(len(planned) - size + 1)
            assert any(planned[start : start + size] == command.argv for start in places), (
                f"{command.argv} is not in {planned}"
            )

    async def test_plan_keeps_the_input_of_the_command(self) -> None:
        async with self.subject() as sandbox:
            command = Command(("/bin/cat",), "/tmp", _ENV, stdin=b"read me")
            planned = sandbox.plan(command, _POLICY).command
            assert planned.stdin == command.stdin, "the input of the command is lost"

    async def test_plan_is_never_silently_the_bare_command(self) -> None:
        async with self.subject() as sandbox:
            command = Command(("/bin/true",), "/tmp", _ENV)
            plan = sandbox.plan(command, _POLICY)
            if plan.command == command:
                strengths = {plan.strength, sandbox.strength}
                assert strengths == {SandboxStrength.NONE}, "it confines nothing and claims to"

    async def test_plan_claims_no_more_than_the_sandbox(self) -> None:
        async with self.subject() as sandbox:
            plan = sandbox.plan(Command(("/bin/true",), "/tmp", _ENV), _POLICY)
            order = list(SandboxStrength)
            assert order.index(plan.strength) >= order.index(sandbox.strength), (
                f"the plan claims {plan.strength}, the sandbox only {sandbox.strength}"
            )

    async def test_planning_changes_nothing(self) -> None:
        async with self.subject() as sandbox:
            with TemporaryDirectory() as folder:
                inside = Path(folder) / "work"
                inside.mkdir()
                policy = SandboxPolicy(writable=(str(inside),), readable=("/usr",))
                command = Command(("/bin/true",), str(inside), _ENV)
                first = sandbox.plan(command, policy)
                assert first == sandbox.plan(command, policy), "two plans of one command differ"
                found = _names_below(Path(folder))
                assert found == ["work"], f"planning left {found}"

    @needs("make_unavailable")
    async def test_unavailable_sandbox_refuses_instead_of_running_bare(self) -> None:
        sandbox = self.make_unavailable()
        with self.bounded():
            probe = await failure_of(sandbox.probe)
            assert isinstance(probe, SandboxUnavailable), f"the probe says {probe!r}"
        command = Command(("/bin/true",), "/tmp", _ENV)
        plan = failure_of_call(partial(sandbox.plan, command, _POLICY))
        assert isinstance(plan, SandboxUnavailable), f"planning says {plan!r}"

    @needs("open_processes")
    async def test_writing_is_possible_only_where_the_policy_says(self) -> None:
        async with self._room() as (sandbox, processes):
            if sandbox.strength is SandboxStrength.NONE:
                return
            with TemporaryDirectory() as folder:
                inside, outside = Path(folder) / "inside", Path(folder) / "outside"
                inside.mkdir()
                outside.mkdir()
                policy = SandboxPolicy(
                    writable=(str(inside),), readable=("/usr", "/bin", "/lib", "/lib64", "/etc")
                )
                script = f"echo x > {inside}/allowed; echo x > {outside}/forbidden; true"
                command = Command(("/bin/sh", "-c", script), str(inside), _ENV)
                plan = sandbox.plan(command, policy)
                await processes.run(plan.command, timeout=5, output_limit=1000)
                assert (inside / "allowed").exists(), "the command could not do its work"
                assert not (outside / "forbidden").exists(), "it wrote outside its folders"

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[tuple[Sandbox, Processes]]:
        async with self.subject() as sandbox, self.open_processes() as processes:
            yield sandbox, processes


def _names_below(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))
