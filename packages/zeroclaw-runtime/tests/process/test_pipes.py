"""The pipes of a command before it has them."""

from __future__ import annotations

import os

import pytest
import trio

from zeroclaw_runtime.process.pipes import ChildPipes


async def test_no_end_of_a_pipe_is_inherited_by_accident() -> None:
    pipes = ChildPipes.open()
    ours = [pipes.stdin.fileno(), pipes.stdout.fileno(), pipes.stderr.fileno()]
    assert not any(os.get_inheritable(end) for end in [*ours, *pipes.child_ends])
    pipes.close()


async def test_letting_go_of_the_child_ends_shows_end_of_file() -> None:
    pipes = ChildPipes.open()
    pipes.close_child_ends()
    pipes.close_child_ends()
    with trio.fail_after(5):
        assert await pipes.stdout.receive_some(1) == b""
        with pytest.raises(trio.BrokenResourceError):
            await pipes.stdin.send_all(b"x")
    pipes.close()
