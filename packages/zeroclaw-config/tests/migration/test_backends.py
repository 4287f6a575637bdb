"""Each backend has an alias of its own."""

from __future__ import annotations

from zeroclaw_config.migration.backends import migrate_memory, migrate_voices
from zeroclaw_config.migration.change import CarriedKey
from zeroclaw_config.migration.draft import Draft, Tree


def migrate(tree: Tree) -> Draft:
    draft = Draft.of(tree)
    migrate_memory(draft)
    return draft


def test_a_named_backend_gets_its_place() -> None:
    draft = migrate({"storage": {"provider": {"config": {"provider": "pg", "db_url": "u"}}}})
    assert draft.tree == {"storage": {"postgres": {"default": {"db_url": "u"}}}}


def test_an_unknown_backend_is_carried() -> None:
    config = {"provider": "stone", "db_url": "u"}
    draft = migrate({"storage": {"provider": {"config": config}}})
    assert draft.tree == {}
    assert draft.carried == [CarriedKey(("storage", "provider", "config"), config)]


def test_a_flat_backend_is_wrapped_once() -> None:
    draft = migrate({"storage": {"postgres": {"db_url": "u"}}})
    again = migrate(draft.tree)
    assert draft.tree == again.tree == {"storage": {"postgres": {"default": {"db_url": "u"}}}}


def test_settings_of_a_backend_leave_the_memory() -> None:
    memory = {"backend": "qdrant", "qdrant": {"url": "u"}, "sqlite_open_timeout_secs": 5}
    assert migrate({"memory": memory}).tree == {
        "memory": {"backend": "qdrant"},
        "storage": {
            "qdrant": {"default": {"url": "u"}},
            "sqlite": {"default": {"open_timeout_secs": 5}},
        },
    }


def test_the_path_of_the_memory_is_that_of_the_state() -> None:
    draft = migrate({"memory": {"path": "m.db"}})
    assert draft.tree == {"storage": {"sqlite": {"default": {"path": "m.db"}}}}
    assert "whole state" in draft.changes[0].note


def test_an_embedder_is_provider_with_model() -> None:
    assert migrate({"memory": {"embedder": "ollama:nomic:1"}}).tree == {
        "memory": {"embedding_provider": "ollama", "embedding_model": "nomic:1"}
    }
    assert migrate({"memory": {"embedder": "odd"}}).tree == {"memory": {"embedder": "odd"}}


def test_an_embedder_beside_its_new_keys_is_carried() -> None:
    draft = migrate({"memory": {"embedder": "a:b", "embedding_model": "c"}})
    assert draft.tree == {"memory": {"embedding_model": "c"}}
    assert draft.carried == [CarriedKey(("memory", "embedder"), "a:b")]


def test_voices_become_providers_with_the_chosen_one() -> None:
    draft = Draft.of(
        {
            "tts": {"default_provider": "piper", "piper": {"api_url": "u"}},
            "transcription": {"default_provider": "groq", "local_whisper": {"url": "w"}},
        }
    )
    assert migrate_voices(draft) == {"tts": "piper.default"}
    assert draft.get(("providers",)) == {
        "tts": {"piper": {"default": {"uri": "u"}}},
        "transcription": {"local_whisper": {"default": {"uri": "w"}}},
    }
    assert draft.carried == [CarriedKey(("transcription", "default_provider"), "groq")]
