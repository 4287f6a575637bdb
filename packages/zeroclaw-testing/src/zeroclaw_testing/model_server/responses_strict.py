"""The judgement of a strict provider over a request for a response."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, parse_json_object

__all__ = ["responses_problems"]

KNOWN = frozenset(
    {
        *("background", "include", "input", "instructions", "max_output_tokens", "max_tool_calls"),
        *("metadata", "model", "parallel_tool_calls", "previous_response_id", "prompt"),
        *("prompt_cache_key", "prompt_cache_options", "reasoning", "safety_identifier"),
        *("service_tier", "store", "stream", "stream_options", "temperature", "text"),
        *("tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user"),
    }
)
FIELDS = {
    "message": frozenset({"type", "role", "content", "id", "status", "phase"}),
    "function_call": frozenset({"type", "call_id", "name", "arguments", "id", "status"}),
    "function_call_output": frozenset({"type", "call_id", "output", "id", "status"}),
    "reasoning": frozenset({"type", "id", "summary", "content", "encrypted_content", "status"}),
}
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh")
SUMMARIES = ("auto", "concise", "detailed")
PHASES = ("commentary", "final_answer")
LEAST_OUTPUT = 16
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
LONGEST_ID = 64
ROOT_UNIONS = ("anyOf", "oneOf", "allOf", "enum", "not")


def responses_problems(body: JsonObject) -> tuple[str, ...]:
    """What the vendor would refuse in the body of a request; each is a sentence with its place.

    Every call is answered, once, after it; an answer has its call before it; reasoning has an
    item after it, with content of its own where the server stores nothing; no parameter of
    another protocol.
    """
    return tuple(_problems(body))


def _problems(body: JsonObject) -> Iterator[str]:
    for unknown in sorted(body.keys() - KNOWN):
        yield f"{unknown}: unsupported parameter"
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield "model: you must provide a model parameter"
    if not isinstance(body.get("instructions", ""), str):
        yield "instructions: text is needed"
    most = body.get("max_output_tokens", LEAST_OUTPUT)
    if not isinstance(most, int) or most < LEAST_OUTPUT:
        yield f"max_output_tokens: a number of at least {LEAST_OUTPUT} is needed"
    yield from _option_problems(body)
    yield from _tool_problems(body)
    items = body.get("input")
    if isinstance(items, str) and items:
        return
    if not isinstance(items, list) or not items:
        yield "input: text, or a list of at least one item, is needed"
        return
    judge = _Judge(stores=body.get("store", True) is not False)
    for number, item in enumerate(items):
        judge.read(f"input[{number}]", item)
    judge.close()
    yield from judge.problems


def _option_problems(body: JsonObject) -> Iterator[str]:
    reasoning, temperature = body.get("reasoning"), body.get("temperature", 1)
    if reasoning is not None:
        fields = reasoning if isinstance(reasoning, dict) else {}
        if fields.get("effort", "low") not in EFFORTS:
            yield f"reasoning.effort: one of {', '.join(EFFORTS)} is needed"
        if fields.get("summary", "auto") not in SUMMARIES:
            yield f"reasoning.summary: one of {', '.join(SUMMARIES)} is needed"
    if isinstance(temperature, bool) or not isinstance(temperature, int | float):
        yield "temperature: a number is needed"
    elif not 0 <= temperature <= 2:
        yield "temperature: a number from 0 to 2 is needed"
    if "stream_options" in body and body.get("stream") is not True:
        yield "stream_options: they are only allowed when stream is true"


def _tool_problems(body: JsonObject) -> Iterator[str]:
    tools = body.get("tools")
    if "tool_choice" in body and not tools:
        yield "tool_choice: it is only allowed when tools are given"
    if tools is None:
        return
    if not isinstance(tools, list):
        yield "tools: a list is needed"
        return
    names = [str(tool.get("name")) for tool in tools if isinstance(tool, dict)]
    if len(set(names)) != len(names):
        yield "tools: names must be unique"
    for number, tool in enumerate(tools):
        if not isinstance(tool, dict) or tool.get("type") != "function":
            yield f"tools[{number}].type: function is needed"
            continue
        if not _matches(NAME, tool.get("name")):
            yield f"tools[{number}].name: it should match {NAME.pattern}"
        if not isinstance(tool.get("strict"), bool):
            yield f"tools[{number}].strict: true or false is needed"
        schema = tool.get("parameters")
        if not isinstance(schema, dict) or schema.get("type") != "object":
            yield f"tools[{number}].parameters: an object's schema is needed"
        elif any(key in schema for key in ROOT_UNIONS):
            yield f"tools[{number}].parameters: no union is supported at the top level"


@define
class _Judge:
    """Reads the input once, from its beginning; `stores` says that the server remembers items."""

    stores: bool
    problems: list[str] = Factory(list)
    _place: str = ""
    _before: str = ""
    _ids: set[str] = Factory(set)
    _unanswered: list[str] = Factory(list)

    def read(self, place: str, item: Json) -> None:
        self._place = place
        if not isinstance(item, dict):
            self._object("", "an object is needed")
            return
        kind = str(item.get("type", "message"))
        if kind not in FIELDS:
            self._object(".type", f"unknown type {kind!r}")
            return
        if extra := item.keys() - FIELDS[kind]:
            self._object("", f"unknown parameter: {', '.join(sorted(extra))}")
        if self._before == "reasoning" and (
            kind == "function_call_output" or item.get("role", "assistant") != "assistant"
        ):
            self._object("", "a reasoning item before it lacks its required following item")
        self._before = kind
        match kind:
            case "message":
                self._message(item)
            case "reasoning":
                self._reasoning(item)
            case "function_call":
                self._call(item)
            case _:
                self._answer(item)

    def close(self) -> None:
        """The input is over; nothing may be open."""
        if self._before == "reasoning":
            self._object("", "a reasoning item lacks its required following item")
        for call_id in self._unanswered:
            self._object("", f"no tool output found for function call {call_id}")

    def _object(self, where: str, problem: str) -> None:
        self.problems.append(f"{self._place}{where}: {problem}")

    def _message(self, item: JsonObject) -> None:
        role, content = item.get("role"), item.get("content")
        if role not in ("user", "assistant", "system", "developer"):
            self._object(".role", f"unknown role {role!r}")
        if "phase" in item and (item["phase"] not in PHASES or role != "assistant"):
            self._object(".phase", "only messages of an assistant have one of the known phases")
        if role == "user" and self._unanswered:
            self._object("", "a user speaks while calls are without output")
        if isinstance(content, str):
            if not content.strip():
                self._object(".content", "text that is not blank is needed")
        elif not isinstance(content, list) or not content:
            self._object(".content", "text, or a list of at least one part, is needed")
        else:
            for part in content:
                self._part(part, is_ours=role != "assistant")

    def _part(self, part: Json, *, is_ours: bool) -> None:
        kind = part.get("type") if isinstance(part, dict) else None
        if not isinstance(part, dict):
            self._object(".content", "a part must be an object")
        elif kind in (("input_text",) if is_ours else ("output_text", "refusal")):
            text = part.get("refusal" if kind == "refusal" else "text")
            if not isinstance(text, str) or not text.strip():
                self._object(".content", "text that is not blank is needed")
        elif kind == "input_image" and is_ours:
            if not str(part.get("image_url", "")).startswith(("data:image/", "https://")):
                self._object(".content", "an image needs its address")
        else:
            self._object(".content", f"a part of type {kind!r} cannot be here")

    def _reasoning(self, item: JsonObject) -> None:
        if not isinstance(item.get("id"), str):
            self._object(".id", "a reasoning item needs its id")
        if not isinstance(item.get("summary"), list):
            self._object(".summary", "a list is needed, though it be empty")
        if not self.stores and not (item.get("encrypted_content") or item.get("content")):
            self._object("", f"the item {item.get('id')!r} is not found: nothing is stored")

    def _call(self, item: JsonObject) -> None:
        call_id, arguments = item.get("call_id"), item.get("arguments")
        if not isinstance(call_id, str) or not 1 <= len(call_id) <= LONGEST_ID:
            self._object(".call_id", f"an id of at most {LONGEST_ID} characters is needed")
        elif call_id in self._ids:
            self._object(".call_id", f"the id {call_id!r} occurs twice")
        else:
            self._unanswered.append(call_id)
            self._ids.add(call_id)
        if not _matches(NAME, item.get("name")):
            self._object(".name", f"it should match {NAME.pattern}")
        try:
            parse_json_object(arguments if isinstance(arguments, str) else "")
        except InvalidJson:
            self._object(".arguments", "an object, spelled as text, is needed")

    def _answer(self, item: JsonObject) -> None:
        call_id = item.get("call_id")
        if not isinstance(call_id, str) or call_id not in self._unanswered:
            self._object(".call_id", f"no tool call found for output {call_id!r}")
        else:
            self._unanswered.remove(call_id)
        if not isinstance(item.get("output"), str | list):
            self._object(".output", "text or a list of parts is needed")


def _matches(pattern: re.Pattern[str], value: Json) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None
