"""The first form's provider becomes an entry of the second."""

from __future__ import annotations

from zeroclaw_config.migration.change import CarriedKey
from zeroclaw_config.migration.version_1 import v1_to_v2


def test_the_keys_at_the_top_become_one_provider() -> None:
    result = v1_to_v2(
        {
            "default_provider": "openai",
            "default_model": "m",
            "api_key": "k",
            "api_url": "u",
            "default_temperature": 0.5,
            "provider_timeout_secs": 9,
            "provider_max_tokens": 10,
            "extra_headers": {"a": "b"},
        }
    )
    entry = {
        "api_key": "k",
        "base_url": "u",
        "model": "m",
        "temperature": 0.5,
        "timeout_secs": 9,
        "max_tokens": 10,
        "extra_headers": {"a": "b"},
    }
    assert result.tree == {"providers": {"fallback": "openai", "models": {"openai": entry}}}
    assert ("api_key",) in {change.before for change in result.changes}


def test_no_provider_name_means_the_default_one() -> None:
    assert v1_to_v2({"api_key": "k"}).tree == {
        "providers": {"models": {"openrouter": {"api_key": "k"}}}
    }


def test_a_name_alone_is_a_provider_without_keys() -> None:
    models = {"fallback": "groq", "models": {"groq": {}}}
    assert v1_to_v2({"default_provider": "groq"}).tree == {"providers": models}


def test_own_providers_join_the_one_at_the_top() -> None:
    tree = {
        "default_provider": "box",
        "api_key": "top",
        "model_providers": {"box": {"base_url": "u", "api_key": "own"}},
    }
    result = v1_to_v2(tree)
    assert result.tree == {
        "providers": {"fallback": "box", "models": {"box": {"base_url": "u", "api_key": "own"}}}
    }
    assert result.carried == (CarriedKey(("providers", "models", "box", "api_key"), "top"),)


def test_channels_have_their_new_name() -> None:
    assert v1_to_v2({"channels_config": {"cli": True}}).tree == {"channels": {"cli": True}}
