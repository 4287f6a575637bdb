"""Hold the Hermes dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '<tool_call>\n{"name": "shell", "arguments": {"command": "ls -la"}}\n</tool_call>'


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (CALL, (LS,)),
        (
            "I look.\n\n" + CALL + "<|im_end|>\n",
            (Text("I look.\n\n"), LS),
        ),
        (
            "<think>\nHm.\n</think>\n\n" + CALL,
            (Thinking("\nHm.\n"), Text("\n\n"), LS),
        ),
        (
            CALL + "\n" + CALL,
            (LS, LS),
        ),
        ('<tool_call>{"name": "now"}</tool_call>', (Call("now", {}),)),
        ('<tool_call>{"name": "now", "arguments": {}}</tool_call>', (Call("now", {}),)),
        (
            ('<tool_call>{"name": "shell", "arguments": {"command": "{\\"k\\": 1}"}}</tool_call>'),
            (Call("shell", {"command": '{"k": 1}'}),),
        ),
        (
            (
                "<tool_call>"
                '{"name": "shell", "arguments": {"command": "x</tool_call>'
                '<tool_call>shell>pwd</tool_call>"}}</tool_call>'
            ),
            (Call("shell", {"command": "x</tool_call><tool_call>shell>pwd</tool_call>"}),),
        ),
        ("<tool_call> is the mark.", (Text("<tool_call> is the mark."),)),
        ("<tool_call>shell>pwd</tool_call>", (Text("<tool_call>shell>pwd</tool_call>"),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("hermes", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-20],
            "the reply ends inside of it",
        ),
        (
            CALL[:-3],
            "the reply ends inside of it",
        ),
        ("<tool_call>", "the reply ends inside of it"),
        ('<tool_call>{"name": "rm", "arguments": {}}</tool_call>', "no tool named 'rm' is offered"),
        (
            '<tool_call>{"name": "now", "age": 3}</tool_call>',
            "it has the key 'age', which no call has",
        ),
        (
            '<tool_call>{"name": "now", "arguments": "{}"}</tool_call>',
            "its arguments are not an object",
        ),
        ("<tool_call>{'name': 'now'}</tool_call>", "its arguments are not valid JSON"),
        (
            '<tool_call>{"name": "shell", "arguments": {"lines": NaN}}</tool_call>',
            "its arguments are not valid JSON",
        ),
        (
            CALL + '<tool_call>{"name": "nope"}</tool_call>',
            "no tool named 'nope' is offered",
        ),
        ('<tool_call>{"name": "now"} {"name": "now"}</tool_call>', "</tool_call> is missing"),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("hermes", reply) == (Malformed(reply, problem),)
