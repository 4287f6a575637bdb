"""Each model of Bedrock is asked only for what it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.bedrock.thinking import Asked, asked_of
from zeroclaw_providers.model_options import ModelOptions, Thinking

OLD = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
NEW = "anthropic.claude-opus-4-7"
LIMITS: JsonObject = {"maxTokens": 8192}
SAYS: JsonObject = {"role": "assistant", "content": [{"toolUse": {"name": "f"}}]}
ANSWERS: JsonObject = {"role": "user", "content": [{"toolResult": {"toolUseId": "x"}}]}
THOUGHT: JsonObject = {"role": "assistant", "content": [{"reasoningContent": {}}, {"toolUse": {}}]}
ASKS: JsonObject = {"role": "user", "content": [{"text": "Hello."}]}


def asked(
    model: str,
    thinking: str | None,
    temperature: float | None = None,
    messages: Sequence[Mapping[str, Json]] = (ASKS,),
) -> Asked:
    options = ModelOptions(None if thinking is None else Thinking(thinking), temperature)
    return asked_of(model, options, LIMITS, {}, messages)


@pytest.mark.parametrize(
    ("model", "thinking", "fields"),
    [
        (OLD, None, {}),
        (OLD, "off", {"thinking": {"type": "disabled"}}),
        (OLD, "minimal", {"thinking": {"type": "enabled", "budget_tokens": 1024}}),
        (OLD, "high", {"thinking": {"type": "enabled", "budget_tokens": 4096}}),
        ("us.amazon.nova-2-lite-v1:0", "off", {"reasoningConfig": {"type": "disabled"}}),
        ("amazon.nova-pro-v1:0", "high", {}),
        ("deepseek.r1-v1:0", "high", {}),
    ],
)
def test_thinking_is_asked_for_as_the_model_takes_it(
    model: str, thinking: str | None, fields: JsonObject
) -> None:
    assert asked(model, thinking) == Asked(LIMITS, fields)


def test_a_model_that_adapts_is_asked_for_effort() -> None:
    fields = asked(NEW, "medium", 0.5).fields
    assert fields["thinking"] == {"type": "adaptive", "display": "summarized"}
    assert fields["output_config"] == {"effort": "medium"}


def test_nova_keeps_the_limit_of_its_answer_at_every_level() -> None:
    high = asked("us.amazon.nova-2-lite-v1:0", "high")
    effort: JsonObject = {"type": "enabled", "maxReasoningEffort": "medium"}
    assert high == Asked(LIMITS, {"reasoningConfig": effort})


@pytest.mark.parametrize(
    ("model", "thinking", "is_sent"),
    [
        (OLD, None, True),
        (OLD, "off", True),
        (OLD, "low", False),
        (NEW, None, False),
        ("amazon.nova-pro-v1:0", "high", True),
    ],
)
def test_a_temperature_is_sent_to_whoever_takes_it(
    model: str, thinking: str | None, is_sent: bool
) -> None:
    limits = asked(model, thinking, 0.5).limits
    assert limits.get("temperature") == (0.5 if is_sent else None)
    assert limits["maxTokens"] == 8192


def test_what_the_request_says_itself_comes_first() -> None:
    own: JsonObject = {"thinking": {"type": "disabled"}}
    limits: JsonObject = {"maxTokens": 10_000, "temperature": 0.1}
    options = ModelOptions(Thinking.LOW, 0.9)
    assert asked_of(OLD, options, limits, own, (ASKS,)) == Asked(limits, own)


def test_a_turn_that_began_without_thinking_goes_on_without() -> None:
    assert asked(OLD, "low", messages=(ASKS, SAYS, ANSWERS)).fields == {}
    for history in ((ASKS, THOUGHT, ANSWERS), (ASKS, SAYS, ASKS), (ASKS, SAYS)):
        is_over = history != (ASKS, SAYS)
        assert bool(asked(OLD, "low", messages=history).fields) is is_over
    assert asked(NEW, "low", messages=(ASKS, SAYS, ANSWERS)).thinks
