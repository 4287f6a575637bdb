"""The judgement of a strict provider over a request for a message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject

__all__ = ["message_problems"]

CALL_ID = re.compile(r"[A-Za-z0-9_-]+")
TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,128}")
THINKING = ("thinking", "redacted_thinking")
SERVER_BLOCKS = ("_tool_use", "_tool_result")
MOST_MARKS = 4
LEAST_THINKING = 1024
LEAST_TOP_P = 0.95
ROOT_UNIONS = ("anyOf", "oneOf", "allOf")


def message_problems(body: JsonObject) -> tuple[str, ...]:
    """What the vendor would refuse in the body of a request; each is a sentence with its place.

    A user speaks first; roles alternate; the calls of a message are all answered, once, by the
    blocks that begin the next one; thinking is signed and never the last of a message; nothing
    is blank; at most four marks for the cache; a message that is asked to go on in its own words
    has stopped at a tool that the server runs.
    """
    return tuple(_problems(body))


def _problems(body: JsonObject) -> Iterator[str]:
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield "model: Field required"
    most = body.get("max_tokens")
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        yield "max_tokens: a number of at least 1 is needed"
    if "stream" in body and not isinstance(body["stream"], bool):
        yield "stream: true or false is needed"
    yield from _system_problems(body.get("system"))
    yield from _tool_problems(body)
    yield from _thinking_problems(body)
    marks = _marks(body)
    if marks > MOST_MARKS:
        yield f"cache_control: {marks} blocks have it, at most {MOST_MARKS} may"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        yield "messages: at least one message is required"
        return
    thinking = body.get("thinking")
    judge = _Judge(isinstance(thinking, dict) and thinking.get("type") == "enabled")
    for number, message in enumerate(messages):
        judge.read(f"messages.{number}", message)
    judge.close()
    yield from judge.problems
    if judge.has_calls and not body.get("tools"):
        yield "tools: requests with tool_use or tool_result blocks must define tools"


def _system_problems(system: Json) -> Iterator[str]:
    if system is None or isinstance(system, str):
        return
    if not isinstance(system, list) or not all(map(_is_text, system)):
        yield "system: text, or a list of text blocks that are not blank, is needed"


def _tool_problems(body: JsonObject) -> Iterator[str]:
    tools, choice = body.get("tools"), body.get("tool_choice")
    if choice is not None and not tools:
        yield "tool_choice: it may only be given with tools"
    if tools is None:
        return
    if not isinstance(tools, list):
        yield "tools: a list is needed"
        return
    names = [tool.get("name") if isinstance(tool, dict) else None for tool in tools]
    if len(set(map(str, names))) != len(names):
        yield "tools: tool names must be unique"
    for number, tool in enumerate(tools):
        if not isinstance(tool, dict) or not _matches(TOOL_NAME, tool.get("name")):
            yield f"tools.{number}.name: it should match {TOOL_NAME.pattern}"
        elif tool.get("type", "custom") == "custom":
            schema = tool.get("input_schema")
            if not isinstance(schema, dict) or schema.get("type") != "object":
                yield f"tools.{number}.input_schema.type: it should be object"
            elif any(key in schema for key in ROOT_UNIONS):
                yield f"tools.{number}.input_schema: no union is supported at the top level"


def _thinking_problems(body: JsonObject) -> Iterator[str]:
    thinking, choice, most = body.get("thinking"), body.get("tool_choice"), body.get("max_tokens")
    if not _is_on(thinking) or not isinstance(thinking, dict):
        return
    budget = thinking.get("budget_tokens")
    if thinking["type"] == "enabled":
        if not isinstance(budget, int) or budget < LEAST_THINKING:
            yield f"thinking.budget_tokens: at least {LEAST_THINKING} is needed"
        elif isinstance(most, int) and most <= budget:
            yield "max_tokens: it must be greater than thinking.budget_tokens"
    if body.get("temperature", 1) != 1 or "top_k" in body:
        yield "temperature: it may only be 1, without top_k, when thinking is on"
    top_p = body.get("top_p", 1)
    if not isinstance(top_p, int | float) or top_p < LEAST_TOP_P:
        yield f"top_p: at least {LEAST_TOP_P} is needed when thinking is on"
    if isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        yield "tool_choice: thinking may not be on when it forces tool use"


def _is_on(thinking: Json) -> bool:
    return isinstance(thinking, dict) and thinking.get("type") in ("enabled", "adaptive")


def _marks(value: Json) -> int:
    """How many marks for the cache there are, at any depth but within a tool's own data."""
    if isinstance(value, dict):
        own = 1 if isinstance(value.get("cache_control"), dict) else 0
        return own + sum(
            _marks(inner)
            for key, inner in value.items()
            if key not in ("input", "input_schema", "cache_control")
        )
    return sum(map(_marks, value)) if isinstance(value, list) else 0


