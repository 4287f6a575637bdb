"""Levels of thinking in tokens."""

from __future__ import annotations

from itertools import pairwise

from zeroclaw_providers.model_options import Thinking, thinking_tokens


def test_more_thinking_is_more_tokens_and_none_is_none() -> None:
    tokens = [thinking_tokens(level) for level in Thinking]
    assert tokens[0] == 0
    assert all(less < more for less, more in pairwise(tokens))
    assert tokens[1] >= 1_024
