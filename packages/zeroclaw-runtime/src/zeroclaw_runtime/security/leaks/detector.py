"""Puts a placeholder where a text holds a secret."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from zeroclaw_runtime.security.leaks.assignments import ASSIGNMENT_RULES
from zeroclaw_runtime.security.leaks.entropy import random_tokens
from zeroclaw_runtime.security.leaks.known import KnownSecrets, folded
from zeroclaw_runtime.security.leaks.private_key import BLOCK_END, BLOCK_START
from zeroclaw_runtime.security.leaks.rule import WORD, LeakKind, LeakRule, compiled
from zeroclaw_runtime.security.leaks.vendors import VENDOR_RULES

__all__ = ["KEY_BLOCK", "RULES", "Leak", "LeakDetector", "Redacted", "Span", "known_spans"]

RULES: Final = VENDOR_RULES + ASSIGNMENT_RULES

GUESSES_ABOVE: Final = 0.5
_LONG_WORD: Final = re.compile(f"[{WORD}]{{15,}}|://")
"""What every match of a rule for a single word holds."""

_NAMES: Final = ("pass", "pwd", "secret", "token", "key", "bearer", "authorization")
"""One of these is in every match of the other rules."""

_RECEIPT: Final = re.compile(r"zc-receipt-[0-9]{1,12}-[A-Za-z0-9_-]{43}")


@frozen
class Leak:
    """A secret that was found: by which rule, of which kind. Its text is never kept."""

    rule: str
    kind: LeakKind


@frozen
class Redacted:
    """A text that can leave, with what was taken out of it, in order."""

    text: str
    leaks: tuple[Leak, ...]


@frozen
class Span:
    """Where a secret stands; `reach` is where the match began that gives it away."""

    start: int
    end: int
    reach: int
    leak: Leak


KEY_BLOCK: Final = Leak("private_key_block", LeakKind.PRIVATE_KEY)
_KNOWN: Final = Leak("known_secret", LeakKind.SECRET)
_RANDOM: Final = Leak("high_entropy", LeakKind.HIGH_ENTROPY_TOKEN)


@frozen(eq=False)
class LeakDetector:
    """Finds secrets by their value and by their shape.

    `is_issued` tells whether a receipt was really given out; all others are taken out, so that
    nothing leaves in the clothes of one. `sensitivity` goes from 0 to 1: above a half, values
    are judged by the names beside them; the higher it is, the more random a word has to be
    before `high_entropy_tokens` takes it out.

    What is found is replaced as a whole, also where findings overlap: the one that begins first,
    then the longest, says what it was; a word that is only random says it last. Redacting a text
    again changes nothing.
    """

    secrets: KnownSecrets
    is_issued: Callable[[str], bool]
    sensitivity: float = 0.7
    high_entropy_tokens: bool = True

    def redact(self, text: str) -> Redacted:
        """A whole text. A block with a private key divides it: each side is read by itself."""
        shown: list[str] = []
        leaks: list[Leak] = []
        at = 0
        while (block := BLOCK_START.search(text, at)) is not None:
            self._show(text[at : block.start()], shown, leaks)
            shown.append(KEY_BLOCK.kind.placeholder)
            leaks.append(KEY_BLOCK)
            end = BLOCK_END.search(text, block.end())
            at = len(text) if end is None else end.end()
        self._show(text[at:], shown, leaks)
        return Redacted("".join(shown), tuple(leaks))

    def _show(self, text: str, shown: list[str], leaks: list[Leak]) -> None:
        spans = [*self.scan(text, 0), *known_spans(self.secrets.find(text))]
        redacted = self.replace(text, 0, len(text), spans)
        shown.append(redacted.text)
        leaks.extend(redacted.leaks)

    def scan(self, text: str, start: int) -> list[Span]:
        """What the rules find from `start` on; what stands before it is only looked back at."""
        spans: list[Span] = []
        if _LONG_WORD.search(text, start):
            for rule in VENDOR_RULES:
                spans += _spans(rule, text, text, start)
            if self.high_entropy_tokens:
                spans += (
                    Span(begin, end, begin, _RANDOM)
                    for begin, end in random_tokens(text, start, self.sensitivity)
                )
        lower = folded(text[start:])
        if any(name in lower for name in _NAMES):
            lower = folded(text)
            for rule in ASSIGNMENT_RULES:
                if self.sensitivity > GUESSES_ABOVE or not rule.is_guess:
                    spans += _spans(rule, text, lower, start)
        return spans

    def replace(self, text: str, start: int, end: int, spans: Sequence[Span]) -> Redacted:
        """The text from `start` to `end`, with placeholders for the spans, all within."""
        if not spans:
            return Redacted(text[start:end], ())
        shown: list[str] = []
        leaks: list[Leak] = []
        at = start
        for span in _joined(self._without_receipts(text, start, end, spans)):
            shown += (text[at : span.start], span.leak.kind.placeholder)
            leaks.append(span.leak)
            at = span.end
        shown.append(text[at:end])
        return Redacted("".join(shown), tuple(leaks))

    def _without_receipts(
        self, text: str, start: int, end: int, spans: Iterable[Span]
    ) -> Iterable[Span]:
        for match in _RECEIPT.finditer(text, start, end):
            if self.is_issued(match[0]):
                spans = [part for span in spans for part in _outside(text, span, match.span())]
        return spans


def known_spans(found: Iterable[tuple[int, int]]) -> Iterator[Span]:
    """What was found by value, in the form of what rules find."""
    return (Span(start, end, start, _KNOWN) for start, end in found)


def _spans(rule: LeakRule, text: str, among: str, start: int) -> Iterator[Span]:
    for match in _matches(rule, text, among, start):
        begin, end = match.span(match.lastgroup or 0)
        yield Span(begin, end, match.start(), Leak(rule.name, rule.kind))


def _matches(rule: LeakRule, text: str, among: str, start: int) -> Iterator[re.Match[str]]:
    if not rule.anchors:
        yield from compiled(rule.pattern).finditer(text, start)
    for anchor in rule.anchors:
        at = among.find(anchor, start)
        while at >= 0:
            match = compiled(rule.pattern).match(text, at)
            if match is not None:
                yield match
            at = among.find(anchor, at + 1 if match is None else match.end())


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Spans without overlaps, in order; that a word is random is said of it last."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not found or span.start >= found[-1].end:
            found.append(span)
            continue
        first = found[-1]
        leak = span.leak if first.leak == _RANDOM else first.leak
        found[-1] = evolve(first, end=max(first.end, span.end), leak=leak)
    return found


def _outside(text: str, span: Span, receipt: tuple[int, int]) -> Iterator[Span]:
    """The parts of a span beside a receipt; Markdown may put `_` around it."""
    start, end = receipt
    if span.end <= start or span.start >= end:
        yield span
        return
    if text[span.start : start].strip("_-"):
        yield evolve(span, end=start)
    if text[end : span.end].strip("_-"):
        yield evolve(span, start=end)
