"""A plain typed function becomes a tool whose schema says what its annotations say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import pytest

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import BlockingTool, Tool, ToolOutput
from zeroclaw_runtime import SubsetValidator, function_tool
from zeroclaw_runtime.errors import InvalidAgent
from zeroclaw_testing.tool_context import FakeBlockingToolContext, FakeToolContext


def search(
    query: str,
    limit: int = 10,
    ratio: float = 0.5,
    strict: bool = False,
    mode: Literal["fast", "slow"] = "fast",
    tags: list[str] | None = None,
    extra: Mapping[str, int | None] | None = None,
    order: Sequence[float] = (),
) -> str:
    """Search for something.

    In many places.
    """
    del ratio, strict, mode, tags, extra, order
    return query * limit


def run_blocking(function: Callable[..., object], args: JsonObject) -> ToolOutput:
    tool = function_tool(function)
    assert isinstance(tool, BlockingTool)
    return tool.run_blocking(FakeBlockingToolContext(), args)


def test_schema_says_what_the_annotations_say() -> None:
    spec = function_tool(search).spec
    assert spec.name == "search"
    assert spec.description == "Search for something.\n\nIn many places."
    text, number, none = {"type": "string"}, {"type": "number"}, {"type": "null"}
    whole = {"type": "integer"}
    mapping = {"type": "object", "additionalProperties": {"anyOf": [whole, none]}}
    assert spec.parameters == {
        "type": "object",
        "properties": {
            "query": text,
            "limit": {**whole, "default": 10},
            "ratio": {**number, "default": 0.5},
            "strict": {"type": "boolean", "default": False},
            "mode": {"enum": ["fast", "slow"], "default": "fast"},
            "tags": {"anyOf": [{"type": "array", "items": text}, none], "default": None},
            "extra": {"anyOf": [mapping, none], "default": None},
            "order": {"type": "array", "items": number, "default": ()},
        },
        "required": ["query"],
        "additionalProperties": False,
    }


def test_schema_of_every_annotation_can_be_checked() -> None:
    validator = SubsetValidator()
    schema = function_tool(search).spec.parameters
    assert validator.unsupported(schema) == ()
    assert validator.violations(schema, {"query": "x", "tags": ["a"], "extra": {"k": 1}}) == ()
    assert validator.violations(schema, {"query": 1})
    assert validator.violations(schema, {"query": "x", "unknown": 1})


def test_function_counts_as_changing_something_unless_told_otherwise() -> None:
    spec = function_tool(search).spec
    assert (spec.risk, spec.effects) == (Risk.MEDIUM, frozenset({Effect.WRITE}))
    reads = function_tool(search, effects={Effect.READ}).spec
    assert (reads.risk, reads.effects) == (Risk.LOW, frozenset({Effect.READ}))
    told = function_tool(search, effects={Effect.READ}, risk=Risk.HIGH, idempotent=True).spec
    assert (told.risk, told.idempotent) == (Risk.HIGH, True)


def test_plain_function_runs_as_a_blocking_tool() -> None:
    output = run_blocking(search, {"query": "ab", "limit": 2})
    assert output.content == (Text("abab"),)


async def test_async_function_runs_in_the_loop() -> None:
    async def double(number: int) -> int:
        return number * 2

    tool = function_tool(double)
    assert isinstance(tool, Tool)
    assert not isinstance(tool, BlockingTool)
    output = await tool.run(FakeToolContext(), {"number": 21})
    assert output.content == (Text("42"),)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("as it is", "as it is"),
        ({"b": [1, None], "a": True}, '{"a":true,"b":[1,null]}'),
        (3.5, "3.5"),
    ],
)
def test_returned_value_becomes_text(value: Json, text: str) -> None:
    def give() -> object:
        return value

    assert run_blocking(give, {}).content == (Text(text),)


def test_output_made_by_the_function_itself_is_kept() -> None:
    made = ToolOutput((Text("x"),), data={"n": 1})

    def give() -> ToolOutput:
        return made

    assert run_blocking(give, {}) is made


@pytest.mark.parametrize("value", [{1, 2}, object(), float("nan")])
def test_value_that_is_no_json_fails_the_call(value: object) -> None:
    def give() -> object:
        return value

    with pytest.raises(ToolFailed, match="no JSON"):
        run_blocking(give, {})


def bare(a) -> None:  # type: ignore[no-untyped-def]
    """A parameter without annotation."""


def starred(*a: int) -> None:
    """A parameter of any number."""


def keywords(**a: int) -> None:
    """A parameter of any name."""


def positional(a: int, /) -> None:
    """A parameter without a name."""


def strange(a: object) -> None:
    """A parameter of no JSON type."""


def keyed(a: dict[int, str]) -> None:
    """Keys that JSON has not."""


def unsure(a: list) -> None:  # type: ignore[type-arg]
    """A list of anything."""


@pytest.mark.parametrize(
    "function",
    [bare, starred, keywords, positional, strange, keyed, unsure],
    ids=lambda f: f.__name__,
)
def test_function_without_a_schema_is_refused_by_name(function: Callable[..., object]) -> None:
    with pytest.raises(InvalidAgent) as caught:
        function_tool(function)
    assert function.__name__ in str(caught.value)
    assert caught.value.problem
