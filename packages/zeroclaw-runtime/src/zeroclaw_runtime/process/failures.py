"""The words for a command that the kernel refuses to start."""

from __future__ import annotations

import os

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command

__all__ = ["start_failed"]


def start_failed(
    command: Command, number: int, *, about_directory: bool = False
) -> ProcessStartFailed:
    """The error for one refusal; `number` is an errno, 0 when nothing said which."""
    reason = os.strerror(number) if number else "the kernel refused, without saying why"
    return ProcessStartFailed(
        program=command.argv[0],
        cwd=command.cwd or "/",
        errno=number,
        problem=f"the working directory: {reason}" if about_directory else reason,
    )
