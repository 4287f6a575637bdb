"""A tool's schema is cleaned on its own, whatever somebody put in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Final

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.schema_cleaner.budget import LARGEST
from zeroclaw_providers.schema_cleaner.cleaning import ToolProblem, cleaned, cleaned_tools
from zeroclaw_providers.schema_cleaner.strategies import (
    ANTHROPIC,
    CONSERVATIVE,
    GEMINI,
    OPENAI,
    Strategy,
)

ALL: Final = (OPENAI, ANTHROPIC, GEMINI, CONSERVATIVE)
EACH = pytest.mark.parametrize("strategy", ALL, ids=lambda strategy: strategy.name)
TEXT: JsonObject = {"type": "string"}
NOTHING: JsonObject = {"type": "object", "properties": {}}


def tool(name: str, parameters: JsonObject) -> ToolSpec:
    return ToolSpec(name, "Does it.", parameters, Risk.LOW, frozenset({Effect.READ}))


@EACH
@pytest.mark.parametrize(
    ("schema", "root"),
    [
        ({}, NOTHING),
        ({"type": "object"}, NOTHING),
        ({"type": ["object", "null"]}, NOTHING),
        ({"properties": {"a": TEXT}}, {"type": "object", "properties": {"a": TEXT}}),
        (
            {"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"a": TEXT}}}},
            {"type": "object", "properties": {"a": TEXT}},
        ),
        (
            {"allOf": [{"properties": {"a": TEXT}}, {"required": ["a"]}]},
            {"type": "object", "properties": {"a": TEXT}, "required": ["a"]},
        ),
        (
            {"$schema": "x", "$id": "y", "$comment": "c", "type": "object", "enum": [{}]},
            NOTHING,
        ),
    ],
)
def test_the_root_is_one_object(strategy: Strategy, schema: JsonObject, root: JsonObject) -> None:
    assert cleaned(schema, strategy) == root


def test_the_whole_language_stays_where_it_is_taken() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {
            "mode": {"type": "string", "enum": ["a", "b"], "default": "a", "description": "How."},
            "n": {"type": ["integer", "null"], "minimum": 1, "multipleOf": 2},
            "many": {"type": "array", "items": {"oneOf": [TEXT, {"type": "null"}]}},
            "when": {"if": {"type": "string"}, "then": {"pattern": "^a"}, "not": {"const": "b"}},
        },
        "patternProperties": {"^x-": True},
        "additionalProperties": False,
        "required": ["mode"],
    }
    expected = json.loads(json.dumps(schema))
    expected["properties"]["when"]["not"] = {"enum": ["b"]}
    expected["patternProperties"]["^x-"] = {}
    assert json.dumps(cleaned(schema, OPENAI)) == json.dumps(expected)
    assert cleaned(schema, ANTHROPIC) == expected


@EACH
def test_a_root_whose_only_property_cannot_be_keeps_its_order(strategy: Strategy) -> None:
    once = cleaned({"default": None, "properties": {"a": False}}, strategy)
    assert json.dumps(cleaned(once, strategy)) == json.dumps(once)


def nested(depth: int) -> JsonObject:
    schema: JsonObject = TEXT
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def doubling(levels: int) -> JsonObject:
    definitions: dict[str, Json] = {
        f"d{n}": {"properties": {name: {"$ref": f"#/$defs/d{n + 1}"} for name in "ab"}}
        for n in range(levels)
    }
    return {"$ref": "#/$defs/d0", "$defs": definitions}


def wide(size: int) -> JsonObject:
    return {"properties": {f"p{n}": {**TEXT, "description": "x" * 90} for n in range(size)}}


def chained(size: int) -> JsonObject:
    links: dict[str, Json] = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(size)}
    return {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": links}


def shared(size: int) -> JsonObject:
    """One large definition that everything refers to."""
    large: JsonObject = {"enum": [f"{n:09}" for n in range(size)], "allOf": [TEXT] * size}
    table: dict[str, Json] = {f"p{n}": {"$ref": "#/$defs/x", "minLength": 1} for n in range(size)}
    return {"properties": table, "$defs": {"x": large}}


def looping(size: int) -> JsonObject:
    """Everything refers to everything."""
    table: dict[str, Json] = {f"p{n}": {"$ref": f"#/$defs/p{n}"} for n in range(size)}
    return {"properties": table, "$defs": {name: {"properties": table} for name in table}}


HOSTILE: Final[dict[str, JsonObject]] = {
    "deep": nested(10_000),
    "deep value": {"properties": {"a": {"default": nested(10_000)}}},
    "doubling": doubling(60),
    "wide": wide(70_000),
    "chained": chained(10_000),
    "shared": shared(20_000),
    "looping": looping(200),
    "long text": {"description": "x" * 10_000_000, "properties": {"x" * 10_000_000: {}}},
    "long enum": {"properties": {"a": {"enum": [*range(1_000_000)]}}},
    "long union": {"anyOf": [{"properties": {f"p{n}": TEXT}} for n in range(100_000)]},
    "many parts": {"allOf": [{"properties": {f"p{n}": TEXT}} for n in range(100_000)]},
    "long required": {"required": [f"p{n}" for n in range(300_000)]},
    "long pointer": {"properties": {"a": {"$ref": "#" + "/a" * 1_000_000}}},
    "long type": {"type": ["string"] * 1_000_000, "properties": {"a": {"type": "x" * 1_000_000}}},
    "huge number": {"properties": {"a": {"const": 1 << 100_000, "maximum": 1 << 100_000}}},
}


@EACH
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_made_of_a_hostile_schema_is_small(strategy: Strategy, kind: str) -> None:
    once = cleaned(HOSTILE[kind], strategy)
    assert len(json.dumps(once)) <= LARGEST.units
    assert once["type"] == "object"
    assert cleaned(once, strategy) == once


def calls_made(work: Callable[[], object]) -> int:
    """How many calls it takes, which is the same on every machine."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


