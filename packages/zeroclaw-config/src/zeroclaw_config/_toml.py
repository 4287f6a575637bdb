"""Parse the text of a configuration as TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import ConfigSyntax, SchemaNotMigrated, SchemaTooNew

__all__ = ["SCHEMA_VERSION", "parsed", "require_schema_version"]

SCHEMA_VERSION = 3
"""The form of the file that this version reads."""

DEEPEST = 32
"""Tables or arrays inside each other; a configuration has about six."""

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def parsed(text: str, file: str) -> Mapping[str, object]:
    """The document; raises ConfigSyntax."""
    too_deep = ConfigSyntax(
        path=file,
        line=None,
        column=None,
        problem=Phrase(
            "is_too_deep", "it is nested more than {deepest} levels deep", deepest=DEEPEST
        ),
    )
    tree: Mapping[str, object]
    try:
        tree = tomllib.loads(text)
    except RecursionError:
        raise too_deep from None
    except ValueError as error:
        raise _syntax(error, text, file) from None
    if _is_deep(tree):
        raise too_deep
    return tree


def require_schema_version(tree: Mapping[str, object], file: str) -> None:
    """Raise SchemaTooNew or SchemaNotMigrated unless the document has the form we read."""
    version = tree.get("schema_version")
    if type(version) is int and version > SCHEMA_VERSION:
        raise SchemaTooNew(path=file, newest=SCHEMA_VERSION)
    if type(version) is not int:
        found = Phrase("version_missing", "missing")
        if version is not None:
            found = Phrase("version_is_no_number", "not a number")
        raise SchemaNotMigrated(path=file, found=found)
    if version < SCHEMA_VERSION:
        raise SchemaNotMigrated(
            path=file, found=str(version) if version >= 0 else Phrase("version_below_0", "below 0")
        )


def _syntax(error: ValueError, text: str, file: str) -> ConfigSyntax:
    match = _PLACE.fullmatch(str(error))
    if match is None:
        problem = Phrase("is_out_of_range", "a number or a date in it is out of range")
        return ConfigSyntax(path=file, line=None, column=None, problem=problem)
    reason = match[1][:1].lower() + match[1][1:].rstrip(".")
    if match[2] is None:
        line = text.count("\n") + 1
        return ConfigSyntax(
            path=file,
            line=line,
            column=None,
            problem=Phrase("at_its_end", "{problem} at its end", problem=reason),
        )
    return ConfigSyntax(path=file, line=int(match[2]), column=int(match[3]), problem=reason)


def _is_deep(tree: Mapping[str, object]) -> bool:
    level: list[object] = [tree]
    for _ in range(DEEPEST + 1):
        inner: list[object] = []
        for value in level:
            if isinstance(value, Mapping):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        level = inner
    return bool(level)
