"""Text reaches real descriptors whole, without holding up the loop."""

from __future__ import annotations

import os
import socket
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.errors import OutputClosed, OutputFailed
from zeroclaw.terminal.output import PIECE_BYTES, Output, share_a_terminal

BIG = "zeroclaw ü " * 100_000


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reader, writer = os.pipe()
    yield reader, writer
    for fd in (reader, writer):
        try:
            os.close(fd)
        except OSError:
            assert fd == reader  # A test closes the reader at most.


@pytest.fixture
def pty() -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


async def read_all(fd: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        await trio.lowlevel.wait_readable(fd)
        data += os.read(fd, 65_536)
    return data


async def test_more_than_a_pipe_holds_arrives_whole(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    wanted = BIG.encode()
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Output(writer).write, BIG)
            assert await read_all(reader, len(wanted)) == wanted


async def test_reader_that_takes_nothing_is_given_up_when_patience_ends(
    pipe: tuple[int, int],
) -> None:
    output = Output(pipe[1])
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_expect_closed, output)
            await trio.testing.wait_all_tasks_blocked()
            output.be_patient_for(0.01)
        await _expect_closed(output)


async def _expect_closed(output: Output) -> None:
    with pytest.raises(OutputClosed):
        await output.write(BIG)


async def test_writing_to_a_full_pipe_can_be_cancelled(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Output(writer).write, BIG)
            await trio.lowlevel.wait_readable(reader)
            await trio.testing.wait_all_tasks_blocked(0.05)
            # The loop still runs, though the pipe is full.
            nursery.cancel_scope.cancel()
    os.set_blocking(reader, False)
    written = os.read(reader, 1 << 20)
    assert len(written) % PIECE_BYTES == 0
    assert BIG.encode().startswith(written)


async def test_writes_side_by_side_stay_whole(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    output = Output(writer)
    size = 200_000
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            for letter in "abc":
                nursery.start_soon(output.write, letter * size)
            data = await read_all(reader, 3 * size)
    assert sorted(data[i : i + size] for i in range(0, 3 * size, size)) == [
        letter * size for letter in (b"a", b"b", b"c")
    ]


async def test_a_reader_that_leaves_is_told_as_such(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    os.close(reader)
    with trio.fail_after(5), pytest.raises(OutputClosed):
        await Output(writer).write("x")


async def test_a_reader_that_leaves_ends_a_waiting_write(pipe: tuple[int, int]) -> None:
    reader, writer = pipe

    async def write() -> None:
        with pytest.raises(OutputClosed):
            await Output(writer).write(BIG)

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(write)
            await trio.lowlevel.wait_readable(reader)
            await trio.testing.wait_all_tasks_blocked(0.05)
            os.close(reader)


async def test_a_closed_descriptor_is_told_as_such() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    with trio.fail_after(5), pytest.raises(OutputClosed):
        await Output(writer).write("x")


async def test_a_file_takes_everything_though_it_cannot_be_polled(tmp_path: Path) -> None:
    path = tmp_path / "answer"
    with path.open("wb") as file, trio.fail_after(5):
        await Output(file.fileno()).write(BIG)
    assert path.read_text("utf-8") == BIG


@contextmanager
def opened(path: str) -> Iterator[int]:
    fd = os.open(path, os.O_WRONLY)
    yield fd
    os.close(fd)


async def test_dev_null_takes_everything() -> None:
    with opened("/dev/null") as fd, trio.fail_after(5):
        await Output(fd).write(BIG)


async def test_a_full_disk_is_told_with_its_reason() -> None:
    with opened("/dev/full") as fd, trio.fail_after(5), pytest.raises(OutputFailed) as caught:
        await Output(fd, name="standard output").write("x")
    assert str(caught.value) == (
        "Cannot write to standard output: No space left on device. "
        "Make room there, or write elsewhere."
    )


async def test_a_socket_gets_the_text_whole() -> None:
    one, other = socket.socketpair()
    with one, other, trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Output(one.fileno()).write, BIG)
            assert await read_all(other.fileno(), len(BIG.encode())) == BIG.encode()


async def test_a_stalled_terminal_does_not_stop_the_loop(pty: tuple[int, int]) -> None:
    master, slave = pty
    with Output(slave) as output, trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(output.write, "line\n" * 200_000)
            await trio.lowlevel.wait_readable(master)
            await trio.testing.wait_all_tasks_blocked(0.05)
            nursery.cancel_scope.cancel()
    assert os.get_blocking(slave), "the flags that others share were changed"


async def test_a_terminal_shows_the_text_whole(pty: tuple[int, int]) -> None:
    master, slave = pty
    with Output(slave) as output, trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(output.write, "ü" * 100_000)
            assert await read_all(master, 200_000) == "ü".encode() * 100_000


async def test_flags_of_a_shared_descriptor_stay_as_they_are(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    with trio.fail_after(5):
        await Output(writer).write("x")
    assert os.get_blocking(writer)
    assert os.get_blocking(reader)


async def test_a_descriptor_that_others_made_nonblocking_is_waited_for(
    pipe: tuple[int, int],
) -> None:
    reader, writer = pipe
    os.set_blocking(writer, False)
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Output(writer).write, BIG)
            assert await read_all(reader, len(BIG.encode())) == BIG.encode()


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", b"a?\xc3\xbc"), ("ascii", b"a??"), ("latin-1", b"a?\xfc")]
)
async def test_what_cannot_be_encoded_becomes_a_question_mark(
    pipe: tuple[int, int], encoding: str, shown: bytes
) -> None:
    reader, writer = pipe
    with trio.fail_after(5):
        await Output(writer, encoding).write("a\udcffü")
    assert os.read(reader, 100) == shown


@given(st.text(max_size=300))
def test_any_text_at_all_can_be_written(text: str) -> None:
    reader, writer = os.pipe()
    try:
        trio.run(Output(writer).write, f"{text}.")
        assert os.read(reader, 10_000) == f"{text}.".encode("utf-8", "replace")
    finally:
        os.close(reader)
        os.close(writer)


def test_only_one_and_the_same_terminal_is_shared(
    pty: tuple[int, int], pipe: tuple[int, int]
) -> None:
    master, other = os.openpty()
    with Output(pty[1]) as one, Output(os.dup(pty[1])) as same, Output(other) as another:
        assert share_a_terminal(one, same)
        assert not share_a_terminal(one, another)
        assert not share_a_terminal(Output(pipe[1]), Output(pipe[1]))
    os.close(master)
    os.close(other)


def test_only_a_terminal_tells_its_size(pty: tuple[int, int], pipe: tuple[int, int]) -> None:
    termios.tcsetwinsize(pty[1], (24, 44))
    with Output(pty[1]) as output:
        assert (output.columns, output.rows) == (44, 24)
        termios.tcsetwinsize(pty[1], (10, 30))
        assert (output.columns, output.rows) == (30, 10)
    assert (Output(pipe[1]).columns, Output(pipe[1]).rows) == (0, 0)
