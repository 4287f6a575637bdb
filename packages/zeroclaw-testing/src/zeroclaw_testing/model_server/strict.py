"""The judgement of a strict provider over a chat request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, parse_json_object

__all__ = ["request_problems", "strict_problems"]

INSTRUCTING = frozenset({"system", "developer"})
ROLES = INSTRUCTING | {"user", "assistant", "tool"}
FUNCTION_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def request_problems(body: JsonObject) -> tuple[str, ...]:
    """What a strict provider would refuse in the body of a chat completion request."""
    return tuple(_request_problems(body))


def strict_problems(messages: Sequence[Json]) -> tuple[str, ...]:
    """What a strict provider would refuse in a conversation, in the form of OpenAI messages.

    Each problem is a sentence that begins with the position, `messages[3]: …`. The rules:
    instructions once, at the front; a user speaks first; neither user nor assistant twice in a
    row; each tool call is answered once, by the tool messages right after it; a tool message
    answers such a call; nothing that says nothing. A user may speak after tool messages.
    A conversation may end with the assistant's words, never with its unanswered calls.
    """
    judge = _Judge()
    for position, message in enumerate(messages):
        judge.read(position, message)
    judge.close()
    return tuple(judge.problems)


def _request_problems(body: JsonObject) -> Iterator[str]:
    model, messages, tools = body.get("model"), body.get("messages"), body.get("tools")
    if not isinstance(model, str) or not model:
        yield "model: you must provide a model parameter"
    if "tools" in body and (not isinstance(tools, list) or not tools):
        yield "tools: expected a list of at least one tool"
    if "tool_choice" in body and not tools:
        yield "tool_choice: it is only allowed when tools are given"
    if "stream_options" in body and body.get("stream") is not True:
        yield "stream_options: they are only allowed when stream is true"
    if not isinstance(messages, list) or not messages:
        yield "messages: expected a list of at least one message"
        return
    yield from strict_problems(messages)
    last = messages[-1]
    if isinstance(last, dict) and last.get("role") not in ("user", "tool"):
        yield f"messages[{len(messages) - 1}]: the last message must be a user's or a tool's"


@define
class _Judge:
    """Reads a conversation once, from its beginning."""

    problems: list[str] = Factory(list)
    _position: int = 0
    _before: str | None = None
    _calls_at: int = 0
    _answered: dict[str, bool] = Factory(dict)

    def read(self, position: int, message: Json) -> None:
        self._position = position
        if not isinstance(message, dict):
            self._object("expected an object")
            return
        role = message.get("role")
        if not isinstance(role, str) or role not in ROLES:
            self._object(f"unknown role {role!r}")
            return
        if role == "tool":
            self._tool(message)
        else:
            self._expect_all_answered()
            self._turn(role)
            self._content(role, message)
        self._before = role

    def close(self) -> None:
        """The conversation is over: nothing may be open."""
        self._expect_all_answered()

    def _object(self, problem: str) -> None:
        self.problems.append(f"messages[{self._position}]: {problem}")

    def _turn(self, role: str) -> None:
        if role in INSTRUCTING:
            if self._before is not None:
                self._object(f"a {role} message is only allowed once, as the first one")
        elif role == self._before:
            self._object(f"two {role} messages in a row; roles must alternate")
        elif role == "assistant" and self._before in {None, *INSTRUCTING}:
            self._object("the first message must be a user's")

    def _content(self, role: str, message: JsonObject) -> None:
        calls = message.get("tool_calls")
        if role == "assistant" and calls is not None:
            self._calls(calls)
        elif role != "assistant" and "tool_calls" in message:
            self._object(f"a {role} message cannot have tool_calls")
        content = message.get("content")
        if not (role == "assistant" and calls and content is None) and not _says_something(content):
            self._object("content must be text or a list of parts, not empty")

    def _calls(self, calls: Json) -> None:
        self._calls_at = self._position
        if not isinstance(calls, list) or not calls:
            self._object("tool_calls must be a list of at least one call")
            return
        for call in calls:
            problem = _call_problem(call)
            if problem is not None:
                self._object(problem)
            wire_id = call.get("id") if isinstance(call, dict) else None
            if isinstance(wire_id, str):
                if wire_id in self._answered:
                    self._object(f"two tool calls with the id {wire_id!r}")
                self._answered[wire_id] = False

    def _tool(self, message: JsonObject) -> None:
        wire_id = message.get("tool_call_id")
        if not isinstance(wire_id, str):
            self._object("a tool message needs a tool_call_id")
        elif wire_id not in self._answered:
            self._object(f"the tool message answers no call before it: {wire_id!r}")
        elif self._answered[wire_id]:
            self._object(f"the call {wire_id!r} is answered twice")
        else:
            self._answered[wire_id] = True
        content = message.get("content")
        if content != "" and not _says_something(content):
            self._object("content of a tool message must be text or a list of parts")

    def _expect_all_answered(self) -> None:
        missing = [wire_id for wire_id, answered in self._answered.items() if not answered]
        if missing:
            self.problems.append(
                f"messages[{self._calls_at}]: tool calls without a tool message right after "
                f"them: {', '.join(missing)}"
            )
        self._answered.clear()


def _says_something(content: Json) -> bool:
    if isinstance(content, str):
        return bool(content)
    return isinstance(content, list) and bool(content) and all(map(_is_part, content))


def _is_part(part: Json) -> bool:
    if not isinstance(part, dict) or not isinstance(part.get("type"), str):
        return False
    return part["type"] != "text" or (isinstance(part.get("text"), str) and bool(part["text"]))


def _call_problem(call: Json) -> str | None:
    if not isinstance(call, dict):
        return "a tool call must be an object"
    wire_id, function = call.get("id"), call.get("function")
    if not isinstance(wire_id, str) or not wire_id:
        return "a tool call needs an id"
    if call.get("type") != "function" or not isinstance(function, dict):
        return f"the tool call {wire_id!r} is not of type function"
    name, arguments = function.get("name"), function.get("arguments")
    if not isinstance(name, str) or FUNCTION_NAME.fullmatch(name) is None:
        return f"the tool call {wire_id!r} has no legal function name"
    if not isinstance(arguments, str):
        return f"the arguments of the tool call {wire_id!r} must be a string"
    try:
        parse_json_object(arguments)
    except InvalidJson as error:
        return f"the arguments of the tool call {wire_id!r}: {error}"
    return None
