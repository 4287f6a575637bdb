"""The ledger kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
from attrs import evolve

from zeroclaw_api.ledger import Ledger, LedgerDraft, LedgerRecord, record_line
from zeroclaw_api.messages import ResultStatus
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.ledger import LedgerConformance
from zeroclaw_testing.ledger import FakeLedger


class _Kit(LedgerConformance):
    def kept(self, ledger: Ledger) -> Sequence[bytes]:
        assert isinstance(ledger, FakeLedger)
        return ledger.lines


class TestFakeLedger(_Kit):
    def make(self) -> Ledger:
        return FakeLedger()


class DropsFacts(FakeLedger):
    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        return await super().append(evolve(draft, facts={}))


class KeepsOnlySuccess(FakeLedger):
    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        if draft.outcome is not ResultStatus.SUCCESS:
            return LedgerRecord(draft, 1, "")
        return await super().append(draft)


class WritesBackwards(FakeLedger):
    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        record = await super().append(draft)
        self.lines.insert(0, self.lines.pop())
        return record


class Forks(FakeLedger):
    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        record = self._head.following(draft)
        await super().append(draft)
        self.lines[-1] = record_line(record, b"k" * 32)
        return record


class WritesHalves(FakeLedger):
    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        try:
            return await super().append(draft)
        except trio.Cancelled:
            self.lines.append(b"{")
            raise


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (DropsFacts, "test_draft_is_kept_as_it_was"),
        (KeepsOnlySuccess, "test_failures_and_denials_are_kept"),
        (WritesBackwards, "test_each_record_names_the_line_before"),
        (Forks, "test_appends_side_by_side_make_one_chain"),
        (WritesHalves, "test_cancelled_append_is_whole_or_missing"),
    ],
)
async def test_kit_catches_a_broken_ledger(broken: type[FakeLedger], check: str) -> None:
    class Broken(_Kit):
        def make(self) -> Ledger:
            return broken()

    await require_caught(getattr(Broken(), check))
