"""Channels get an alias, their allow-lists a group of peers."""

from __future__ import annotations

from zeroclaw_config.migration.change import CarriedKey, ChangeKind
from zeroclaw_config.migration.channels import ChannelNames, migrate_channels
from zeroclaw_config.migration.draft import Draft


def migrate(**channels: object) -> tuple[Draft, ChannelNames]:
    draft = Draft.of({"channels": channels})
    return draft, migrate_channels(draft, "main")


def test_a_channel_is_wrapped_under_default() -> None:
    draft, names = migrate(cli=True, telegram={"bot_token": "t"})
    assert draft.tree == {"channels": {"cli": True, "telegram": {"default": {"bot_token": "t"}}}}
    assert names.references == ["telegram.default"]


def test_a_channel_that_has_its_alias_stays() -> None:
    draft, names = migrate(telegram={"home": {"bot_token": "t"}})
    assert draft.changes == []
    assert names.references == ["telegram.home"]


def test_an_allow_list_becomes_a_peer_group() -> None:
    draft, _ = migrate(signal={"account": "a", "allowed_from": ["x"]})
    assert draft.get(("peer_groups",)) == {
        "signal_default": {
            "external_peers": ["x"],
            "channel": "signal.default",
            "agents": ["main"],
        }
    }
    assert draft.get(("channels", "signal", "default")) == {"account": "a"}


def test_an_empty_allow_list_still_lets_nobody_in() -> None:
    draft, _ = migrate(telegram={"bot_token": "t", "allowed_users": []})
    assert draft.get(("peer_groups", "telegram_default", "external_peers")) == []


def test_an_open_channel_needs_attention() -> None:
    draft, _ = migrate(telegram={"allowed_users": ["*"]})
    assert ChangeKind.ATTENTION in {change.kind for change in draft.changes}


def test_a_second_allow_list_is_not_lost() -> None:
    draft, _ = migrate(signal={"allowed_users": ["x"], "allowed_from": ["y"]})
    place = ("peer_groups", "signal_default", "external_peers")
    assert draft.carried == [CarriedKey(place, ["y"])]


def test_single_ids_become_lists_of_ids() -> None:
    draft, _ = migrate(discord={"token": "t", "guild_id": "1"})
    assert draft.get(("channels", "discord", "default")) == {"bot_token": "t", "guild_ids": ["1"]}


def test_the_history_channel_is_a_switch_of_its_bot() -> None:
    history = {"bot_token": "t", "channel_ids": ["1"]}
    draft, names = migrate(discord={"bot_token": "t"}, discord_history=history)
    assert draft.get(("channels",)) == {
        "discord": {"default": {"bot_token": "t", "channel_ids": ["1"], "archive": True}}
    }
    assert names.references == ["discord.default"]


def test_the_history_of_another_bot_is_carried() -> None:
    draft, _ = migrate(discord={"bot_token": "t"}, discord_history={"bot_token": "u"})
    assert draft.get(("channels", "discord", "default")) == {"bot_token": "t"}
    path = ("channels", "discord_history", "bot_token")
    assert draft.carried == [CarriedKey(path, "u")]


def test_a_level_of_its_own_is_told() -> None:
    _, names = migrate(bluesky={"autonomy_level": "read_only"})
    assert names.levels == {"bluesky.default": ("channels", "bluesky", "default", "autonomy_level")}
