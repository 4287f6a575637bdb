"""The words for a command that does not start."""

from __future__ import annotations

import os

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command
from zeroclaw_runtime.process.reaper_main import (
    DIRECTORY,
    LANDLOCK,
    LIMITS,
    PROGRAM,
    SYSTEM_CALLS,
)

__all__ = ["start_failed"]

_AT_FAULT = {
    PROGRAM: "",
    DIRECTORY: "the working directory: ",
    LANDLOCK: "the kernel cannot confine it with Landlock: ",
    LIMITS: "its limits cannot be set: ",
    SYSTEM_CALLS: "the kernel cannot filter its system calls: ",
}


def start_failed(command: Command, number: int, stage: int = PROGRAM) -> ProcessStartFailed:
    """The error for one refusal; `number` is an errno, 0 when nothing said which.

    `stage` is what failed, one of the stages of `reaper_main`.
    """
    reason = os.strerror(number) if number else "the kernel refused, without saying why"
    return ProcessStartFailed(
        program=command.argv[0],
        cwd=command.cwd or "/",
        errno=number,
        problem=_AT_FAULT[stage] + reason,
    )
