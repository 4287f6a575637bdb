"""Blobs as files, each named by the digest of its bytes."""

from __future__ import annotations

import os
import re
from functools import partial
from hashlib import sha256 as digest_of
from pathlib import Path
from typing import Final
from uuid import uuid4

import trio
from attrs import define, field

from zeroclaw_api.messages import Media
from zeroclaw_memory.errors import StoreUnusable

__all__ = ["FileBlobs"]

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")

THREADS: Final = 2
"""Files written or read at the same time; more would only queue at the disk."""


@define(eq=False)
class FileBlobs:
    """The blobs below a folder, which is made with the first of them, for its owner only.

    Both methods raise `StoreUnusable`. A cancel waits for the file that is under way.
    """

    folder: Path
    _limiter: trio.CapacityLimiter = field(factory=lambda: trio.CapacityLimiter(THREADS))

    async def put(self, data: bytes, mime: str, name: str = "") -> Media:
        """See `BlobStore.put`."""
        digest = await trio.to_thread.run_sync(partial(self._write, data), limiter=self._limiter)
        return Media(mime=mime, sha256=digest, size=len(data), name=name)

    async def get(self, sha256: str) -> bytes | None:
        """See `BlobStore.get`; a file whose bytes have changed is an error."""
        return await trio.to_thread.run_sync(partial(self._read, sha256), limiter=self._limiter)

    def _path(self, digest: str) -> Path:
        return self.folder / digest[:2] / digest

    def _write(self, data: bytes) -> str:
        digest = digest_of(data).hexdigest()
        path = self._path(digest)
        try:
            if path.exists() and path.read_bytes() == data:
                return digest
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _write_durably(path, data)
            for folder in (path.parent, self.folder, self.folder.parent):
                _sync_folder(folder)
        except OSError as error:
            raise _unusable(path, error) from error
        return digest

    def _read(self, digest: str) -> bytes | None:
        if not _DIGEST.fullmatch(digest):
            return None
        path = self._path(digest)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unusable(path, error) from error
        if digest_of(data).hexdigest() != digest:
            raise StoreUnusable(path=str(path), problem="its bytes have changed; remove it")
        return data


def _write_durably(path: Path, data: bytes) -> None:
    """All of it under its name, or nothing; a crash may leave a part under another name."""
    part = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unusable(path: Path, error: OSError) -> StoreUnusable:
    return StoreUnusable(path=str(path), problem=error.strerror or str(error))
