"""Says in a conversation what stands in place of something that cannot be sent."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.messages import Media

__all__ = ["GO_ON", "NOTHING_SAID", "NO_RESULT", "without_picture"]

NOTHING_SAID: Final = "(nothing)"
"""For a message without words, where the endpoint wants some."""
NO_RESULT: Final = "There is no result of this call."
GO_ON: Final = "Continue."
"""Behind the model's own words, which no endpoint takes as the last ones."""


def without_picture(media: Media) -> str:
    """What is said of a picture that is not sent."""
    name = f" {media.name}" if media.name else ""
    return f"[{media.mime}{name} left out: it cannot be shown here]"
