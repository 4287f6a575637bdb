"""A command runs in the workspace with a few variables, its output is told in parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio

from zeroclaw_api.errors import SandboxUnavailable, ToolFailed
from zeroclaw_api.host import HostFeature
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_api.processes import Command, ProcessResult
from zeroclaw_api.tool import ToolOutput
from zeroclaw_testing import (
    FakeHost,
    FakeOutcome,
    FakeProcesses,
    FakeToolContext,
    InMemoryWorkspace,
)
from zeroclaw_testing.kits.tool import ToolConformance
from zeroclaw_tools import Shell

ENVIRON = {"PATH": "/usr/bin", "LC_ALL": "C", "A_SETTING": "secret"}


def program(command: Command) -> FakeOutcome:
    match command.argv[-1]:
        case "hang":
            return FakeOutcome(stdout=b"begun\n", hangs=True)
        case "fail":
            return FakeOutcome(stdout=b"out\n", stderr=b"\x1b[31mbad\x1b[0m\n", exit_code=3)
        case "binary":
            return FakeOutcome(stdout=b"\xff\0\x1b]0;evil\x07ok")
        case "flood":
            return FakeOutcome(stdout=b"begin" + b"x" * 10_000_000 + b"end", stderr=b"e" * 99_999)
        case "silent":
            return FakeOutcome()
        case _:
            return FakeOutcome(stdout=b"hello\n")


def shell() -> Shell:
    return Shell(InMemoryWorkspace(), FakeHost(), ENVIRON)


def context(resolved: FakeProcesses | None = None) -> FakeToolContext:
    first = FakeHost().shell_argv("", "")[0]
    return FakeToolContext(processes=resolved or FakeProcesses({first: program}))


async def output_of(command: str, **args: Json) -> ToolOutput:
    with trio.fail_after(5):
        return await shell().run(context(), {"command": command, **args})


async def text_of(command: str) -> str:
    (part,) = (await output_of(command)).content
    assert isinstance(part, Text)
    return part.text


class TestShell(ToolConformance):
    def make(self) -> Shell:
        return shell()

    def context(self) -> FakeToolContext:
        return context()

    def args(self) -> JsonObject:
        return {"command": "echo hello"}

    def failing_args(self) -> JsonObject:
        return {"command": " "}

    def endless_args(self) -> JsonObject:
        return {"command": "hang"}


async def test_a_command_gets_the_root_and_the_variables_that_were_given() -> None:
    first = FakeHost().shell_argv("", "")[0]
    processes = FakeProcesses({first: program})
    with trio.fail_after(5):
        await shell().run(context(processes), {"command": "echo"})
    (command,) = processes.commands
    assert command.cwd == "/workspace"
    assert dict(command.env) == ENVIRON
    assert command.stdin == b""


async def test_exit_code_output_and_error_output_are_told_apart() -> None:
    assert await text_of("fail") == "[exit code 3]\nout\n[stderr]\nbad"
    assert (await output_of("fail")).data == {"exit_code": 3, "signal": None}


async def test_a_silent_command_says_so() -> None:
    assert await text_of("silent") == "[exit code 0]\n(no output)"


async def test_binary_output_becomes_harmless_text() -> None:
    assert await text_of("binary") == "[exit code 0]\n\ufffd\u2400ok"


async def test_a_flood_keeps_its_two_ends() -> None:
    text = await text_of("flood")
    assert len(text) < 50_000
    assert text.startswith("[exit code 0]\nbegin")
    assert "xend\n[stderr]\ne" in text
    assert "10000008 bytes in all" in text


async def test_what_runs_is_shown_meanwhile(autojump_clock: trio.testing.MockClock) -> None:
    running = context()
    with trio.fail_after(100), pytest.raises(ToolFailed, match=r"longer than 7 s[^$]*begun"):
        await shell().run(running, {"command": "hang", "time_limit": 7})
    assert running.progressed == ["begun\n"]
    assert isinstance(running.processes, FakeProcesses)
    assert running.processes.alive == 0


@pytest.mark.parametrize("command", ["", "\n", "a\0b", "\ud800", "x" * 200_000])
async def test_a_command_that_cannot_be_run_fails_in_words(command: str) -> None:
    with pytest.raises(ToolFailed):
        await output_of(command)


@pytest.mark.parametrize("limit", [0, 601, -1, "60"])
async def test_a_limit_out_of_bounds_fails_in_words(limit: Json) -> None:
    with pytest.raises(ToolFailed, match="from 1 to 600"):
        await output_of("x", time_limit=limit)


async def test_a_missing_shell_is_one_clear_failure() -> None:
    with trio.fail_after(5), pytest.raises(ToolFailed, match="did not run to its end"):
        await shell().run(context(FakeProcesses({})), {"command": "x"})


class Refusing(FakeProcesses):
    """A room that cannot confine anything."""

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109  as the protocol has it
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        await trio.lowlevel.checkpoint()
        raise SandboxUnavailable(sandbox="bubblewrap", problem="it is not there")


async def test_a_sandbox_that_refuses_is_told_bare_to_the_kernel() -> None:
    with pytest.raises(SandboxUnavailable):
        await shell().run(context(Refusing()), {"command": "ls"})


def test_it_is_offered_only_where_there_is_a_shell() -> None:
    assert shell().spec.needs == {HostFeature.SHELL}
    assert "secret" not in repr(shell())
