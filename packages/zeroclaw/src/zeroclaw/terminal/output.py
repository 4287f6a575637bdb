"""Writes text to a file descriptor without holding up the event loop."""

from __future__ import annotations

import errno
import math
import os
from types import TracebackType
from typing import Final, Self

import trio
from attrs import define, field

from zeroclaw.terminal.errors import OutputClosed, OutputFailed
from zeroclaw.words import say
from zeroclaw_api.errors import ZeroClawError

__all__ = ["PIECE_BYTES", "Output", "share_a_terminal"]

PIECE_BYTES: Final = 4096
"""One write: what a blocking pipe takes whole once it says that it is writable (PIPE_BUF)."""

_GONE: Final = frozenset({errno.EPIPE, errno.EBADF, errno.EIO, errno.ECONNRESET})
_NAMES: Final = {1: "stream_output", 2: "stream_error"}


@define(eq=False)
class Output:
    """Text for one file descriptor, in the order of the calls.

    Its flags are left alone, since other programs share them. A terminal can be writable with
    less room than a piece, so it is opened once more, without blocking, where that is possible.
    Leaving its `with` closes what it opened itself.
    """

    _fd: int
    _encoding: str = "utf-8"
    _name: str | None = None
    is_terminal: bool = field(init=False)
    _target: int = field(init=False)
    _can_wait: bool = field(init=False, default=True)
    _turn: trio.Lock = field(init=False, factory=trio.Lock)
    _patience: float = field(init=False, default=math.inf)
    _wait: trio.CancelScope | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.is_terminal = os.isatty(self._fd)
        self._target = _opened_again(self._fd) if self.is_terminal else self._fd

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._target != self._fd:
            os.close(self._target)
            self._target = self._fd

    async def write(self, text: str) -> None:
        """Write all of it; what the encoding lacks becomes a question mark.

        Cancelling leaves a beginning written. Raises `OutputClosed` when nobody reads any more,
        or not within the patience; `OutputFailed` with the reason for anything else.
        """
        rest = memoryview(text.encode(self._encoding, "replace"))
        async with self._turn:
            while rest:
                rest = rest[await self._write_some(rest[:PIECE_BYTES]) :]

    def be_patient_for(self, seconds: float) -> None:
        """Wait no longer than this for a reader that takes nothing, now or later."""
        self._patience = seconds
        if self._wait is not None:
            self._wait.deadline = trio.current_time() + seconds

    @property
    def device(self) -> int:
        """The number of the terminal behind it; 0 when there is none."""
        return os.fstat(self._fd).st_rdev if self.is_terminal else 0

    @property
    def columns(self) -> int:
        """How wide the terminal behind it is now; 0 when that is unknown or there is none."""
        return self._size.columns

    @property
    def rows(self) -> int:
        """How high the terminal behind it is now; 0 when that is unknown or there is none."""
        return self._size.lines

    @property
    def _size(self) -> os.terminal_size:
        try:
            return os.get_terminal_size(self._fd)
        except OSError:
            return os.terminal_size((0, 0))

    async def _write_some(self, piece: memoryview) -> int:
        try:
            await self._until_writable()
            return os.write(self._target, piece)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._failure(error) from error

    async def _until_writable(self) -> None:
        if self._can_wait:
            try:
                await self._wait_writable()
            except PermissionError:
                # A file or a device that cannot be polled takes everything at once.
                self._can_wait = False
            else:
                return
        await trio.lowlevel.checkpoint()

    async def _wait_writable(self) -> None:
        with trio.move_on_after(self._patience) as wait:
            self._wait = wait
            await trio.lowlevel.wait_writable(self._target)
        if wait.cancelled_caught:
            raise OutputClosed(output=self._shown_name)

    def _failure(self, error: OSError) -> ZeroClawError:
        if error.errno in _GONE:
            return OutputClosed(output=self._shown_name)
        return OutputFailed(output=self._shown_name, problem=error.strerror or str(error))

    @property
    def _shown_name(self) -> str:
        return self._name or say(_NAMES.get(self._fd, "stream_number"), number=self._fd)


def share_a_terminal(one: Output, other: Output) -> bool:
    """Whether both show on the same terminal."""
    return one.device == other.device != 0


def _opened_again(fd: int) -> int:
    """The same terminal with flags of its own, or the descriptor itself."""
    if not os.get_blocking(fd):
        return fd
    flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        return os.open(f"/dev/fd/{fd}", flags)
    except OSError:
        return fd
