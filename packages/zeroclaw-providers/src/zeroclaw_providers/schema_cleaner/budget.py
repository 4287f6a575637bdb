"""Bounds how much of a schema is kept."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import Factory, define, frozen

from zeroclaw_api.json import Json

__all__ = ["LARGEST", "REDUCED", "Budget", "Limits"]

VALUE_UNITS: Final = 8
"""For each value, beside its letters."""
MAX_VALUE_UNITS: Final = 16_384
"""For one default, one enum, one description; a larger one is left out."""
MAX_BITS: Final = 4096
"""Of a whole number; Python refuses to spell much larger ones."""


@frozen
class Limits:
    """How large a schema may become: `units` are about its characters, `depth` its levels."""

    units: int
    depth: int


LARGEST: Final = Limits(units=524_288, depth=64)
"""What is kept whole."""
REDUCED: Final = Limits(units=32_768, depth=24)
"""To which a schema above the largest is cut.

It is that much smaller, since the form some endpoints want takes more room: what was cut once is
never cut again.
"""


@define
class Budget:
    """What is left to spend; once something did not fit, nothing does."""

    limits: Limits
    _left: int = Factory(lambda self: self.limits.units, takes_self=True)
    is_spent: bool = False
    is_too_deep: bool = False
    _sizes: dict[int, tuple[Json, int]] = Factory(dict)

    @property
    def is_cut(self) -> bool:
        """Whether anything did not fit."""
        return self.is_spent or self.is_too_deep

    def spend(self, units: int) -> bool:
        """Whether it fits."""
        if units > self._left:
            self.is_spent = True
            self._left = 0
            return False
        self._left -= units
        return True

    def spend_value(self, value: Json) -> bool:
        """Whether a value fits that is kept as it is. One that is no sane JSON never does."""
        # Held beside its size, so that no other value gets its identity meanwhile.
        known = self._sizes.get(id(value))
        if known is None:
            known = self._sizes[id(value)] = (value, _size(value, self.limits.depth))
        return known[1] <= MAX_VALUE_UNITS and self.spend(known[1])


def _size(value: Json, depth: int) -> int:
    """About as many units as characters; more than any limit when it cannot be written down."""
    size = 0
    level: list[Json] = [value]
    for _ in range(depth):
        below: list[Json] = []
        for item in level:
            size += VALUE_UNITS + _own_size(item)
            if size > MAX_VALUE_UNITS:
                return size
            below += _parts(item)
        if not below:
            return size
        level = below
    return MAX_VALUE_UNITS + 1


def _own_size(item: Json) -> int:
    match item:
        case str():
            return len(item)
        case int():
            return item.bit_length() // 3 if item.bit_length() < MAX_BITS else MAX_VALUE_UNITS + 1
        case float():
            return VALUE_UNITS if math.isfinite(item) else MAX_VALUE_UNITS + 1
        case Mapping():
            return len(item) * VALUE_UNITS
        case list() | tuple():
            return len(item)
        case _:
            return 0


def _parts(item: Json) -> Iterable[Json]:
    match item:
        case Mapping():
            return (*item.keys(), *item.values())
        case list() | tuple():
            return item
        case _:
            return ()
