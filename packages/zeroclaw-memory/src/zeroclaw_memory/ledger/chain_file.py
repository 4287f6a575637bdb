"""Adds records to the files of a ledger, each commit whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from attrs import define, evolve, field

from zeroclaw_api.ledger import (
    LedgerDraft,
    LedgerHead,
    LedgerRecord,
    LedgerSeal,
    record_line,
    seal_line,
)
from zeroclaw_api.messages import ResultStatus
from zeroclaw_memory.ledger.folder import LedgerFolder, sync_folder, write_all
from zeroclaw_memory.ledger.tail import Tail, catch_up, find_tail

__all__ = ["SEGMENT_BYTES", "ChainFile"]

SEGMENT_BYTES: Final = 16 * 1024 * 1024
"""A part that has reached this size gets no more records: some 30,000 of them."""


@define(eq=False)
class ChainFile:
    """One writer of a ledger among several processes; not for two threads at once.

    It keeps no file open, so that nobody else has to wait for it.
    """

    folder: LedgerFolder
    segment_bytes: int = SEGMENT_BYTES
    _key: bytes | None = field(default=None, repr=False)
    _tail: Tail | None = None

    def commit(self, drafts: Sequence[LedgerDraft]) -> tuple[LedgerRecord, ...] | None:
        """Add the drafts, durably; None when another process is writing at this moment.

        Raises `LedgerUnusable`, then nothing was added, `LedgerBroken`.
        """
        self.folder.create(drafts[0].ts_ms)
        try:
            with self.folder.locked() as is_mine:
                return self._add(drafts) if is_mine else None
        except OSError as error:
            raise self.folder.unusable(error) from error

    def close(self) -> None:
        """Make the seals durable; the records are already. Raises `LedgerUnusable`."""
        if self._tail is None:
            return
        try:
            _sync(self.folder)
        except OSError as error:
            raise self.folder.unusable(error) from error

    def _add(self, drafts: Sequence[LedgerDraft]) -> tuple[LedgerRecord, ...]:
        key = self._key = self._key or self.folder.key()
        known = self._tail
        tail = catch_up(self.folder, key, known) if known else find_tail(self.folder, key)
        self._tail = tail
        written = [*([_cut(drafts[0], tail.torn)] if tail.torn else []), *drafts]
        segment, size = tail.segment, tail.size
        if size >= self.segment_bytes:
            self._rotate(tail.head, key, drafts[0].ts_ms)
            segment, size = segment + 1, 0
        head, data = tail.head, b""
        records: list[LedgerRecord] = []
        for draft in written:
            record = head.following(draft)
            line = record_line(record, key)
            head = head.after(line)
            data += line + b"\n"
            records.append(record)
        path = self.folder.segment(segment)
        write_all(path, data, is_synced=True)
        try:
            if not size:
                sync_folder(self.folder.path)
            self._seal(head, key, drafts[-1].ts_ms)
        except OSError:
            # Without its seal it could be cut off unseen, so it was not added.
            os.truncate(path, size)
            raise
        self._tail = Tail(head, segment, size + len(data))
        return tuple(records[len(records) - len(drafts) :])

    def _seal(self, head: LedgerHead, key: bytes, ts_ms: int) -> None:
        # Not synced each time: a line that only a power cut takes away costs no record.
        line = seal_line(LedgerSeal(head, ts_ms), key)
        write_all(self.folder.seals_file, line + b"\n", is_synced=False)

    def _rotate(self, head: LedgerHead, key: bytes, ts_ms: int) -> None:
        """Keep the newest seal alone: it covers all that the others do."""
        seals = self.folder.seals_file
        part = seals.with_suffix(".part")
        part.unlink(missing_ok=True)
        write_all(part, seal_line(LedgerSeal(head, ts_ms), key) + b"\n", is_synced=True)
        part.replace(seals)
        sync_folder(self.folder.path)


def _cut(draft: LedgerDraft, torn: bytes) -> LedgerDraft:
    """The record that says how many bytes of a torn line were cut off."""
    nothing = sha256(b"").hexdigest()
    return evolve(
        draft,
        call_id=0,
        tool="ledger",
        args_sha256=nothing,
        full_sha256=sha256(torn).hexdigest(),
        shown_sha256=nothing,
        outcome=ResultStatus.ERROR,
        rule="torn_line_cut",
        count=len(torn),
        facts={},
    )


def _sync(folder: LedgerFolder) -> None:
    descriptor = os.open(folder.seals_file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
