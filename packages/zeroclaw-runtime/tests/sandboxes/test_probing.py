"""A sandbox that does not run a real command is unavailable, with the reason."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_runtime.sandboxes.probing import probe_by_command
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses
from zeroclaw_testing.sandbox import FakeSandbox


async def test_command_that_runs_proves_the_sandbox() -> None:
    processes = FakeProcesses({"/usr/bin/env": FakeOutcome()})
    with trio.fail_after(5):
        await probe_by_command(FakeSandbox(), processes)
    assert [command.argv[-1] for command in processes.commands] == ["true"]


@pytest.mark.parametrize(
    ("programs", "reason"),
    [
        ({"/usr/bin/env": FakeOutcome(stderr=b"no such luck\n", exit_code=1)}, "no such luck"),
        ({"/usr/bin/env": FakeOutcome(exit_code=1)}, "without a word"),
        ({}, "/usr/bin/env"),
    ],
)
async def test_command_that_fails_is_the_reason_to_refuse(
    programs: dict[str, FakeOutcome], reason: str
) -> None:
    with trio.fail_after(5), pytest.raises(SandboxUnavailable, match=reason) as raised:
        await probe_by_command(FakeSandbox(), FakeProcesses(programs))
    assert raised.value.sandbox == "fake"
