"""A custom endpoint has an address that the config must give."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_providers import CustomSettings


def test_address_and_model_are_enough() -> None:
    settings = CustomSettings.model_validate({"uri": "http://127.0.0.1:8080/v1", "model": "m"})
    assert settings.uri == "http://127.0.0.1:8080/v1"
    assert settings.native_tools
    assert not settings.vision
    assert not settings.merge_system_into_user


def test_without_an_address_nobody_can_be_asked() -> None:
    with pytest.raises(ValidationError, match="uri"):
        CustomSettings.model_validate({"model": "m"})
