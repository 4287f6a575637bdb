"""Remembers what was written in earlier chats."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from attrs import define, field

from zeroclaw.chat.errors import HistoryUnusable
from zeroclaw.words import say
from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import parse_json, well_formed

__all__ = ["MOST_ENTRIES", "MOST_ENTRY_BYTES", "MOST_LINES", "History"]

MOST_ENTRIES: Final = 1_000
"""How many are remembered."""

MOST_ENTRY_BYTES: Final = 64 * 1024
"""What is longer is hardly written twice."""

MOST_LINES: Final = 2_000
"""The file is cut to the remembered entries when it has more."""

_MOST_READ_BYTES: Final = 4 * 1024 * 1024
_MOST_FILE_BYTES: Final = 2 * _MOST_READ_BYTES
_MOST_TRIES: Final = 8
"""How often the file may be replaced by others while one entry is written."""

# Without waiting: where the file should be, somebody may have put a pipe.
_FLAGS: Final = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


@define(eq=False)
class History:
    """Entries of one file, oldest first, with a place among them that moves from key to key.

    Several processes may add to the file at once. Nobody waits for another: an entry is one
    write, and who finds afterwards that the file was replaced meanwhile writes it again.
    """

    _path: Path
    _entries: deque[str] = field(factory=lambda: deque(maxlen=MOST_ENTRIES))
    _lines: int = 0
    """How many lines the file has, as far as this process knows."""

    _back: int = field(default=0, init=False)
    """How many entries the place is before the end; 0 is what is being written."""

    _draft: str = field(default="", init=False)

    @classmethod
    def load(cls, path: Path) -> Self:
        """The last entries of a file; none of one that is missing or unreadable."""
        try:
            with _opened(path, os.O_RDONLY) as fd:
                data, _ = _read_end(fd)
        except OSError:
            data = b""
        lines = data.splitlines(keepends=True)
        entries = (text for line in lines if (text := _entry(line)) is not None)
        return cls(path, deque(entries, maxlen=MOST_ENTRIES), len(lines))

    def add(self, text: str) -> None:
        """Remember a message, in the file as well, and return to the end.

        What begins with a space, repeats the last entry, is empty or too long is not kept.
        Raises `HistoryUnusable` when the file does not take it; here it is remembered all the same.
        """
        self.reset()
        text = well_formed(text)
        if not text or text.startswith(" ") or text == self._last:
            return
        if len(text.encode()) > MOST_ENTRY_BYTES:
            return
        self._entries.append(text)
        line = json.dumps({"text": text}, ensure_ascii=False).encode() + b"\n"
        try:
            size = _append(self._path, line)
            self._lines += 1
            if self._lines > MOST_LINES or size > _MOST_FILE_BYTES:
                _shorten(self._path)
                self._lines = len(self._entries)
        except OSError as error:
            problem = error.strerror or str(error)
            raise HistoryUnusable(path=str(self._path), problem=problem) from error

    def older(self, draft_text: str) -> str | None:
        """The entry before the place; None at the oldest. `newer` ends with the draft's text."""
        if self._back == len(self._entries):
            return None
        if not self._back:
            self._draft = draft_text
        self._back += 1
        return self._entries[-self._back]

    def newer(self) -> str | None:
        """The entry after the place, at last what was being written; None at the end."""
        if not self._back:
            return None
        self._back -= 1
        return self._entries[-self._back] if self._back else self._draft

    def reset(self) -> None:
        """Return to the end, and forget what was being written."""
        self._back, self._draft = 0, ""

    def find(self, fragment: str, skip: int = 0) -> str | None:
        """The newest entry that holds the fragment, after `skip` different ones that do."""
        if not fragment:
            return None
        found = (text for text in dict.fromkeys(reversed(self._entries)) if fragment in text)
        return next((text for index, text in enumerate(found) if index == skip), None)

    @property
    def _last(self) -> str | None:
        return self._entries[-1] if self._entries else None


def _entry(line: bytes) -> str | None:
    """The text of one line; None when the line was cut off, or is not ours."""
    try:
        match parse_json(line):
            case {"text": str(text)} if text and len(text.encode()) <= MOST_ENTRY_BYTES:
                return text
            case _:
                return None
    except InvalidJson:
        return None


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    fd = os.open(path, flags | _FLAGS, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(say("history_is_no_file"))
        yield fd
    finally:
        os.close(fd)


def _read_end(fd: int) -> tuple[bytes, int]:
    """The last whole lines, with the size of the file that they were read from."""
    size = os.fstat(fd).st_size
    start = max(0, size - _MOST_READ_BYTES)
    data = _read(fd, start, size)
    return (data.partition(b"\n")[2] if start else data), start + len(data)


def _read(fd: int, start: int, end: int) -> bytes:
    parts = []
    while start < end and (part := os.pread(fd, end - start, start)):
        parts.append(part)
        start += len(part)
    return b"".join(parts)


def _append(path: Path, lines: bytes) -> int:
    """Write whole lines to the end; the size of the file after it. Raises `OSError`."""
    for _ in range(_MOST_TRIES):
        with _opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT) as fd:
            before = os.fstat(fd)
            if stat.S_IMODE(before.st_mode) & 0o077:
                os.fchmod(fd, 0o600)
            # A write of another that crosses a page is seen in parts, so this may be true of a line
            # that is whole a moment later: an empty line then stands after it, which is no entry.
            is_cut_off = before.st_size and os.pread(fd, 1, before.st_size - 1) != b"\n"
            whole = b"\n" + lines if is_cut_off else lines
            if os.write(fd, whole) != len(whole):
                raise OSError(say("history_partly_written"))
            if _is_at(path, fd):
                return os.fstat(fd).st_size
    raise OSError(say("history_replaced"))


def _is_at(path: Path, fd: int) -> bool:
    """Whether a path still leads to an open file."""
    try:
        return os.path.samestat(path.stat(follow_symlinks=False), os.fstat(fd))
    except FileNotFoundError:
        return False


def _shorten(path: Path) -> None:
    """Replace the file by its last entries, unless another process does so. Raises `OSError`."""
    with _opened(path, os.O_RDONLY) as fd:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        if not _is_at(path, fd):
            return
        data, size = _read_end(fd)
        kept = [line for line in data.splitlines(keepends=True) if _entry(line) is not None]
        _put_in_place(path, kept[-MOST_ENTRIES:])
        # Others may have added to the old file up to now; from now on they see the new one.
        if missed := _read(fd, size, os.fstat(fd).st_size):
            _append(path, missed)


def _put_in_place(path: Path, lines: Iterable[bytes]) -> None:
    fd, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(fd, "wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(fd)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
