"""Tests of server-sent event framing."""

from __future__ import annotations

import pytest

from zeroclaw_testing.model_server import Newline
from zeroclaw_testing.model_server.sse import SseFraming


def test_a_frame_is_a_data_line_with_an_empty_line_after_it() -> None:
    assert SseFraming().frame("{}") == b"data: {}\n\n"


@pytest.mark.parametrize("newline", Newline)
def test_every_line_ends_as_the_script_wants_it(newline: Newline) -> None:
    end = newline.value.encode()
    framing = SseFraming(newline)
    assert framing.frame("a\nb", event="delta") == end.join(
        [b"event: delta", b"data: a", b"data: b", b"", b""]
    )
    assert framing.comment("hi") == b": hi" + end + end


def test_the_space_after_the_colon_can_be_left_out() -> None:
    framing = SseFraming(colon_space=False)
    assert framing.frame("x", event="e") == b"event:e\ndata:x\n\n"
    assert framing.comment("x") == b":x\n\n"


def test_line_separators_of_unicode_stay_within_the_line() -> None:
    assert SseFraming().frame("a\u2028b\x85c") == "data: a\u2028b\x85c\n\n".encode()
