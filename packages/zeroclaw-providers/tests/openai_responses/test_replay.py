"""Only items that the server can understand again go back to it."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.openai_responses.replay import is_worth_keeping, phase_mark


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"encrypted_content": "AA=="}, True),
        ({"content": [{"type": "reasoning_text", "text": "hm"}]}, True),
        ({"summary": [{"type": "summary_text", "text": "hm"}]}, False),
        ({"encrypted_content": None, "content": None}, False),
        ({"encrypted_content": "", "content": []}, False),
    ],
)
def test_reasoning_without_content_of_its_own_is_not_kept(
    fields: dict[str, Json], expected: bool
) -> None:
    assert is_worth_keeping({"type": "reasoning", "id": "rs_1", **fields}) is expected


def test_the_phase_of_a_message_is_kept_when_there_is_one() -> None:
    message: dict[str, Json] = {"type": "message", "content": []}
    assert phase_mark(message) is None
    assert phase_mark({**message, "phase": None}) is None
    assert phase_mark({**message, "phase": "commentary"}) == {
        "type": "phase",
        "phase": "commentary",
    }
