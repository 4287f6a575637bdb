"""The judgement of AWS over a Converse request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject

__all__ = ["converse_problems"]

TOP = frozenset(
    {
        *("messages", "system", "inferenceConfig", "toolConfig", "guardrailConfig"),
        *("additionalModelRequestFields", "additionalModelResponseFieldPaths", "requestMetadata"),
        *("performanceConfig", "promptVariables", "serviceTier", "outputConfig"),
    }
)
KINDS = {
    "user": frozenset({"text", "image", "document", "video", "toolResult", "cachePoint"}),
    "assistant": frozenset({"text", "toolUse", "reasoningContent", "cachePoint"}),
}
RESULT_KINDS = frozenset({"text", "image", "document", "video", "json"})
IMAGE_FORMATS = frozenset({"png", "jpeg", "gif", "webp"})
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
WIRE_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")


def converse_problems(body: JsonObject) -> tuple[str, ...]:
    """What AWS would refuse in the body of a Converse request.

    Each problem is a sentence that begins with its place, `messages[3]: …`. The rules: roles
    alternate, a user speaks first and last; calls are answered once each, first thing in the
    message right after them; a block is one thing, and no text is blank; tools are declared by
    legal names as soon as the conversation has a call.
    """
    problems = [f"{key}: unknown name" for key in body if key not in TOP]
    problems += [f"system: {problem}" for problem in _blocks(body.get("system"), {"text"})]
    problems += _tool_problems(body)
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return (*problems, "messages: expected at least one message")
    judge = _Judge(has_tools="toolConfig" in body)
    for position, message in enumerate(messages):
        judge.read(position, _object(message))
    judge.close()
    return (*problems, *judge.problems)


def _tool_problems(body: JsonObject) -> Iterator[str]:
    if "toolConfig" not in body:
        return
    tools = _items(_object(body.get("toolConfig")).get("tools"))
    if not tools:
        yield "toolConfig: expected at least one tool"
    seen: set[str] = set()
    for tool in tools:
        spec = _object(_object(tool).get("toolSpec"))
        name, schema = spec.get("name"), _object(_object(spec.get("inputSchema")).get("json"))
        if not isinstance(name, str) or NAME.fullmatch(name) is None:
            yield f"toolConfig: {name!r} is no name of a tool"
        elif name in seen:
            yield f"toolConfig: two tools have the name {name!r}"
        else:
            seen.add(name)
        if spec.get("description", "a tool") == "":
            yield f"toolConfig: the description of {name!r} is empty"
        if schema.get("type") != "object":
            yield f"toolConfig: the schema of {name!r} must be of type object"


@define
class _Judge:
    """Reads a conversation once, from its beginning."""

    has_tools: bool
    problems: list[str] = Factory(list)
    _position: int = 0
    _before: str = "assistant"
    _open: list[str] = Factory(list)

    def read(self, position: int, message: JsonObject) -> None:
        self._position = position
        role = message.get("role")
        if role not in ("user", "assistant") or not isinstance(role, str):
            self._object(f"unknown role {role!r}")
            return
        if role == self._before:
            first = "the first must be a user's" if position == 0 else "roles must alternate"
            self._object(f"a message of the {role}: {first}")
        self._before = role
        content = _items(message.get("content"))
        if not content:
            self._object("expected at least one block")
        for problem in _blocks(content, KINDS[role]):
            self._object(problem)
        if role == "user":
            self._answers(content)
        else:
            self._calls(content)

    def close(self) -> None:
        if self._before != "user":
            self._object("the last message must be a user's")

    def _object(self, problem: str) -> None:
        self.problems.append(f"messages[{self._position}]: {problem}")

    def _calls(self, content: tuple[Json, ...]) -> None:
        for use in (_object(_object(block).get("toolUse")) for block in content):
            if not use:
                continue
            wire_id = use.get("toolUseId")
            if not isinstance(wire_id, str) or WIRE_ID.fullmatch(wire_id) is None:
                self._object(f"{wire_id!r} is no id of a call")
            elif wire_id in self._open:
                self._object(f"two calls have the id {wire_id!r}")
            else:
                self._open.append(wire_id)
            if not isinstance(use.get("input"), dict):
                self._object("the input of a call must be an object")
            if not self.has_tools:
                self._object("toolConfig must be defined when there are calls")

    def _answers(self, content: tuple[Json, ...]) -> None:
        is_over = False
        for block in content:
            result = _object(_object(block).get("toolResult"))
            is_over = is_over or not result
            if not result:
                continue
            wire_id = result.get("toolUseId")
            if is_over:
                self._object("results must come first")
            if wire_id not in self._open or not isinstance(wire_id, str):
                self._object(f"a result of no call: {wire_id!r}")
            else:
                self._open.remove(wire_id)
            if result.get("status", "success") not in ("success", "error"):
                self._object("the status of a result is success or error")
            for problem in _blocks(result.get("content"), RESULT_KINDS):
                self._object(f"in a result: {problem}")
        if self._open:
            self._object(f"calls without a result: {', '.join(self._open)}")
            self._open.clear()


def _blocks(content: Json, kinds: frozenset[str] | set[str]) -> Iterator[str]:
    for block in _items(content):
        fields = _object(block)
        if "cachePoint" in fields:
            continue
        if len(fields) != 1 or not fields.keys() <= kinds:
            yield f"a block must be one of {', '.join(sorted(kinds))}, not {sorted(fields)}"
        text = fields.get("text", "said")
        if not isinstance(text, str) or not text.strip():
            yield "the text in a block is blank"
        if "image" in fields and _object(fields["image"]).get("format") not in IMAGE_FORMATS:
            yield "the format of an image is unknown"


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _items(value: Json) -> tuple[Json, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()
