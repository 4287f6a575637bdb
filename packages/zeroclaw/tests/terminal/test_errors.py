"""Errors of the terminal say what to do."""

from __future__ import annotations

from zeroclaw.terminal.errors import OutputClosed, OutputFailed, TerminalUnavailable


def test_an_error_names_the_place_with_its_problem() -> None:
    assert "standard output" in str(OutputClosed(output="standard output"))
    full = OutputFailed(output="standard output", problem="No space left on device")
    assert str(full) == (
        "Cannot write to standard output: No space left on device. "
        "Make room there, or write elsewhere."
    )


def test_a_missing_terminal_is_told_with_its_remedy() -> None:
    error = TerminalUnavailable(path="/dev/tty", problem="No such device")
    assert str(error) == "Cannot ask on /dev/tty: No such device. Run this in a terminal."
