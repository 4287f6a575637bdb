"""Picks records of the ledger by what they say."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime

from attrs import define, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.words import say
from zeroclaw_api.errors import WireError
from zeroclaw_api.ledger import LedgerRecord, parse_record
from zeroclaw_api.messages import ResultStatus
from zeroclaw_memory.ledger.reading import LedgerCopy

__all__ = ["Selected", "Wanted"]


@frozen
class Wanted:
    """Which records are wanted, in the words of the command line; what is empty asks nothing."""

    session: str = ""
    tool: str = ""
    since: str = ""
    only_denied: bool = False

    def takes(self, record: LedgerRecord, since_ms: float) -> bool:
        """Whether the record is one of them."""
        draft = record.draft
        return (
            self.session in ("", draft.scope)
            and self.tool in ("", draft.tool)
            and draft.ts_ms >= since_ms
            and (not self.only_denied or draft.outcome is ResultStatus.DENIED)
        )

    def since_ms(self) -> float:
        """The time as the ledger counts it; one without a zone is of this place.

        Raises `WrongUsage`.
        """
        if not self.since:
            return -math.inf
        try:
            return datetime.fromisoformat(self.since).timestamp() * 1000
        except (ValueError, OverflowError, OSError):
            raise WrongUsage(problem=say("audit_since_wrong", text=self.since)) from None


@define(eq=False)
class Selected:
    """The wanted records of a ledger, one after the other, with their lines.

    A line that nobody with the key has written is left out, and counted in `foreign`.
    """

    _copy: LedgerCopy
    _wanted: Wanted
    _since_ms: float
    foreign: int = 0

    @classmethod
    def of(cls, copy: LedgerCopy, wanted: Wanted) -> Selected:
        """Raises `WrongUsage`."""
        return cls(copy, wanted, wanted.since_ms())

    def __iter__(self) -> Iterator[tuple[LedgerRecord, bytes]]:
        """Read them; the memory it takes does not grow with the ledger."""
        for line in self._copy.lines():
            try:
                record = parse_record(line, self._copy.key)
            except WireError:
                self.foreign += 1
                continue
            if self._wanted.takes(record, self._since_ms):
                yield record, line
