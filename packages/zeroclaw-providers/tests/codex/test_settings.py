"""The settings of Codex say only what the service can be told."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_api.usage import Price
from zeroclaw_providers.codex.settings import CodexSettings
from zeroclaw_providers.model_options import ModelOptions, Thinking


def settings(**changes: object) -> CodexSettings:
    return CodexSettings.model_validate({"model": "gpt-5", **changes})


def test_subscription_costs_nothing_unless_prices_are_given() -> None:
    assert settings().price == Price(input=0, output=0)
    priced = settings(prices={"input": 1, "output": 2}).price
    assert priced is not None
    assert priced.output == 2000


def test_service_is_the_public_one_unless_told_otherwise() -> None:
    assert settings().uri == "https://chatgpt.com/backend-api/codex"
    assert settings(uri="http://127.0.0.1:1").uri == "http://127.0.0.1:1"


def test_thinking_is_the_one_option_of_the_model() -> None:
    assert settings(thinking="low").options == ModelOptions(Thinking.LOW)
    assert settings().max_tokens is None


@pytest.mark.parametrize("name", ["api_key", "api_keys", "temperature", "max_tokens"])
def test_what_the_service_takes_from_nobody_is_no_setting(name: str) -> None:
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        settings(**{name: 1})
