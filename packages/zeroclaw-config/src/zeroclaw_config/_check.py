"""Check a parsed document section by section."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from zeroclaw_config import _translate as translate
from zeroclaw_config._aliases import ALIAS_RULE, is_alias
from zeroclaw_config._findings import MASK, Findings
from zeroclaw_config._key_path import KeyPath, dotted, quoted
from zeroclaw_config._known_sections import KNOWN_SECTIONS, PROVIDER_KINDS, READ_SECTIONS
from zeroclaw_config._lines import key_lines, line_of
from zeroclaw_config._nearest import nearest
from zeroclaw_config._sections import AgentSection, RiskSection, RuntimeSection
from zeroclaw_config._validation import validated
from zeroclaw_config.config import Config, Notice
from zeroclaw_config.errors import InvalidConfig

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

    Families = Mapping[str, Callable[[], type[ModelSettings]]]

__all__ = ["checked"]

Tables = dict[str, Mapping[str, object]]
SectionT = TypeVar("SectionT", bound=BaseModel)
ValueT = TypeVar("ValueT")

_KINDS = {
    "model_provider": "a model",
    "risk_profile": "a risk profile",
    "runtime_profile": "a runtime profile",
}


def checked(
    tree: Mapping[str, object],
    text: str,
    path: Path,
    file: str,
    environ: Mapping[str, str],
    families: Families,
) -> Config:
    """The configuration in a document; raises InvalidConfig with all its problems."""
    check = _Check(tree, Findings(environ), families)
    unread = check.unread_sections()
    names, models = check.models()
    risks = check.section("risk_profiles", RiskSection, translate.risk_profile)
    runtimes = check.section("runtime_profiles", RuntimeSection, translate.runtime_profile)
    agents = check.section("agents", AgentSection, translate.agent)
    check.references(names)
    lines = key_lines(text) if unread or check.findings else {}
    if check.findings:
        raise InvalidConfig(path=file, problems=check.findings.problems(file, lines))
    notices = tuple(Notice(file, line_of(section, lines), dotted(section)) for section in unread)
    return Config(path, agents, risks, runtimes, models, notices)


class _Check:
    """One walk over a document."""

    def __init__(self, tree: Mapping[str, object], findings: Findings, families: Families) -> None:
        self.findings = findings
        self._tree = tree
        self._families = families
        self._tables: dict[KeyPath, Tables] = {}

    def unread_sections(self) -> list[KeyPath]:
        """Known sections that nothing reads; unknown ones become findings."""
        unread = self._split((), self._tree, READ_SECTIONS, KNOWN_SECTIONS)
        providers = self._tree.get("providers", {})
        if not isinstance(providers, Mapping):
            self.findings.add(("providers",), "must be a table")
            return unread
        read = frozenset({"models"})
        return unread + self._split(("providers",), providers, read, PROVIDER_KINDS)

    def models(self) -> tuple[set[str], dict[str, ModelSettings]]:
        """The references that the file defines, with the settings of those that are right."""
        names: set[str] = set()
        models: dict[str, ModelSettings] = {}
        providers = self._tree.get("providers")
        section = providers.get("models", {}) if isinstance(providers, Mapping) else {}
        place: KeyPath = ("providers", "models")
        if not isinstance(section, Mapping):
            self.findings.add(place, "must be a table")
            return names, models
        for family, entries in section.items():
            if family not in self._families:
                # What it defines is not missing as well.
                if isinstance(entries, Mapping):
                    names.update(f"{family}.{alias}" for alias in entries)
                known = ", ".join(sorted(self._families)) or "none"
                what = f"is no family of an installed provider; there is {known}"
                self.findings.add((*place, family), what, nearest(family, self._families))
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
        for alias, table in self._named_tables((name,), self._tree.get(name, {})).items():
            section = validated(model, table, (name, alias), self.findings)
            if section is not None:
                values[alias] = translated(section)
        return values

    def references(self, models: set[str]) -> None:
        """Find names in agents that nothing in the file has."""
        there = {
            "model_provider": models,
            "risk_profile": set(self._tables[("risk_profiles",)]),
            "runtime_profile": set(self._tables[("runtime_profiles",)]),
        }
        for alias, table in self._tables[("agents",)].items():
            for key, names in there.items():
                name = table.get(key)
                if isinstance(name, str) and name not in names:
                    self._dangling(("agents", alias, key), _KINDS[key], name, names)

    def _dangling(self, path: KeyPath, kind: str, name: str, names: set[str]) -> None:
        is_secret = self.findings.is_secret(path)
        shown = MASK if is_secret else f"`{quoted(name)}`"
        hint = None if is_secret else nearest(name, sorted(names))
        self.findings.add(path, f"names {shown}, which is not {kind} of this file", hint)

    def _model(
        self, family: str, table: Mapping[str, object], path: KeyPath
    ) -> ModelSettings | None:
        model = self._families[family]()
        if not issubclass(model, BaseModel):
            raise TypeError(f"the settings of the family {family} are no pydantic model")
        return validated(model, table, path, self.findings)

    def _named_tables(self, path: KeyPath, entries: object) -> Tables:
        """The tables of a map of aliases, with the environment's variables in them."""
        tables: Tables = {}
        self._tables[path] = tables
        what = f"must be a table with a name of its own, as in [{dotted(path)}.<alias>]"
        if not isinstance(entries, Mapping):
            self.findings.add(path, what)
            return tables
        for alias, table in entries.items():
            place = (*path, alias)
            if not isinstance(table, Mapping):
                self.findings.add(place, what)
                continue
            if not is_alias(alias):
                self.findings.add(place, f"is no alias: use {ALIAS_RULE}")
            substituted = self.findings.substituted(table, place)
            if isinstance(substituted, Mapping):
                tables[alias] = substituted
        return tables

    def _split(
        self,
        path: KeyPath,
        table: Mapping[str, object],
        read: frozenset[str],
        known: frozenset[str],
    ) -> list[KeyPath]:
        unread = []
        for key in table:
            if key not in known:
                self.findings.add((*path, key), "is not a known key", nearest(key, sorted(known)))
            elif key not in read:
                unread.append((*path, key))
        return unread
