"""What can go wrong around a chat.

The tree, below `ZeroClawError`::

    HistoryUnusable            what was written cannot be kept for the next chat
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["HistoryUnusable"]


class HistoryUnusable(ZeroClawError):
    """The file of earlier messages does not take another; this chat still remembers it."""

    error_key = "history_unusable"
    template = (
        "Cannot keep what you write in {path}: {problem}. "
        "It is there until you leave; make the file writable to keep it."
    )

    path: str
    problem: str