@define
class _Judge:
    """Reads a conversation once, from its beginning.

    With `must_think`, calls that are being answered must have begun with thinking.
    """

    must_think: bool
    problems: list[str] = Factory(list)
    has_calls: bool = False
    _role: str = ""
    _place: str = ""
    _ids: set[str] = Factory(set)
    _unanswered: list[str] = Factory(list)
    _last: tuple[JsonObject, ...] = ()
    _said_last: tuple[JsonObject, ...] = ()

    def read(self, place: str, message: Json) -> None:
        self._place = place
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(message, dict) or role not in ("user", "assistant"):
            self._object("role", "it should be user or assistant")
            return
        if role == self._role or (not self._role and role != "user"):
            self._object("role", "roles must alternate, beginning with user")
        self._role = str(role)
        blocks = self._blocks(message.get("content"))
        self._last = blocks
        if role == "user":
            self._answers(blocks)
        else:
            self._said_last = blocks
            self._said(blocks)

    def close(self) -> None:
        """The conversation is over; nothing may be open."""
        first = self._said_last[0].get("type") if self._said_last else None
        is_loop = self._role == "assistant" or any(
            block.get("type") == "tool_result" for block in self._last[:1]
        )
        if self.must_think and is_loop and first not in THINKING:
            self._object("content.0.type", f"expected thinking, found {first!r}")
        if self._role != "assistant":
            return
        self._unmet()
        kinds = (block.get("type") for block in self._last)
        if not any(isinstance(kind, str) and kind.endswith(SERVER_BLOCKS) for kind in kinds):
            self._object("role", "the conversation must end with a user message")

    def _object(self, where: str, problem: str) -> None:
        self.problems.append(f"{self._place}.{where}: {problem}")

    def _blocks(self, content: Json) -> tuple[JsonObject, ...]:
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        if not isinstance(content, list) or not content:
            self._object("content", "a list of at least one block is needed")
            return ()
        blocks = tuple(block for block in content if isinstance(block, dict))
        if len(blocks) != len(content):
            self._object("content", "a block must be an object")
        for number, block in enumerate(blocks):
            problem = _block_problem(block)
            if problem is not None:
                self._object(f"content.{number}", problem)
        return blocks

    def _answers(self, blocks: Sequence[JsonObject]) -> None:
        kinds = [block.get("type") for block in blocks]
        results = kinds.count("tool_result")
        if kinds[:results] != ["tool_result"] * results:
            self._object("content", "tool_result blocks must come first")
        if any(kind in (*THINKING, "tool_use") for kind in kinds):
            self._object("content", "a user has neither thoughts nor calls")
        for block in blocks[:results]:
            wire_id = block.get("tool_use_id")
            self.has_calls = True
            if isinstance(wire_id, str) and wire_id in self._unanswered:
                self._unanswered.remove(wire_id)
            else:
                self._object("content", f"no tool_use of the message before has id {wire_id!r}")
        self._unmet()

    def _unmet(self) -> None:
        if self._unanswered:
            missing = ", ".join(self._unanswered)
            self._object("content", f"tool_use ids without tool_result right after: {missing}")
        self._unanswered = []

    def _said(self, blocks: Sequence[JsonObject]) -> None:
        if blocks and blocks[-1].get("type") in THINKING:
            self._object("content", "the final block cannot be thinking")
        for block in blocks:
            if block.get("type") == "tool_result":
                self._object("content", "tool_result blocks belong to a user")
            if block.get("type") != "tool_use":
                continue
            self.has_calls = True
            wire_id = str(block.get("id"))
            if wire_id in self._ids:
                self._object("content", f"tool_use ids must be unique: {wire_id!r}")
            self._ids.add(wire_id)
            self._unanswered.append(wire_id)


def _block_problem(block: JsonObject) -> str | None:
    kind = block.get("type")
    if "cache_control" in block and kind in THINKING:
        return "cache_control cannot be set for thinking"
    match kind:
        case "text":
            return None if _is_text(block) else "text content blocks must not be blank"
        case "thinking":
            signed = isinstance(block.get("signature"), str)
            whole = signed and isinstance(block.get("thinking"), str)
            return None if whole else "thinking needs its text with its signature"
        case "redacted_thinking":
            return None if isinstance(block.get("data"), str) else "data is needed"
        case "tool_use":
            return _call_problem(block)
        case "tool_result":
            return _result_problem(block)
        case "image":
            source = block.get("source")
            return None if isinstance(source, dict) and source.get("data") else "no source"
        case str() if kind.endswith(SERVER_BLOCKS) or kind == "compaction":
            return None
        case _:
            return f"unknown type {kind!r}"


def _call_problem(block: JsonObject) -> str | None:
    if not _matches(CALL_ID, block.get("id")):
        return f"id should match {CALL_ID.pattern}"
    if not _matches(TOOL_NAME, block.get("name")):
        return f"name should match {TOOL_NAME.pattern}"
    if extra := block.keys() - {"type", "id", "name", "input", "cache_control", "caller"}:
        return f"extra inputs are not permitted: {', '.join(sorted(extra))}"
    return None if isinstance(block.get("input"), dict) else "input should be an object"


def _result_problem(block: JsonObject) -> str | None:
    content = block.get("content", "")
    if isinstance(content, str):
        return "content cannot be blank when is_error" if _is_bare_error(block) else None
    if not isinstance(content, list):
        return "content should be text or a list"
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in ("text", "image") or (kind == "text" and not _is_text(part)):
            return "content should be images with text that is not blank"
    return "content cannot be empty when is_error" if _is_bare_error(block) else None


def _is_bare_error(block: JsonObject) -> bool:
    return block.get("is_error") is True and not block.get("content")


def _is_text(block: Json) -> bool:
    text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    return isinstance(text, str) and bool(text.strip())


def _matches(pattern: re.Pattern[str], value: Json) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None
