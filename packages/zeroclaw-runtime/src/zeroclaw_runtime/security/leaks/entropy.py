"""Judges whether a word is too random to be one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import log2
from operator import ne
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from zeroclaw_runtime.security.leaks.rule import WORD_CHARACTERS

__all__ = ["random_tokens"]

LEAST_BITS: Final = 3.5
BITS_BY_SENSITIVITY: Final = 1.25
LEAST_CHANGES: Final = 0.4
"""The share of neighbours of different classes: two thirds of random base64, a fifth of names."""

LONGEST: Final = 512
"""Characters of a word that may be a key."""

# The letter of an escape in JSON is no part of the word behind it.
_TOKEN: Final = re.compile(
    r"(?<=\\)[bfnrt](?P<escaped>[A-Za-z0-9_+/-]{24,})|(?<!\\)(?P<plain>[A-Za-z0-9_+/-]{24,})"
)
_CLASSES: Final = {
    ord(character): kind
    for kind, members in (
        ("d", digits),
        ("l", ascii_lowercase),
        ("u", ascii_uppercase),
        ("s", "_+/-"),
    )
    for character in members
}
# The place that an address names; the values of its query are looked at.
_ADDRESS: Final = re.compile(r"://[A-Za-z0-9_\-+/.:@%~$!*^]*\Z")
_MEDIUM: Final = re.compile(r"\[(?:IMAGE|VIDEO|VOICE|AUDIO|DOCUMENT|FILE):")
# Content that is written out, digests, lines of a certificate.
_NO_SECRET: Final = re.compile(r"(?:base64,|\bh1:|\bsha(?:1|224|256|384|512)[:=]|-----\r?\n)\Z")
_EXEMPT_START: Final = re.compile(r"sha(?:1|224|256|384|512)-|AAAA[BCE][0-9]Nza|/{2}[a-z]")
_NEXT_LINE: Final = re.compile(r"(?:[A-Za-z0-9+/]{40}|HIGH_ENTROPY_TOKEN\])\r?\n\Z")
_RUN_BACK: Final = 2200
_NEAR: Final = 48


def random_tokens(text: str, start: int, sensitivity: float) -> Iterator[tuple[int, int]]:
    """Where words of 24 characters or more stand that look random; digests in hex never do."""
    bits = LEAST_BITS + BITS_BY_SENSITIVITY * sensitivity
    for match in _TOKEN.finditer(text, start):
        at, end = match.span(match.lastgroup or 0)
        if _is_random(text[at:end], bits) and not _is_exempt(text, at, text[at:end]):
            yield at, end


def _is_random(token: str, bits: float) -> bool:
    # Longer than any key: an image, a file. The time that this takes is bounded by it too.
    if len(token) > LONGEST:
        return False
    characters = set(token)
    if log2(len(characters)) < bits:
        return False
    classes = token.translate(_CLASSES)
    if "d" not in classes or not ("l" in classes or "u" in classes):
        return False
    if sum(map(ne, classes, classes[1:])) < LEAST_CHANGES * len(token):
        return False
    size = len(token)
    counts = map(token.count, characters)
    return -sum(count / size * log2(count / size) for count in counts) >= bits


def _is_exempt(text: str, at: int, token: str) -> bool:
    if _EXEMPT_START.match(token):
        return True
    before = text[max(0, at - _RUN_BACK) : at]
    run = before[len(before.rstrip(WORD_CHARACTERS)) :]
    if "://" in run and _ADDRESS.search(run):
        return True
    if _MEDIUM.match(before, max(0, len(before) - len(run) - 1)):
        return True
    near = before[-_NEAR:]
    return bool(_NO_SECRET.search(near) or _NEXT_LINE.search(near))
