"""A ledger in memory, which can be told to fail."""

from __future__ import annotations

from typing import Final

import trio

from zeroclaw_api.errors import StoreError
from zeroclaw_api.ledger import LEDGER_START, LedgerDraft, LedgerRecord, record_line

__all__ = ["FakeLedger"]

_KEY: Final = b"k" * 32


class FakeLedger:
    """Keeps the lines of its records; while `problem` is set, it refuses every draft with it."""

    def __init__(self) -> None:
        self.records: list[LedgerRecord] = []
        self.lines: list[bytes] = []
        self.problem = ""
        self._head = LEDGER_START

    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        """See `Ledger.append`."""
        await trio.lowlevel.checkpoint()
        if self.problem:
            raise StoreError(session_id=draft.scope, problem=self.problem)
        record = self._head.following(draft)
        line = record_line(record, _KEY)
        self._head = self._head.after(line)
        self.records.append(record)
        self.lines.append(line)
        return record
