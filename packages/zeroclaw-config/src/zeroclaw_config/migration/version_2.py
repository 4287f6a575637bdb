"""The step from the second form, which had one agent, to the third with its maps of aliases."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._known_sections import KNOWN_SECTIONS, PROVIDER_KINDS
from zeroclaw_config.migration.autonomy import RISK, RUNTIME, level_from, migrate_autonomy
from zeroclaw_config.migration.backends import migrate_memory, migrate_voices
from zeroclaw_config.migration.change import ChangeKind, Migrated
from zeroclaw_config.migration.channels import ChannelNames, migrate_channels
from zeroclaw_config.migration.draft import Draft, Path, copied
from zeroclaw_config.migration.families import alias_from, free_alias
from zeroclaw_config.migration.form_3 import AGENT_KEYS
from zeroclaw_config.migration.jobs import migrate_jobs
from zeroclaw_config.migration.models import MODELS, ModelNames, migrate_models

__all__ = ["v2_to_v3"]

MAIN = "main"
_PORT_DIGITS = 5
AGENTS: Path = ("agents",)

_GONE = {
    ("swarms",): Phrase("note_agents_delegate", "agents delegate to each other"),
    ("cost", "prices"): Phrase("note_see_rates", "see `cost.rates`"),
}

_OF_A_MODEL = ("api_key", "temperature", "max_tokens", "timeout_secs", "base_url")


def v2_to_v3(tree: Mapping[str, object]) -> Migrated:
    """The same document in the third form, with an agent that uses what it set up."""
    draft = Draft.of(tree)
    agent = _main_alias(draft)
    delegates = _give_delegates_models(draft)
    names = migrate_models(draft, agent)
    migrate_autonomy(draft)
    channels = migrate_channels(draft, agent)
    jobs = migrate_jobs(draft)
    migrate_memory(draft)
    _split_bind(draft)
    voices = migrate_voices(draft)
    _resolve_delegates(draft, names)
    if names.main is not None and _name_main(draft, agent, names.main):
        for alias in (agent, *delegates):
            _give_profiles(draft, alias)
        _equip(draft, agent, channels, jobs, voices)
    _set_gone_aside(draft)
    return draft.done()


def _is_delegate(agent: object) -> bool:
    return (
        isinstance(agent, Mapping)
        and "model_provider" not in agent
        and isinstance(agent.get("provider"), str)
    )


def _main_alias(draft: Draft) -> str:
    agents = draft.table(AGENTS)
    return free_alias("primary", [*agents]) if _is_delegate(agents.get(MAIN)) else MAIN


def _give_delegates_models(draft: Draft) -> list[str]:
    """Give an agent that named provider with model a model entry; the aliases of such agents."""
    delegates = []
    for name, agent in [*draft.table(AGENTS).items()]:
        if not _is_delegate(agent):
            continue
        alias = free_alias(alias_from(name), [key for key in draft.table(AGENTS) if key != name])
        if alias != name and not draft.wrap((*AGENTS, name), (*AGENTS, alias)):
            continue
        delegates.append(alias)
        place: Path = (*AGENTS, alias)
        entry = free_alias(f"{alias}_model", [*draft.table(MODELS)])
        for key in ("provider", "model", *_OF_A_MODEL):
            draft.move((*place, key), (*MODELS, entry, key))
        draft.add(
            (*place, "model_provider"),
            entry,
            Phrase("note_model_it_named", "the model that it named itself"),
        )
        for key in [*draft.table(place)]:
            if key not in AGENT_KEYS:
                note = Phrase("note_no_agent_key", "no agent has such a key")
                draft.set_aside_in_place((*place, key), ChangeKind.ATTENTION, note)
    return delegates


def _resolve_delegates(draft: Draft, names: ModelNames) -> None:
    for alias, agent in draft.table(AGENTS).items():
        named = agent.get("model_provider") if isinstance(agent, Mapping) else None
        reference = names.reference(named)
        if reference is not None and reference != named:
            draft.rewrite(
                (*AGENTS, alias, "model_provider"),
                reference,
                Phrase("note_family_before_it", "has its family before it"),
            )


def _name_main(draft: Draft, agent: str, main: str) -> bool:
    place: Path = (*AGENTS, agent)
    if draft.get((*place, "model_provider")) is not None:
        return True
    return draft.add(
        (*place, "model_provider"),
        main,
        Phrase("note_implied_agent", "the agent that the older form implied"),
    )


def _give_profiles(draft: Draft, agent: str) -> None:
    for key, profile in (("risk_profile", RISK), ("runtime_profile", RUNTIME)):
        if isinstance(draft.get(profile), Mapping):
            note = Phrase("note_profile_of_older", "the profile made of the older tables")
            draft.add((*AGENTS, agent, key), profile[1], note)


def _equip(
    draft: Draft, agent: str, channels: ChannelNames, jobs: list[str], voices: dict[str, str]
) -> None:
    place: Path = (*AGENTS, agent)
    if draft.get(("identity",)) is not None:
        draft.move(("identity",), (*place, "identity"))
    for kind, reference in voices.items():
        if draft.add(
            (*place, f"{kind}_provider"),
            reference,
            Phrase("note_one_chosen", "the one that was chosen"),
        ):
            after: Path = (*place, f"{kind}_provider")
            draft.absorb(
                (kind, "default_provider"),
                after,
                Phrase("note_choice_of_agent", "is a choice of the agent"),
            )
    if jobs:
        draft.add((*place, "cron_jobs"), jobs, Phrase("note_all_jobs", "all jobs of the file"))
    if isinstance(draft.get(("heartbeat",)), Mapping):
        draft.add(("heartbeat", "agent"), agent, Phrase("note_only_agent", "the only agent"))
    own = [ref for ref in channels.references if _splits_off(draft, agent, ref, channels)]
    rest = [reference for reference in channels.references if reference not in own]
    if rest:
        draft.add(
            (*place, "channels"),
            rest,
            Phrase("note_channels_without_level", "all channels without a level of their own"),
        )


def _splits_off(draft: Draft, agent: str, reference: str, channels: ChannelNames) -> bool:
    """Give a channel with a level of its own an agent that has that level."""
    level_path = channels.levels.get(reference)
    if level_path is None:
        return False
    level = level_from(draft.text(level_path) or "")
    usual = level_from(draft.text((*RISK, "level")) or "supervised")
    if level == usual:
        draft.absorb(
            level_path,
            (*RISK, "level"),
            Phrase("note_same_as_profile", "says the same as the agent's profile"),
        )
        return False
    alias = reference.replace(".", "_")
    profile: Path = ("risk_profiles", alias)
    place: Path = (*AGENTS, alias)
    table = {**draft.table(RISK), "level": level}
    there = draft.get(place) is not None
    if there or not draft.add(
        profile, copied(table), Phrase("note_like_usual", "like the usual one, with its own level")
    ):
        note = Phrase("note_agent_needs_level", "an agent needs this level; give it a profile")
        draft.set_aside(level_path, ChangeKind.ATTENTION, note)
        return False
    draft.absorb(
        level_path,
        (*profile, "level"),
        Phrase("note_level_of_own_agent", "is that of the channel's own agent"),
    )
    twin = {**draft.table((*AGENTS, agent)), "risk_profile": alias, "channels": [reference]}
    twin.pop("cron_jobs", None)
    draft.add(
        place,
        copied(twin),
        Phrase("note_agent_of_channel", "the agent of a channel with a level of its own"),
    )
    group: Path = ("peer_groups", alias, "agents")
    if draft.get(group) == [agent]:
        draft.rewrite(
            group, [alias], Phrase("note_is_agent_of_channel", "is the agent of that channel")
        )
    return True


def _split_bind(draft: Draft) -> None:
    """Make host with port of the gateway's address."""
    old: Path = ("gateway", "bind")
    host, colon, port = (draft.text(old) or "").rpartition(":")
    digits = port.isascii() and port.isdecimal() and len(port) <= _PORT_DIGITS
    if not (colon and host and digits) or {"host", "port"} & draft.table(("gateway",)).keys():
        return
    draft.add(
        ("gateway", "host"),
        host.removeprefix("[").removesuffix("]"),
        Phrase("note_part_of_bind", "was part of `bind`"),
    )
    draft.add(("gateway", "port"), int(port), Phrase("note_part_of_bind", "was part of `bind`"))
    draft.absorb(old, ("gateway", "host"), Phrase("note_two_keys_now", "is two keys now"))


def _set_gone_aside(draft: Draft) -> None:
    for path, note in _GONE.items():
        if draft.get(path) is not None:
            draft.set_aside(path, ChangeKind.DROPPED, note)
    for name in ("file-upload", "file-upload-bundle", "file-download"):
        draft.move((name,), (name.replace("-", "_"),))
    for key in [*draft.tree]:
        if key not in KNOWN_SECTIONS:
            draft.set_aside(
                (key,),
                ChangeKind.ATTENTION,
                Phrase("note_no_section", "is no section of this version"),
            )
    for key in [*draft.table(("providers",))]:
        if key not in PROVIDER_KINDS:
            note = Phrase("note_no_provider_kind", "is no kind of provider")
            draft.set_aside(("providers", key), ChangeKind.ATTENTION, note)
