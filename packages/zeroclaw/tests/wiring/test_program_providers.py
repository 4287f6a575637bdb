"""Models behind programs leave no process behind, whatever their programs start."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import dedent

import pytest
import trio
from attrs import evolve

from zeroclaw.wiring.programs import open_programs
from zeroclaw_api.factory import ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import Finish, FinishReason, TextDelta, ToolCallDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.dialects.wrapping import with_text_tools
from zeroclaw_providers.errors import ProgramUnusable
from zeroclaw_providers.programs.factory import ProgramFactory, gemini_cli, grok_cli, kilocli
from zeroclaw_providers.programs.provider import ProgramProvider
from zeroclaw_providers.programs.settings import ProgramSettings
from zeroclaw_runtime import open_processes
from zeroclaw_testing import FakeHttp, FixedSecrets

SECONDS = 30
KILL_SECONDS = 2
SAID = Message(MessageId(1), TurnId(1), Role.USER, (Text("Say hello."),))
ASKED = ModelRequest("m", "", (), (SAID,), max_output_tokens=9)
FORKS = """
import os, signal, sys
sys.stdin.readline()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
os.open({fifo!r}, os.O_WRONLY)
for leave in (False, True):
    if os.fork() == 0:
        if leave:
            os.setsid()
        if leave and os.fork() != 0:
            os._exit(0)
        while True:
            signal.pause()
{then}
"""
"""Holds a named pipe open, with a child in its group, and one that left it and its parent."""
SPOKEN = "".join(
    json.dumps(message) + "\n"
    for message in (
        {"id": 1, "result": {"protocolVersion": 1}},
        {"id": 2, "result": {"sessionId": "s"}},
        {
            "method": "session/update",
            "params": {
                "update": {
                    "sessionUpdate": "agent_message_chunk",
                    "content": {"type": "text", "text": "Hel"},
                }
            },
        },
    )
)


class Watch:
    """Reads a named pipe; the end comes when every process that holds it is gone."""

    def __init__(self, fifo: Path) -> None:
        self._stream = trio.lowlevel.FdStream(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK))

    @property
    def is_held(self) -> bool:
        try:
            return os.read(self._stream.fileno(), 1) != b""
        except BlockingIOError:
            return True

    async def end(self) -> None:
        async with self._stream:
            assert await self._stream.receive_some() == b""


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "held"
    os.mkfifo(path)
    return path


@pytest.fixture
def write_program(tmp_path: Path) -> Callable[[str], str]:
    """What makes a program of Python code; gives its path."""

    def write(code: str) -> str:
        path = tmp_path / "program"
        path.write_text(f"#!{sys.executable} -IS\n{dedent(code)}")
        path.chmod(0o700)
        return str(path)

    return write


@asynccontextmanager
async def opened(factory: ProgramFactory, program: str) -> AsyncIterator[ProgramProvider]:
    """The provider as a run has it, with programs that are owned for real."""
    async with open_programs(open_processes) as programs:
        services = ProviderServices(FakeHttp(), FixedSecrets(), programs)
        yield factory.build(ProgramSettings(model="m", program=program), services, "home")


async def test_what_a_program_started_does_not_outlive_its_answer(
    fifo: Path, write_program: Callable[[str], str]
) -> None:
    program = write_program(FORKS.format(fifo=str(fifo), then="os.write(1, b'Hello.')"))
    with trio.fail_after(SECONDS):
        watch = Watch(fifo)
        async with opened(gemini_cli, program) as provider:
            async with provider.stream(ASKED) as events:
                assert [event async for event in events] == [
                    TextDelta("Hello."),
                    Finish(FinishReason.STOP),
                ]
            await watch.end()


@pytest.mark.parametrize(
    ("factory", "output"), [(kilocli, "Hel"), (grok_cli, SPOKEN)], ids=["kilocli", "grok_cli"]
)
async def test_cancelling_kills_all_that_the_program_started(
    factory: ProgramFactory, output: str, fifo: Path, write_program: Callable[[str], str]
) -> None:
    then = f"os.write(1, {output.encode()!r})\nwhile True: signal.pause()"
    program = write_program(FORKS.format(fifo=str(fifo), then=then))
    with trio.fail_after(SECONDS):
        watch = Watch(fifo)
        async with opened(factory, program) as provider, trio.open_nursery() as nursery:
            reading = trio.Event()

            async def read() -> None:
                async with provider.stream(ASKED) as events:
                    assert await anext(events) == TextDelta("Hel")
                    reading.set()
                    await anext(events)

            nursery.start_soon(read)
            await reading.wait()
            assert watch.is_held
            nursery.cancel_scope.cancel()
            with trio.CancelScope(shield=True), trio.fail_after(KILL_SECONDS):
                await watch.end()


async def test_tool_is_called_by_what_the_program_writes(
    write_program: Callable[[str], str],
) -> None:
    code = """
        import sys
        asked = sys.stdin.read()
        assert "look_up" in asked, asked
        print('<tool_call>{"name": "look_up", "arguments": {"word": "cat"}}</tool_call>')
        """
    schema: JsonObject = {"type": "object", "properties": {"word": {"type": "string"}}}
    tool = ToolSpec("look_up", "Looks a word up.", schema, Risk.LOW, frozenset({Effect.READ}))
    with trio.fail_after(SECONDS):
        async with opened(gemini_cli, write_program(code)) as plain:
            provider = with_text_tools(plain, ProgramSettings(model="m"))
            async with provider.stream(evolve(ASKED, tools=(tool,))) as events:
                seen = [event async for event in events]
    (call,) = [event for event in seen if isinstance(event, ToolCallDelta)]
    assert call.name == "look_up"
    assert json.loads(call.args_fragment) == {"word": "cat"}
    assert seen[-1] == Finish(FinishReason.TOOL_USE)


async def test_program_is_looked_for_in_the_path_it_gets() -> None:
    with trio.fail_after(SECONDS):
        async with opened(gemini_cli, "no-such-program-anywhere") as provider:
            with pytest.raises(ProgramUnusable, match="not installed, or not in PATH: install it"):
                async with provider.stream(ASKED) as events:
                    await anext(events)


async def test_program_without_its_interpreter_cannot_be_run(tmp_path: Path) -> None:
    path = trio.Path(tmp_path / "program")
    await path.write_text("#!/no/such/interpreter\n")
    await path.chmod(0o700)
    with trio.fail_after(SECONDS):
        async with opened(grok_cli, str(path)) as provider:
            with pytest.raises(ProgramUnusable, match=r"Cannot run .*program for m"):
                async with provider.stream(ASKED) as events:
                    await anext(events)
