"""Asking is shown on a terminal, for as long as it lasts."""

from __future__ import annotations

import io

from zeroclaw.checks.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


def test_line_is_shown_then_taken_away_once() -> None:
    terminal = Terminal()
    progress = Progress(terminal, {"TERM": "xterm"})
    progress.asking(3)
    assert terminal.getvalue() == "Asking 3 providers, which may take 5 seconds."
    progress.clear()
    progress.clear()
    assert terminal.getvalue().endswith("seconds.\r\x1b[K")


def test_dumb_terminal_keeps_the_line_whole() -> None:
    terminal = Terminal()
    progress = Progress(terminal, {})
    progress.asking(1)
    progress.clear()
    assert terminal.getvalue() == "Asking the provider, which may take 5 seconds.\n"


def test_pipe_or_closed_stream_is_told_nothing() -> None:
    pipe, closed = io.StringIO(), Terminal()
    closed.close()
    for stream in (pipe, None):
        Progress(stream, {"TERM": "xterm"}).asking(1)
    assert pipe.getvalue() == ""


def test_stream_that_fails_is_left_alone() -> None:
    class Broken(Terminal):
        def write(self, text: str, /) -> int:
            raise OSError(text)

    progress = Progress(Broken(), {"TERM": "xterm"})
    progress.asking(1)
    progress.clear()
