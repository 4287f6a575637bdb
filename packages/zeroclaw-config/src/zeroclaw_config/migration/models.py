"""Give each model of the second form an alias in its family."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, define, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import ChangeKind
from zeroclaw_config.migration.draft import Draft, Path
from zeroclaw_config.migration.families import FAMILIES, alias_from, family_from, free_alias

__all__ = ["MODELS", "ModelNames", "migrate_models"]

MODELS: Path = ("providers", "models")
FALLBACK: Path = ("providers", "fallback")
RELIABILITY: Path = ("reliability", "fallback_providers")

_ADDED_BY_PROVIDERS = "/chat/completions"
"""What a provider itself puts behind an address, so that none may end in it."""

_TABLES_OF_A_MODEL = frozenset(
    {"extra_headers", "pricing", "provider_extra", "chat_template_kwargs"}
)


@define
class ModelNames:
    """The reference, such as `openai.default`, that each old name stands for."""

    main: str | None = None
    _references: dict[str, str] = Factory(dict)

    def learn(self, name: str, reference: str) -> None:
        """Note what an old name stands for; the first meaning is kept."""
        self._references.setdefault(name, reference)
        self._references.setdefault(alias_from(name), reference)

    def reference(self, name: object) -> str | None:
        """The reference for an old name, a reference as it is, None for anything else."""
        if not isinstance(name, str):
            return None
        if name in self._references.values():
            return name
        found = self._references.get(name) or self._references.get(alias_from(name))
        return found or self._references.get(family_from(name).family)

    def first(self) -> str | None:
        """The model that comes first in the document, unless one was called `default`."""
        return self._references.get("default") or next(iter(self._references.values()), None)


def migrate_models(draft: Draft, agent: str) -> ModelNames:
    """Wrap the entries of `[providers.models]`, choose the main one, hoist the routes."""
    names = ModelNames()
    flat = []
    for name, entry in draft.table(MODELS).items():
        if isinstance(entry, Mapping) and not _is_wrapped(name, entry):
            flat.append(name)
        elif isinstance(entry, Mapping):
            for alias in entry:
                names.learn(alias, f"{name}.{alias}")
                names.learn(name, f"{name}.{alias}")
    _wrap_all(draft, flat, names)
    names.main = _chosen(draft, names, agent)
    for kind in ("model_routes", "embedding_routes"):
        draft.move(("providers", kind), (kind,))
        _rewrite_routes(draft, kind, names)
    return names


def _is_wrapped(name: str, entry: Mapping[str, object]) -> bool:
    return (
        bool(entry)
        and name in FAMILIES
        and all(isinstance(value, Mapping) for value in entry.values())
        and not _TABLES_OF_A_MODEL & entry.keys()
    )


def _wrap_all(draft: Draft, flat: list[str], names: ModelNames) -> None:
    # All leave before the first is placed: a family may have the name of another entry.
    planned = [_planned(draft, name) for name in flat]
    values = [draft.detach((*MODELS, name)) for name in flat]
    for name, plan, value in zip(flat, planned, values, strict=True):
        old: Path = (*MODELS, name)
        alias = free_alias(plan.alias, [*draft.table((*MODELS, plan.family))])
        new: Path = (*MODELS, plan.family, alias)
        if plan.said is not None:
            draft.note(
                (*old, plan.said),
                new,
                ChangeKind.MOVED,
                Phrase("note_names_family", "names the family"),
            )
        if not draft.place(old, new, value):
            continue
        names.learn(name, f"{plan.family}.{alias}")
        if plan.family not in FAMILIES:
            note = Phrase(
                "note_no_family", "is no family of this version; give it as `custom` with its `uri`"
            )
            draft.note(new, new, ChangeKind.ATTENTION, note)
    for name, plan in zip(flat, planned, strict=True):
        reference = names.reference(name)
        if reference is not None:
            names.learn(plan.family, reference)


@frozen
class _Plan:
    """Where a flat entry goes; `said` is the key of it that named the family."""

    family: str
    alias: str
    said: str | None


def _planned(draft: Draft, name: str) -> _Plan:
    """Rewrite a flat entry in its old place, to be moved as it is."""
    old: Path = (*MODELS, name)
    entry = draft.table(old)
    said = next((key for key in ("provider", "name") if _names_family(key, entry)), None)
    meant = family_from(str(entry[said])) if said else family_from(name)
    family = meant.family
    alias = "default" if family_from(name).family == family else alias_from(name)
    if not meant.is_known and "base_url" in entry:
        # A server of the operator's own, under a name of their own.
        family, alias = "custom", alias_from(name)
        if said is not None:
            note = Phrase(
                "note_no_family_but_address", "names no family; the address says where it is"
            )
            draft.set_aside_in_place((*old, said), ChangeKind.DROPPED, note)
            said = None
    if draft.get((*old, "name")) is not None and said != "name":
        draft.set_aside_in_place(
            (*old, "name"),
            ChangeKind.DROPPED,
            Phrase("note_alias_instead", "models have an alias instead"),
        )
    if said is not None:
        draft.detach((*old, said))
    _rewrite_address(draft, old, meant.uri)
    return _Plan(family, alias, said)


def _names_family(key: str, entry: Mapping[str, object]) -> bool:
    value = entry.get(key)
    return isinstance(value, str) and (key == "provider" or family_from(value).is_known)


def _rewrite_address(draft: Draft, old: Path, uri: str | None) -> None:
    for key in ("base_url", "api_url"):
        draft.move((*old, key), (*old, "uri"))
    if uri is not None and draft.get((*old, "uri")) is None:
        draft.add((*old, "uri"), uri, Phrase("note_was_in_name", "it was in the provider's name"))
    path, address = draft.text((*old, "api_path")), draft.text((*old, "uri"))
    if path is not None and address is not None:
        whole = f"{address.rstrip('/')}/{path.lstrip('/')}".removesuffix(_ADDED_BY_PROVIDERS)
        draft.rewrite(
            (*old, "uri"), whole, Phrase("note_has_api_path", "has what `api_path` said at its end")
        )
        draft.absorb(
            (*old, "api_path"),
            (*old, "uri"),
            Phrase("note_end_of_address", "is the end of the address"),
        )
    elif draft.get((*old, "api_path")) is not None:
        note = Phrase("note_no_address", "there is no address that it could be the end of")
        draft.set_aside_in_place((*old, "api_path"), ChangeKind.ATTENTION, note)


def _chosen(draft: Draft, names: ModelNames, agent: str) -> str | None:
    """The main model; the others of a chain become what it falls back to."""
    chain: list[str] = []
    name = draft.text(FALLBACK)
    if name is not None:
        reference = names.reference(name)
        if reference is None:
            draft.set_aside(
                FALLBACK,
                ChangeKind.ATTENTION,
                Phrase("note_no_model_here", "names no model of this file"),
            )
        else:
            chain.append(reference)
            draft.absorb(
                FALLBACK,
                ("agents", agent, "model_provider"),
                Phrase("note_names_main_model", "names the main model"),
            )
    else:
        chain += _references_in(draft, (*FALLBACK, "chain"), names)
    main = chain[0] if chain else names.first()
    chain += _references_in(draft, RELIABILITY, names)
    if main is not None:
        rest = [each for each in dict.fromkeys(chain) if each != main]
        place: Path = (*MODELS, *main.split(".", 1), "fallback")
        if rest and not draft.add(
            place, rest, Phrase("note_rest_of_chain", "the other models of the chain")
        ):
            draft.note(
                place,
                place,
                ChangeKind.ATTENTION,
                Phrase("note_own_models", "had models of its own; compare them"),
            )
    return main


def _references_in(draft: Draft, path: Path, names: ModelNames) -> list[str]:
    listed = draft.get(path)
    if not isinstance(listed, list):
        return []
    found = [names.reference(name) for name in listed]
    missing = found.count(None)
    if missing:
        note = Phrase(
            "note_names_missing",
            "{missing} of its names are no models of this file; add them, then `fallback`",
            missing=missing,
        )
        draft.set_aside(path, ChangeKind.ATTENTION, note)
    else:
        draft.absorb(path, MODELS, Phrase("note_order_of_models", "is the order of the models"))
    return [reference for reference in found if reference is not None]


def _rewrite_routes(draft: Draft, kind: str, names: ModelNames) -> None:
    routes = draft.get((kind,))
    if not isinstance(routes, list):
        return
    rewritten: list[object] = []
    for index, route in enumerate(routes):
        if not isinstance(route, dict) or "provider" not in route or "model_provider" in route:
            rewritten.append(route)
            continue
        named = names.reference(route["provider"])
        new = {"model_provider" if k == "provider" else k: v for k, v in route.items()}
        if named is not None:
            new["model_provider"] = named
        rewritten.append(new)
        before, after = (kind, index, "provider"), (kind, index, "model_provider")
        kept = "" if named else Phrase("note_it_names_no_model", "it names no model of this file")
        kind_of_change = ChangeKind.MOVED if named else ChangeKind.ATTENTION
        draft.note(before, after, kind_of_change, kept)
    draft.write((kind,), rewritten)
