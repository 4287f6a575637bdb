"""Lines come from the terminal itself, typed when they were wanted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
import trio.testing

from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.terminal.tty import Tty


@pytest.fixture
def pty() -> Iterator[tuple[int, Path]]:
    master, slave = os.openpty()
    yield master, Path(os.ttyname(slave))
    os.close(slave)
    os.close(master)


async def wait_for(master: int, text: bytes) -> bytes:
    """What the terminal showed, up to some text: typed text is echoed once it has arrived."""
    seen = b""
    while text not in seen:
        await trio.lowlevel.wait_readable(master)
        seen += os.read(master, 65_536)
    return seen


async def test_a_line_is_read_without_its_end(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, "grün\nrest".encode())
        assert await tty.read_line() == "grün"


async def test_ctrl_d_is_the_end_of_input(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, b"\x04")
        assert await tty.read_line() is None


async def test_what_was_typed_before_is_forgotten(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, b"y\nhalf")
        await wait_for(master, b"half")
        tty.forget_typed()
        os.write(master, b"n\n")
        assert await tty.read_line() == "n"


async def test_control_without_forgetting_it_would_be_read(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, b"y\nhalf")
        await wait_for(master, b"half")
        os.write(master, b"n\n")
        assert await tty.read_line() == "y"


async def test_waiting_for_a_line_can_be_cancelled(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tty.read_line)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        os.write(master, b"later\n")
        assert await tty.read_line() == "later"


async def test_text_is_shown_on_the_terminal(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        await tty.write("Really?\n")
        assert await wait_for(master, b"\n") == b"Really?\r\n"


async def test_a_terminal_that_goes_away_is_told() -> None:
    master, slave = os.openpty()
    with Tty.opened(Path(os.ttyname(slave))) as tty, trio.fail_after(5):
        os.close(slave)
        os.close(master)
        with pytest.raises(TerminalUnavailable):
            await tty.write("x")
        with pytest.raises(TerminalUnavailable):
            tty.forget_typed()


def test_what_is_no_terminal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path, problem in ((tmp_path / "file", "no terminal"), (tmp_path / "gone", "No such file")):
        with pytest.raises(TerminalUnavailable, match=problem), Tty.opened(path):
            pytest.fail("it was opened")


async def test_lines_that_were_pasted_together_are_one_text(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, b"first\n\n  third\n")
        assert await tty.read_lines() == "first\n\n  third"


async def test_a_line_that_comes_later_is_another_text(
    pty: tuple[int, Path], autojump_clock: trio.testing.MockClock
) -> None:
    master, path = pty
    with Tty.opened(path) as tty:
        os.write(master, b"first\n")
        assert await tty.read_lines() == "first"
        os.write(master, b"second\n")
        assert await tty.read_lines() == "second"


async def test_the_end_of_input_before_any_line_is_none(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, b"\x04")
        assert await tty.read_lines() is None


async def test_the_end_of_input_after_a_paste_ends_the_paste(pty: tuple[int, Path]) -> None:
    master, path = pty
    with Tty.opened(path) as tty, trio.fail_after(5):
        os.write(master, b"first\nsecond\n\x04")
        assert await tty.read_lines() == "first\nsecond"


async def test_lines_without_end_become_a_text_of_bounded_size(pty: tuple[int, Path]) -> None:
    master, path = pty
    os.set_blocking(master, False)

    async def type_on() -> None:
        while True:
            await trio.lowlevel.wait_writable(master)
            os.write(master, b"x" * 1_000 + b"\n")

    async def see_all() -> None:
        while True:
            await trio.lowlevel.wait_readable(master)
            os.read(master, 65_536)

    with Tty.opened(path) as tty, trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(type_on)
            nursery.start_soon(see_all)
            lines = await tty.read_lines()
            nursery.cancel_scope.cancel()
    assert lines is not None
    assert 1_000_000 < len(lines) < 1_100_000
