"""Redacts a text that comes in pieces."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field

from zeroclaw_runtime.security.leaks.assignments import ASSIGNMENT_RULES
from zeroclaw_runtime.security.leaks.detector import (
    KEY_BLOCK,
    Leak,
    LeakDetector,
    Span,
    known_spans,
)
from zeroclaw_runtime.security.leaks.known import KnownScanner
from zeroclaw_runtime.security.leaks.private_key import (
    BLOCK_BEGINNING,
    BLOCK_END,
    BLOCK_START,
    LONGEST_END,
)
from zeroclaw_runtime.security.leaks.rule import WORD, WORD_CHARACTERS, compiled

__all__ = ["StreamRedactor"]

LOOK_BACK: Final = 64
"""Characters that stay in sight after they were shown: what rules look back at."""

LONG: Final = 4096
"""Characters held back beyond which they are not looked through for each piece that comes."""

SHORTEST: Final = 8
"""Characters of the shortest match of any rule: no shorter word holds one."""

_WORD_END: Final = re.compile(f"[^{WORD}]")
_BEGINNING: Final = (
    "(?:"
    + "|".join(f"(?i:{rule.beginning})" for rule in ASSIGNMENT_RULES)
    + rf"|{BLOCK_BEGINNING})\Z"
)


@define(eq=False, repr=False)
class StreamRedactor:
    """Shows exactly what `LeakDetector.redact` makes of the whole text, however it is cut.

    Only what may still become part of a finding is held back: the last word, an assignment whose
    value has not ended, the beginning of a known secret, the first line of a private key.
    `leaks` are those of what was shown so far.
    """

    _detector: LeakDetector
    leaks: list[Leak] = field(factory=list, init=False)
    _scanner: KnownScanner = field(init=False)
    _known: list[Span] = field(factory=list, init=False)
    _pieces: list[str] = field(factory=list, init=False)
    _size: int = field(default=0, init=False)
    # In `_pieces`, what is still to be shown begins here; `_before` characters came before them.
    _start: int = field(default=0, init=False)
    _before: int = field(default=0, init=False)
    _next_look: int = field(default=0, init=False)
    _in_block: bool = field(default=False, init=False)
    _block_tail: str = field(default="", init=False)

    def __attrs_post_init__(self) -> None:
        self._scanner = self._detector.secrets.scanner()

    def feed(self, piece: str) -> str:
        """Take the next piece; returns what can be shown now."""
        if self._in_block:
            return self._skip(piece)
        self._pieces.append(piece)
        self._size += len(piece)
        self._known.extend(known_spans(self._scanner.feed(piece)))
        if self._size < self._next_look or not _WORD_END.search(piece):
            return ""
        return self._look()

    def finish(self) -> str:
        """The text has ended; returns the rest of what can be shown."""
        shown = ""
        while not self._in_block and BLOCK_START.search(self._joined(), self._start):
            shown += self._look()
        if self._in_block:
            return shown
        held = self._joined()
        spans = [*self._detector.scan(held, self._start), *self._known_here()]
        return shown + self._show(held, len(held), spans)

    def _look(self) -> str:
        held = self._joined()
        block = BLOCK_START.search(held, self._start)
        if block is not None:
            return self._enter_block(held, block)
        spans = [*self._detector.scan(held, self._start), *self._known_here()]
        end = self._safe_end(held, spans)
        shown = self._show(held, end, [span for span in spans if span.end <= end])
        self._next_look = self._size + self._size // 4 if self._size > LONG else 0
        return shown

    def _safe_end(self, held: str, spans: list[Span]) -> int:
        """Up to where nothing that follows can change what is found."""
        end = len(held)
        if (beginning := compiled(_BEGINNING).search(held, self._start)) is not None:
            end = beginning.start()
        if (known := self._scanner.open_from) is not None:
            end = min(end, known - self._before)
        while True:
            end = self._word_start(held, end)
            across = [span.reach for span in spans if span.reach < end < span.end]
            if not across:
                return end
            end = min(across)

    def _word_start(self, held: str, end: int) -> int:
        """Where the word begins in which `end` lies; `end` itself when its rest is short, ended."""
        rest = _WORD_END.search(held, end, end + SHORTEST)
        if rest is not None:
            return end
        return self._start + len(held[self._start : end].rstrip(WORD_CHARACTERS))

    def _show(self, held: str, end: int, spans: list[Span]) -> str:
        """Let go of the text up to `end`."""
        if end <= self._start:
            self._pieces = [held]
            return ""
        redacted = self._detector.replace(held, self._start, end, spans)
        self.leaks.extend(redacted.leaks)
        dropped = max(0, end - LOOK_BACK)
        self._pieces = [held[dropped:]]
        self._size = len(held) - dropped
        self._start = end - dropped
        self._before += dropped
        self._known = [span for span in self._known if span.end > self._before + self._start]
        return redacted.text

    def _enter_block(self, held: str, block: re.Match[str]) -> str:
        first = block.start()
        before = held[:first]
        spans = [
            *self._detector.scan(before, self._start),
            *(span for span in self._known_here() if span.end <= first),
        ]
        shown = self._show(before, first, spans) + KEY_BLOCK.kind.placeholder
        self.leaks.append(KEY_BLOCK)
        self._in_block = True
        self._block_tail = ""
        return shown + self._skip(held[block.end() :])

    def _skip(self, piece: str) -> str:
        """Drop what is inside a block; behind it the text begins anew."""
        tail = self._block_tail + piece
        end = BLOCK_END.search(tail)
        if end is None:
            self._block_tail = tail[-(LONGEST_END - 1) :]
            return ""
        self._in_block = False
        self._pieces, self._known = [], []
        self._size = self._start = self._before = self._next_look = 0
        self._scanner = self._detector.secrets.scanner()
        return self.feed(tail[end.end() :])

    def _joined(self) -> str:
        if len(self._pieces) != 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def _known_here(self) -> list[Span]:
        by = self._before
        return [
            Span(span.start - by, span.end - by, span.reach - by, span.leak) for span in self._known
        ]
