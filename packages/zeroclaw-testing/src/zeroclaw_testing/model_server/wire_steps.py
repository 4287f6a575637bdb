"""The plan of a body: bytes, waits, where to hang up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from zeroclaw_testing.model_server.script import Delivery, Pause, Silence

__all__ = ["HangUp", "WireStep", "delivered"]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@frozen
class HangUp:
    """Close the connection; what follows in a plan is never sent."""

    reset: bool = False


WireStep: TypeAlias = bytes | Pause | Silence | HangUp


def delivered(steps: Iterator[WireStep], delivery: Delivery) -> Iterator[WireStep]:
    """The plan as `delivery` wants it to travel: marked, cut off, in slices, slowly."""
    if delivery.byte_order_mark:
        steps = _preceded(BYTE_ORDER_MARK, steps)
    if delivery.cut_after is not None:
        steps = _cut_off(steps, delivery.cut_after)
    if delivery.write_size is not None:
        steps = _sliced(steps, delivery.write_size)
    if delivery.write_delay:
        steps = _delayed(steps, delivery.write_delay)
    return steps


def _preceded(prefix: bytes, steps: Iterator[WireStep]) -> Iterator[WireStep]:
    yield prefix
    yield from steps


def _cut_off(steps: Iterator[WireStep], limit: int) -> Iterator[WireStep]:
    left = limit
    for step in steps:
        if not isinstance(step, bytes) or len(step) < left:
            yield step
            left -= len(step) if isinstance(step, bytes) else 0
            continue
        yield step[:left]
        yield HangUp()
        yield step[left:]
        break
    yield from steps


def _sliced(steps: Iterator[WireStep], size: int) -> Iterator[WireStep]:
    """Writes of `size` bytes; a shorter one only where the plan waits, hangs up or ends."""
    pending = bytearray()
    for step in steps:
        if isinstance(step, bytes):
            pending += step
            while len(pending) >= size:
                yield bytes(pending[:size])
                del pending[:size]
            continue
        if pending:
            yield bytes(pending)
            pending.clear()
        yield step
    if pending:
        yield bytes(pending)


def _delayed(steps: Iterator[WireStep], seconds: float) -> Iterator[WireStep]:
    for step in steps:
        if isinstance(step, bytes):
            yield Pause(seconds)
        yield step
