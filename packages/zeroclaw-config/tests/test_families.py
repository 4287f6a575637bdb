"""Tests of asking families for their settings classes."""

from collections.abc import Callable

import pytest

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config._families import settings_class


def test_a_family_gives_its_own_class(house: Callable[[], type[ModelSettings]]) -> None:
    asked: type[object] = house()
    assert settings_class({"custom": house}, "custom") is asked


def test_a_class_that_cannot_be_checked_is_a_bug_of_its_family() -> None:
    with pytest.raises(TypeError, match="family odd are no pydantic model"):
        settings_class({"odd": lambda: ModelSettings}, "odd")
