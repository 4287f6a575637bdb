"""Each generation of Claude is asked about thinking in its own words."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.claude_thinking import claude_wishes, goes_with_thinking, within
from zeroclaw_providers.model_options import ModelOptions, Thinking

OLDER = ("claude-3-7-sonnet-20250219", "claude-opus-4-20250514", "claude-haiku-4-5", "glm-5")
ADAPTIVE = ("claude-sonnet-4-6", "claude-opus-4-7", "eu.anthropic.claude-opus-4-6-v1:0")
NEWER = ("claude-sonnet-5", "claude-opus-4.8", "claude-mythos-preview", "claude-fable-5-20260601")


@pytest.mark.parametrize("model", OLDER)
def test_an_older_model_has_a_budget(model: str) -> None:
    assert claude_wishes(ModelOptions(Thinking.LOW, 0.5), model) == {
        "temperature": 0.5,
        "thinking": {"type": "enabled", "budget_tokens": 4096},
    }


@pytest.mark.parametrize("model", ADAPTIVE + NEWER)
@pytest.mark.parametrize(
    ("level", "effort"),
    [("minimal", "low"), ("low", "low"), ("medium", "medium"), ("high", "high")],
)
def test_a_newer_model_has_an_effort(model: str, level: str, effort: str) -> None:
    wishes = claude_wishes(ModelOptions(Thinking(level)), model)
    assert wishes == {
        "thinking": {"type": "adaptive", "display": "summarized"},
        "output_config": {"effort": effort},
    }


@pytest.mark.parametrize("model", [*OLDER, *ADAPTIVE, *NEWER])
def test_thinking_can_be_forbidden_or_left_alone(model: str) -> None:
    assert claude_wishes(ModelOptions(), model) == {}
    forbidden = claude_wishes(ModelOptions(Thinking.OFF), model)
    assert forbidden == {"thinking": {"type": "disabled"}}


@pytest.mark.parametrize("model", [*NEWER, "claude-opus-4-7"])
def test_a_model_that_refuses_a_temperature_gets_none(model: str) -> None:
    assert claude_wishes(ModelOptions(temperature=0.5), model) == {}


def test_a_budget_is_at_most_half_of_the_answer() -> None:
    asked: JsonObject = {"type": "enabled", "budget_tokens": 4096}
    assert within(asked, 10_000) == asked
    assert within(asked, 3000) == {"type": "enabled", "budget_tokens": 1500}
    assert within(asked, 2047) is None
    assert within({"type": "adaptive"}, 10) == {"type": "adaptive"}


@pytest.mark.parametrize(
    ("key", "value", "may_stay"),
    [
        ("temperature", 1, False),
        ("top_k", 3, False),
        ("top_p", 0.94, False),
        ("topP", 0.95, True),
        ("maxTokens", 9, True),
    ],
)
def test_narrow_sampling_does_not_go_with_thinking(key: str, value: float, may_stay: bool) -> None:
    assert goes_with_thinking(key, value) is may_stay
