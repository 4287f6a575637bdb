"""Run the conformance kits on the stores: what any store must show."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from zeroclaw_api.stores import BlobStore, SessionStore
from zeroclaw_memory import FileBlobs, open_sessions
from zeroclaw_testing.kits.stores import BlobStoreConformance, SessionStoreConformance


class TestSqliteSessionStore(SessionStoreConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[SessionStore]:
        with TemporaryDirectory() as folder:
            self.path = Path(folder) / "state.db"
            async with AsyncExitStack() as self.owner:
                yield await self.owner.enter_async_context(open_sessions(self.path))

    @asynccontextmanager
    async def open_again(self, store: SessionStore) -> AsyncIterator[SessionStore]:
        await self.owner.aclose()
        async with open_sessions(self.path) as again:
            yield again


class TestFileBlobs(BlobStoreConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[BlobStore]:
        with TemporaryDirectory() as folder:
            yield FileBlobs(Path(folder) / "blobs")
