"""Finds where a ledger ends, by its last lines held against its last seal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw_api.errors import WireError
from zeroclaw_api.ledger import (
    LEDGER_START,
    LedgerHead,
    LedgerSeal,
    parse_record,
    parse_seal,
)
from zeroclaw_memory.errors import LedgerBroken
from zeroclaw_memory.ledger.folder import LedgerFolder

__all__ = ["Tail", "catch_up", "find_tail"]

TRUNCATED: Final = "records at its end are missing"


@frozen
class Tail:
    """Where the next record goes: behind which head, in which part, at which size of that.

    `torn` is what a process that was killed left of a line; it is cut off by now.
    """

    head: LedgerHead
    segment: int
    size: int
    torn: bytes = b""


def find_tail(folder: LedgerFolder, key: bytes) -> Tail:
    """The end of a ledger that nobody writes meanwhile; cuts off a torn line.

    Whole lines behind the last seal are kept when they have our signature: their writer was ended
    before it could seal them. Raises `LedgerBroken`, `OSError`.
    """
    sealed = _last_seal(folder, key)
    numbers = folder.segments() or [1]
    torn = _cut_torn_line(folder.segment(numbers[-1]))
    size = _size(folder.segment(numbers[-1]))
    for number in reversed(numbers):
        lines = _lines(folder.segment(number))
        if lines:
            return Tail(_head_of(lines, sealed, key, folder), numbers[-1], size, torn)
    if sealed.count:
        raise LedgerBroken(path=str(folder.path), problem=TRUNCATED)
    return Tail(LEDGER_START, numbers[-1], size, torn)


def catch_up(folder: LedgerFolder, key: bytes, known: Tail) -> Tail:
    """The end after others may have written, reached from the end that is known.

    Whoever put back an earlier state meanwhile, seals included, is found by that. Raises
    `LedgerBroken`, `OSError`.
    """
    numbers = folder.segments() or [1]
    if numbers[-1] == known.segment and _size(folder.segment(known.segment)) == known.size:
        return known
    torn = _cut_torn_line(folder.segment(numbers[-1]))
    head, skipped = known.head, known.size
    for number in range(known.segment, numbers[-1] + 1):
        path = folder.segment(number)
        if _size(path) < skipped:
            raise LedgerBroken(path=str(folder.path), problem=TRUNCATED)
        for line in _lines(path, skipped):
            head = _follow(head, line, key, folder)
        skipped = 0
    return Tail(head, numbers[-1], _size(folder.segment(numbers[-1])), torn)


def _follow(head: LedgerHead, line: bytes, key: bytes, folder: LedgerFolder) -> LedgerHead:
    try:
        record = parse_record(line, key)
    except WireError as error:
        raise LedgerBroken(path=str(folder.path), problem=error.problem) from error
    if (record.seq, record.prev) != (head.count + 1, head.digest):
        problem = f"record {record.seq} is not the one that follows"
        raise LedgerBroken(path=str(folder.path), problem=problem)
    return head.after(line)


def _head_of(
    lines: Sequence[bytes], sealed: LedgerHead, key: bytes, folder: LedgerFolder
) -> LedgerHead:
    """The head at the last of these lines, from the sealed one on, which has to be among them."""
    try:
        last = parse_record(lines[-1], key)
        first = parse_record(lines[0], key)
    except WireError as error:
        raise LedgerBroken(path=str(folder.path), problem=error.problem) from error
    place = sealed.count - first.seq
    if last.seq < sealed.count:
        raise LedgerBroken(path=str(folder.path), problem=TRUNCATED)
    if not -1 <= place < len(lines):
        raise LedgerBroken(path=str(folder.path), problem="its seals do not belong to it")
    here = first.prev if place == -1 else sha256(lines[place]).hexdigest()
    if here != sealed.digest:
        raise LedgerBroken(path=str(folder.path), problem="it is not what was sealed")
    head = sealed
    for line in lines[place + 1 :]:
        head = _follow(head, line, key, folder)
    return head


def _last_seal(folder: LedgerFolder, key: bytes) -> LedgerHead:
    _cut_torn_line(folder.seals_file)
    lines = _lines(folder.seals_file)
    if not lines:
        raise LedgerBroken(path=str(folder.path), problem="its seals are missing")
    try:
        seal: LedgerSeal = parse_seal(lines[-1], key)
    except WireError as error:
        raise LedgerBroken(path=str(folder.path), problem=error.problem) from error
    return seal.head


def _lines(path: Path, skipped: int = 0) -> list[bytes]:
    try:
        with path.open("rb") as file:
            file.seek(skipped)
            return file.read().removesuffix(b"\n").split(b"\n") if _size(path) > skipped else []
    except FileNotFoundError:
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _cut_torn_line(path: Path) -> bytes:
    """Cut off what follows the last end of a line: no append that returned has written it."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return b""
    end = data.rfind(b"\n") + 1
    torn = data[end:]
    if torn:
        os.truncate(path, end)
    return torn
