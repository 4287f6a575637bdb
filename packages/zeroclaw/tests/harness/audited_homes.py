"""Homes with a ledger of calls."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve

from zeroclaw_api.ledger import LedgerDraft
from zeroclaw_api.messages import ResultStatus
from zeroclaw_memory.ledger.chain_file import ChainFile
from zeroclaw_memory.ledger.folder import LedgerFolder

__all__ = ["DRAFT", "audited", "fill_home"]

DRAFT: Final = LedgerDraft(
    "main", 1, "read", "a" * 64, "b" * 64, "c" * 64, ResultStatus.SUCCESS, 1_790_000_000_000
)


def fill_home(home: Path) -> LedgerFolder:
    """Four calls: two reads, one shell command that was denied, a search that found three."""
    folder = LedgerFolder(home / "ledger")
    minute = 60_000
    drafts = [
        DRAFT,
        evolve(DRAFT, call_id=2, ts_ms=DRAFT.ts_ms + minute),
        evolve(
            DRAFT,
            call_id=3,
            tool="shell",
            outcome=ResultStatus.DENIED,
            rule="readonly",
            ts_ms=DRAFT.ts_ms + 2 * minute,
        ),
        evolve(DRAFT, scope="other", tool="search", count=3, ts_ms=DRAFT.ts_ms + 3 * minute),
    ]
    chain = ChainFile(folder)
    for draft in drafts:
        assert chain.commit([draft]) is not None
    return folder


def audited(home: Path) -> dict[str, str]:
    """What points to a home."""
    return {"ZEROCLAW_HOME": str(home), "HOME": str(home)}
