"""What cannot be sent is told by type with name."""

from __future__ import annotations

from zeroclaw_api.messages import Media
from zeroclaw_providers.stand_ins import without_picture


def test_picture_that_is_left_out_is_named() -> None:
    named = Media("image/png", "a" * 64, 3, "cat.png")
    nameless = Media("image/png", "a" * 64, 3)
    assert without_picture(named) == "[image/png cat.png left out: it cannot be shown here]"
    assert without_picture(nameless) == "[image/png left out: it cannot be shown here]"
