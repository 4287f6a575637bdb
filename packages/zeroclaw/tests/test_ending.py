"""Whatever ends a command becomes an exit code, with one sentence for its user."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from zeroclaw.ending import ended, tell
from zeroclaw.errors import HomeUnusable, StdinRefused, WrongUsage
from zeroclaw.terminal.errors import OutputClosed
from zeroclaw_config import UnknownAgent

UNKNOWN = UnknownAgent(path="config.toml", alias="x", hint="no")


def raising(error: BaseException) -> Callable[[], int]:
    def work() -> int:
        raise error

    return work


def test_the_code_of_the_work_is_returned_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    assert ended(lambda: 7, debug=True) == 7
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (WrongUsage(problem="No"), 2),
        (StdinRefused(problem="no"), 2),
        (UNKNOWN, 2),
        (HomeUnusable(path="/x", problem="no"), 1),
        (ValueError("no"), 1),
        (ExceptionGroup("", [ValueError(), WrongUsage(problem="No")]), 2),
    ],
)
def test_an_error_is_one_line_with_a_code_of_its_kind(
    error: Exception, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ended(raising(error), debug=False) == code
    out, told = capfd.readouterr()
    assert out == ""
    assert told.startswith("zeroclaw: ")
    assert told.count("\n") == 1


def test_a_reader_that_went_away_ends_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    error = ExceptionGroup("", [OutputClosed(output="standard output")])
    assert ended(raising(error), debug=True) == 130
    assert capfd.readouterr() == ("", "")


def test_a_traceback_is_shown_on_demand(capfd: pytest.CaptureFixture[str]) -> None:
    assert ended(raising(ValueError("why")), debug=True) == 1
    assert "Traceback" in capfd.readouterr().err


def test_a_keyboard_interrupt_is_not_taken_for_an_error() -> None:
    with pytest.raises(KeyboardInterrupt):
        ended(raising(KeyboardInterrupt()), debug=False)


def test_what_is_told_cannot_order_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    tell("a\x1b[2Jb")
    assert capfd.readouterr().err == "zeroclaw: a\\x1b[2Jb\n"


def test_telling_nobody_is_no_error() -> None:
    # The interpreter itself may mind the closed stream when it ends.
    code = "import os; from zeroclaw.ending import tell; os.close(2); tell('x'); os._exit(7)"
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=60)
    assert done.returncode == 7
