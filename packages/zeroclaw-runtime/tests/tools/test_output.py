"""Long output keeps its beginning with its end; no code point is split."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from zeroclaw_runtime import Limits
from zeroclaw_runtime.tools.output import cap_text

# Surrogate halves and combining characters included: a code point is a code point.
any_text = st.text(st.characters(), max_size=300)
MARK = "\n[... {} characters truncated ...]\n"


@given(any_text, st.integers(0, 120))
@example("e\u0301" * 40, 30)
@example("\ud83d\ude00" * 40, 31)
@example("😀" * 40, 30)
def test_head_is_two_thirds_and_tail_one_third(text: str, limit: int) -> None:
    capped = cap_text(text, limit)
    if len(text) <= limit:
        assert capped == text
        return
    tail = limit // 3
    head = limit - tail
    dropped = len(text) - limit
    end = text[len(text) - tail :]
    assert capped == text[:head] + MARK.format(dropped) + end
    assert len(text[:head]) + len(end) == limit


@given(any_text, any_text)
def test_short_text_is_never_touched(text: str, more: str) -> None:
    assert cap_text(text, len(text)) is text
    assert cap_text(text, len(text) + len(more)) is text


def test_usual_limit_keeps_the_promised_figures() -> None:
    limit = Limits().result_characters
    text = "h" * 40_000 + "m" * 40_000 + "t" * 40_000
    capped = cap_text(text, limit)
    assert capped.startswith("h" * 33_334 + MARK.format(70_000))
    assert capped.endswith(MARK.format(70_000) + "t" * 16_666)
