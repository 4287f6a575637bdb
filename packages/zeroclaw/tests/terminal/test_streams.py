"""An answer never runs into the progress around it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import trio
from attrs import frozen

from zeroclaw.terminal.errors import OutputClosed
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.streams import Streams
from zeroclaw.terminal.style import Style


@frozen
class Shown:
    """Two ends of what was written: a call gives what came since the last one."""

    streams: Streams
    out: Callable[[], str]
    err: Callable[[], str]


def _read(fd: int) -> str:
    os.set_blocking(fd, False)
    try:
        return os.read(fd, 100_000).decode()
    except BlockingIOError:
        return ""


@contextmanager
def _pipes() -> Iterator[Shown]:
    (out, out_in), (err, err_in) = os.pipe(), os.pipe()
    streams = Streams(Output(out_in), Output(err_in), Style(colour=False))
    yield Shown(streams, lambda: _read(out), lambda: _read(err))
    for fd in (out, out_in, err, err_in):
        os.close(fd)


@contextmanager
def _one_terminal() -> Iterator[tuple[Streams, int]]:
    master, slave = os.openpty()
    again = os.dup(slave)
    with Output(slave) as out, Output(again) as err:
        yield Streams(out, err, Style(colour=False)), master
    for fd in (master, slave, again):
        os.close(fd)


async def _seen(master: int, end: str) -> str:
    """What a terminal shows, once its text has come through to `end`."""
    text = ""
    while not text.endswith(end):
        await trio.lowlevel.wait_readable(master)
        text += os.read(master, 100_000).decode()
    return text.replace("\r\n", "\n")


async def test_the_answer_is_alone_on_its_stream() -> None:
    with _pipes() as shown, trio.fail_after(5):
        await shown.streams.answer("Let me ")
        await shown.streams.answer("look.")
        shown.streams.interrupt()
        await shown.streams.lines(["● shell", "✓ shell"])
        await shown.streams.answer("Done.")
        await shown.streams.end()
        assert shown.out() == "Let me look.\nDone.\n"
        assert shown.err() == "● shell\n✓ shell\n"


async def test_a_warning_does_not_break_the_answer_elsewhere() -> None:
    with _pipes() as shown, trio.fail_after(5):
        await shown.streams.answer("one ")
        await shown.streams.lines(["! careful"])
        await shown.streams.answer("two\n")
        await shown.streams.end()
        assert shown.out() == "one two\n"


async def test_without_an_answer_nothing_is_written() -> None:
    with _pipes() as shown, trio.fail_after(5):
        await shown.streams.answer("")
        await shown.streams.lines([])
        await shown.streams.end()
        assert (shown.out(), shown.err()) == ("", "")


async def test_a_pipe_gets_the_answer_byte_for_byte() -> None:
    with _pipes() as shown, trio.fail_after(5):
        await shown.streams.answer("\x1b[1mbold\r\n\x00")
        await shown.streams.end()
        assert shown.out() == "\x1b[1mbold\r\n\x00\n"


async def test_on_one_terminal_progress_starts_on_a_fresh_line() -> None:
    with _one_terminal() as (streams, master), trio.fail_after(5):
        await streams.answer("Let me look.")
        streams.interrupt()
        await streams.lines(["● shell"])
        await streams.other_text("aside")
        await streams.answer("Done.")
        await streams.lines(["! careful"])
        await streams.answer("Really.")
        await streams.end()
        wanted = "Let me look.\n● shell\naside\nDone.\n! careful\nReally.\n"
        assert await _seen(master, "Really.\r\n") == wanted


async def test_a_terminal_cannot_be_given_orders_by_the_answer() -> None:
    with _one_terminal() as (streams, master), trio.fail_after(5):
        for text in ("one\r", "\ntwo\x1b[2J", "\x9b\r", "."):
            await streams.answer(text)
        await streams.end()
        assert await _seen(master, ".\r\n") == "one\ntwo\\x1b[2J\\x9b\\x0d.\n"


async def test_text_of_others_is_shown_beside_the_answer() -> None:
    with _pipes() as shown, trio.fail_after(5):
        await shown.streams.other_text("a\nb")
        await shown.streams.other_text("c\x1b")
        await shown.streams.lines(["● shell"])
        await shown.streams.answer("Answer")
        await shown.streams.end()
        assert shown.err() == "a\nbc\\x1b\n● shell\n"
        assert shown.out() == "Answer\n"


async def test_a_question_starts_on_a_fresh_line() -> None:
    with _one_terminal() as (streams, master), trio.fail_after(5):
        await streams.answer("Well,")
        await streams.clear_the_way()
        assert await _seen(master, "\n") == "Well,\n"


async def test_lost_progress_does_not_end_the_answer() -> None:
    (out, out_in), (err, err_in) = os.pipe(), os.pipe()
    os.close(err)
    streams = Streams(Output(out_in), Output(err_in), Style(colour=False))
    with trio.fail_after(5):
        for text in ("one\n", "two\n"):
            await streams.lines(["● shell"])
            await streams.answer(text)
    assert os.read(out, 100) == b"one\ntwo\n"
    os.close(out)
    with trio.fail_after(5), pytest.raises(OutputClosed):
        await streams.answer("three")
    os.close(out_in)
    os.close(err_in)
