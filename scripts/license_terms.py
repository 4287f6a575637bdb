"""Read an SPDX licence expression into alternatives that must each be accepted as a whole."""

import re
from collections.abc import Callable

_TOKEN = re.compile(r"\s*(\(|\)|[A-Za-z0-9.+:-]+)")
Terms = frozenset[frozenset[str]]


class LicenceExpressionError(Exception):
    """The text is no SPDX licence expression; name the licence in the table instead."""


def _tokens(text: str) -> list[str]:
    tokens, position = [], 0
    while position < len(text.rstrip()):
        found = _TOKEN.match(text, position)
        if found is None:
            raise LicenceExpressionError(f"{text!r} cannot be read at {text[position:]!r}")
        tokens.append(found[1])
        position = found.end()
    return tokens


class _Reader:
    """Recursive descent over the grammar: OR binds weakest, then AND, then WITH."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _take(self) -> str:
        if not self._tokens:
            raise LicenceExpressionError(f"{self._text!r} ends too early")
        return self._tokens.pop(0)

    def _accept(self, word: str) -> bool:
        if self._next().upper() != word:
            return False
        self._take()
        return True

    def whole(self) -> Terms:
        terms = self._any_of()
        if self._tokens:
            raise LicenceExpressionError(f"{self._text!r} goes on after its end: {self._next()!r}")
        return terms

    def _any_of(self) -> Terms:
        terms = self._all_of()
        while self._accept("OR"):
            terms |= self._all_of()
        return terms

    def _all_of(self) -> Terms:
        terms = self._one()
        while self._accept("AND"):
            right = self._one()
            terms = frozenset(a | b for a in terms for b in right)
        return terms

    def _one(self) -> Terms:
        if self._accept("("):
            terms = self._any_of()
            if not self._accept(")"):
                raise LicenceExpressionError(f"{self._text!r} leaves a bracket open")
            return terms
        name = self._take()
        if name in (")", "(") or name.upper() in ("AND", "OR", "WITH"):
            raise LicenceExpressionError(f"{self._text!r} has {name!r} in place of a licence")
        if self._accept("WITH"):
            # An exception only ever grants more than the licence it belongs to.
            self._take()
        return frozenset([frozenset([name])])


def alternatives(expression: str) -> Terms:
    """The choices that an expression leaves, each the set of licences that then apply together.

    `A AND (B OR C)` is `{{A, B}, {A, C}}`. Raises `LicenceExpressionError`.
    """
    return _Reader(expression).whole()


def acceptable(expression: str, accepts: Callable[[str], bool]) -> bool:
    """Whether some alternative consists of accepted licences only; raises as `alternatives`."""
    return any(all(map(accepts, choice)) for choice in alternatives(expression))
