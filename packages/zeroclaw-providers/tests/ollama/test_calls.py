"""Tool calls come whole, under whichever name a model wrote."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_api.stream import ToolCallDelta
from zeroclaw_providers.ollama.calls import OllamaCalls
from zeroclaw_providers.tool_names import ToolNames, legal_name

OFFERED = frozenset({"shell", "mcp/issue", "tool.time"})


def opened() -> OllamaCalls:
    return OllamaCalls(ToolNames.of(OFFERED), OFFERED)


def one(name: Json, *arguments: Json) -> ToolCallDelta:
    function: dict[str, Json] = {"name": name}
    if arguments:
        function["arguments"] = arguments[0]
    (delta,) = opened().feed(({"function": function},))
    return delta


def test_calls_are_numbered_in_the_order_they_come() -> None:
    subject = opened()
    before = bool(subject)
    call: Json = {"id": "call_x", "function": {"index": 0, "name": "shell", "arguments": {"a": 1}}}
    bare: Json = {"function": {"index": 0, "name": "shell", "arguments": {"a": 2}}}
    assert [*subject.feed((call, bare)), *subject.feed((bare,))] == [
        ToolCallDelta(0, "call_x", "shell", '{"a": 1}'),
        ToolCallDelta(1, None, "shell", '{"a": 2}'),
        ToolCallDelta(2, None, "shell", '{"a": 2}'),
    ]
    assert (before, bool(subject)) == (False, True)


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ((), "{}"),
        ((None,), "{}"),
        (("",), "{}"),
        ((" null ",), "{}"),
        (({},), "{}"),
        (('{"a":"é"}',), '{"a":"é"}'),
        (({"a": "é\u2028"},), '{"a": "é\u2028"}'),
        (('{"a":',), '{"a":'),
        (([1],), "[1]"),
    ],
)
def test_arguments_are_an_object_or_its_text(arguments: tuple[Json, ...], fragment: str) -> None:
    assert one("shell", *arguments).args_fragment == fragment


@pytest.mark.parametrize(
    "written",
    ["shell", "tool.shell", "tool_call.shell", "tool_call>shell", "tool_call:shell", "tool: shell"],
)
def test_a_wrapper_around_the_name_of_an_offered_tool_is_taken_off(written: str) -> None:
    assert one(written, {"a": 1}) == ToolCallDelta(0, None, "shell", '{"a": 1}')


@pytest.mark.parametrize("written", ["tool_call", "tool.call", "tool_call><json", "tool_calls"])
def test_a_call_inside_the_arguments_of_another_is_the_one_that_is_meant(written: str) -> None:
    nested: Json = {"name": "shell", "arguments": {"a": 1}}
    assert one(written, nested) == ToolCallDelta(0, None, "shell", '{"a": 1}')


@pytest.mark.parametrize("written", ["tool.rm", "tool_call", "tool_call.rm", "toolshell", "tool."])
def test_a_wrapper_around_anything_else_stays_as_it_is(written: str) -> None:
    odd: tuple[Json, ...] = ({"a": 1}, {"name": "rm", "arguments": {}})
    for arguments in odd:
        delta = one(written, arguments)
        assert delta.name == written


def test_an_offered_tool_that_looks_wrapped_is_itself() -> None:
    assert one("tool.time", {"name": "shell", "arguments": {}}).name == "tool.time"
    assert one(legal_name("tool.time")).name == "tool.time"


def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    wire_name = legal_name("mcp/issue")
    assert one(wire_name).name == "mcp/issue"
    assert one(f"tool.{wire_name}").name == "mcp/issue"
    assert one("tool_call", {"name": wire_name}).name == "mcp/issue"


def test_what_is_no_call_is_passed_over_and_one_without_a_name_is_not() -> None:
    odd: tuple[Json, ...] = (None, 3, {}, [])
    assert list(opened().feed(odd)) == []
    nameless_calls: tuple[Json, ...] = ("", None, {})
    for nameless in nameless_calls:
        assert one(nameless) == ToolCallDelta(0, None, None, "{}")


def test_more_calls_than_can_be_meant_are_refused() -> None:
    call: Json = {"function": {"name": "shell"}}
    with pytest.raises(ValueError, match="256 tool calls"):
        list(opened().feed((call,) * 257))
