"""A tool made from a plain typed function."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from typing import Final, ParamSpec, Protocol, TypeAlias, cast

from attrs import frozen

from zeroclaw_api.errors import InvalidJson, ToolFailed
from zeroclaw_api.json import Json, JsonObject, canonical_json
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import BlockingToolContext, ToolContext, ToolOutput, ToolSpec, TurnTool
from zeroclaw_runtime.errors import InvalidAgent

__all__ = ["function_tool"]

P = ParamSpec("P")
PlainFunction: TypeAlias = Callable[P, object]

PLAIN_TYPES: Final[Mapping[object, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class NamedCall(Protocol):
    """The function, once its parameters are known to be what the schema says."""

    def __call__(self, **args: Json) -> object: ...


@frozen
class AsyncFunctionTool:
    """An `async def` as a tool."""

    spec: ToolSpec
    function: NamedCall

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Call the function with the arguments by name."""
        return _output(await cast("Awaitable[object]", self.function(**args)))


@frozen
class BlockingFunctionTool:
    """A plain `def` as a tool; it runs on a worker thread."""

    spec: ToolSpec
    function: NamedCall

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Call the function with the arguments by name."""
        return _output(self.function(**args))


def function_tool(
    function: PlainFunction[P],
    *,
    effects: Set[Effect] = frozenset({Effect.WRITE}),
    risk: Risk | None = None,
    idempotent: bool = False,
) -> TurnTool:
    """Make a tool of a function whose parameters are annotated.

    Its name, its docstring and its annotations are what the model sees. Annotations may be
    `str`, `int`, `float`, `bool`, `None`, a `Literal`, `list[...]`, `dict[str, ...]` and unions
    of these. Unless told otherwise the tool counts as changing something, at medium risk, so a
    supervised agent asks before each call; one that only reads is of low risk. Raises
    `InvalidAgent`.
    """
    name = function.__name__
    usual = Risk.LOW if effects <= {Effect.READ} else Risk.MEDIUM
    spec = ToolSpec(
        name=name,
        description=inspect.getdoc(function) or "",
        parameters=_parameters(function),
        risk=usual if risk is None else risk,
        effects=frozenset(effects),
        idempotent=idempotent,
    )
    named = cast("NamedCall", function)
    if inspect.iscoroutinefunction(function):
        return AsyncFunctionTool(spec, named)
    return BlockingFunctionTool(spec, named)


def _parameters(function: PlainFunction[P]) -> JsonObject:
    hints = typing.get_type_hints(function)
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise _unusable(function, f"*{name} has no schema")
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise _unusable(function, f"{name} cannot be given by name")
        if name not in hints:
            raise _unusable(function, f"{name} has no annotation")
        schema = _schema(function, name, hints[name])
        if parameter.default is parameter.empty:
            required.append(name)
        else:
            schema = {**schema, "default": cast("Json", parameter.default)}
        properties[name] = schema
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _schema(function: PlainFunction[P], name: str, hint: object) -> dict[str, Json]:
    if hint in PLAIN_TYPES:
        return {"type": PLAIN_TYPES[hint]}
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_schema(function, name, argument) for argument in arguments]}
    if origin in (list, Sequence):
        return {"type": "array", "items": _schema(function, name, arguments[0])}
    if origin in (dict, Mapping) and arguments[0] is str:
        return {
            "type": "object",
            "additionalProperties": _schema(function, name, arguments[1]),
        }
    raise _unusable(function, f"the annotation of {name} ({hint!r}) has no schema")


def _unusable(function: PlainFunction[P], problem: str) -> InvalidAgent:
    return InvalidAgent(alias=f"(tool {function.__name__})", problem=problem)


def _output(value: object) -> ToolOutput:
    match value:
        case ToolOutput():
            return value
        case None:
            return ToolOutput.of_text("")
        case str():
            return ToolOutput.of_text(value)
        case _:
            return _json_output(value)


def _json_output(value: object) -> ToolOutput:
    try:
        text = canonical_json(cast("Json", value))
    except (TypeError, InvalidJson) as error:
        raise ToolFailed(problem=f"the tool returned something that is no JSON: {error}") from None
    return ToolOutput.of_text(text)
