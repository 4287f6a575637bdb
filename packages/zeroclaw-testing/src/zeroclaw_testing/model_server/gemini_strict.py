"""The judgement of Google over a Gemini request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject

__all__ = ["gemini_problems"]

FUNCTION_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}")
KINDS = frozenset({"text", "inlineData", "fileData", "functionCall", "functionResponse"})
MARKS = frozenset({"thought", "thoughtSignature"})
TOP = frozenset(
    {
        *("contents", "tools", "toolConfig", "safetySettings", "systemInstruction"),
        *("generationConfig", "cachedContent", "labels"),
    }
)
SCHEMA_FIELDS = frozenset(
    {
        *("type", "format", "title", "description", "nullable", "enum", "items", "minItems"),
        *("maxItems", "properties", "required", "minProperties", "maxProperties", "minLength"),
        *("maxLength", "pattern", "example", "anyOf", "propertyOrdering", "default"),
        *("minimum", "maximum"),
    }
)
DEEPEST_SCHEMA = 32


def gemini_problems(body: JsonObject, *, signed: bool = False) -> tuple[str, ...]:
    """What Google would refuse in the body of a `generateContent` request.

    Each problem is a sentence that begins with its place, `contents[3]: …`. The rules: roles
    alternate, a user speaks first and last; calls are answered by as many results in the content
    right after them, first in it, by the same names and ids; each part is one thing, and says
    something unless it is signed; tools are declared in the schema's own words. With `signed`,
    the first call of each step since the user last spoke carries its signature.
    """
    problems = [f"{key}: unknown name" for key in body if key not in TOP]
    problems += _tool_problems(body)
    contents = body.get("contents")
    if not isinstance(contents, list) or not contents:
        return (*problems, "contents: expected at least one content")
    judge = _Judge(signed)
    for position, content in enumerate(contents):
        judge.read(position, content)
    judge.close()
    return (*problems, *judge.problems)


def _tool_problems(body: JsonObject) -> Iterator[str]:
    declared: set[str] = set()
    for tool in _items(body.get("tools")):
        declarations = _items(_object(tool).get("functionDeclarations"))
        if not declarations:
            yield "tools: expected at least one function declaration"
        for declaration in map(_object, declarations):
            name = declaration.get("name")
            if not isinstance(name, str) or FUNCTION_NAME.fullmatch(name) is None:
                yield f"tools: {name!r} is no legal function name"
            elif name in declared:
                yield f"tools: {name!r} is declared twice"
            else:
                declared.add(name)
            if "parameters" in declaration:
                yield from (
                    f"tools: {name}: {problem}"
                    for problem in _parameter_problems(declaration["parameters"])
                )
    if "toolConfig" in body and not declared:
        yield "toolConfig: it is only allowed with function declarations"


def _parameter_problems(schema: Json) -> Iterator[str]:
    if _object(schema).get("type") != "object" or not _object(schema).get("properties"):
        yield "parameters must be an object with properties, or left out"
    yield from _schema_problems(schema, DEEPEST_SCHEMA)


def _schema_problems(schema: Json, depth: int) -> Iterator[str]:
    if not isinstance(schema, dict) or not depth:
        yield "a schema must be an object, not nested too deeply"
        return
    yield from (f"unknown name {key!r} in a schema" for key in schema if key not in SCHEMA_FIELDS)
    kind = schema.get("type")
    if not isinstance(kind, str) and "anyOf" not in schema:
        yield "the type of a schema is not one word"
    properties = _object(schema.get("properties"))
    if any(name not in properties for name in _items(schema.get("required"))):
        yield "what is required must be a property"
    if kind == "array" and "items" not in schema:
        yield "an array must have items"
    inside = [*properties.values(), *_items(schema.get("anyOf"))]
    if "items" in schema:
        inside.append(schema["items"])
    for inner in inside:
        yield from _schema_problems(inner, depth - 1)


@define
class _Judge:
    """Reads a conversation once, from its beginning."""

    signed: bool
    problems: list[str] = Factory(list)
    _position: int = 0
    _before: str | None = None
    _calls: list[JsonObject] = Factory(list)
    _unsigned: list[str] = Factory(list)

    def read(self, position: int, content: Json) -> None:
        self._position = position
        role, parts = _object(content).get("role", "user"), _object(content).get("parts")
        if role not in ("user", "model") or not isinstance(role, str):
            self._object(f"unknown role {role!r}")
            return
        if role == self._before:
            self._object(f"two {role} contents in a row; roles must alternate")
        elif role == "model" and self._before is None:
            self._object("the first content must be a user's")
        if not isinstance(parts, list) or not parts:
            self._object("expected at least one part")
        known = [part for part in map(_object, _items(parts)) if self._is_sound(part)]
        results = [_object(part["functionResponse"]) for part in known if _is_result(part)]
        if any(map(_is_result, known[len(results) :])):
            self._object("results must come before everything else")
        if len(results) < len(known) and role == "user":
            self._unsigned.clear()
        self._match(results)
        self._calls = [_object(part["functionCall"]) for part in known if "functionCall" in part]
        self._check_calls(role, known, results)
        self._before = role

    def close(self) -> None:
        """The conversation is over: the model is to speak now."""
        if self._before == "model":
            self._object("the last content must be a user's")
        if self.signed:
            self.problems += self._unsigned

    def _object(self, problem: str) -> None:
        self.problems.append(f"contents[{self._position}]: {problem}")

    def _is_sound(self, part: JsonObject) -> bool:
        kinds = KINDS & part.keys()
        if len(kinds) != 1 or part.keys() - KINDS - MARKS:
            self._object(f"a part is exactly one of {', '.join(sorted(KINDS))}")
            return False
        text = part.get("text", "...")
        if not isinstance(text, str) or not (text or "thoughtSignature" in part):
            self._object("a text must say something, unless it is signed")
        if not isinstance(part.get("thoughtSignature", ""), str):
            self._object("a signature must be a string")
        return True

    def _match(self, results: list[JsonObject]) -> None:
        if len(results) != len(self._calls):
            self._object(
                f"{len(results)} function responses for the {len(self._calls)} function calls "
                "right before them"
            )
        for call, result in zip(self._calls, results, strict=False):
            if call.get("name") != result.get("name") or call.get("id") != result.get("id"):
                self._object(f"the response {result.get('name')!r} answers another call")
            if not isinstance(result.get("response"), dict):
                self._object("a function response must be an object")

    def _check_calls(self, role: str, parts: list[JsonObject], results: list[JsonObject]) -> None:
        if role == "model" and results:
            self._object("a model has no function responses")
        if role == "user" and self._calls:
            self._object("a user makes no function calls")
        for call in self._calls:
            name = call.get("name")
            if not isinstance(name, str) or FUNCTION_NAME.fullmatch(name) is None:
                self._object(f"{name!r} is no legal function name")
            if not isinstance(call.get("args", {}), dict):
                self._object(f"the arguments of {name!r} must be an object")
        first = next((part for part in parts if "functionCall" in part), {})
        if self._calls and "thoughtSignature" not in first:
            place = f"contents[{self._position}]"
            self._unsigned.append(f"{place}: a function call is missing its thoughtSignature")


def _is_result(part: JsonObject) -> bool:
    return "functionResponse" in part


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _items(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
