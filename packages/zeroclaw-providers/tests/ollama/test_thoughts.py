"""Thinking goes back as far as it came in the protocol's own field."""

from __future__ import annotations

from zeroclaw_api.messages import Reasoning
from zeroclaw_providers.ollama.thoughts import thinking_again, thinking_mark


def test_marked_thinking_goes_back_as_one_text() -> None:
    own = [Reasoning("hm, ", "p", thinking_mark()), Reasoning("so", "p", thinking_mark())]
    assert thinking_again(own) == "hm, so"


def test_thinking_that_came_some_other_way_stays_behind() -> None:
    other = [Reasoning("a", "p", None), Reasoning("b", "p", {"text_field": "reasoning_content"})]
    assert thinking_again(other) == ""


def test_the_mark_holds_no_copy_of_the_text() -> None:
    assert thinking_mark() == {"text_field": "thinking"}
