"""Put what the environment or the command line says over what the file says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy

from attrs import field, frozen
from pydantic import BaseModel

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._fields import takes_text
from zeroclaw_config._findings import Findings
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config._toml import parsed
from zeroclaw_config.errors import ConfigError

__all__ = [
    "COMMAND_LINE",
    "Override",
    "from_command_line",
    "from_environment",
    "overlaid",
]

PREFIX = "ZEROCLAW_"
COMMAND_LINE = Phrase("the_command_line", "the command line")
"""What stands in a problem where else the name of a variable does."""

_TAIL = re.compile(r"[a-z0-9_]+")

ModelAt = Callable[[KeyPath], "tuple[type[BaseModel], KeyPath] | None"]
"""The settings class that takes the key at a path, with the rest of the path within it."""


@frozen
class Override:
    """A value for one key. `origin` is the variable it came from, or the command line."""

    path: tuple[str, ...]
    origin: str
    value: object = field(repr=False)


def from_environment(environ: Mapping[str, str]) -> list[Override]:
    """What `ZEROCLAW_a__b__c` says of `a.b.c`; a tail with capitals is another kind of variable."""
    return [
        Override(tuple(name.removeprefix(PREFIX).split("__")), name, text)
        for name, text in environ.items()
        if name.startswith(PREFIX) and _TAIL.fullmatch(name.removeprefix(PREFIX))
    ]


def from_command_line(values: Mapping[tuple[str, ...], object]) -> list[Override]:
    """What the command line says; it comes last, so that it wins."""
    return [Override(path, COMMAND_LINE, value) for path, value in values.items()]


def overlaid(
    tree: Mapping[str, object],
    layers: Iterable[Iterable[Override]],
    findings: Findings,
    model_at: ModelAt,
) -> Mapping[str, object]:
    """The document with each layer over it; what cannot be set becomes a finding.

    Within a layer a table comes before its keys, whatever their order was.
    """
    root: dict[str, object] = deepcopy(dict(tree))
    for layer in layers:
        for override in sorted(layer, key=lambda each: (len(each.path), each.path)):
            _set(root, override, findings, model_at)
    return root


def _set(
    root: dict[str, object], override: Override, findings: Findings, model_at: ModelAt
) -> None:
    path, origin = override.path, override.origin
    if path[:1] == ("schema_version",):
        findings.refuse(path, Phrase("cannot_be_overridden", "cannot be overridden"), origin)
        return
    table = root
    for length, part in enumerate(path[:-1], start=1):
        inner = table.get(part)
        if inner is None:
            inner = table[part] = {}
            findings.came_from(path[:length], origin)
        if not isinstance(inner, dict):
            where = dotted(path[:length])
            what = Phrase("cannot_be_set", "cannot be set, since {where} is no table", where=where)
            findings.refuse(path, what, origin)
            return
        table = inner
    table[path[-1]] = _value(override, model_at)
    findings.overridden(path, origin)


def _value(override: Override, model_at: ModelAt) -> object:
    value = override.value
    if not isinstance(value, str):
        return deepcopy(value)
    found = model_at(override.path)
    if found is not None and takes_text(*found):
        return value
    return _typed(value)


def _typed(text: str) -> object:
    """The switch, number, list or table that a text spells; else the text."""
    try:
        document = parsed(f"value = {text}", "")
    except ConfigError:
        return text
    value = document["value"]
    is_typed = len(document) == 1 and isinstance(value, bool | int | float | list | dict)
    return value if is_typed else text
