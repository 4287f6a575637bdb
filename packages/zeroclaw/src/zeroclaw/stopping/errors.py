"""What can go wrong with the emergency stop.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    EstopNotEngaged        what was to be stopped may go on
    EstopNotResumed        what was to go on stays stopped
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["EstopNotEngaged", "EstopNotResumed"]


class EstopNotEngaged(ZeroClawError):
    """The file at `path` could not be written, nor left unreadable. `problem` is a clause."""

    error_key = "estop_not_engaged"
    template = (
        "NOTHING WAS STOPPED: {path} cannot be written: {problem}. End the processes of zeroclaw "
        "by hand."
    )

    path: str
    problem: str


class EstopNotResumed(ZeroClawError):
    """The file at `path` could not be written; it is as it was. `problem` is a clause."""

    error_key = "estop_not_resumed"
    template = "Everything stays stopped as it was: {path} cannot be written: {problem}."

    path: str
    problem: str
