"""The ledger of an installation, loaded by the first call that is filed: a talk has none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import trio
from attrs import define, field

if TYPE_CHECKING:
    from zeroclaw_api.ledger import Ledger, LedgerDraft, LedgerRecord

__all__ = ["open_ledger_on_demand"]


@define(eq=False, repr=False)
class _OnDemand:
    """A `zeroclaw_api.Ledger` over the files in a folder."""

    _folder: Path
    _stack: AsyncExitStack
    _opened: Ledger | None = None
    _opening: trio.Lock = field(factory=trio.Lock)

    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        """See `Ledger.append`."""
        async with self._opening:
            if self._opened is None:
                from zeroclaw_memory.ledger.file_ledger import open_ledger

                self._opened = await self._stack.enter_async_context(open_ledger(self._folder))
        return await self._opened.append(draft)


@asynccontextmanager
async def open_ledger_on_demand(folder: Path) -> AsyncIterator[Ledger]:
    """Lend the ledger in a folder; what was opened is closed after the block."""
    async with AsyncExitStack() as stack:
        yield _OnDemand(folder, stack)
