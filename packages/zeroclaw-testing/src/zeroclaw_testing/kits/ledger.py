"""What every ledger must show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import trio
from attrs import evolve

from zeroclaw_api.errors import WireError
from zeroclaw_api.ledger import GENESIS, Ledger, LedgerDraft, LedgerRecord, parse_record
from zeroclaw_api.ledger import LEDGER_START as START
from zeroclaw_api.messages import ResultStatus
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.kits.conformance import Conformance

__all__ = ["LedgerConformance"]

_DRAFT: Final = LedgerDraft(
    scope="kit",
    call_id=1,
    tool="read",
    args_sha256="a" * 64,
    full_sha256="b" * 64,
    shown_sha256="c" * 64,
    outcome=ResultStatus.SUCCESS,
    ts_ms=int(ManualClock().now().timestamp() * 1000),
    count=3,
    facts={"größe": "12 kB"},
)
AT_ONCE: Final = 20


class LedgerConformance(Conformance[Ledger]):
    """The subject is an empty ledger."""

    def kept(self, ledger: Ledger) -> Sequence[bytes]:
        """The lines it has by now, in their order, without the end of the line."""
        raise NotImplementedError(f"{type(self).__name__} must override kept()")

    async def test_draft_is_kept_as_it_was(self) -> None:
        async with self.subject() as ledger:
            record = await ledger.append(_DRAFT)
            assert record == LedgerRecord(_DRAFT, 1, GENESIS), f"it returned {record!r}"
            kept = [_read(line) for line in self.kept(ledger)]
            assert kept == [record], f"it kept {kept!r}"

    async def test_failures_and_denials_are_kept(self) -> None:
        async with self.subject() as ledger:
            for outcome in ResultStatus:
                await ledger.append(evolve(_DRAFT, outcome=outcome, rule="readonly"))
            kept = [_read(line).draft.outcome for line in self.kept(ledger)]
            assert kept == list(ResultStatus), f"it kept {kept!r}"

    async def test_each_record_names_the_line_before(self) -> None:
        async with self.subject() as ledger:
            for number in range(4):
                await ledger.append(evolve(_DRAFT, call_id=number))
            _require_chain(self.kept(ledger), 4)

    async def test_appends_side_by_side_make_one_chain(self) -> None:
        async with self.subject() as ledger:
            async with trio.open_nursery() as nursery:
                for number in range(AT_ONCE):
                    nursery.start_soon(ledger.append, evolve(_DRAFT, call_id=number))
            _require_chain(self.kept(ledger), AT_ONCE)
            found = {_read(line).draft.call_id for line in self.kept(ledger)}
            assert found == set(range(AT_ONCE)), f"it kept the calls {sorted(found)}"

    async def test_cancelled_append_is_whole_or_missing(self) -> None:
        async with self.subject() as ledger:
            async with trio.open_nursery() as nursery:
                for number in range(AT_ONCE):
                    nursery.start_soon(ledger.append, evolve(_DRAFT, call_id=number))
                await trio.lowlevel.checkpoint()
                nursery.cancel_scope.cancel()
            await ledger.append(evolve(_DRAFT, call_id=AT_ONCE))
            lines = self.kept(ledger)
            _require_chain(lines, len(lines))
            last = _read(lines[-1]).draft.call_id
            assert last == AT_ONCE, f"the last call is {last}"


def _read(line: bytes) -> LedgerRecord:
    try:
        return parse_record(line, None)
    except WireError as error:
        raise AssertionError(f"{line!r} is no record: {error}") from error


def _require_chain(lines: Sequence[bytes], count: int) -> None:
    assert len(lines) == count, f"it kept {len(lines)} records, not {count}"
    head = START
    for line in lines:
        record = _read(line)
        place = (record.seq, record.prev)
        assert place == (head.count + 1, head.digest), f"record {record.seq} is out of the chain"
        head = head.after(line)
