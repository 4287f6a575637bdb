"""Every model gets an alias in its family."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from zeroclaw_config.migration.change import CarriedKey, ChangeKind
from zeroclaw_config.migration.draft import Draft
from zeroclaw_config.migration.models import migrate_models


def migrate(models: Mapping[str, object], **providers: object) -> tuple[Draft, object, str | None]:
    draft = Draft.of({"providers": {"models": models, **providers}})
    names = migrate_models(draft, "main")
    return draft, draft.get(("providers", "models")), names.main


@pytest.mark.parametrize(
    ("name", "entry", "path"),
    [
        ("default", {"provider": "openrouter"}, "openrouter.default"),
        ("work", {"name": "OpenAI"}, "openai.work"),
        ("openai", {}, "openai.default"),
        ("google", {"provider": "gemini"}, "gemini.default"),
        ("My-Box", {"base_url": "u"}, "custom.my_box"),
        ("custom:http://127.0.0.1/v1", {}, "custom.default"),
        ("groq", {"extra_headers": {"a": "b"}}, "groq.default"),
    ],
)
def test_an_entry_is_wrapped_under_its_family(
    name: str, entry: dict[str, object], path: str
) -> None:
    draft, models, main = migrate({name: {**entry, "model": "m"}})
    family, alias = path.split(".")
    assert isinstance(models, dict)
    assert models[family][alias]["model"] == "m"
    assert main == path
    assert draft.carried == []


def test_an_entry_that_has_its_alias_stays() -> None:
    models = {"openai": {"work": {"model": "m"}}}
    draft, after, main = migrate(models)
    assert (after, main, draft.changes) == (models, "openai.work", [])


def test_address_with_path_becomes_one_uri() -> None:
    _, models, _ = migrate({"openai": {"base_url": "http://h/", "api_path": "/v1"}})
    assert models == {"openai": {"default": {"uri": "http://h/v1"}}}


def test_an_address_ends_before_what_providers_add() -> None:
    _, models, _ = migrate({"openai": {"base_url": "http://h", "api_path": "v1/chat/completions"}})
    assert models == {"openai": {"default": {"uri": "http://h/v1"}}}


def test_a_provider_that_is_no_family_is_carried() -> None:
    draft, models, _ = migrate({"box": {"provider": "acme", "base_url": "u"}})
    assert models == {"custom": {"box": {"uri": "u"}}}
    assert draft.carried == [CarriedKey(("providers", "models", "box", "provider"), "acme")]


def test_a_path_without_address_is_carried() -> None:
    draft, _, _ = migrate({"openai": {"api_path": "/v1"}})
    assert draft.carried == [CarriedKey(("providers", "models", "openai", "api_path"), "/v1")]


def test_two_entries_of_one_family_keep_apart() -> None:
    _, models, _ = migrate({"google": {"model": "a"}, "gemini": {"model": "b"}})
    assert models == {"gemini": {"default": {"model": "a"}, "default_2": {"model": "b"}}}


def test_entries_that_bear_each_other_s_name_change_places() -> None:
    _, models, _ = migrate({"groq": {"provider": "openai"}, "openai": {"provider": "groq"}})
    assert models == {"openai": {"groq": {}}, "groq": {"openai": {}}}


def test_a_named_fallback_is_the_main_model() -> None:
    draft, _, main = migrate({"openai": {}, "groq": {}}, fallback="groq")
    assert main == "groq.default"
    assert draft.get(("providers", "fallback")) is None


def test_a_fallback_without_model_needs_attention() -> None:
    draft, _, main = migrate({"openai": {}}, fallback="groq")
    assert main == "openai.default"
    assert draft.carried == [CarriedKey(("providers", "fallback"), "groq")]
    assert draft.changes[-1].kind is ChangeKind.ATTENTION


def test_a_chain_becomes_the_fallback_of_its_first() -> None:
    _, models, main = migrate({"openai": {}, "groq": {}}, fallback={"chain": ["groq", "openai"]})
    assert main == "groq.default"
    assert models == {
        "openai": {"default": {}},
        "groq": {"default": {"fallback": ["openai.default"]}},
    }


def test_a_chain_with_an_unknown_name_is_carried_whole() -> None:
    draft, _, main = migrate({"openai": {}}, fallback={"chain": ["openai", "gone"]})
    assert main == "openai.default"
    assert draft.carried == [CarriedKey(("providers", "fallback", "chain"), ["openai", "gone"])]


def test_routes_name_the_model_by_reference() -> None:
    routes = [{"hint": "fast", "provider": "box"}, {"hint": "odd", "provider": "gone"}]
    draft, _, _ = migrate({"box": {"base_url": "u"}}, model_routes=routes)
    assert draft.get(("model_routes",)) == [
        {"hint": "fast", "model_provider": "custom.box"},
        {"hint": "odd", "model_provider": "gone"},
    ]
    kinds = [change.kind for change in draft.changes]
    assert kinds.count(ChangeKind.ATTENTION) == 1
