"""Read each section of a parsed document, noting what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar, cast

from attrs import frozen
from pydantic import BaseModel

from zeroclaw_api.phrases import Phrase
from zeroclaw_config import _translate as translate
from zeroclaw_config._aliases import ALIAS_RULE, is_alias
from zeroclaw_config._families import settings_class
from zeroclaw_config._findings import MASK, Findings
from zeroclaw_config._key_path import KeyPath, dotted, quoted
from zeroclaw_config._known_sections import (
    KNOWN_SECTIONS,
    PROVIDER_KINDS,
    READ_SECTIONS,
    unread_because,
)
from zeroclaw_config._nearest import nearest
from zeroclaw_config._sections import AgentSection, RiskSection, RouteSection, RuntimeSection
from zeroclaw_config._validation import validated
from zeroclaw_config.config import (
    BUILT_IN_HINTS,
    HINT,
    AgentSettings,
    RiskSettings,
    RouteSettings,
    RuntimeSettings,
)

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings
    from zeroclaw_config._families import Families

__all__ = ["Walked", "walked"]

Unread = tuple[KeyPath, str]
Tables = dict[str, Mapping[str, object]]
SectionT = TypeVar("SectionT", bound=BaseModel)
ValueT = TypeVar("ValueT")

_MUST_BE_TABLE = Phrase("must_be_table", "must be a table")
_MODELS: KeyPath = ("providers", "models")
_KINDS = {
    "model_provider": Phrase("kind_model", "a model"),
    "risk_profile": Phrase("kind_risk_profile", "a risk profile"),
    "runtime_profile": Phrase("kind_runtime_profile", "a runtime profile"),
}


@frozen
class Walked:
    """The values of what is right, with the sections that nothing reads, each with the reason.

    The tables have what the document says of each route and agent, right or wrong.
    """

    models: dict[str, ModelSettings]
    risks: dict[str, RiskSettings]
    runtimes: dict[str, RuntimeSettings]
    routes: dict[str, RouteSettings]
    agents: dict[str, AgentSettings]
    route_tables: Tables
    agent_tables: Tables
    unread: list[Unread]


def walked(tree: Mapping[str, object], findings: Findings, families: Families) -> Walked:
    """Look at the whole document; what is wrong goes to the findings."""
    walk = _Walk(tree, findings, families)
    unread = walk.unread_sections()
    names, models = walk.models()
    risks = walk.section("risk_profiles", RiskSection, translate.risk)
    runtimes = walk.section("runtime_profiles", RuntimeSection, translate.runtime_profile)
    routes = walk.section("model_routes", RouteSection, translate.route)
    agents = walk.section("agents", AgentSection, translate.agent)
    walk.references(names)
    tables = walk.tables
    return Walked(
        models,
        risks,
        runtimes,
        routes,
        agents,
        tables[("model_routes",)],
        tables[("agents",)],
        unread,
    )


def _routes_by_hint(routes: object) -> object:
    """A list of routes, each with its `hint`, as the map of hints that means the same."""
    if not isinstance(routes, list) or not all(isinstance(route, Mapping) for route in routes):
        return routes
    return {
        route.get("hint", ""): {key: value for key, value in route.items() if key != "hint"}
        for route in routes
    }


class _Walk:
    """One walk over a document."""

    def __init__(self, tree: Mapping[str, object], findings: Findings, families: Families) -> None:
        self._findings = findings
        self._tree = tree
        self._families = families
        self.tables: dict[KeyPath, Tables] = {}

    def unread_sections(self) -> list[Unread]:
        """Known sections that nothing reads, with the reason; unknown ones become findings."""
        unread: list[Unread] = []
        for section in self._split((), self._tree, READ_SECTIONS, KNOWN_SECTIONS):
            unread += self._unread_parts(section)
        providers = self._tree.get("providers", {})
        if not isinstance(providers, Mapping):
            self._findings.add(("providers",), _MUST_BE_TABLE)
            return unread
        kinds = self._split(("providers",), providers, frozenset({"models"}), PROVIDER_KINDS)
        return unread + [(("providers", kind), unread_because("providers")) for kind in kinds]

    def _unread_parts(self, section: str) -> list[Unread]:
        inner = self._tree[section]
        if section != "channels" or not isinstance(inner, Mapping):
            return [((section,), unread_because(section))]
        types = [key for key, value in inner.items() if isinstance(value, Mapping)]
        if not types:
            return [((section,), unread_because(section))]
        return [((section, each), unread_because(section, each)) for each in types]

    def models(self) -> tuple[set[str], dict[str, ModelSettings]]:
        """The references that the file defines, with the settings of those that are right."""
        names: set[str] = set()
        models: dict[str, ModelSettings] = {}
        providers = self._tree.get("providers")
        section = providers.get("models", {}) if isinstance(providers, Mapping) else {}
        place = _MODELS
        if not isinstance(section, Mapping):
            self._findings.add(place, _MUST_BE_TABLE)
            return names, models
        for family, entries in section.items():
            if family not in self._families:
                # What it defines is not missing as well.
                if isinstance(entries, Mapping):
                    names.update(f"{family}.{alias}" for alias in entries)
                known = ", ".join(sorted(self._families)) or "none"
                what = Phrase(
                    "is_no_family",
                    "is no family of an installed provider; there is {known}",
                    known=known,
                )
                self._findings.add((*place, family), what, nearest(family, self._families))
                continue
            tables = self._named_tables((*place, family), entries)
            names.update(f"{family}.{alias}" for alias in tables)
            for alias, table in tables.items():
                settings = self._model(family, table, (*place, family, alias))
                if settings is not None:
                    models[f"{family}.{alias}"] = settings
        return names, models

    def section(
        self, name: str, model: type[SectionT], translated: Callable[[SectionT], ValueT]
    ) -> dict[str, ValueT]:
        """The values of a map of aliases, those that are right."""
        values: dict[str, ValueT] = {}
        entries = self._tree.get(name, {})
        if name == "model_routes":
            entries = _routes_by_hint(entries)
        for alias, table in self._named_tables((name,), entries).items():
            section = validated(model, table, (name, alias), self._findings)
            if section is not None:
                values[alias] = translated(section)
        return values

    def references(self, models: set[str]) -> None:
        """Find names that nothing in the file has."""
        hints = {HINT + hint for hint in {*BUILT_IN_HINTS, *self.tables[("model_routes",)]}}
        there = {
            "model_provider": models | hints,
            "risk_profile": set(self.tables[("risk_profiles",)]),
            "runtime_profile": set(self.tables[("runtime_profiles",)]),
        }
        for alias, table in self.tables[("agents",)].items():
            for key, names in there.items():
                name = table.get(key)
                if isinstance(name, str) and name not in names:
                    self._dangling(("agents", alias, key), _KINDS[key], name, names)
        for alias, table in self.tables[("model_routes",)].items():
            name = table.get("model_provider")
            if isinstance(name, str) and name not in models:
                self._dangling(
                    ("model_routes", alias, "model_provider"),
                    _KINDS["model_provider"],
                    name,
                    models,
                )
        for path, tables in self.tables.items():
            if path[:2] == _MODELS:
                for alias, table in tables.items():
                    self._are_models((*path, alias, "fallback"), table.get("fallback"), models)

    def _are_models(self, path: KeyPath, names: object, models: set[str]) -> None:
        for place, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str) and name not in models:
                self._dangling((*path, place), _KINDS["model_provider"], name, models)

    def _dangling(self, path: KeyPath, kind: str, name: str, names: set[str]) -> None:
        is_secret = self._findings.is_secret(path)
        shown = MASK if is_secret else f"`{quoted(name)}`"
        hint = None if is_secret else nearest(name, sorted(names))
        what = Phrase(
            "names_nothing", "names {name}, which is not {kind} of this file", name=shown, kind=kind
        )
        self._findings.add(path, what, hint)

    def _model(
        self, family: str, table: Mapping[str, object], path: KeyPath
    ) -> ModelSettings | None:
        model = settings_class(self._families, family)
        return cast("ModelSettings | None", validated(model, table, path, self._findings))

    def _named_tables(self, path: KeyPath, entries: object) -> Tables:
        """The tables of a map of aliases, with the environment's variables in them."""
        tables: Tables = {}
        self.tables[path] = tables
        what = Phrase(
            "must_be_named_table",
            "must be a table with a name of its own, as in [{path}.<alias>]",
            path=dotted(path),
        )
        if not isinstance(entries, Mapping):
            self._findings.add(path, what)
            return tables
        for alias, table in entries.items():
            place = (*path, alias)
            if not isinstance(table, Mapping):
                self._findings.add(place, what)
                continue
            if not is_alias(alias):
                no_alias = Phrase("is_no_alias", "is no alias: use {rule}", rule=ALIAS_RULE)
                self._findings.add(place, no_alias)
            substituted = self._findings.substituted(table, place)
            if isinstance(substituted, Mapping):
                tables[alias] = substituted
        return tables

    def _split(
        self,
        path: KeyPath,
        table: Mapping[str, object],
        read: frozenset[str],
        known: frozenset[str],
    ) -> list[str]:
        unread = []
        for key in table:
            if key not in known:
                unknown = Phrase("is_unknown_key", "is not a known key")
                self._findings.add((*path, key), unknown, nearest(key, sorted(known)))
            elif key not in read:
                unread.append(key)
        return unread
