"""Give each backend, be it of memories or of voices, an alias of its own."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import ChangeKind
from zeroclaw_config.migration.draft import Draft, Path
from zeroclaw_config.migration.families import alias_from

__all__ = ["migrate_memory", "migrate_voices"]

STORES = ("sqlite", "postgres", "qdrant", "markdown", "lucid")

_VOICES = {
    "tts": ("openai", "elevenlabs", "google", "edge", "piper"),
    "transcription": ("groq", "openai", "deepgram", "assemblyai", "google", "local_whisper"),
}

_STORE_NAMES = {"postgresql": "postgres", "pg": "postgres"}
_ADDRESSES = {"tts": "api_url", "transcription": "url"}


def migrate_memory(draft: Draft) -> None:
    """Move each backend's own settings to `[storage.<backend>.default]`."""
    for kind in STORES:
        _wrap(draft, ("storage", kind))
    _unwrap_provider(draft)
    for kind in STORES:
        draft.move(("memory", kind), ("storage", kind, "default"))
    draft.move(("memory", "db_url"), ("storage", "postgres", "default", "db_url"))
    place: Path = ("storage", "sqlite", "default")
    draft.move(("memory", "sqlite_open_timeout_secs"), (*place, "open_timeout_secs"))
    note = Phrase(
        "note_whole_state", "it is the file of the whole state now, not of the memories alone"
    )
    draft.move(("memory", "path"), (*place, "path"), note)
    _split_embedder(draft)


def migrate_voices(draft: Draft) -> dict[str, str]:
    """Move the providers of `[tts]` and `[transcription]`; the chosen one of each kind."""
    chosen: dict[str, str] = {}
    for kind, families in _VOICES.items():
        for family in families:
            old: Path = (kind, family)
            if not isinstance(draft.get(old), Mapping):
                continue
            new: Path = ("providers", kind, family, "default")
            draft.move(old, new)
            draft.move((*new, _ADDRESSES[kind]), (*new, "uri"))
        default = draft.text((kind, "default_provider"))
        if default is None:
            continue
        place: Path = ("providers", kind, alias_from(default), "default")
        if not isinstance(draft.get(place), Mapping):
            note = Phrase("note_no_provider_here", "names no provider that this file sets up")
            draft.set_aside((kind, "default_provider"), ChangeKind.ATTENTION, note)
            continue
        chosen[kind] = f"{alias_from(default)}.default"
    return chosen


def _unwrap_provider(draft: Draft) -> None:
    old: Path = ("storage", "provider", "config")
    config = draft.get(old)
    if not isinstance(config, Mapping):
        return
    named = str(config.get("provider") or "sqlite").lower()
    kind = _STORE_NAMES.get(named, named)
    if kind not in STORES:
        draft.set_aside(
            old,
            ChangeKind.ATTENTION,
            Phrase("note_no_such_backend", "is of a backend that there is not"),
        )
        return
    if "provider" in config:
        draft.absorb(
            (*old, "provider"),
            ("storage", kind, "default"),
            Phrase("note_names_backend", "names the backend"),
        )
    draft.move(old, ("storage", kind, "default"))


def _wrap(draft: Draft, path: Path) -> None:
    entry = draft.get(path)
    if not isinstance(entry, Mapping) or not entry:
        return
    if all(isinstance(value, Mapping) for value in entry.values()):
        return
    draft.wrap(path, (*path, "default"))


def _split_embedder(draft: Draft) -> None:
    old: Path = ("memory", "embedder")
    family, colon, model = (draft.text(old) or "").partition(":")
    if not colon or not family or not model:
        return
    keys = {"embedding_provider": family, "embedding_model": model}
    if any(draft.get(("memory", key)) is not None for key in keys):
        note = Phrase("note_embedder_set_too", "provider or model of the embedder are set as well")
        draft.set_aside(old, ChangeKind.ATTENTION, note)
        return
    for key, value in keys.items():
        draft.add(("memory", key), value, Phrase("note_part_of_embedder", "was part of `embedder`"))
    draft.absorb(old, ("memory", "embedding_model"), Phrase("note_two_keys_now", "is two keys now"))