MOST_CALLS: Final = 1_000_000
"""For a schema that is cut, cleaned to the largest that is kept, then to a small one."""
MAKERS: Final = (nested, wide, chained)


@pytest.mark.parametrize("make", MAKERS)
def test_twice_the_schema_takes_at_most_about_twice_the_work(
    make: Callable[[int], JsonObject],
) -> None:
    for strategy in (OPENAI, GEMINI):
        once, twice = (calls_made(partial(cleaned, make(size), strategy)) for size in (20, 40))
        assert twice < 3 * once


@pytest.mark.parametrize("kind", ["doubling", "wide", "shared"])
def test_no_schema_takes_more_work_than_the_largest_kept(kind: str) -> None:
    assert calls_made(partial(cleaned, HOSTILE[kind], OPENAI)) < MOST_CALLS


@EACH
def test_a_schema_within_the_limits_is_kept_whole(strategy: Strategy) -> None:
    schema = wide(2_000)
    (spec,), problems = cleaned_tools([tool("t", schema)], strategy)
    assert problems == ()
    assert spec.parameters == {"type": "object", **schema}


@EACH
def test_a_bad_schema_costs_only_its_own_tool(strategy: Strategy) -> None:
    good: JsonObject = {"type": "object", "properties": {"a": TEXT}}
    given = [
        tool("one", good),
        tool("text", TEXT),
        tool("deep", nested(100)),
        tool("two", good),
        tool("never", {"not": {}}),
    ]
    specs, problems = cleaned_tools(given, strategy)
    assert [spec.name for spec in specs] == [spec.name for spec in given]
    assert specs[0] == given[0]
    assert specs[3] == given[3]
    assert specs[1].parameters == NOTHING
    assert problems == (
        ToolProblem("text", "its parameters are declared as something else than an object"),
        ToolProblem("deep", "its parameters are too large or too deep, parts of them are left out"),
        ToolProblem("never", "its parameters are declared as something else than an object"),
    )
