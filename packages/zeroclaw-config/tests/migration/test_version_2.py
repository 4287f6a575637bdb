"""The second form becomes the third, with an agent that has what it had."""

from __future__ import annotations

from zeroclaw_config.migration.change import CarriedKey, ChangeKind
from zeroclaw_config.migration.draft import Tree
from zeroclaw_config.migration.version_2 import v2_to_v3

OPENAI: Tree = {"models": {"openai": {"model": "m"}}}


def test_the_agent_uses_what_was_set_up() -> None:
    tree = v2_to_v3(
        {
            "providers": OPENAI,
            "autonomy": {"level": "full"},
            "agent": {"parallel_tools": True},
            "channels": {"telegram": {"bot_token": "t"}},
            "cron": [{"id": "a"}],
            "identity": {"format": "aieos"},
            "tts": {"default_provider": "edge", "edge": {"voice": "v"}},
        }
    ).tree
    assert tree["agents"] == {
        "main": {
            "model_provider": "openai.default",
            "risk_profile": "default",
            "runtime_profile": "default",
            "identity": {"format": "aieos"},
            "tts_provider": "edge.default",
            "cron_jobs": ["a"],
            "channels": ["telegram.default"],
        }
    }


def test_no_model_means_no_agent() -> None:
    result = v2_to_v3({"autonomy": {"level": "full"}, "identity": {"format": "aieos"}})
    assert result.tree == {"risk_profiles": {"default": {"level": "full"}}}
    assert result.carried == (CarriedKey(("identity",), {"format": "aieos"}),)


def test_a_channel_with_another_level_gets_an_agent_with_it() -> None:
    tree = v2_to_v3(
        {
            "providers": OPENAI,
            "autonomy": {"level": "supervised", "always_ask": ["shell"]},
            "channels": {"bluesky": {"autonomy_level": "read_only", "allowed_users": ["a"]}},
        }
    ).tree
    assert tree["risk_profiles"] == {
        "default": {"level": "supervised", "always_ask": ["shell"]},
        "bluesky_default": {"level": "readonly", "always_ask": ["shell"]},
    }
    assert tree["agents"] == {
        "main": {"model_provider": "openai.default", "risk_profile": "default"},
        "bluesky_default": {
            "model_provider": "openai.default",
            "risk_profile": "bluesky_default",
            "channels": ["bluesky.default"],
        },
    }
    groups = tree["peer_groups"]
    assert isinstance(groups, dict)
    assert groups["bluesky_default"]["agents"] == ["bluesky_default"]


def test_a_delegate_gets_a_model_and_no_wider_profile() -> None:
    result = v2_to_v3(
        {
            "providers": OPENAI,
            "autonomy": {"level": "readonly"},
            "agents": {"scout": {"provider": "groq", "model": "g", "odd": 1}},
        }
    )
    agents = result.tree["agents"]
    assert isinstance(agents, dict)
    assert agents["scout"] == {
        "model_provider": "groq.scout_model",
        "risk_profile": "default",
    }
    assert result.carried == (CarriedKey(("agents", "scout", "odd"), 1),)


def test_a_delegate_called_main_leaves_room_for_the_agent() -> None:
    tree = v2_to_v3({"providers": OPENAI, "agents": {"main": {"provider": "groq"}}}).tree
    assert tree["agents"] == {
        "main": {"model_provider": "groq.main_model"},
        "primary": {"model_provider": "openai.default"},
    }


def test_an_address_of_the_gateway_is_host_with_port() -> None:
    tree = v2_to_v3({"gateway": {"bind": "[::1]:80"}}).tree
    assert tree == {"gateway": {"host": "::1", "port": 80}}
    for odd in ("x", ":80", "h:", "h:x", "h:999999"):
        assert v2_to_v3({"gateway": {"bind": odd}}).tree == {"gateway": {"bind": odd}}


def test_the_heartbeat_belongs_to_the_agent() -> None:
    tree = v2_to_v3({"providers": OPENAI, "heartbeat": {"enabled": True}}).tree
    assert tree["heartbeat"] == {"enabled": True, "agent": "main"}


def test_what_has_no_place_is_carried() -> None:
    result = v2_to_v3({"swarms": {"a": 1}, "cost": {"prices": {"m": 1}}, "odd": 5})
    assert result.tree == {}
    assert [key.path for key in result.carried] == [("swarms",), ("cost", "prices"), ("odd",)]
    assert {change.kind for change in result.changes} == {ChangeKind.DROPPED, ChangeKind.ATTENTION}
