"""Check a parsed document, with what disables parts of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import Factory, field, frozen
from pydantic import BaseModel

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._disabling import Broken, broken_entries, follow
from zeroclaw_config._families import settings_class
from zeroclaw_config._fields import is_secret_field
from zeroclaw_config._findings import Findings
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config._lines import key_lines, line_of
from zeroclaw_config._sections import ALIAS_MAPS
from zeroclaw_config._walk import Walked, walked
from zeroclaw_config.config import Config, Disabled, Notice
from zeroclaw_config.errors import InvalidConfig
from zeroclaw_config.problem import Problem

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings
    from zeroclaw_config._families import Families
    from zeroclaw_config._overrides import Override

__all__ = ["Source", "checked"]

ValueT = TypeVar("ValueT")


@frozen
class Source:
    """Where a document came from: its path, that as messages show it, the text it was read from.

    Some of its values were sealed: those at `opened` are secret, for those at `unopened` there is
    a clause that says why.
    """

    path: Path
    shown: str
    text: str = field(default="", repr=False)
    opened: frozenset[KeyPath] = frozenset()
    unopened: Mapping[KeyPath, str] = Factory(dict)


def checked(
    tree: Mapping[str, object],
    source: Source,
    environ: Mapping[str, str],
    families: Families,
    layers: Sequence[Sequence[Override]] = (),
    *,
    strict: bool,
) -> Config:
    """The configuration in a document with `layers` over it.

    Raises InvalidConfig with all problems; unless `strict`, those within one entry disable it.
    """
    findings = Findings(environ, partial(_is_secret, families))
    for path in source.opened:
        findings.opened(path)
    for path, problem in source.unopened.items():
        findings.add(path, problem)
    if any(layers):
        from zeroclaw_config._overrides import overlaid

        tree = overlaid(tree, layers, findings, partial(_model_at, families))
    found = walked(tree, findings, families)
    lines = key_lines(source.text) if found.unread or findings else {}
    broken, fatal = broken_entries(findings.paths)
    if findings and (strict or fatal or any(findings.origin_of(path) for path in findings.paths)):
        raise InvalidConfig(path=source.shown, problems=findings.problems(source.shown, lines))
    broken = follow(broken, "model_routes", found.route_tables)
    return _config(found, findings, source, lines, follow(broken, "agents", found.agent_tables))


def _config(
    found: Walked,
    findings: Findings,
    source: Source,
    lines: Mapping[KeyPath, int],
    broken: Broken,
) -> Config:
    """The configuration without the entries that are disabled."""
    file = source.shown
    disabled = [
        Disabled(dotted(entry), findings.problems(file, lines, places))
        for entry, places in broken.items()
    ]
    notices = [
        Notice(file, line_of(path, lines), dotted(path), why) for path, why in found.unread
    ] + [
        Notice(file, line_of(entry, lines), each.path, _disabled_because(each))
        for entry, each in zip(broken, disabled, strict=True)
    ]
    return Config(
        source.path,
        _without(broken, ("agents",), found.agents),
        found.risks,
        _without(broken, ("runtime_profiles",), found.runtimes),
        _without_models(broken, found.models),
        tuple(notices),
        tuple(disabled),
        findings.overridden_paths,
        _without(broken, ("model_routes",), found.routes),
    )


def _disabled_because(disabled: Disabled) -> Phrase:
    reasons: Phrase | None = None
    for problem in disabled.problems:
        reason = _reason(problem)
        if reasons is None:
            reasons = reason
        else:
            reasons = Phrase("reasons", "{reasons}; {reason}", reasons=reasons, reason=reason)
    return Phrase("is_disabled", "is disabled: {reasons}", reasons=reasons)


def _reason(problem: Problem) -> Phrase:
    said = {"key": problem.key, "what": problem.what}
    if problem.line is None:
        return Phrase("reason", "{key} {what}", **said)
    return Phrase("reason_at_line", "{key} {what} (line {line})", **said, line=problem.line)


def _without(broken: Broken, section: KeyPath, values: dict[str, ValueT]) -> dict[str, ValueT]:
    return {alias: value for alias, value in values.items() if (*section, alias) not in broken}


def _without_models(broken: Broken, models: dict[str, ModelSettings]) -> dict[str, ModelSettings]:
    return {
        name: settings
        for name, settings in models.items()
        if ("providers", "models", *name.split(".", 1)) not in broken
    }


def _model_at(families: Families, path: KeyPath) -> tuple[type[BaseModel], KeyPath] | None:
    match path:
        case ("providers", "models", str(family), _, *rest) if family in families:
            return settings_class(families, family), tuple(rest)
        case (str(section), _, *rest) if section in ALIAS_MAPS:
            return ALIAS_MAPS[section], tuple(rest)
        case _:
            return None


def _is_secret(families: Families, path: KeyPath) -> bool:
    found = _model_at(families, path)
    return found is not None and is_secret_field(*found)
