"""The strongest sandbox that works is taken, otherwise none at all."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command
from zeroclaw_api.sandbox import SandboxName, SandboxStrength
from zeroclaw_runtime.sandboxes.choose import choose_sandbox
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses

FAILED = FakeOutcome(stderr=b"it says no", exit_code=1)


class Host(FakeProcesses):
    """A machine on which commands of some sandboxes run."""

    def __init__(self, *works: str) -> None:
        super().__init__({"true": self.bare, "/usr/bin/bwrap": self.wrapped})
        self.works = works

    def bare(self, command: Command) -> FakeOutcome:
        return FakeOutcome() if command.restrictions and "landlock" in self.works else FAILED

    def wrapped(self, _command: Command) -> FakeOutcome:
        return FakeOutcome() if "bubblewrap" in self.works else FAILED


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("works", "chosen"),
    [
        (("bubblewrap", "landlock"), "bubblewrap"),
        (("landlock",), "landlock"),
        (("bubblewrap",), "bubblewrap"),
    ],
)
async def test_automatic_choice_is_the_strongest_that_works(
    works: tuple[str, ...], chosen: str
) -> None:
    with trio.fail_after(5):
        sandbox = await choose_sandbox("auto", Host(*works), temporary=lambda: "/tmp")
    assert sandbox.name == chosen


async def test_automatic_choice_is_never_to_confine_nothing() -> None:
    with trio.fail_after(5), pytest.raises(SandboxUnavailable) as raised:
        await choose_sandbox("auto", Host(), temporary=lambda: "/tmp")
    problem = raised.value.problem
    assert "bubblewrap: " in problem
    assert "landlock: it says no" in problem


@pytest.mark.parametrize("name", ["bubblewrap", "landlock", "docker", "firejail", "seatbelt"])
async def test_named_sandbox_that_does_not_work_is_not_replaced(name: SandboxName) -> None:
    works = {"bubblewrap", "landlock"} - {name}
    with trio.fail_after(5), pytest.raises(SandboxUnavailable) as raised:
        await choose_sandbox(name, Host(*works), temporary=lambda: "/tmp")
    assert raised.value.sandbox == name


async def test_nothing_confines_only_when_that_is_the_name() -> None:
    with trio.fail_after(5):
        sandbox = await choose_sandbox("none", Host(), temporary=lambda: "/tmp")
    assert sandbox.strength is SandboxStrength.NONE
