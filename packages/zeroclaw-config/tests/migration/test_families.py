"""An old provider name means a family of today."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._aliases import is_alias
from zeroclaw_config.migration.families import FamilyName, alias_from, family_from, free_alias


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai", "openai"),
        ("OpenRouter", "openrouter"),
        ("lm-studio", "lmstudio"),
        ("llama.cpp", "llamacpp"),
        ("google", "gemini"),
        ("my-own", "my_own"),
    ],
)
def test_another_spelling_means_the_same_family(name: str, family: str) -> None:
    assert family_from(name) == FamilyName(family)


def test_an_address_in_the_name_becomes_the_uri() -> None:
    assert family_from("custom:http://127.0.0.1/v1") == FamilyName("custom", "http://127.0.0.1/v1")
    assert family_from("anthropic-custom:https://example.com").family == "anthropic"


def test_a_password_in_an_address_is_not_printed() -> None:
    assert "pw" not in repr(family_from("custom:http://me:pw@example.com"))


@given(st.text(max_size=90), st.integers(0, 12))
def test_every_name_gives_a_new_alias(name: str, count: int) -> None:
    taken: list[str] = []
    for _ in range(count):
        alias = free_alias(alias_from(name), taken)
        assert is_alias(alias)
        assert alias not in taken
        taken.append(alias)
