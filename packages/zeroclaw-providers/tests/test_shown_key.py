"""The key that goes to an endpoint."""

from __future__ import annotations

import pytest

from zeroclaw_providers.errors import KeyMissing
from zeroclaw_providers.family_settings import FamilySettings
from zeroclaw_providers.shown_key import shown_key
from zeroclaw_testing import FixedSecrets

ENVIRONMENT = FixedSecrets({"ACME_API_KEY": " from the environment ", "API_KEY": "generic"})


def key(
    section: str | None, *, is_own: bool, needs: bool = True, variable: str = "ACME_API_KEY"
) -> str:
    settings = FamilySettings.model_validate({"model": "m", "api_key": section})
    return shown_key(
        settings, ENVIRONMENT, variable, "acme.x", is_own_endpoint=is_own, needs_key=needs
    )


def test_the_key_of_the_section_goes_before_that_of_the_environment() -> None:
    assert key("mine", is_own=True) == "mine"
    assert key("mine", is_own=False) == "mine"
    assert key(None, is_own=True) == "from the environment"


def test_the_key_of_the_environment_goes_to_nobody_else() -> None:
    assert key(None, is_own=False) == ""


def test_a_key_that_is_nowhere_is_missed_by_its_variable() -> None:
    with pytest.raises(KeyMissing, match="OTHER_API_KEY") as caught:
        key(None, is_own=True, variable="OTHER_API_KEY")
    assert caught.value.variable == "OTHER_API_KEY"
    assert key(None, is_own=True, needs=False, variable="OTHER_API_KEY") == ""
