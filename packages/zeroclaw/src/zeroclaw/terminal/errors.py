"""What can go wrong on the way to a terminal.

The tree, below `ZeroClawError`::

    OutputError                text could not be written
    ├── OutputClosed               nobody reads it any more
    └── OutputFailed               the place it goes to does not take it: a full disk
    TerminalUnavailable        there is no terminal to ask a person on
    TurnUnfinished             a session closed before it answered
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = [
    "OutputClosed",
    "OutputError",
    "OutputFailed",
    "TerminalUnavailable",
    "TurnUnfinished",
]


class OutputError(ZeroClawError):
    """Text could not be written whole. `output` names the stream."""

    error_key = "output"
    template = "Cannot write to {output}."

    output: str


class OutputClosed(OutputError):
    """The reader is gone: there is nobody to write for, so end quietly."""

    error_key = "output_closed"
    template = "Cannot write to {output}: nobody reads it any more."


class OutputFailed(OutputError):
    """The operating system refuses the text, as on a full disk: make room there."""

    error_key = "output_failed"
    template = "Cannot write to {output}: {problem}. Make room there, or write elsewhere."

    problem: str


class TerminalUnavailable(ZeroClawError):
    """Nobody can be asked: there is no controlling terminal, or it went away."""

    error_key = "terminal_unavailable"
    template = "Cannot ask on {path}: {problem}. Run this in a terminal."

    path: str
    problem: str


class TurnUnfinished(ZeroClawError):
    """The session closed first; the message stays accepted in a durable session."""

    error_key = "turn_unfinished"
    template = "The session closed before it answered message {message_id}."

    message_id: int
