"""The judgement over a request for a chat with Ollama."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject

__all__ = ["ollama_problems"]

FUNCTION_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
LEVELS = frozenset({"low", "medium", "high"})
TOP = frozenset(
    {
        *("model", "messages", "stream", "format", "keep_alive", "tools", "options", "think"),
        *("truncate", "shift", "logprobs", "top_logprobs"),
    }
)
FIELDS = {
    "system": frozenset({"role", "content"}),
    "user": frozenset({"role", "content", "images"}),
    "assistant": frozenset({"role", "content", "thinking", "tool_calls"}),
    "tool": frozenset({"role", "content", "tool_name", "tool_call_id"}),
}


def ollama_problems(body: JsonObject) -> tuple[str, ...]:
    """What the server would refuse in a request for a chat, or would lose without a word.

    Each problem is a sentence that begins with its place, `messages[3]: …`. The rules: every
    field is one that it knows, of the type that it reads; instructions come once, first; roles
    alternate, a user speaks first; calls are answered right after them, in their order, by the
    same names and ids; no message says nothing.
    """
    problems = [f"{key}: unknown field" for key in body if key not in TOP]
    problems += _setting_problems(body)
    problems += _tool_problems(body.get("tools", ()))
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return (*problems, "messages: expected at least one message")
    judge = _Judge()
    for position, message in enumerate(messages):
        judge.read(position, _object(message))
    judge.close()
    return (*problems, *judge.problems)


def _setting_problems(body: JsonObject) -> Iterator[str]:
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield "model: model is required"
    think = body.get("think", True)
    if not isinstance(think, bool) and think not in LEVELS:
        yield f"think: invalid think value {think!r}"
    for switch in ("stream", "truncate", "shift"):
        if not isinstance(body.get(switch, True), bool):
            yield f"{switch}: expected true or false"
    if not isinstance(body.get("options", {}), dict):
        yield "options: expected an object"
    options = _object(body.get("options"))
    for whole in ("num_ctx", "num_predict"):
        if not _is_whole(options.get(whole, 1)):
            yield f"options: {whole} must be of type integer"
    if not _is_number(options.get("temperature", 0)):
        yield "options: temperature must be of type float32"
    keep = body.get("keep_alive", 0)
    if not _is_number(keep) and not (isinstance(keep, str) and re.fullmatch(r"-?\d+[smh]", keep)):
        yield f"keep_alive: invalid duration {keep!r}"


def _tool_problems(tools: Json) -> Iterator[str]:
    if not isinstance(tools, list | tuple):
        yield "tools: expected a list"
        return
    for tool in map(_object, tools):
        function = _object(tool.get("function"))
        name, parameters = function.get("name"), _object(function.get("parameters"))
        if tool.get("type") != "function":
            yield f"tools: {name!r} is not of type function"
        if not _is_name(name):
            yield f"tools: {name!r} is no legal function name"
        if parameters.get("type") != "object":
            yield f"tools: the parameters of {name!r} must be an object"
        if not all(
            isinstance(each, dict) for each in _object(parameters.get("properties")).values()
        ):
            yield f"tools: a property of {name!r} is not a schema"


@define
class _Judge:
    """Reads a conversation once, from its beginning."""

    problems: list[str] = Factory(list)
    _position: int = 0
    _before: str | None = None
    _calls: list[JsonObject] = Factory(list)

    def read(self, position: int, message: JsonObject) -> None:
        role = message.get("role")
        if role != "tool":
            self._expect_no_calls()
        self._position = position
        if not isinstance(role, str) or role not in FIELDS:
            self._object(f"invalid role {role!r}")
            return
        for key in message.keys() - FIELDS[role]:
            self._object(f"a message of role {role} has no {key}")
        self._turn(role)
        self._content(message)
        if role == "tool":
            self._result(message)
        self._read_calls(message.get("tool_calls", ()))
        self._before = role

    def close(self) -> None:
        """The conversation is over: the model is to speak now."""
        self._expect_no_calls()
        if self._before not in ("user", "tool"):
            self._object("the last message must be a user's or a tool's")

    def _object(self, problem: str) -> None:
        self.problems.append(f"messages[{self._position}]: {problem}")

    def _turn(self, role: str) -> None:
        if role == "system" and self._position:
            self._object("a system message is only allowed as the first one")
        elif role == self._before and role != "tool":
            self._object(f"two {role} messages in a row; roles must alternate")
        elif role == "assistant" and self._before in (None, "system"):
            self._object("the first message must be a user's")

    def _content(self, message: JsonObject) -> None:
        content, images = message.get("content"), message.get("images", ())
        if not isinstance(content, str):
            self._object("content must be a string")
        elif not (content or images or message.get("tool_calls") or message["role"] == "tool"):
            self._object("the message says nothing")
        if not isinstance(message.get("thinking", ""), str):
            self._object("thinking must be a string")
        if not isinstance(images, list | tuple) or not all(map(_is_base64, images)):
            self._object("images must be base64")

    def _read_calls(self, calls: Json) -> None:
        if not isinstance(calls, list | tuple):
            self._object("tool_calls must be a list")
            return
        for call in map(_object, calls):
            function = _object(call.get("function"))
            if not _is_name(function.get("name")):
                self._object(f"{function.get('name')!r} is no legal function name")
            if not isinstance(function.get("arguments"), dict):
                self._object("the arguments of a tool call must be an object")
            self._calls.append(call)

    def _result(self, message: JsonObject) -> None:
        if not self._calls:
            self._object("the tool message answers no call before it")
            return
        call = self._calls.pop(0)
        name = _object(call.get("function")).get("name")
        if message.get("tool_name") != name or message.get("tool_call_id") != call.get("id"):
            self._object(f"the tool message answers another call than {name!r}")

    def _expect_no_calls(self) -> None:
        if self._calls:
            self._object(f"{len(self._calls)} tool calls have no tool message right after them")
            self._calls.clear()


def _is_name(name: Json) -> bool:
    return isinstance(name, str) and FUNCTION_NAME.fullmatch(name) is not None


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Json) -> bool:
    return isinstance(value, float) or _is_whole(value)


def _is_base64(value: Json) -> bool:
    try:
        return isinstance(value, str) and bool(b64decode(value, validate=True))
    except binascii.Error:
        return False


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
