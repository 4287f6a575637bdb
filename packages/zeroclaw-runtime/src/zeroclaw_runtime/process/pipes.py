"""The three pipes of a command seen from both of their sides."""

from __future__ import annotations

import os

import trio
from attrs import field, frozen

__all__ = ["ChildPipes"]


@frozen
class ChildPipes:
    """Our ends as trio streams; the child's ends as plain descriptors until it has them."""

    stdin: trio.lowlevel.FdStream
    stdout: trio.lowlevel.FdStream
    stderr: trio.lowlevel.FdStream
    child_ends: list[int] = field()

    @classmethod
    def open(cls) -> ChildPipes:
        """Three fresh pipes, none of them inheritable."""
        opened: list[int] = []
        try:
            for _ in range(3):
                opened += os.pipe()
        except OSError:
            for descriptor in opened:
                os.close(descriptor)
            raise
        stdin_read, stdin_write, stdout_read, stdout_write, stderr_read, stderr_write = opened
        return cls(
            trio.lowlevel.FdStream(stdin_write),
            trio.lowlevel.FdStream(stdout_read),
            trio.lowlevel.FdStream(stderr_read),
            [stdin_read, stdout_write, stderr_write],
        )

    def close_child_ends(self) -> None:
        """Let go of the child's ends, so that end of file can be seen. Twice is once."""
        while self.child_ends:
            os.close(self.child_ends.pop())

    def close(self) -> None:
        """Close everything that is still open; never waits."""
        self.close_child_ends()
        self.stdin.close()
        self.stdout.close()
        self.stderr.close()
