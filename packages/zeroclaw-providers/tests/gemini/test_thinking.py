"""Each generation of Gemini is asked about thinking in its own words."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.gemini.thinking import thinking_config
from zeroclaw_providers.model_options import Thinking

SHOWN: JsonObject = {"includeThoughts": True}


@pytest.mark.parametrize(
    ("model", "level", "expected"),
    [
        ("gemini-2.5-pro", "off", {"thinkingBudget": 128}),
        ("gemini-2.5-pro", "high", {**SHOWN, "thinkingBudget": 32_768}),
        ("gemini-2.5-flash", "off", {"thinkingBudget": 0}),
        ("models/gemini-2.5-flash", "high", {**SHOWN, "thinkingBudget": 24_576}),
        ("gemini-2.5-flash-lite", "minimal", {**SHOWN, "thinkingBudget": 1024}),
        ("gemini-flash-latest", "low", {**SHOWN, "thinkingBudget": 4096}),
        ("tunedModels/mine", "low", {**SHOWN, "thinkingBudget": 4096}),
        ("gemini-3.1-pro-preview", "off", {"thinkingLevel": "low"}),
        ("gemini-3.1-pro-preview", "minimal", {**SHOWN, "thinkingLevel": "low"}),
        ("gemini-3.1-pro-preview", "medium", {**SHOWN, "thinkingLevel": "medium"}),
        ("gemini-3-flash-preview", "off", {"thinkingLevel": "minimal"}),
        ("gemini-3.1-flash-lite", "minimal", {**SHOWN, "thinkingLevel": "minimal"}),
        ("gemini-10-flash", "high", {**SHOWN, "thinkingLevel": "high"}),
        ("gemini-2.0-flash", "high", {}),
        ("gemini-1.5-pro", "high", {}),
        ("gemma-3-27b-it", "high", {}),
    ],
)
def test_a_level_is_written_as_the_model_takes_it(
    model: str, level: str, expected: JsonObject
) -> None:
    assert thinking_config(Thinking(level), model, 65_536) == expected


@pytest.mark.parametrize(
    ("model", "budget"),
    [("gemini-2.5-flash", 500), ("gemini-2.5-pro", 500), ("gemini-2.5-flash-lite", 512)],
)
def test_thinking_gets_at_most_half_of_an_answer(model: str, budget: int) -> None:
    assert thinking_config(Thinking.HIGH, model, 1000)["thinkingBudget"] == budget


def test_nothing_is_said_when_nobody_asked() -> None:
    assert thinking_config(None, "gemini-2.5-pro", 1000) == {}
