"""Give each channel an alias, with its allow-list as a group of peers."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, define, field

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import ChangeKind
from zeroclaw_config.migration.draft import Draft, Path
from zeroclaw_config.migration.families import alias_from, free_alias

__all__ = ["ChannelNames", "migrate_channels"]

CHANNELS: Path = ("channels",)

_PEERS = (
    "allowed_users",
    "allowed_numbers",
    "allowed_senders",
    "allowed_contacts",
    "allowed_from",
    "allowed_pubkeys",
)

_KEEP_THEIR_LIST = frozenset({"wecom_ws"})
"""Channels whose own settings still have the list."""

_RENAMED = {
    "discord": {"token": "bot_token", "guild_id": "guild_ids", "channel_id": "channel_ids"},
    "telegram": {"token": "bot_token"},
    "slack": {"token": "bot_token", "channel_id": "channel_ids"},
    "mattermost": {"channel_id": "channel_ids", "team_id": "team_ids"},
}


@define
class ChannelNames:
    """References to the channels of a document; levels of those that had one of their own."""

    references: list[str] = Factory(list)
    levels: dict[str, Path] = field(factory=dict, repr=False)


def migrate_channels(draft: Draft, agent: str) -> ChannelNames:
    """Wrap every channel; its peers talk to the agent of that alias."""
    names = ChannelNames()
    # Those that have their name already come first, lest another be put inside of them.
    items = sorted(draft.table(CHANNELS).items(), key=lambda item: item[0] != alias_from(item[0]))
    for name, entry in items:
        if not isinstance(entry, Mapping):
            continue
        kind = alias_from(name)
        if _is_wrapped(entry):
            names.references += [f"{kind}.{alias}" for alias in entry if kind == name]
        elif kind != "discord_history":
            _wrap(draft, name, kind, agent, names)
    _fold_history(draft, names)
    return names


def _is_wrapped(entry: Mapping[str, object]) -> bool:
    return bool(entry) and all(isinstance(value, Mapping) for value in entry.values())


def _wrap(draft: Draft, name: str, kind: str, agent: str, names: ChannelNames) -> None:
    there = draft.table((*CHANNELS, kind)) if name != kind else {}
    alias = free_alias("default", [*there])
    new: Path = (*CHANNELS, kind, alias)
    if not draft.wrap((*CHANNELS, name), new):
        return
    names.references.append(f"{kind}.{alias}")
    for old_key, new_key in _RENAMED.get(kind, {}).items():
        _rename(draft, (*new, old_key), (*new, new_key))
    _hoist_peers(draft, kind, alias, agent)
    if draft.text((*new, "autonomy_level")) is not None:
        names.levels[f"{kind}.{alias}"] = (*new, "autonomy_level")


def _rename(draft: Draft, old: Path, new: Path) -> None:
    value = draft.get(old)
    draft.move(old, new)
    if isinstance(value, str) and new[-1].endswith("_ids") and draft.get(new) == value:
        draft.rewrite(new, [value], Phrase("note_list_now", "is a list now"))


def _hoist_peers(draft: Draft, kind: str, alias: str, agent: str) -> None:
    channel: Path = (*CHANNELS, kind, alias)
    group: Path = ("peer_groups", f"{kind}_{alias}")
    if kind in _KEEP_THEIR_LIST:
        return
    for key in _PEERS:
        peers = draft.get((*channel, key))
        if peers is None:
            continue
        draft.move((*channel, key), (*group, "external_peers"))
        if draft.add(
            (*group, "channel"),
            f"{kind}.{alias}",
            Phrase("note_whose_allow_list", "whose allow-list this was"),
        ):
            draft.add(
                (*group, "agents"),
                [agent],
                Phrase("note_agent_of_peers", "the agent that they talk to"),
            )
        if isinstance(peers, list) and "*" in peers:
            note = Phrase("note_open_to_everyone", "has `*`: everyone may talk to the agent")
            place = (*group, "external_peers")
            draft.note(place, place, ChangeKind.ATTENTION, note)


def _fold_history(draft: Draft, names: ChannelNames) -> None:
    """The channel that only kept Discord's history is a switch of the Discord channel."""
    discord: Path = (*CHANNELS, "discord", "default")
    for name in ("discord_history", "discord-history"):
        old: Path = (*CHANNELS, name)
        history = draft.get(old)
        if not isinstance(history, Mapping) or _is_wrapped(history):
            continue
        if draft.get(discord) is None:
            names.references.append("discord.default")
        same = draft.get((*discord, "bot_token")) in (history.get("bot_token"), None)
        for key in [*history]:
            if draft.get((*discord, key)) == history[key]:
                draft.absorb(
                    (*old, key), (*discord, key), Phrase("note_says_the_same", "says the same")
                )
            elif same:
                draft.move((*old, key), (*discord, key))
            else:
                note = Phrase(
                    "note_another_bot",
                    "belongs to another bot; give it a channel with `archive = true`",
                )
                draft.set_aside((*old, key), ChangeKind.ATTENTION, note)
        if draft.get(old) is not None:
            draft.absorb(old, discord, "")
        if same:
            draft.add(
                (*discord, "archive"), True, Phrase("note_keeps_history", "keeps the history")
            )
