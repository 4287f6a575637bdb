"""The step from the first form, which had one provider at the top of the file, to the second."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import ChangeKind, Migrated
from zeroclaw_config.migration.draft import Draft

__all__ = ["v1_to_v2"]

DEFAULT_PROVIDER = "openrouter"
"""What the first form used when it named none."""

_NAMES = ("default_provider", "model_provider")

_FOLDED = {
    "api_key": "api_key",
    "api_url": "base_url",
    "api_path": "api_path",
    "default_model": "model",
    "model": "model",
    "default_temperature": "temperature",
    "provider_timeout_secs": "timeout_secs",
    "provider_max_tokens": "max_tokens",
    "extra_headers": "extra_headers",
}


def v1_to_v2(tree: Mapping[str, object]) -> Migrated:
    """The same document in the second form."""
    draft = Draft.of(tree)
    draft.move(("model_providers",), ("providers", "models"))
    _fold_provider(draft)
    draft.move(("channels_config",), ("channels",))
    return draft.done()


def _fold_provider(draft: Draft) -> None:
    name = next((text for key in _NAMES if (text := draft.text((key,)))), None)
    folded = [key for key in _FOLDED if key in draft.tree]
    if name is None and not folded:
        return
    models = draft.get(("providers", "models"))
    entry = name or DEFAULT_PROVIDER
    place = ("providers", "models", entry)
    if not isinstance(models, Mapping | None) or not isinstance(draft.get(place), Mapping | None):
        return
    for key in _NAMES:
        if draft.text((key,)) == name and name is not None:
            if draft.get(("providers", "fallback")) is None:
                draft.move(
                    (key,),
                    ("providers", "fallback"),
                    Phrase("note_provider_to_use", "the provider to use"),
                )
            else:
                draft.absorb((key,), place, Phrase("note_names_provider", "names the provider"))
    for key in folded:
        draft.move((key,), (*place, _FOLDED[key]))
    if draft.get(place) is None:
        draft.add(place, {}, Phrase("note_provider_named", "the provider that was named"))
    if name is None:
        draft.note(
            (),
            place,
            ChangeKind.ADDED,
            Phrase("note_no_provider_named", "no provider was named, which meant this one"),
        )
