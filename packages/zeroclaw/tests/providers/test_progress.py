"""Waiting is shown on a terminal, for as long as it lasts."""

from __future__ import annotations

import io

from zeroclaw.providers.progress import Waiting


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


def test_line_says_who_is_waited_for_until_nobody_is() -> None:
    terminal = Terminal()
    waiting = Waiting(terminal, {"TERM": "xterm"})
    waiting.begin(["custom.a", "custom.b"])
    waiting.done("custom.a")
    waiting.done("custom.b")
    waiting.clear()
    waiting.clear()
    assert terminal.getvalue().split("\r\x1b[K") == [
        "",
        "0 of 2 through, waiting for custom.a, custom.b",
        "1 of 2 through, waiting for custom.b",
        "",
    ]


def test_many_names_stay_on_one_line() -> None:
    terminal = Terminal()
    Waiting(terminal, {"TERM": "xterm"}).begin([f"custom.model{n}" for n in range(50)])
    assert "\n" not in terminal.getvalue()
    assert terminal.getvalue().endswith("…")


def test_pipe_or_dumb_terminal_is_told_nothing() -> None:
    pipe, dumb = io.StringIO(), Terminal()
    for stream, environ in ((pipe, {"TERM": "xterm"}), (dumb, {}), (None, {"TERM": "xterm"})):
        waiting = Waiting(stream, environ)
        waiting.begin(["custom.a"])
        waiting.done("custom.a")
        waiting.clear()
    assert pipe.getvalue() == dumb.getvalue() == ""


def test_stream_that_fails_is_left_alone() -> None:
    tried: list[str] = []

    class Broken(Terminal):
        def write(self, text: str, /) -> int:
            tried.append(text)
            raise OSError(text)

    waiting = Waiting(Broken(), {"TERM": "xterm"})
    waiting.begin(["custom.a"])
    waiting.clear()
    assert len(tried) == 1


def test_name_that_would_command_the_terminal_is_spelled_out() -> None:
    terminal = Terminal()
    Waiting(terminal, {"TERM": "xterm"}).begin(["custom.\x1b[2J"])
    assert "\x1b[2J" not in terminal.getvalue()
