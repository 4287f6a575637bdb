"""Reads an arithmetic expression while it works out the value."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, frozen

from zeroclaw_tools.errors import InvalidExpression
from zeroclaw_tools.operations import CONSTANTS, Number, applied, called, checked

__all__ = ["LONGEST_EXPRESSION", "calculated"]

LONGEST_EXPRESSION: Final = 4000
"""Characters."""

_DEEPEST: Final = 50
"""Parentheses, signs and powers within each other, each a few frames of the interpreter."""

_TOKEN: Final = re.compile(
    r"(?P<number>(?:[0-9][0-9_]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9]*)"
    r"|(?P<sign>\*\*|//|[-+*/%(),^])"
)
_LEVELS: Final = (("+", "-"), ("*", "/", "//", "%"))


@frozen
class _Token:
    kind: str
    text: str


def calculated(expression: str) -> Number:
    """The value. Raises `InvalidExpression`.

    As in Python, `-2 ** 2` is -4 and `2 ** 3 ** 2` is 2 ** 9; a whole quotient stays whole.
    """
    if len(expression) > LONGEST_EXPRESSION:
        raise InvalidExpression(problem=f"it is longer than {LONGEST_EXPRESSION} characters")
    reader = _Reader(_tokens(expression))
    value = reader.sum(0)
    if reader.peek() is not None:
        raise InvalidExpression(problem=f"an operator is missing before {reader.next()!r}")
    return value


def _tokens(expression: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while at < len(expression):
        if expression[at].isspace():
            at += 1
            continue
        found = _TOKEN.match(expression, at)
        if found is None:
            raise InvalidExpression(problem=f"{expression[at]!r} has no meaning here")
        if found[0] == "^":
            raise InvalidExpression(problem="'^' has no meaning here; a power is spelled **")
        tokens.append(_Token(found.lastgroup or "", found[0]))
        at = found.end()
    return tokens


@define
class _Reader:
    """One pass over the tokens, a method for each level of precedence."""

    _tokens: list[_Token]
    _at: int = 0

    def peek(self) -> str | None:
        """The next token, left where it is."""
        return self._tokens[self._at].text if self._at < len(self._tokens) else None

    def next(self) -> str:
        """The next token, taken."""
        text = self.peek()
        if text is None:
            raise InvalidExpression(problem="it ends where a number should follow")
        self._at += 1
        return text

    def sum(self, depth: int, level: int = 0) -> Number:
        """Sums, or from level 1 on products."""
        if depth > _DEEPEST:
            raise InvalidExpression(problem=f"it is nested deeper than {_DEEPEST} levels")
        if level == len(_LEVELS):
            return self._signed(depth)
        value = self.sum(depth, level + 1)
        while self.peek() in _LEVELS[level]:
            operator = self.next()
            value = applied(operator, value, self.sum(depth, level + 1))
        return value

    def _signed(self, depth: int) -> Number:
        if depth > _DEEPEST:
            raise InvalidExpression(problem=f"it is nested deeper than {_DEEPEST} levels")
        if self.peek() in ("+", "-"):
            sign = self.next()
            value = self._signed(depth + 1)
            return -value if sign == "-" else value
        return self._power(depth)

    def _power(self, depth: int) -> Number:
        value = self._atom(depth)
        if self.peek() == "**":
            self.next()
            return applied("**", value, self._signed(depth + 1))
        return value

    def _atom(self, depth: int) -> Number:
        text = self.next()
        kind = self._tokens[self._at - 1].kind
        if kind == "number":
            return _number(text)
        if kind == "name":
            return self._named(text, depth)
        if text != "(":
            raise InvalidExpression(problem=f"a number should stand where {text!r} is")
        value = self.sum(depth + 1)
        self._expect(")")
        return value

    def _named(self, name: str, depth: int) -> Number:
        if self.peek() != "(":
            if name not in CONSTANTS:
                raise InvalidExpression(problem=f"the name {name!r} has no value")
            return CONSTANTS[name]
        self.next()
        arguments = [self.sum(depth + 1)]
        while self.peek() == ",":
            self.next()
            arguments.append(self.sum(depth + 1))
        self._expect(")")
        return called(name, arguments)

    def _expect(self, sign: str) -> None:
        if self.peek() != sign:
            found = "the end" if self.peek() is None else repr(self.peek())
            raise InvalidExpression(problem=f"{sign!r} should stand where {found} is")
        self.next()


def _number(text: str) -> Number:
    if text.endswith("_") or "__" in text:
        raise InvalidExpression(problem=f"{text!r} is no number")
    is_whole = text.replace("_", "").isdigit()
    try:
        return checked(int(text) if is_whole else float(text))
    except ValueError as error:
        raise InvalidExpression(problem=f"{text!r} is no number ({error})") from None
