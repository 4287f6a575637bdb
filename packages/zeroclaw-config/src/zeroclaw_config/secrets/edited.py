"""Let the operations on secrets edit the text of a configuration."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.values import ConfigValue

__all__ = ["EditedSecrets"]


@define
class EditedSecrets:
    """The tree of secrets of a document; after an operation, `document` is what to save."""

    document: EditedDocument

    @property
    def file(self) -> str:
        """The name of the file, for messages."""
        return self.document.source

    def located(self, path: KeyPath) -> KeyPath:
        """The path as the document spells it."""
        return self.document.located(path)

    def get(self, path: KeyPath) -> object:
        """The value at a path, None when there is none."""
        return self.document.get(path) if self.document.has(path) else None

    def set(self, path: KeyPath, text: str) -> None:
        """Put a text there, with the tables around it; raises as `EditedDocument.set` does."""
        self.document = self.document.set(path, text)

    def unset(self, path: KeyPath) -> None:
        """Take the value away; raises as `EditedDocument.unset` does."""
        self.document = self.document.unset(path)

    def texts(self) -> Iterator[tuple[KeyPath, str]]:
        """Every text of the document, those in arrays included."""
        for path, value in self.document.list():
            yield from _texts(path, value)


def _texts(path: KeyPath, value: ConfigValue) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts((*path, name), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts((*path, index), item)
