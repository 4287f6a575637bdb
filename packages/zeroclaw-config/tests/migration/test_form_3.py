"""The known keys hold those that are read today, as far as the format has them."""

from __future__ import annotations

from zeroclaw_config.migration.form_3 import (
    AGENT_KEYS,
    MODEL_KEYS,
    NOT_ENFORCED,
    RISK_KEYS,
    RUNTIME_KEYS,
)


def test_no_key_is_known_in_the_wrong_place() -> None:
    assert {"model_provider", "risk_profile", "runtime_profile"} <= AGENT_KEYS
    assert not AGENT_KEYS & RISK_KEYS
    assert not RISK_KEYS & RUNTIME_KEYS
    assert {"uri", "model", "api_key"} <= MODEL_KEYS


def test_limits_are_keys_of_a_profile() -> None:
    made_of_older_tables = {"forbidden_commands", "sandbox_network", "sandbox_allowed_domains"}
    assert made_of_older_tables == NOT_ENFORCED - RISK_KEYS - RUNTIME_KEYS
