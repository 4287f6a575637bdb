"""Keep what must survive a restart."""

from zeroclaw_memory.blobs import FileBlobs
from zeroclaw_memory.errors import DatabaseTooNew, StoreUnusable
from zeroclaw_memory.opening import open_sessions

__all__ = ["DatabaseTooNew", "FileBlobs", "StoreUnusable", "open_sessions"]
