"""Cleans the schemas of tools for one kind of endpoint."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.schema_cleaner.budget import LARGEST, REDUCED, Budget, Limits
from zeroclaw_providers.schema_cleaner.narrow import narrowed
from zeroclaw_providers.schema_cleaner.objects import flattened, may_be_object
from zeroclaw_providers.schema_cleaner.references import References
from zeroclaw_providers.schema_cleaner.strategies import Strategy
from zeroclaw_providers.schema_cleaner.walk import Walk

__all__ = ["ToolProblem", "cleaned", "cleaned_tools"]


@frozen
class ToolProblem:
    """Why a model sees less of a tool's parameters than the tool declares.

    `problem` is a clause in English, for logs; the tool is offered all the same.
    """

    tool: str
    problem: str


def cleaned(schema: JsonObject, strategy: Strategy) -> JsonObject:
    """The schema of a tool's parameters as the endpoint takes it.

    Any schema gives one; cleaning that again changes nothing, equal schemas give equal bytes.
    Local references are written out, one into itself is cut there. What is too large is cut: a
    subschema becomes one for anything.
    """
    return _cleaned(schema, strategy)[0]


def cleaned_tools(
    specs: Iterable[ToolSpec], strategy: Strategy
) -> tuple[tuple[ToolSpec, ...], tuple[ToolProblem, ...]]:
    """The tools with cleaned parameters, each on its own, with what a model will not see."""
    written: list[ToolSpec] = []
    problems: list[ToolProblem] = []
    for spec in specs:
        parameters, problem = _cleaned(spec.parameters, strategy)
        written.append(evolve(spec, parameters=parameters))
        if problem:
            problems.append(ToolProblem(spec.name, problem))
    return tuple(written), tuple(problems)


def _cleaned(schema: JsonObject, strategy: Strategy) -> tuple[JsonObject, str]:
    """With what is wrong with it, if anything."""
    written, is_cut = _walked(schema, LARGEST)
    if is_cut:
        written, _ = _walked(schema, REDUCED)
    problem = "its parameters are too large or too deep, parts of them are left out"
    if not may_be_object(written):
        return _as_root(
            {}, strategy
        ), "its parameters are declared as something else than an object"
    return _as_root(written, strategy), problem if is_cut else ""


def _walked(schema: JsonObject, limits: Limits) -> tuple[JsonObject, bool]:
    walk = Walk(References(schema), Budget(limits))
    written = walk.schema(schema).schema
    return written, walk.budget.is_cut


def _as_root(written: JsonObject, strategy: Strategy) -> JsonObject:
    is_exact = strategy.keywords is None
    root: dict[str, Json] = {"type": "object", **flattened(written, is_exact=is_exact)}
    root["type"] = "object"
    root.setdefault("properties", {})
    if is_exact:
        return root
    short = narrowed(root, strategy)
    short.pop("nullable", None)
    return short
