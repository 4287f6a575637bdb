"""Reads a ledger as it is at one moment, line by line, while others may go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import field, frozen

from zeroclaw_memory.ledger.folder import LedgerFolder

__all__ = ["LedgerCopy", "copy_of_ledger"]

LONGEST_LINE: Final = 1024 * 1024
"""Bytes that are read as one line; ours are shorter, and no file may fill the memory."""


@frozen
class LedgerCopy:
    """What a ledger had at one moment: `parts` are its files, each with its size then."""

    folder: LedgerFolder
    key: bytes = field(repr=False)
    seals: tuple[bytes, ...]
    parts: tuple[tuple[Path, int], ...]

    def lines(self) -> Iterator[bytes]:
        """Every line, without its end; not one that a killed process left torn at the very end.

        Raises `LedgerUnusable`.
        """
        try:
            for number, (path, size) in enumerate(self.parts, start=1):
                yield from _lines(path, size, is_last=number == len(self.parts))
        except OSError as error:
            raise self.folder.unusable(error) from error


def copy_of_ledger(path: Path) -> LedgerCopy | None:
    """The ledger in a folder, None when there is none.

    Waits for the commit that is under way. Raises `LedgerBroken` without its key,
    `LedgerUnusable`.
    """
    folder = LedgerFolder(path)
    try:
        if not path.exists() or not any(path.iterdir()):
            return None
        with folder.locked(waits=True):
            parts = [(each, each.stat().st_size) for each in map(folder.segment, folder.segments())]
            seals = folder.seals_file.read_bytes() if folder.seals_file.exists() else b""
            whole, newline, _torn = seals.rpartition(b"\n")
            lines = tuple(whole.split(b"\n")) if newline else ()
            return LedgerCopy(folder, folder.key(), lines, tuple(parts))
    except OSError as error:
        raise folder.unusable(error) from error


def _lines(path: Path, size: int, *, is_last: bool) -> Iterator[bytes]:
    with path.open("rb") as file:
        read = 0
        while read < size:
            line = file.readline(min(LONGEST_LINE, size - read))
            read += len(line)
            if not line or (is_last and read >= size and not line.endswith(b"\n")):
                return
            yield line.removesuffix(b"\n")
