"""A bounded recording of one output pipe, its start plus its end."""

from __future__ import annotations

from attrs import define, field

from zeroclaw_api.processes import kept_head

__all__ = ["Capture"]


@define
class Capture:
    """Keeps the first two thirds and the last third of `limit` bytes; counts the rest."""

    limit: int = field()
    dropped: int = field(default=0, init=False)
    _head: bytearray = field(factory=bytearray, init=False, repr=False)
    _tail: bytearray = field(factory=bytearray, init=False, repr=False)

    @limit.validator
    def _is_a_size(self, _attribute: object, limit: int) -> None:
        if limit < 0:
            raise ValueError("an output limit cannot be negative")

    def add(self, data: bytes) -> None:
        """Record the next bytes; costs time in proportion to them, never to what came before."""
        room = max(kept_head(self.limit) - len(self._head), 0)
        self._head += data[:room]
        self._tail += data[room:]
        surplus = len(self._tail) - self.limit // 3
        if surplus > 0:
            del self._tail[:surplus]
            self.dropped += surplus

    def content(self) -> bytes:
        """What was kept; the gap, if any, lies after the first `kept_head(limit)` bytes."""
        return bytes(self._head + self._tail)
