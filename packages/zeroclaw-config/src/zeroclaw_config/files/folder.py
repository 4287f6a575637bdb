"""Open a folder, then what is in it, without following links out of it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.files.notes import Notes

__all__ = [
    "MAX_ENTRIES",
    "MAX_FILE_BYTES",
    "Entry",
    "Folder",
    "each_folder",
    "named",
    "opened",
    "shown",
]

MAX_FILE_BYTES: Final = 512 * 1024
"""The limit for one file of a skill; a larger one is no text that somebody wrote for an agent."""

MAX_ENTRIES: Final = 10_000
"""A folder with more is something else, given by mistake."""

_BOM = b"\xef\xbb\xbf"

_REASONS = {
    errno.ELOOP: Phrase(
        "entry_is_link", "is a symbolic link, which is not followed: put what it points to here"
    ),
    errno.EACCES: Phrase(
        "entry_not_permitted", "cannot be read, permission denied: check its owner and its mode"
    ),
    errno.EPERM: Phrase(
        "entry_not_permitted", "cannot be read, permission denied: check its owner and its mode"
    ),
    errno.ENAMETOOLONG: Phrase("entry_name_too_long", "has a name that is too long"),
    errno.ENOTDIR: Phrase("entry_is_no_folder", "is no folder"),
}


@frozen
class Entry:
    """What stands in a folder under a name."""

    name: str
    is_folder: bool
    is_link: bool


@frozen
class Folder:
    """An open folder. `path` is for messages; what is opened is below the descriptor."""

    path: Path
    descriptor: int

    def entries(self, notes: Notes) -> tuple[Entry, ...]:
        """What is in it, by name; nothing when it cannot be listed or holds too much."""
        found = []
        try:
            with os.scandir(self.descriptor) as listing:
                for entry in listing:
                    is_folder = entry.is_dir(follow_symlinks=False)
                    found.append(Entry(entry.name, is_folder, entry.is_symlink()))
                    if len(found) > MAX_ENTRIES:
                        notes.whole(
                            Phrase(
                                "folder_holds_too_much",
                                "holds more than {limit} entries",
                                limit=MAX_ENTRIES,
                            )
                        )
                        return ()
        except OSError as error:
            notes.whole(_reason(error))
            return ()
        return tuple(sorted(found, key=lambda entry: entry.name))

    def has(self, name: str) -> bool:
        """Whether something stands under a name, be it a link to nowhere."""
        try:
            os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        except (OSError, ValueError):
            return False
        return True

    @contextmanager
    def inner(self, name: str, notes: Notes) -> Iterator[Folder | None]:
        """A folder in it, open for so long; None, with a note, when it is none."""
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        with _descriptor(name, flags, self.descriptor, notes) as descriptor:
            yield None if descriptor is None else Folder(self.path / name, descriptor)

    def text(self, name: str, notes: Notes) -> str | None:
        """The text of a file in it, its lines ended by `\\n`; None, with a note, if it has none.

        A blank file is noted too.
        """
        # Opening a pipe waits for its other end, unless it is told not to.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with _descriptor(name, flags, self.descriptor, notes) as descriptor:
            data = None if descriptor is None else _content(descriptor, notes)
        return None if data is None else _decoded(data, notes)


@contextmanager
def opened(path: Path, notes: Notes) -> Iterator[Folder | None]:
    """A folder, open for so long; None when there is none, with a note unless it is missing.

    A link to it is followed, since whoever gave the path meant it.
    """
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    with _descriptor(path, flags, None, notes) as descriptor:
        yield None if descriptor is None else Folder(path, descriptor)


def each_folder(root: Path, notes: Notes) -> Iterator[Folder]:
    """The folders in a folder, each open until the next one is asked for.

    Those whose name begins with a dot or `_` are passed over, and so are files; a link gets a note.
    """
    with opened(root, notes) as handle:
        if handle is None:
            return
        for entry in handle.entries(notes):
            if entry.name.startswith((".", "_")) or not (entry.is_folder or entry.is_link):
                continue
            own = Notes(shown(root / entry.name), called=Phrase("the_folder", "the folder"))
            with handle.inner(entry.name, own) as inner:
                if inner is not None:
                    yield inner
            notes.absorb(own)


def named(folder: Path) -> str:
    """The name of a folder, however the path to it ends."""
    return folder.resolve().name if folder.name in ("", "..") else folder.name


def shown(path: Path) -> str:
    """A path as it can be printed."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(path))


@contextmanager
def _descriptor(
    path: str | Path, flags: int, folder: int | None, notes: Notes
) -> Iterator[int | None]:
    descriptor = None
    try:
        descriptor = os.open(path, flags, dir_fd=folder)
    except FileNotFoundError:
        if folder is not None:
            notes.whole(Phrase("is_missing", "is missing"))
    except OSError as error:
        notes.whole(_folder_reason(path, error, flags, folder))
    except ValueError:
        notes.whole(Phrase("entry_name_is_no_path", "has a name that cannot be a path"))
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _folder_reason(path: str | Path, error: OSError, flags: int, folder: int | None) -> str:
    # With O_DIRECTORY a link that is not followed is reported as no folder.
    if error.errno == errno.ENOTDIR and flags & os.O_NOFOLLOW and _is_link(path, folder):
        return _REASONS[errno.ELOOP]
    return _reason(error)


def _is_link(path: str | Path, folder: int | None) -> bool:
    try:
        return stat.S_ISLNK(os.stat(path, dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _reason(error: OSError) -> str:
    known = _REASONS.get(error.errno or 0)
    if known is not None:
        return known
    refusal = (error.strerror or "").lower() or Phrase("system_refuses", "the system refuses")
    return Phrase("entry_unreadable", "cannot be read: {refusal}", refusal=refusal)


def _content(descriptor: int, notes: Notes) -> bytes | None:
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISDIR(mode):
        notes.whole(Phrase("folder_where_file_belongs", "is a folder, where a file belongs"))
        return None
    if not stat.S_ISREG(mode):
        notes.whole(Phrase("entry_is_irregular", "is no regular file"))
        return None
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        notes.whole(_reason(error))
        return None
    if len(data) > MAX_FILE_BYTES:
        notes.whole(
            Phrase("file_is_too_large", "is larger than {limit} bytes", limit=MAX_FILE_BYTES)
        )
        return None
    return data


def _decoded(data: bytes, notes: Notes) -> str | None:
    data = data.removeprefix(_BOM)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        notes.whole(
            Phrase("file_is_not_text", "has a byte that is not UTF-8: save it as UTF-8"), line
        )
        return None
    if "\0" in text:
        notes.whole(
            Phrase("file_has_nul", "has a NUL character"), text.count("\n", 0, text.index("\0")) + 1
        )
        return None
    if not text.strip():
        notes.whole(Phrase("file_is_empty", "is empty"))
        return None
    return text.replace("\r\n", "\n")
