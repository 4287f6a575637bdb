"""Drafts, folders of ledgers for the tests."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from zeroclaw_api.ledger import LedgerDraft, LedgerHead, parse_record, parse_seal
from zeroclaw_api.messages import ResultStatus
from zeroclaw_memory.ledger.chain_file import ChainFile
from zeroclaw_memory.ledger.folder import LedgerFolder
from zeroclaw_memory.ledger.reading import copy_of_ledger

__all__ = ["calls", "draft", "fill", "require_whole"]

_DRAFT = LedgerDraft(
    "s", 1, "read", "a" * 64, "b" * 64, "c" * 64, ResultStatus.SUCCESS, 1_790_000_000_000
)


def draft(call_id: int, scope: str = "s") -> LedgerDraft:
    """A call by its number."""
    return evolve(_DRAFT, call_id=call_id, scope=scope)


def fill(path: Path, count: int, segment_bytes: int = 10_000) -> ChainFile:
    """A ledger with calls 1 to `count`, each in a commit of its own."""
    chain = ChainFile(LedgerFolder(path), segment_bytes)
    for number in range(1, count + 1):
        assert chain.commit([draft(number)]) is not None
    return chain


def require_whole(path: Path) -> LedgerHead:
    """Check that each line follows from the one before, to the last seal; the head."""
    copy = copy_of_ledger(path)
    assert copy is not None
    head = LedgerHead(0, "0" * 64)
    digests = {0: head.digest}
    for line in copy.lines():
        record = parse_record(line, copy.key)
        assert (record.seq, record.prev) == (head.count + 1, head.digest)
        head = head.after(line)
        digests[head.count] = head.digest
    for line in copy.seals:
        sealed = parse_seal(line, copy.key).head
        assert digests[sealed.count] == sealed.digest
    return head


def calls(path: Path) -> list[int]:
    """The call ids of a ledger, in its order."""
    copy = copy_of_ledger(path)
    assert copy is not None
    return [parse_record(line, None).draft.call_id for line in copy.lines()]
