"""Where the files of a ledger lie, how they are opened, by one writer at a time."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

from attrs import frozen

from zeroclaw_api.ledger import LEDGER_START, LedgerSeal, seal_line
from zeroclaw_memory.errors import LedgerBroken, LedgerUnusable

__all__ = ["KEY_BYTES", "LedgerFolder", "sync_folder", "write_all"]

KEY_BYTES: Final = 32

_SEGMENT: Final = re.compile(r"(\d{6,})\.jsonl")


@frozen
class LedgerFolder:
    """The folder of one ledger.

    In it: `000001.jsonl` and so on, each line a record; `seals.jsonl`, each line a head; the key
    that signs both; a file to lock. All of them are for their owner only. Methods that need the
    disk raise `LedgerUnusable`, or `OSError` where they say so.
    """

    path: Path

    @property
    def key_file(self) -> Path:
        """The key, 32 bytes."""
        return self.path / "seal.key"

    @property
    def seals_file(self) -> Path:
        """The heads that were sealed, the newest last."""
        return self.path / "seals.jsonl"

    def segment(self, number: int) -> Path:
        """The file of one part of the chain, as counted from 1."""
        return self.path / f"{number:06}.jsonl"

    def segments(self) -> list[int]:
        """The numbers of the parts that are there. Raises `OSError`."""
        found = (_SEGMENT.fullmatch(entry.name) for entry in self.path.iterdir())
        return sorted(int(match[1]) for match in found if match)

    def create(self, ts_ms: int) -> None:
        """Begin a ledger where none is: whole at once, so that half of one is never a beginning."""
        if self.key_file.exists():
            return
        part = self.path.with_name(f".{self.path.name}.{uuid4().hex}")
        try:
            part.mkdir(mode=0o700, parents=True)
            _begin(LedgerFolder(part), ts_ms)
            part.rename(self.path)
            sync_folder(self.path.parent)
        except OSError as error:
            shutil.rmtree(part, ignore_errors=True)
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise self.unusable(error) from error

    def key(self) -> bytes:
        """The key. Raises `LedgerBroken` when it is gone, `OSError`."""
        try:
            key = self.key_file.read_bytes()
        except FileNotFoundError:
            raise LedgerBroken(path=str(self.path), problem="its key is missing") from None
        if len(key) != KEY_BYTES:
            raise LedgerBroken(path=str(self.path), problem="its key is damaged")
        return key

    @contextmanager
    def locked(self, *, waits: bool = False) -> Iterator[bool]:
        """Hold the lock for the block; False when another process has it, unless it `waits`.

        The operating system gives it back when the process ends. Raises `OSError`.
        """
        descriptor = os.open(self.path / "lock", _flags(os.O_RDWR | os.O_CREAT), 0o600)
        try:
            yield _lock(descriptor, waits=waits)
        finally:
            os.close(descriptor)

    def unusable(self, error: OSError) -> LedgerUnusable:
        """The error that tells people of one of the operating system."""
        problem = error.strerror or str(error)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            problem += "; free some space there, what was to be added is not in it"
        return LedgerUnusable(path=str(self.path), problem=problem)


def write_all(path: Path, data: bytes, *, is_synced: bool) -> None:
    """Put data at the end of a file, all or none of it. Raises `OSError`."""
    descriptor = os.open(path, _flags(os.O_WRONLY | os.O_APPEND | os.O_CREAT), 0o600)
    try:
        before = os.fstat(descriptor).st_size
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
            if is_synced:
                os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, before)
            raise
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _begin(folder: LedgerFolder, ts_ms: int) -> None:
    key = secrets.token_bytes(KEY_BYTES)
    write_all(folder.key_file, key, is_synced=True)
    first = seal_line(LedgerSeal(LEDGER_START, ts_ms), key)
    write_all(folder.seals_file, first + b"\n", is_synced=True)
    sync_folder(folder.path)


def _flags(flags: int) -> int:
    return flags | os.O_CLOEXEC | os.O_NOFOLLOW


def _lock(descriptor: int, *, waits: bool) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True
