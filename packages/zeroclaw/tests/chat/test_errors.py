"""Errors of the chat say what to do."""

from __future__ import annotations

from zeroclaw.chat.errors import HistoryUnusable


def test_an_unusable_history_names_its_file_with_the_remedy() -> None:
    error = HistoryUnusable(path="/h/history", problem="Read-only file system")
    assert str(error) == (
        "Cannot keep what you write in /h/history: Read-only file system. "
        "It is there until you leave; make the file writable to keep it."
    )
