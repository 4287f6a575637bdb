"""The bounded recording of one output."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.processes import kept_head
from zeroclaw_runtime.process.capture import Capture


@given(st.lists(st.binary(max_size=50)), st.integers(min_value=0, max_value=100))
def test_capture_keeps_start_and_end_within_the_limit(chunks: list[bytes], limit: int) -> None:
    capture = Capture(limit)
    for chunk in chunks:
        capture.add(chunk)
    whole, kept = b"".join(chunks), capture.content()
    assert capture.dropped == max(len(whole) - limit, 0)
    if len(whole) <= limit:
        assert kept == whole
    else:
        head = kept_head(limit)
        assert kept == whole[:head] + whole[len(whole) - (limit - head) :]


def test_capture_keeps_two_thirds_of_the_limit_from_the_start() -> None:
    capture = Capture(9)
    capture.add(b"abcdefghijklmnop")
    assert (capture.content(), capture.dropped) == (b"abcdefnop", 7)


def test_capture_refuses_a_negative_limit() -> None:
    with pytest.raises(ValueError, match="negative"):
        Capture(-1)
