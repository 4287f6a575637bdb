"""Turns the bytes that a program writes into the text of its answer."""

from __future__ import annotations

from codecs import getincrementaldecoder

__all__ = ["PlainText"]


class PlainText:
    """Bytes in, text out, in whatever pieces the bytes come; without blanks at either end.

    What is no UTF-8 shows as U+FFFD.
    """

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")
        self._blanks = ""
        self._has_begun = False

    def feed(self, chunk: bytes) -> str:
        """The text that is sure to belong to the answer by now."""
        return self._add(self._decoder.decode(chunk))

    def close(self) -> str:
        """What is left at the end."""
        return self._add(self._decoder.decode(b"", final=True))

    @property
    def has_begun(self) -> bool:
        """Whether there was anything but blanks."""
        return self._has_begun

    def _add(self, text: str) -> str:
        text = self._blanks + text
        if not self._has_begun:
            text = text.lstrip()
        said = text.rstrip()
        self._blanks = text[len(said) :]
        self._has_begun = self._has_begun or bool(said)
        return said
