"""Open a configuration file for a change that is written as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from zeroclaw_config._toml import SCHEMA_VERSION
from zeroclaw_config.editing._disk import MAX_FILE_BYTES, cause_of, read_bytes, replace_bytes
from zeroclaw_config.editing._lock import locked
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.errors import (
    ConfigMissing,
    ConfigNotText,
    ConfigNotWritten,
    ConfigTooLarge,
    DocumentNotFromFile,
    SchemaTooNew,
)

__all__ = ["LOCK_TIMEOUT_SECONDS", "ConfigFile", "read_document"]

LOCK_TIMEOUT_SECONDS = 10.0
"""How long to wait for another writer, which needs some milliseconds."""

_BOM = b"\xef\xbb\xbf"


def read_document(path: Path) -> EditedDocument:
    """The text of a file for looking at, without its lock; it cannot be saved.

    Raises the errors of `ConfigFile.open` that are about reading.
    """
    shown = _shown(path)
    data = read_bytes(_target(path), shown)
    if data is None:
        raise ConfigMissing(path=shown)
    return EditedDocument.parse(_decoded(data, shown), shown)


class ConfigFile:
    """A configuration file that nobody else writes while it is open.

    It sees the text of the file alone: what the environment overrides or puts into `${NAME}` is
    never written. Everything here blocks; a trio program calls it in a thread.
    """

    def __init__(self, path: Path, target: Path, shown: str, data: bytes | None) -> None:
        """Only `open` makes one."""
        self._path = path
        self._target = target
        self._shown = shown
        self._data = data
        text = f"schema_version = {SCHEMA_VERSION}\n" if data is None else _decoded(data, shown)
        self._document = EditedDocument.parse(text, shown, origin=self)
        version = self._document.tree.get("schema_version")
        if type(version) is int and version > SCHEMA_VERSION:
            raise SchemaTooNew(path=shown, newest=SCHEMA_VERSION)
        self._is_open = True

    @classmethod
    @contextmanager
    def open(
        cls, path: Path, create: bool = False, timeout: float = LOCK_TIMEOUT_SECONDS
    ) -> Iterator[ConfigFile]:
        """Lock a file, then read it; `create` starts one, with its folder, where there is none.

        A link is written through: what it leads to is replaced. Raises ConfigLocked after
        `timeout` seconds, and for a file that must not be replaced, as it could not be read:
        ConfigMissing, ConfigUnreadable, ConfigTooLarge, ConfigNotText, ConfigSyntax, SchemaTooNew.
        """
        shown = _shown(path)
        target = _target(path)
        if create:
            _make_folder(target.parent, shown)
        elif read_bytes(target, shown) is None:
            # No lock is left beside a file that is not there.
            raise ConfigMissing(path=shown)
        with locked(target, shown, timeout):
            data = read_bytes(target, shown)
            if data is None and not create:
                raise ConfigMissing(path=shown)
            file = cls(path, target, shown, data)
            try:
                yield file
            finally:
                file._is_open = False

    @property
    def path(self) -> Path:
        """The path that it was opened by."""
        return self._path

    @property
    def document(self) -> EditedDocument:
        """What the file holds, or what a new one starts with; edits of it can be saved."""
        return self._document

    @property
    def is_new(self) -> bool:
        """Whether there is no such file yet."""
        return self._data is None

    def save(self, document: EditedDocument, validate: Callable[[str], object]) -> bool:
        """Write an edit of `document`, with a backup of what was there; False if nothing differs.

        `validate` gets the new text before anything is written, and raises to prevent that, as a
        rule InvalidConfig. Raises DocumentNotFromFile for a document that does not come from
        here, ConfigChanged when the file is not what was read, ConfigTooLarge, ConfigNotWritten;
        the file is then as it was.
        """
        if document.origin is not self or not self._is_open:
            raise DocumentNotFromFile(path=self._shown)
        if self._data is not None and document.text == self._document.text:
            return False
        bom = _BOM if self._data is not None and self._data.startswith(_BOM) else b""
        data = bom + document.text.encode()
        if len(data) > MAX_FILE_BYTES:
            raise ConfigTooLarge(path=self._shown, limit=MAX_FILE_BYTES)
        validate(document.text)
        replace_bytes(self._target, self._shown, self._data, data)
        self._data = data
        self._document = document
        return True


def _shown(path: Path) -> str:
    return str(path).encode("utf-8", "backslashreplace").decode()


def _target(path: Path) -> Path:
    # A loop of links stays as it is, and reading it fails.
    return Path(os.path.realpath(path))


def _make_folder(folder: Path, shown: str) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigNotWritten(path=shown, problem=cause_of(error)) from error


def _decoded(data: bytes, shown: str) -> str:
    data = data.removeprefix(_BOM)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    # The decoder's error holds all bytes, so ours must not have it as its context.
    raise ConfigNotText(path=shown, line=line)
