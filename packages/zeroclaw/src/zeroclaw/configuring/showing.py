"""Shows the configuration: where it is, what it says, what it may show, what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, assert_never

from zeroclaw.configuring.effective import Origin, Setting, settings_of
from zeroclaw.configuring.keys import KeyPath, KnownKeys, known_keys
from zeroclaw.configuring.masking import value_text
from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import is_terminal, show, show_json, show_lines
from zeroclaw.configuring.writing import require_current
from zeroclaw.ending import FAILED, SUCCEEDED, tell
from zeroclaw.failures import sentence
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style, style_for
from zeroclaw.words import error_text, say, worded
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_config import (
    Config,
    ConfigError,
    InvalidConfig,
    KeyNotFound,
    Notice,
    Problem,
    load_config,
)
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path, parse_key_path

__all__ = [
    "show_docs",
    "show_path",
    "show_schema",
    "show_setting",
    "show_settings",
    "show_validity",
]

CLOSE: Final = 0.8
"""How much of two keys must be the same for one to be taken for the other, from 0 to 1."""


def show_path(*, as_json: bool) -> int:
    """Which file it is, whether it exists or not."""
    config = this_installation().config
    exists = config.exists()
    if as_json:
        show_json({"path": str(config), "exists": exists})
        return SUCCEEDED
    show(str(config))
    if not exists:
        tell(say("config_not_there"))
    return SUCCEEDED


def show_settings(prefix: str | None, *, as_json: bool) -> int:
    """Every value, or those below a key, with where it comes from."""
    place = this_installation()
    keys = known_keys(place.families)
    document = _current(place)
    path = document.located(parse_key_path(prefix), keys.knows) if prefix else ()
    found = _below(path, settings_of(document.tree, place.environ, keys))
    if not found and path:
        raise _missing(document, path, keys)
    if as_json:
        values = [_as_json(setting) for setting in found]
        show_json({"path": document.source, "values": values})
        return SUCCEEDED
    style = style_for(os.environ, is_terminal=is_terminal())
    if found:
        show("\n".join(_line(setting, style) for setting in found), is_harmless=True)
    return SUCCEEDED


def show_setting(key: str, *, as_json: bool) -> int:
    """One value, or all in a table."""
    place = this_installation()
    keys = known_keys(place.families)
    document = _current(place)
    path = document.located(parse_key_path(key), keys.knows)
    settings = settings_of(document.tree, place.environ, keys)
    one = next((setting for setting in settings if setting.path == path), None)
    if one is None:
        if not _below(path, settings):
            raise _missing(document, path, keys)
        return show_settings(key, as_json=as_json)
    if as_json:
        show_json(_as_json(one))
    else:
        show(one.value if isinstance(one.value, str) else value_text(one.value))
    return SUCCEEDED


def show_validity(*, as_json: bool) -> int:
    """Whether it can be used, with everything that is wrong, or has no effect."""
    place = this_installation()
    failure: ConfigError | None = None
    config: Config | None = None
    try:
        config = load_config(place.config, place.environ, place.families, strict=True)
    except ConfigError as error:
        failure = error
    notices = config.notices if config is not None else _notices(place)
    if as_json:
        show_json(_validity(place, failure, notices))
        return SUCCEEDED if failure is None else FAILED
    if config is not None:
        facts = {
            "path": place.config,
            "agents": say("config_agents", count=len(config.agents)),
            "models": say("config_models", count=len(config.models)),
        }
        show(say("config_valid", **facts))
    show_lines(say("config_notice", notice=notice.told) for notice in notices)
    if failure is not None:
        tell(sentence(failure))
        return FAILED
    return SUCCEEDED


def show_schema() -> int:
    """The JSON Schema of the file, for editors."""
    from zeroclaw_config.schema.json_schema import json_schema

    schema = json_schema(this_installation().families)
    show_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    return SUCCEEDED


def show_docs() -> int:
    """The reference of all keys, in Markdown."""
    from zeroclaw_config.schema.reference import reference_markdown

    show(reference_markdown(this_installation().families).rstrip("\n"))
    return SUCCEEDED


def _current(place: Installation) -> EditedDocument:
    document = read_document(place.config)
    require_current(document)
    return document


def _below(path: KeyPath, settings: Iterable[Setting]) -> list[Setting]:
    return [setting for setting in settings if setting.path[: len(path)] == path]


def _missing(document: EditedDocument, path: KeyPath, keys: KnownKeys) -> ConfigError:
    key = format_key_path(path)
    hint = say("config_no_value")
    if not keys.knows(path):
        there = [format_key_path(path) for path in keys.paths_in(document.tree)]
        near = get_close_matches(key, there, n=1, cutoff=CLOSE)
        hint = say("config_meant", key=near[0]) if near else say("config_no_key")
    return KeyNotFound(path=document.source, key=key, hint=hint)


def _line(setting: Setting, style: Style) -> str:
    text = f"{format_key_path(setting.path)} = {value_text(setting.value)}"
    source = style.dim(visible(f"# {_source(setting)}"))
    return f"{visible(text)}  {source}"


def _source(setting: Setting) -> str:
    match setting.origin:
        case Origin.FILE | Origin.DEFAULT:
            return say(f"config_from_{setting.origin.value}")
        case Origin.ENVIRONMENT if setting.is_overridden:
            facts = {"variable": setting.variable, "value": value_text(setting.in_file)}
            return say("config_from_variable_over", **facts)
        case Origin.ENVIRONMENT:
            return say("config_from_variable", variable=setting.variable)
        case _:
            assert_never(setting.origin)


def _as_json(setting: Setting) -> JsonObject:
    shown: dict[str, Json] = {
        "key": format_key_path(setting.path),
        "value": setting.value,
        "source": setting.origin.value,
    }
    if setting.variable is not None:
        shown["variable"] = setting.variable
        shown["overridden"] = setting.is_overridden
    if setting.is_overridden:
        shown["in_file"] = setting.in_file
    return shown


def _notices(place: Installation) -> tuple[Notice, ...]:
    """Those of a file that has problems, unless these are all that can be said."""
    try:
        config = load_config(place.config, place.environ, place.families)
    except ConfigError:
        return ()
    # What is disabled is so for a problem, which is told anyway.
    disabled = {each.path for each in config.disabled}
    return tuple(notice for notice in config.notices if notice.key not in disabled)


def _validity(
    place: Installation, failure: ConfigError | None, notices: Iterable[Notice]
) -> JsonObject:
    problems = failure.problems if isinstance(failure, InvalidConfig) else ()
    shown: dict[str, Json] = {
        "path": str(place.config),
        "valid": failure is None,
        "problems": [_problem(problem) for problem in problems],
        "notices": [
            {"line": notice.line, "key": notice.key, "what": worded(notice.what)}
            for notice in notices
        ],
    }
    if failure is not None:
        shown["error"] = {"key": failure.error_key, "message": error_text(failure)}
    return shown


def _problem(problem: Problem) -> JsonObject:
    return {
        "line": problem.line,
        "key": problem.key,
        "what": worded(problem.what),
        "nearest": problem.nearest,
        "origin": None if problem.origin is None else worded(problem.origin),
    }
