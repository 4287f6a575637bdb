"""What a model request used, its price, what it cost."""

from __future__ import annotations

from typing import NewType

from attrs import frozen

__all__ = ["NANODOLLARS_PER_DOLLAR", "Money", "Price", "Usage"]

Money = NewType("Money", int)
"""Nanodollars, 1e-9 USD: exact sums, down to prices of a thousandth of a cent per token."""

NANODOLLARS_PER_DOLLAR = 1_000_000_000


@frozen
class Usage:
    """Tokens of one or more model requests; None means unknown, which is not zero.

    `input_tokens` counts all input, `cached_input_tokens` and `cache_write_tokens` are parts of
    it. `output_tokens` counts all output, `reasoning_tokens` is a part of it. As a stream event
    it is cumulative over the request: a later one replaces an earlier one.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            _sum(self.cached_input_tokens, other.cached_input_tokens),
            _sum(self.cache_write_tokens, other.cache_write_tokens),
            _sum(self.reasoning_tokens, other.reasoning_tokens),
        )


@frozen
class Price:
    """Nanodollars per token: the usual dollars per million tokens, times a thousand.

    Where no price for cached input or cache writes is given, plain input is charged.
    """

    input: int
    output: int
    cached_input: int | None = None
    cache_write: int | None = None

    def cost(self, usage: Usage) -> Money | None:
        """What the usage cost; None when input or output is unknown."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        cached = usage.cached_input_tokens or 0
        written = usage.cache_write_tokens or 0
        plain = max(0, usage.input_tokens - cached - written)
        return Money(
            plain * self.input
            + cached * (self.input if self.cached_input is None else self.cached_input)
            + written * (self.input if self.cache_write is None else self.cache_write)
            + usage.output_tokens * self.output
        )

    def worst_case(self, input_tokens: int, output_tokens: int) -> Money:
        """An upper bound for a request of at most so many tokens, however it is cached."""
        dearest = max(self.input, self.cached_input or 0, self.cache_write or 0)
        return Money(input_tokens * dearest + output_tokens * self.output)


def _sum(left: int | None, right: int | None) -> int | None:
    if left is None:
        return right
    return left if right is None else left + right
