"""Speaks with a program that reads a prompt to its end, then writes the answer as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from zeroclaw_api.json import well_formed
from zeroclaw_api.processes import ProcessExit
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.dialogue import failure_of_end
from zeroclaw_providers.programs.plain_text import PlainText
from zeroclaw_providers.programs.vendors import Vendor

__all__ = ["PlainDialogue"]


class PlainDialogue:
    """A `Dialogue` whose answer is whole when the program ended with success."""

    def __init__(self, failures: Failures, vendor: Vendor, prompt: str) -> None:
        self._failures = failures
        self._vendor = vendor
        self._outgoing = well_formed(prompt).encode()
        self._text = PlainText()

    @property
    def ends_input(self) -> bool:
        """See `Dialogue.ends_input`."""
        return True

    @property
    def is_done(self) -> bool:
        """See `Dialogue.is_done`: nothing but the program's end says so."""
        return False

    def outgoing(self) -> bytes:
        """See `Dialogue.outgoing`."""
        sent, self._outgoing = self._outgoing, b""
        return sent

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """See `Dialogue.feed`."""
        text = self._text.feed(chunk)
        if text:
            yield TextDelta(text)

    def close(self) -> Iterator[StreamEvent]:
        """See `Dialogue.close`."""
        text = self._text.close()
        if text:
            yield TextDelta(text)
        yield Finish(FinishReason.STOP)

    def cut_off(self, ended: ProcessExit | None, log: str) -> Iterator[StreamEvent]:
        """See `Dialogue.cut_off`; some programs end with success and say nothing but why not."""
        has_succeeded = ended is not None and ended.exit_code == 0
        if not (has_succeeded and self._text.has_begun):
            raise failure_of_end(self._failures, self._vendor, ended, log)
        yield from self.close()
