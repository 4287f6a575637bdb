"""Hold what raw text means to parameters of each type."""

from __future__ import annotations

import pytest

from zeroclaw_tool_call_parser.schema_types import accepted_types, typed
from zeroclaw_tool_call_parser.strict_json import Json


@pytest.mark.parametrize(
    ("raw", "schema", "value"),
    [
        ("42", {"type": "integer"}, 42),
        (" 42\n", {"type": "integer"}, 42),
        ("4.5", {"type": "number"}, 4.5),
        ("4", {"type": "number"}, 4),
        ("True", {"type": "boolean"}, True),
        ("none", {"type": ["integer", "null"]}, None),
        ('{"a": 1}', {"type": "object"}, {"a": 1}),
        ("[1]", {"anyOf": [{"type": "array"}, {"type": "null"}]}, [1]),
        ("2", {"enum": [1, 2]}, 2),
        ("true", {"const": True}, True),
    ],
)
def test_a_type_that_the_schema_names_is_read(raw: str, schema: object, value: Json) -> None:
    assert typed(raw, schema) == value


@pytest.mark.parametrize(
    ("raw", "schema"),
    [
        ("42", {"type": "string"}),
        ('{"a": 1}', {"type": "string"}),
        ("null", {"type": ["string", "null"]}),
        ("00123", {"type": "integer"}),
        ("4.5", {"type": "integer"}),
        ("true", {"type": "integer"}),
        ("x", {"type": "object"}),
        ("42", {}),
        ("42", None),
        ("42", {"type": 7}),
        ("42", {"enum": [1, "a"]}),
        ("42", {"anyOf": [{"type": "integer"}, {}]}),
        ("NaN", {"type": "number"}),
    ],
)
def test_control_any_other_text_stays_text(raw: str, schema: object) -> None:
    assert typed(raw, schema) == raw


def test_a_schema_without_end_says_nothing() -> None:
    schema: dict[str, object] = {}
    schema["anyOf"] = [schema]
    assert typed("42", schema) == "42"
    assert accepted_types(schema) == {"string"}
