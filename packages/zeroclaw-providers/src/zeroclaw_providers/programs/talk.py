"""Talks with one program through its pipes, within limits."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import trio
from attrs import define, field

from zeroclaw_api.errors import ProcessPipeClosed, ZeroClawError
from zeroclaw_api.processes import ProcessExit, RunningProcess
from zeroclaw_providers.failures import Failures

__all__ = ["Talk"]

OUTPUT_BYTES: Final = 4 * 1024 * 1024
LOG_BYTES: Final = 64 * 1024
END_SECONDS: Final = 5.0
"""For a program to end that has closed its output, with the last words of its log."""


@define(eq=False)
class Talk:
    """One program while it answers one request. Its log is drained whenever anybody waits.

    No scope is held between calls. `idle_seconds` bounds each wait for output.
    """

    _process: RunningProcess
    _failures: Failures
    _idle_seconds: float
    _ahead: bytearray = field(factory=bytearray, init=False)
    _received: int = field(default=0, init=False)
    _is_over: bool = field(default=False, init=False)
    _log: bytearray = field(factory=bytearray, init=False)

    @property
    def log(self) -> str:
        """The end of what it wrote for people so far."""
        return self._log.decode("utf-8", "replace")

    async def send(self, data: bytes, *, is_last: bool = False) -> None:
        """Write to it, while what it says is taken in: it may not read before it was read.

        One that no longer reads is no error here: its end tells why. Raises `ProviderError`.
        """
        with trio.move_on_after(self._idle_seconds) as waiting:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._keep_log)
                nursery.start_soon(self._receive_all, nursery.cancel_scope)
                with suppress(ProcessPipeClosed):
                    await self._process.send(data)
                if is_last:
                    await self._process.close_stdin()
                nursery.cancel_scope.cancel()
        if waiting.cancelled_caught:
            raise self._failures.timed_out(f"no word was read for {self._idle_seconds:g} seconds")
        self._check_size()

    async def read(self) -> bytes:
        """The next of its output; `b""` when there is no more. Raises `ProviderError`."""
        if not await self._wait(self._idle_seconds):
            raise self._failures.timed_out(f"no output for {self._idle_seconds:g} seconds")
        return self._take()

    async def read_soon(self, seconds: float) -> bytes:
        """What comes of its output within so many seconds; `b""` for nothing."""
        await self._wait(seconds)
        return self._take()

    async def end(self) -> ProcessExit | None:
        """How it ended, or None if it does not; the log is complete then.

        Raises what `RunningProcess.wait` raises.
        """
        ended: list[ProcessExit] = []
        failures: list[ZeroClawError] = []
        with trio.move_on_after(END_SECONDS):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._keep_log)
                # An error that left the nursery would come in a group.
                try:
                    ended.append(await self._process.wait())
                except ZeroClawError as error:
                    failures.append(error)
        if failures:
            raise failures[0]
        return ended[0] if ended else None

    async def _wait(self, seconds: float) -> bool:
        """Whether there is something to take, or nothing can come any more."""
        if self._ahead or self._is_over:
            await trio.lowlevel.checkpoint()
            return True
        with trio.move_on_after(seconds):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._keep_log)
                await self._receive()
                nursery.cancel_scope.cancel()
        return bool(self._ahead) or self._is_over

    def _take(self) -> bytes:
        self._check_size()
        taken = bytes(self._ahead)
        self._ahead.clear()
        return taken

    def _check_size(self) -> None:
        if self._received > OUTPUT_BYTES:
            raise self._failures.bad_stream(f"the output is longer than {OUTPUT_BYTES} bytes")

    async def _receive(self) -> None:
        chunk = await self._process.receive_stdout()
        self._ahead += chunk
        self._received += len(chunk)
        self._is_over = not chunk

    async def _receive_all(self, sending: trio.CancelScope) -> None:
        while not self._is_over and self._received <= OUTPUT_BYTES:
            await self._receive()
        if not self._is_over:
            sending.cancel()

    async def _keep_log(self) -> None:
        while chunk := await self._process.receive_stderr():
            self._log += chunk
            del self._log[:-LOG_BYTES]
