"""Lends a validator of schemas, with folders of skills to write into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.services import Validator, Violation

KEYWORDS = {"type", "properties", "required", "items", "description", "additionalProperties"}
TYPES = {"object", "array", "string", "number", "integer", "boolean", "null"}


class FewKeywords:
    """A validator that knows a handful of keywords, at any depth."""

    def unsupported(self, schema: JsonObject) -> tuple[Violation, ...]:
        return tuple(self._unknown(schema, "parameters"))

    def violations(self, schema: JsonObject, value: Json) -> tuple[Violation, ...]:
        raise AssertionError("reading a file checks no arguments")

    def _unknown(self, schema: Json, where: str) -> list[Violation]:
        if not isinstance(schema, Mapping):
            return [Violation(where, "a schema must be an object")]
        found = [Violation(where, f"unknown {key}") for key in sorted(schema.keys() - KEYWORDS)]
        kind = schema.get("type", "object")
        if not isinstance(kind, str) or kind not in TYPES:
            found.append(Violation(where, f"there is no type {kind!r}"))
        properties = schema.get("properties", {})
        if isinstance(properties, Mapping):
            for name, inner in properties.items():
                found += self._unknown(inner, f"{where}.{name}")
        return found


@pytest.fixture(scope="session")
def validator() -> Validator:
    return FewKeywords()


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Writes a file below the temporary folder; gives the folder that holds it."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path.parent

    return write
