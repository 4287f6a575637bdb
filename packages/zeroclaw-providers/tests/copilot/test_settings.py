"""The settings of Copilot need no more than a model."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_providers.copilot.settings import CopilotSettings


def test_model_alone_is_enough_to_ask_github_itself() -> None:
    settings = CopilotSettings.model_validate({"model": "gpt-4.1"})
    assert settings.uri == "https://api.github.com"
    assert settings.api_key is None


def test_api_of_a_company_has_to_be_an_address() -> None:
    with pytest.raises(ValidationError, match="a URL with http or https"):
        CopilotSettings.model_validate({"model": "gpt-4.1", "uri": "github.example.com"})
