"""The process kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest
import trio
from attrs import evolve

from zeroclaw_api.processes import Command, Processes, ProcessResult
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.processes import (
    CAT,
    FAIL,
    FLOOD,
    FLOOD_BYTES,
    HANG,
    PLACE,
    SAY,
    ProcessesConformance,
)
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses


def shell(command: Command) -> FakeOutcome:
    """What a real shell does with the scripts of the kit."""
    match command.argv[2]:
        case said if said == SAY:
            return FakeOutcome(command.env["WORD"].encode(), command.argv[4].encode())
        case failed if failed == FAIL:
            return FakeOutcome(exit_code=7)
        case hung if hung == HANG:
            return FakeOutcome(b"started", hangs=True)
        case copied if copied == CAT:
            return FakeOutcome(echoes=True)
        case placed if placed == PLACE:
            return FakeOutcome(f"{command.cwd or '/'}\n".encode())
        case flooded if flooded == FLOOD:
            return FakeOutcome(b"first" + bytes(FLOOD_BYTES) + b"last")
        case other:
            raise AssertionError(f"an unknown script: {other}")


class TestFakeProcesses(ProcessesConformance):
    sees_processes: ClassVar[bool] = False

    def make(self) -> Processes:
        return FakeProcesses({"/bin/sh": shell})


class Altered(FakeProcesses):
    """Runs as the fake does, then reports something else."""

    def __init__(self, alter: Callable[[ProcessResult], ProcessResult]) -> None:
        super().__init__({"/bin/sh": shell})
        self._alter = alter

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - the contract's own parameter
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        result = await super().run(
            command, timeout=timeout, output_limit=output_limit, on_output=on_output
        )
        return self._alter(result)


class EndsSlowly(FakeProcesses):
    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - the contract's own parameter
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        try:
            return await super().run(
                command, timeout=timeout, output_limit=output_limit, on_output=on_output
            )
        finally:
            with trio.move_on_after(0.2, shield=True):
                await trio.sleep_forever()


def merged(result: ProcessResult) -> ProcessResult:
    return evolve(result, stdout=result.stdout + result.stderr, stderr=b"")


def successful(result: ProcessResult) -> ProcessResult:
    return evolve(result, exit_code=0, signal=None, timed_out=False)


def headless(result: ProcessResult) -> ProcessResult:
    return evolve(result, stdout=result.stdout[-1000:])


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (Altered(merged), "test_output_and_exit_code_come_back"),
        (Altered(successful), "test_exit_code_above_zero_is_a_result"),
        (Altered(headless), "test_input_is_written_and_closed"),
        (Altered(headless), "test_long_output_keeps_head_and_tail"),
        (Altered(successful), "test_time_limit_kills_and_says_so"),
        (EndsSlowly({"/bin/sh": shell}), "test_cancelled_command_ends_at_once"),
        (
            FakeProcesses({"/bin/sh": FakeOutcome(b"/\n")}),
            "test_directory_is_the_one_asked_for",
        ),
        (
            FakeProcesses({"/bin/sh": FakeOutcome(b"noise", echoes=True)}),
            "test_pipes_carry_a_conversation",
        ),
        (
            FakeProcesses({"/nonexistent/zeroclaw-kit": FakeOutcome()}),
            "test_missing_program_is_an_error_that_names_it",
        ),
        (
            FakeProcesses({"/bin/sh": FakeOutcome(b"started", exit_code=0)}),
            "test_killed_command_ends_by_its_signal",
        ),
    ],
)
async def test_kit_catches_a_broken_room(broken: Processes, check: str) -> None:
    class Broken(TestFakeProcesses):
        time_limit: ClassVar[float] = 1.0
        prompt_limit: ClassVar[float] = 0.1

        def make(self) -> Processes:
            return broken

    await require_caught(getattr(Broken(), check))


class LeavesChildren(FakeProcesses):
    """Runs the command for real and kills only what it started itself."""

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - the contract's own parameter
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        with trio.move_on_after(timeout):
            await trio.run_process(command.argv, env=command.env, capture_stdout=True)
        return ProcessResult(None, 9, b"started", b"", 0, 0, timeout, True)


async def test_kit_catches_children_that_outlive_their_command() -> None:
    class Broken(ProcessesConformance):
        survivor_seconds: ClassVar[int] = 2

        def make(self) -> Processes:
            return LeavesChildren()

    await require_caught(Broken().test_nothing_survives_time_limit_or_cancellation)
