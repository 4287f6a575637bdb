"""What is said to a program for one request, whichever way it is spoken with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from zeroclaw_api.errors import ProviderError
from zeroclaw_api.processes import ProcessExit
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.vendors import Vendor

__all__ = ["Dialogue", "failure_of_end"]

LAST_LINES: Final = 3
LAST_CHARACTERS: Final = 200


class Dialogue(Protocol):
    """Bytes of a program in, stream events out, with bytes to send in return.

    It does no I/O, and belongs to one request. `feed`, `close` and `cut_off` raise
    `ProviderError`.
    """

    @property
    def ends_input(self) -> bool:
        """Whether the program is told that nothing follows what is sent first."""

    @property
    def is_done(self) -> bool:
        """Whether the answer has said that it is over; a little of it may still be on its way."""

    def outgoing(self) -> bytes:
        """What has to be sent now; it is given once."""

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """What the next bytes hold. Iterate to read, before anything is sent."""

    def close(self) -> Iterator[StreamEvent]:
        """What is left of an answer that is done, up to and including `Finish`."""

    def cut_off(self, ended: ProcessExit | None, log: str) -> Iterator[StreamEvent]:
        """The same where the program's output is over; it ended so, or does not end."""


def failure_of_end(
    failures: Failures, vendor: Vendor, ended: ProcessExit | None, log: str
) -> ProviderError:
    """Why a program ended without an answer, with the end of what it wrote for people."""
    if ended is not None and ended.exit_code in vendor.login_codes:
        return CredentialsMissing(
            provider=failures.provider, model=failures.model, detail=vendor.login
        )
    last = _last_words(log)
    said = f" ({failures.clean(last)})" if last else ""
    words = f"{vendor.program} {_ending(ended)}{said}"
    return failures.from_body({"error": {"message": words}})


def _last_words(log: str) -> str:
    """The end of the log, from the beginning of a word: half a secret could not be masked."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    text = " / ".join(lines[-LAST_LINES:])
    if len(text) > LAST_CHARACTERS:
        text = text[-LAST_CHARACTERS:].partition(" ")[2]
    return text.strip()


def _ending(ended: ProcessExit | None) -> str:
    match ended:
        case ProcessExit(signal=int(number)):
            return f"was ended by signal {number}"
        case ProcessExit(exit_code=0):
            return "ended without an answer"
        case ProcessExit(exit_code=code):
            return f"ended with exit code {code}"
        case None:
            return "closed its output before it ended"
