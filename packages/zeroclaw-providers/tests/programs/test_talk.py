"""A talk with a program ends within its limits, whatever the program does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
import trio

from zeroclaw_api.errors import BadStream, ProviderTimedOut
from zeroclaw_api.processes import Command, ProcessExit, Programs
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.talk import LOG_BYTES, OUTPUT_BYTES, Talk

SECONDS = 30
Start: TypeAlias = Callable[..., Awaitable[Talk]]


@pytest.fixture
def start(children: Programs, write_program: Callable[[str], str]) -> Start:
    """What starts a program of this code, and a talk with it."""

    async def started(code: str, idle_seconds: float = SECONDS) -> Talk:
        process = await children.start(Command((write_program(code),), None, {}))
        return Talk(process, Failures("x.home", "m"), idle_seconds)

    return started


async def whole_output(talk: Talk) -> bytes:
    output = b""
    while chunk := await talk.read():
        output += chunk
    return output


async def test_what_is_sent_comes_back_from_an_echo(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("sys.stdout.write(sys.stdin.read())")
        await talk.send(b"one ")
        await talk.send(b"two", is_last=True)
        assert await whole_output(talk) == b"one two"
        assert await talk.read() == b""
        assert await talk.end() == ProcessExit(0, None)
        assert talk.log == ""


async def test_program_that_writes_before_it_reads_holds_nobody_up(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start(
            """
            sys.stderr.write("e" * 300_000)
            sys.stdout.write("o" * 300_000)
            sys.stdout.flush()
            print(len(sys.stdin.read()))
            """
        )
        await talk.send(b"x" * 1_000_000, is_last=True)
        assert await whole_output(talk) == b"o" * 300_000 + b"1000000\n"
        assert await talk.end() == ProcessExit(0, None)


async def test_program_that_reads_nothing_is_no_error(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("print('no, thanks')")
        await talk.send(b"x" * 1_000_000, is_last=True)
        assert await whole_output(talk) == b"no, thanks\n"


async def test_program_that_never_reads_is_given_up(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("import signal; signal.pause()", idle_seconds=0.3)
        with pytest.raises(ProviderTimedOut, match=r"no word was read for 0\.3 seconds"):
            await talk.send(b"x" * 1_000_000, is_last=True)


async def test_silence_is_given_up_after_its_limit(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("sys.stderr.write('busy'); import signal; signal.pause()", 0.3)
        with pytest.raises(ProviderTimedOut, match=r"no output for 0\.3 seconds"):
            await talk.read()


async def test_endless_log_is_silence(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("while True: os.write(2, b'noise' * 1000)", idle_seconds=0.3)
        with pytest.raises(ProviderTimedOut):
            await talk.read()


async def test_endless_output_is_refused(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("while True: os.write(1, b'x' * 65536)")
        with pytest.raises(BadStream, match=f"longer than {OUTPUT_BYTES} bytes"):
            await whole_output(talk)


async def test_output_of_just_the_limit_is_taken(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start(f"sys.stdout.write('x' * {OUTPUT_BYTES})")
        assert len(await whole_output(talk)) == OUTPUT_BYTES


async def test_endless_output_is_refused_while_something_is_sent(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("while True: os.write(1, b'x' * 65536)")
        with pytest.raises(BadStream):
            await talk.send(b"x" * 1_000_000)


async def test_end_of_the_log_is_kept(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("sys.stderr.write('a' * 500_000 + 'the end'); sys.exit(3)")
        assert await talk.read() == b""
        assert await talk.end() == ProcessExit(3, None)
        assert len(talk.log) == LOG_BYTES
        assert talk.log.endswith("athe end")


async def test_log_that_is_no_text_can_be_read(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("os.write(2, b'a\\xff')")
        await talk.end()
        assert talk.log == "a\ufffd"


async def test_waiting_for_a_moment_only_finds_nothing(start: Start) -> None:
    with trio.fail_after(SECONDS):
        talk = await start("sys.stdin.readline(); print('late')")
        assert await talk.read_soon(0.05) == b""
        await talk.send(b"\n")
        assert await talk.read() == b"late\n"
        assert await talk.read_soon(SECONDS) == b""
