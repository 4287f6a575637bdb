"""Hold the Llama dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '{"name": "shell", "parameters": {"command": "ls -la"}}'


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (CALL, (LS,)),
        (
            CALL + "; " + CALL + "<|eot_id|>",
            (LS, LS),
        ),
        ("<|python_tag|>" + CALL + "<|eom_id|>", (LS,)),
        ('<|python_tag|>shell.call(command="ls -la")', (LS,)),
        (
            "Look.<|python_tag|>" + CALL,
            (Text("Look."), LS),
        ),
        ('<function=shell>{"command": "ls -la"}</function>', (LS,)),
        ("<function=now></function>", (Call("now", {}),)),
        (('{"type": "function", "name": "shell", "parameters": {"command": "ls -la"}}'), (LS,)),
        (
            "Look: " + CALL,
            (Text("Look: " + CALL),),
        ),
        ('{"name":"my-app","version":"1.0.0"}', (Text('{"name":"my-app","version":"1.0.0"}'),)),
        ('{"name": "now"}', (Text('{"name": "now"}'),)),
        (
            CALL[:-5],
            (Text(CALL[:-5]),),
        ),
        ("<|python_tag|>import os\nprint(1)", (Text("<|python_tag|>import os\nprint(1)"),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("llama", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            '<|python_tag|>{"name": "shell", "parameters": {"command": "ls -la"}',
            "the reply ends inside of it",
        ),
        ("<function=rm></function>", "no tool named 'rm' is offered"),
        ('<function=shell>{"command": "ls"</function>', "its arguments are not valid JSON"),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("llama", reply) == (Malformed(reply, problem),)
