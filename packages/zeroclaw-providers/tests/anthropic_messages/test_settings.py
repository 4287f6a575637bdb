"""Settings of Anthropic's models take what the protocol needs, refuse the rest."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_providers.anthropic_messages.settings import AnthropicSettings

SECRET = "sk-ant-zq81-4411-very-secret"


def settings(**changes: object) -> AnthropicSettings:
    return AnthropicSettings.model_validate({"model": "large", **changes})


def test_the_least_settings_reach_the_vendor_without_thinking() -> None:
    least = settings()
    assert least.uri is None
    assert (least.thinking, least.prompt_cache, least.timeout_secs) == (None, "5m", None)
    assert least.native_tools


@pytest.mark.parametrize("thinking", ["off", "minimal", "low", "medium", "high", None])
def test_thinking_has_a_level_or_is_left_to_the_model(thinking: object) -> None:
    assert settings(thinking=thinking).thinking == thinking


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("thinking", 1024),
        ("temperature", 1.5),
        ("temperature", True),
        ("thinking", True),
        ("thinking", "much"),
        ("prompt_cache", "2h"),
        ("prompt_cache", True),
        ("timeout_secs", 0),
        ("timeout_secs", True),
        ("uri", "api.example.com"),
        ("uri", f"https://x:{SECRET}@example.com"),
        ("api_key", f"{SECRET} x"),
        ("unknown", SECRET),
    ],
)
def test_what_cannot_be_meant_is_refused_without_quoting_it(key: str, value: object) -> None:
    with pytest.raises(ValidationError) as caught:
        settings(**{key: value})
    assert SECRET not in str(caught.value)
    assert key in str(caught.value)


@pytest.mark.parametrize(
    "uri",
    ["https://api.example.com/anthropic", "http://127.0.0.1:8080/v1/", " https://example.com\n"],
)
def test_another_endpoint_of_the_protocol_may_be_named(uri: str) -> None:
    assert settings(uri=uri).uri == uri.strip()


def test_every_key_is_described_in_one_sentence() -> None:
    for name, field in AnthropicSettings.model_fields.items():
        assert field.description is not None, name
        assert field.description.endswith("."), name
