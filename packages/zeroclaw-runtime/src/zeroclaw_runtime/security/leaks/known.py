"""Finds secrets that are known by their value, however they are spelled."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field, frozen

__all__ = ["LEAST_KNOWN", "KnownScanner", "KnownSecrets"]

LEAST_KNOWN: Final = 8
"""Characters. A shorter value would be found in ordinary words."""

LONGEST_PART: Final = 64
"""Characters. Of a longer value each part is looked for, so that less of a stream is held back."""

_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# White space, what has no width, what programs and Markdown put between the parts of a text.
_PASSED_OVER: Final = frozenset(
    "\t\n\v\f\r \x1c\x1d\x1e\x1f\x85\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e"
    + "".join(map(chr, range(0x2000, 0x2010)))
    + "".join(map(chr, range(0x2028, 0x2030)))
    + "".join(map(chr, range(0x205F, 0x2070)))
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "\u3000\u3164\ufeff\uffa0\"'`*+"
)
_NO_SPACE: Final = tuple(c for c in sorted(_PASSED_OVER) if not c.isspace())


def folded(text: str) -> str:
    """The text in lower case, each character at its place, whatever stands beside it."""
    lower = text.lower()
    if len(lower) != len(text):
        # A few capitals become two characters.
        lower = "".join(
            low if len(low := character.lower()) == 1 else character for character in text
        )
    # At the end of a word, of a piece, it has another form.
    return lower.replace("ς", "σ")


def _squeezed(text: str) -> str:
    text = "".join(folded(text).split())
    for character in _NO_SPACE:
        if character in text:
            text = text.replace(character, "")
    return text


def _spellings(secret: str) -> Iterator[str]:
    """The ways in which a secret is looked for; case, white space, quotes make no difference."""
    parts = [secret]
    if len(secret) > LONGEST_PART:
        parts = [secret[at : at + LONGEST_PART] for at in range(0, len(secret), LONGEST_PART)]
        parts[-1] = secret[-LONGEST_PART:]
    yield from _rare_spellings(parts[0])
    for part in parts:
        yield from _usual_spellings(part)


def _usual_spellings(part: str) -> Iterator[str]:
    yield part
    yield json.dumps(part)[1:-1]
    yield json.dumps(part, ensure_ascii=False)[1:-1]
    raw = part.encode("utf-8", "surrogatepass")
    for shift in range(3):
        # The characters that hold bits of a neighbour are left out.
        first, last = -(-shift * 8 // 6), (shift + len(raw)) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(bytes(shift) + raw).decode()[first:last]


def _rare_spellings(part: str) -> Iterator[str]:
    yield part[::-1]
    yield "".join(f"\\u{ord(character):04x}" for character in part)
    raw = part.encode("utf-8", "surrogatepass")
    for between in ("", ":", "-", "\\x", ",0x", "%"):
        yield between.join(f"{byte:02x}" for byte in raw)
    address = "".join(chr(byte) if chr(byte) in _UNRESERVED else f"%{byte:02x}" for byte in raw)
    yield address
    yield address.replace("%20", "+")


@define
class _Node:
    """A beginning of a spelling; `longest` is the longest spelling that ends here."""

    depth: int
    then: dict[str, _Node] = field(factory=dict)
    otherwise: _Node | None = None
    longest: int = 0


@frozen(eq=False, repr=False)
class KnownSecrets:
    """The values that must not leave, ready to be looked for; it never shows them itself."""

    _root: _Node
    _spelled: tuple[str, ...]

    @classmethod
    def of(cls, values: Iterable[str]) -> KnownSecrets:
        """Those of the values that are long enough, with all their spellings."""
        long_enough = [value for value in values if len(value.strip()) >= LEAST_KNOWN]
        spelled = dict.fromkeys(
            _squeezed(spelling) for value in long_enough for spelling in _spellings(value.strip())
        )
        usable = tuple(text for text in spelled if len(text) >= LEAST_KNOWN)
        return cls(_tree(usable), usable)

    def find(self, text: str) -> list[tuple[int, int]]:
        """Where they stand in a whole text."""
        if not self._spelled:
            return []
        # A search for each is fast; only a text that holds one is read character by character.
        squeezed = _squeezed(text)
        if not any(spelling in squeezed for spelling in self._spelled):
            return []
        return self.scanner().feed(text)

    def scanner(self) -> KnownScanner:
        """A reader for a text that comes in pieces."""
        return KnownScanner(self._root, self._root)


def _tree(spelled: Iterable[str]) -> _Node:
    """The automaton of Aho and Corasick."""
    root = _Node(0)
    for spelling in spelled:
        node = root
        for character in spelling:
            node = node.then.setdefault(character, _Node(node.depth + 1))
        node.longest = len(spelling)
    waiting = deque((character, node, root) for character, node in root.then.items())
    while waiting:
        character, node, above = waiting.popleft()
        fallback = above.otherwise
        while fallback is not None and character not in fallback.then:
            fallback = fallback.otherwise
        node.otherwise = root if fallback is None else fallback.then[character]
        node.longest = max(node.longest, node.otherwise.longest)
        waiting.extend((following, child, node) for following, child in node.then.items())
    return root


@define(eq=False, repr=False)
class KnownScanner:
    """Reads a text in pieces; positions count from the beginning of the first."""

    _root: _Node
    _node: _Node
    _places: deque[int] = field(factory=deque)
    _read: int = 0

    def feed(self, text: str) -> list[tuple[int, int]]:
        """Read on; returns where secrets stand that end in this piece."""
        root, node, places = self._root, self._node, self._places
        if not root.then:
            return []
        found = []
        for at, character in enumerate(folded(text), self._read):
            following = node.then.get(character)
            if following is None:
                if character in _PASSED_OVER:
                    continue
                while following is None and node.otherwise is not None:
                    node = node.otherwise
                    following = node.then.get(character)
                if following is None:
                    places.clear()
                    continue
            node = following
            places.append(at)
            if node.longest:
                found.append((places[-node.longest], at + 1))
        self._node = node
        self._read += len(text)
        while len(places) > node.depth:
            places.popleft()
        return found

    @property
    def open_from(self) -> int | None:
        """Where a secret may have begun that has not ended yet."""
        return self._places[0] if self._places else None
