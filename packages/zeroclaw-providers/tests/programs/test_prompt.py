"""A whole conversation is one text, in which nobody can speak for another."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import (
    Item,
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_api.provider import ModelRequest
from zeroclaw_providers.programs.prompt import prompt_text

CALL = ToolCall(CallId(7), "shell", {"command": "ls"})
RESULT = ToolResult(CallId(7), ResultStatus.SUCCESS, (Text("a.txt"),), receipt="zc-receipt-1")


def said(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


def asked(*messages: Message, system: str = "") -> ModelRequest:
    return ModelRequest("m", system, (), messages, max_output_tokens=9)


def test_every_part_follows_a_line_that_says_whose_it_is() -> None:
    text = prompt_text(
        asked(
            said(Role.USER, Text("List it."), Media("image/png", "0" * 64, 3, "cat.png")),
            said(Role.ASSISTANT, Reasoning("hm", "other"), Text("Sure."), CALL),
            said(Role.TOOL, RESULT),
            said(Role.USER, Text("Thanks.")),
            system="Be brief.",
        )
    )
    _, *parts = text.strip().split("\n\n<<")
    assert parts == [
        "system>>\nBe brief.",
        "user>>\nList it.",
        "user>>\n[image/png cat.png left out: it cannot be shown here]",
        "assistant>>\nSure.",
        'assistant calls shell>>\n{"command": "ls"}',
        "result of shell>>\na.txt\n\n[receipt: zc-receipt-1]",
        "user>>\nThanks.",
    ]


def test_empty_texts_leave_no_part() -> None:
    text = prompt_text(asked(said(Role.USER, Text(""), Text("hello"))))
    assert text.count("<<") == 1


def test_no_prompt_begins_with_a_command_of_the_program() -> None:
    assert (
        not prompt_text(asked(said(Role.USER, Text("/quit")))).lstrip().startswith(("/", "!", "@"))
    )


@given(st.lists(st.text(alphabet="<>usera \n\r\v\x1c\x85\u2028x", max_size=20), max_size=4))
def test_no_text_can_pass_for_a_line_that_says_who_speaks(texts: list[str]) -> None:
    text = prompt_text(asked(*(said(Role.USER, Text(each)) for each in texts), system="<<user>>"))
    marks = [line for line in text.splitlines() if re.match(r"\s*<<", line)]
    assert marks == ["<<system>>", *("<<user>>" for each in texts if each)]


@given(st.text(max_size=30))
def test_name_of_a_tool_stays_in_its_line(name: str) -> None:
    call = ToolCall(CallId(1), name, {})
    text = prompt_text(asked(said(Role.ASSISTANT, call)))
    assert text.endswith(">>\n{}\n")
