"""A document is fitted to the keys that are read, never to wider rights."""

from __future__ import annotations

import pytest

from zeroclaw_config.migration.change import CarriedKey, ChangeKind
from zeroclaw_config.migration.draft import Draft, Tree
from zeroclaw_config.migration.fit import ReadKeys, fit, read_keys

READ = ReadKeys(
    frozenset({"model_provider", "risk_profile", "runtime_profile"}),
    frozenset({"level", "auto_approve", "always_ask", "never_allow", "high_risk"}),
    frozenset({"max_iterations", "deadline_secs", "budget"}),
    {"custom": frozenset({"uri", "model"})},
)


def fitted(tree: Tree, *, is_older: bool = False) -> Draft:
    draft = Draft.of(tree)
    fit(draft, READ, is_older=is_older)
    return draft


def risk(**keys: object) -> Draft:
    return fitted({"risk_profiles": {"a": keys}})


def test_the_keys_of_the_sections_are_found(families: object) -> None:
    read = read_keys(families, frozenset({"custom", "gone"}))  # type: ignore[arg-type]
    assert "model_provider" in read.agents
    assert "level" in read.risk_profiles
    assert "max_iterations" in read.runtime_profiles
    assert read.families.keys() == {"custom"}
    assert {"uri", "api_key"} <= read.families["custom"]


def test_an_unread_key_of_the_form_is_carried_from_its_table() -> None:
    draft = fitted({"agents": {"main": {"channels": ["a.b"]}}})
    assert draft.tree == {"agents": {"main": {}}}
    assert draft.carried == [CarriedKey(("agents", "main", "channels"), ["a.b"])]
    assert draft.changes[0].kind is ChangeKind.KEPT


def test_a_slip_stays_for_the_check_unless_the_form_is_older() -> None:
    tree: Tree = {"risk_profiles": {"a": {"levle": "full"}}}
    assert fitted(tree).tree == tree
    assert fitted(tree, is_older=True).tree == {"risk_profiles": {"a": {}}}


def test_an_unread_limit_needs_attention() -> None:
    draft = risk(level="supervised", forbidden_paths=["/etc"])
    assert [change.kind for change in draft.changes] == [ChangeKind.ATTENTION]


@pytest.mark.parametrize(
    "limit",
    [
        {"allowed_commands": []},
        {"forbidden_commands": ["rm"]},
        {"forbidden_paths": ["/etc"]},
        {"allowed_tools": ["file_read"]},
    ],
)
def test_full_autonomy_within_unread_limits_asks(limit: dict[str, object]) -> None:
    draft = risk(level="full", **limit)
    assert draft.get(("risk_profiles", "a", "level")) == "supervised"
    assert CarriedKey(("risk_profiles", "a", "level"), "full") in draft.carried


def test_full_autonomy_without_limits_stays() -> None:
    draft = risk(level="full", allowed_commands=["*"], allowed_tools=[])
    assert draft.get(("risk_profiles", "a", "level")) == "full"


def test_excluded_tools_are_never_allowed() -> None:
    assert risk(excluded_tools=["a"]).tree == {"risk_profiles": {"a": {"never_allow": ["a"]}}}
    draft = risk(excluded_tools=["a", "b"], never_allow=["b"])
    assert draft.tree == {"risk_profiles": {"a": {"never_allow": ["b", "a"]}}}


@pytest.mark.parametrize(("blocks", "wanted"), [(True, "deny"), (False, "ask")])
def test_high_risk_is_said_in_one_word(blocks: bool, wanted: str) -> None:
    draft = risk(block_high_risk_commands=blocks)
    assert draft.tree == {"risk_profiles": {"a": {"high_risk": wanted}}}


def test_high_risk_that_is_said_already_wins() -> None:
    draft = risk(block_high_risk_commands=False, high_risk="deny")
    assert draft.tree == {"risk_profiles": {"a": {"high_risk": "deny"}}}
    assert draft.carried == [CarriedKey(("risk_profiles", "a", "block_high_risk_commands"), False)]


