"""A message gives its parts by kind."""

from __future__ import annotations

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import (
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)

CALLS = (ToolCall(CallId(2), "b", {}), ToolCall(CallId(1), "a", {"x": [1]}))
RESULT = ToolResult(
    CallId(1), ResultStatus.SUCCESS, (Text("one"), Media("a/b", "", 0), Text("two"))
)
MESSAGE = Message(
    MessageId(1),
    TurnId(1),
    Role.ASSISTANT,
    (Reasoning("hm", "p"), Text("I "), CALLS[0], Text("look"), CALLS[1], RESULT),
)


def test_text_is_what_was_said_without_anything_else() -> None:
    assert MESSAGE.text == "I look"
    assert RESULT.text == "onetwo"


def test_calls_and_results_keep_the_order_of_the_model() -> None:
    assert MESSAGE.tool_calls == CALLS
    assert MESSAGE.tool_results == (RESULT,)


def test_values_with_json_inside_can_be_hashed() -> None:
    assert len({MESSAGE, CALLS[0], CALLS[1], RESULT}) == 4


def test_text_that_cannot_be_written_is_mended() -> None:
    assert Text("a\ud800b").text == "a\ufffdb"
