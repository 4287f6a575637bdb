"""Tells what the configuration says in the end, with where each value comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from enum import StrEnum
from typing import Final

from attrs import field, frozen

from zeroclaw.configuring.keys import KeyPath, KnownKeys
from zeroclaw.configuring.masking import MASK, masked
from zeroclaw_api.json import Json
from zeroclaw_config import ConfigError
from zeroclaw_config.editing.values import ConfigValue, typed_value

__all__ = ["Origin", "Setting", "overriding_variables", "settings_of"]

_PREFIX: Final = "ZEROCLAW_"
_TAIL: Final = re.compile(r"[a-z0-9_]+")
_NOT_OVERRIDABLE: Final = "schema_version"


class Origin(StrEnum):
    """Where a value comes from."""

    FILE = "file"
    ENVIRONMENT = "environment"
    DEFAULT = "default"


@frozen
class Setting:
    """One value, fit to be shown. `variable` is what it was said in, if the environment did.

    `in_file` is what the file says instead; `is_overridden` tells whether it says anything.
    """

    path: KeyPath
    value: Json = field(hash=False)
    origin: Origin
    variable: str | None = None
    is_overridden: bool = False
    in_file: Json = field(default=None, hash=False)


def overriding_variables(environ: Mapping[str, str]) -> dict[KeyPath, str]:
    """The name of the variable that overrides a key, by the path of the key."""
    return {
        tuple(name.removeprefix(_PREFIX).split("__")): name
        for name in environ
        if name.startswith(_PREFIX) and _TAIL.fullmatch(name.removeprefix(_PREFIX))
    }


def settings_of(
    tree: Mapping[str, ConfigValue], environ: Mapping[str, str], keys: KnownKeys
) -> tuple[Setting, ...]:
    """All values of a document, with those of the environment over it, defaults below it.

    They are in the order of the document; the defaults of an alias come after what it says.
    """
    variables = overriding_variables(environ)
    variables.pop((_NOT_OVERRIDABLE,), None)
    whole: dict[str, ConfigValue] = deepcopy(dict(tree))
    for path in sorted(variables, key=lambda path: (len(path), path)):
        _put(whole, path, _typed(environ[variables[path]], path, keys))
    found = [_setting(path, value, variables, tree, keys) for path, value in _leaves((), whole)]
    there = {setting.path for setting in found}
    for path, default in keys.with_defaults(whole):
        if path not in there:
            found.append(Setting(path, json.loads(default), Origin.DEFAULT))
    order: dict[KeyPath, int] = {}
    for setting in found:
        order.setdefault(_owner(setting.path), len(order))
    return tuple(sorted(found, key=lambda setting: order[_owner(setting.path)]))


def _setting(
    path: KeyPath,
    value: ConfigValue,
    variables: Mapping[KeyPath, str],
    tree: Mapping[str, ConfigValue],
    keys: KnownKeys,
) -> Setting:
    variable = next(
        (variables[path[:size]] for size in range(len(path), 0, -1) if path[:size] in variables),
        None,
    )
    if variable is None:
        return Setting(path, masked(path, value, keys), Origin.FILE)
    # What comes from a variable is taken as it is, so that it names no other one.
    shown = MASK if keys.is_secret(path) else masked(path, value, keys)
    before = _at(path, tree)
    return Setting(
        path,
        shown,
        Origin.ENVIRONMENT,
        variable,
        before is not None,
        None if before is None else masked(path, before, keys),
    )


def _typed(text: str, path: KeyPath, keys: KnownKeys) -> ConfigValue:
    try:
        return typed_value(text, ".".join(map(str, path)), as_text=keys.takes_text(path))
    except ConfigError:
        return text.encode("utf-8", "backslashreplace").decode()


def _put(root: dict[str, ConfigValue], path: KeyPath, value: ConfigValue) -> None:
    table = root
    for part in path[:-1]:
        inner = table.setdefault(str(part), {})
        if not isinstance(inner, dict):
            # Loading refuses it; here the file has its say.
            return
        table = inner
    table[str(path[-1])] = value


def _at(path: KeyPath, tree: ConfigValue | Mapping[str, ConfigValue]) -> ConfigValue | None:
    node: object = tree
    for part in path:
        if isinstance(node, Mapping):
            node = node.get(part)
        elif isinstance(node, list) and isinstance(part, int) and part < len(node):
            node = node[part]
        else:
            return None
    return node  # type: ignore[return-value]


def _leaves(path: KeyPath, value: ConfigValue) -> Iterator[tuple[KeyPath, ConfigValue]]:
    if isinstance(value, dict) and (value or not path):
        for name, item in value.items():
            yield from _leaves((*path, name), item)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for index, item in enumerate(value):
            yield from _leaves((*path, index), item)
    else:
        yield path, value


def _owner(path: KeyPath) -> KeyPath:
    """The alias that a key belongs to."""
    return path[:4] if path[:2] == ("providers", "models") else path[:2]