def test_limits_of_a_turn_have_their_new_keys() -> None:
    profile = {"max_tool_iterations": 5, "max_cost_per_day_cents": 250}
    draft = fitted({"runtime_profiles": {"a": profile}})
    new = {"max_iterations": 5, "budget": {"day": 2.5}}
    assert draft.tree == {"runtime_profiles": {"a": new}}


def test_a_limit_without_equal_is_carried() -> None:
    profile = {"max_tool_iterations": 0, "max_cost_per_day_cents": 0}
    draft = fitted({"runtime_profiles": {"a": profile}})
    assert draft.tree == {"runtime_profiles": {"a": {}}}
    assert len(draft.carried) == 2


def test_an_agent_that_is_off_does_not_come_on() -> None:
    agents = {"off": {"enabled": False, "model_provider": "a.b"}, "on": {"enabled": True}}
    draft = fitted({"agents": agents})
    assert draft.tree == {"agents": {"on": {}}}


def test_a_reference_to_nothing_is_left_out() -> None:
    draft = fitted({"agents": {"main": {"model_provider": "a.b", "risk_profile": ""}}})
    assert draft.tree == {"agents": {"main": {"model_provider": "a.b"}}}


def test_leftovers_of_older_templates_find_their_place() -> None:
    tree: Tree = {
        "cron": {"catch_up_on_startup": True},
        "providers": {"fallback": "x", "models": {"other": {"a": {"odd": 1}}}},
        "file-upload-bundle": {"max_files": 3},
    }
    draft = fitted(tree)
    assert draft.tree == {
        "scheduler": {"catch_up_on_startup": True},
        "providers": {"models": {"other": {"a": {"odd": 1}}}},
        "file_upload_bundle": {"max_files": 3},
    }
    assert draft.carried == [CarriedKey(("providers", "fallback"), "x")]


def test_keys_of_a_model_are_those_of_its_family() -> None:
    draft = fitted({"providers": {"models": {"custom": {"a": {"uri": "u", "temperature": 1.0}}}}})
    assert draft.tree == {"providers": {"models": {"custom": {"a": {"uri": "u"}}}}}


TODAY = read_keys({}, frozenset())


def fitted_today(**keys: object) -> Draft:
    draft = Draft.of({"risk_profiles": {"a": keys}})
    fit(draft, TODAY, is_older=False)
    return draft


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"allowed_tools": ["shell"]}, {"tools_allow": ["shell"]}),
        ({"allowed_tools": []}, {}),
        ({"allowed_tools": ["*", "shell"]}, {}),
        ({"allowed_paths": ["/srv"]}, {"allowed_roots": ["/srv"]}),
        ({"sandbox_enabled": True}, {}),
        ({"sandbox_enabled": False}, {"sandbox_backend": "none"}),
        ({"sandbox_backend": "sandboxexec"}, {"sandbox_backend": "seatbelt"}),
        ({"sandbox_network": True}, {"sandbox_network": "open"}),
        ({"sandbox_network": "allowed-domains"}, {}),
    ],
)
def test_boundaries_are_said_in_the_keys_of_today(
    old: dict[str, object], new: dict[str, object]
) -> None:
    assert fitted_today(**old).get(("risk_profiles", "a")) == new


def test_sandbox_that_was_off_is_reported() -> None:
    kinds = [change.kind for change in fitted_today(sandbox_enabled=False).changes]
    assert ChangeKind.ATTENTION in kinds


def test_full_autonomy_within_limits_that_hold_stays() -> None:
    draft = fitted_today(level="full", allowed_commands=["git"], allowed_tools=["shell"])
    assert draft.get(("risk_profiles", "a", "level")) == "full"
    # The control: a limit that nothing reads lowers it.
    lowered = fitted_today(level="full", forbidden_commands=["rm"])
    assert lowered.get(("risk_profiles", "a", "level")) == "supervised"
