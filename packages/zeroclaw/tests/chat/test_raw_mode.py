"""Keys arrive as they are; afterwards the terminal is as it was."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator

import pytest
import trio

from zeroclaw.chat.raw_mode import ENTER_SEQUENCES, LEAVE_SEQUENCES, raw_mode
from zeroclaw.terminal.errors import TerminalUnavailable


@pytest.fixture
def pty() -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    yield master, slave
    for fd in (master, slave):
        try:
            os.close(fd)
        except OSError:
            assert fd == master  # A test closes it to hang up.


async def read(fd: int, size: int) -> bytes:
    data = b""
    with trio.fail_after(5):
        while len(data) < size:
            await trio.lowlevel.wait_readable(fd)
            data += os.read(fd, 100)
    return data


def fill(fd: int) -> None:
    try:
        while True:
            os.write(fd, b"x" * 4096)
    except BlockingIOError:
        return


async def test_keys_arrive_one_by_one_without_a_line_end(pty: tuple[int, int]) -> None:
    master, slave = pty
    keys = b"a\r\n\x03\x1a\x04\x11\x13\x16\x7f"
    with raw_mode(slave):
        os.write(master, keys)
        assert await read(slave, len(keys)) == keys


async def test_control_without_it_keys_wait_for_the_line(pty: tuple[int, int]) -> None:
    master, slave = pty
    os.write(master, b"a\x7fb\r")
    assert await read(slave, 2) == b"b\n"


async def test_nothing_typed_is_echoed(pty: tuple[int, int]) -> None:
    master, slave = pty
    with raw_mode(slave):
        os.write(master, b"typed")
        await read(slave, 5)
        os.write(slave, b".")
        assert await read(master, 1) == b"."


async def test_a_line_feed_of_others_still_starts_a_line(pty: tuple[int, int]) -> None:
    master, slave = pty
    with raw_mode(slave):
        os.write(slave, b"a\nb")
        assert await read(master, 4) == b"a\r\nb"


def test_the_mode_from_before_comes_back(pty: tuple[int, int]) -> None:
    before = termios.tcgetattr(pty[1])
    with raw_mode(pty[1]):
        assert termios.tcgetattr(pty[1]) != before
    assert termios.tcgetattr(pty[1]) == before


def test_the_mode_comes_back_after_an_error(pty: tuple[int, int]) -> None:
    before = termios.tcgetattr(pty[1])
    with pytest.raises(KeyError), raw_mode(pty[1]):
        raise KeyError
    assert termios.tcgetattr(pty[1]) == before


def test_a_terminal_that_takes_no_output_does_not_hold_up_the_end(pty: tuple[int, int]) -> None:
    os.set_blocking(pty[1], False)
    before = termios.tcgetattr(pty[1])
    with raw_mode(pty[1]):
        fill(pty[1])
    assert termios.tcgetattr(pty[1]) == before


def test_a_terminal_that_is_gone_at_the_end_is_let_go(pty: tuple[int, int]) -> None:
    master, slave = pty
    with raw_mode(slave):
        os.close(master)


def test_a_pipe_is_told_to_be_no_terminal() -> None:
    reader, writer = os.pipe()
    with pytest.raises(TerminalUnavailable) as caught, raw_mode(reader):
        pytest.fail("it must not begin")
    assert f"file descriptor {reader}" in str(caught.value)
    os.close(reader)
    os.close(writer)


def test_leaving_undoes_what_entering_and_painting_set() -> None:
    for mode in ("2004", "2026"):
        assert f"\x1b[?{mode}l" in LEAVE_SEQUENCES
    for mode in ("7", "25"):
        assert f"\x1b[?{mode}h" in LEAVE_SEQUENCES
    assert ENTER_SEQUENCES == "\x1b[?2004h"
