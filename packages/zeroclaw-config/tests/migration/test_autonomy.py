"""What one agent may do becomes a risk profile with a runtime profile."""

from __future__ import annotations

import pytest

from zeroclaw_config.migration.autonomy import level_from, migrate_autonomy
from zeroclaw_config.migration.change import CarriedKey
from zeroclaw_config.migration.draft import Draft, Tree


def migrate(tree: Tree) -> Draft:
    draft = Draft.of(tree)
    migrate_autonomy(draft)
    return draft


@pytest.mark.parametrize("text", ["read_only", "ReadOnly", "read-only", "readonly"])
def test_the_level_has_one_spelling(text: str) -> None:
    draft = migrate({"autonomy": {"level": text}})
    assert draft.tree == {"risk_profiles": {"default": {"level": "readonly"}}}


def test_a_level_that_nobody_knows_stays() -> None:
    assert level_from("Yolo") == "Yolo"


def test_tables_of_tools_become_lists() -> None:
    tables = {"auto_approve": {"tools": ["a"]}, "never_allow": {"tools": ["b"], "why": "c"}}
    draft = migrate({"autonomy": {**tables, "always_ask": ["d"]}})
    assert draft.tree == {
        "risk_profiles": {
            "default": {"auto_approve": ["a"], "never_allow": ["b"], "always_ask": ["d"]}
        }
    }
    assert draft.carried == [CarriedKey(("autonomy", "never_allow", "why"), "c")]


def test_limits_go_to_the_runtime_profile() -> None:
    draft = migrate({"autonomy": {"max_actions_per_hour": 3}, "agent": {"parallel_tools": True}})
    profile = {"max_actions_per_hour": 3, "parallel_tools": True}
    assert draft.tree == {"runtime_profiles": {"default": profile}}


def test_the_sandbox_goes_to_the_risk_profile() -> None:
    sandbox = {"enabled": True, "backend": "noop", "network": "none", "firejail_args": ["-q"]}
    draft = migrate({"security": {"sandbox": sandbox, "otp": {"enabled": True}}})
    assert draft.tree == {
        "security": {"otp": {"enabled": True}},
        "risk_profiles": {
            "default": {
                "sandbox_enabled": True,
                "sandbox_backend": "none",
                "sandbox_network": "none",
                "firejail_args": ["-q"],
            }
        },
    }


def test_tools_of_the_agent_are_a_matter_of_risk() -> None:
    draft = migrate({"agent": {"allowed_tools": ["a"], "odd": 1}})
    assert draft.tree == {"risk_profiles": {"default": {"allowed_tools": ["a"]}}}
    assert draft.carried == [CarriedKey(("agent", "odd"), 1)]


def test_an_empty_table_leaves_nothing_behind() -> None:
    assert migrate({"autonomy": {}, "agent": {}}).tree == {}
