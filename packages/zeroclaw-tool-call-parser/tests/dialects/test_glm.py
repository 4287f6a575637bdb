"""Hold the GLM dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = "<tool_call>shell\n<arg_key>command</arg_key>\n<arg_value>ls -la</arg_value>\n</tool_call>"


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            ("<tool_call>shell<arg_key>command</arg_key><arg_value>ls -la</arg_value></tool_call>"),
            (LS,),
        ),
        (
            "Look.\n" + CALL + "\n" + CALL + "<|observation|>",
            (Text("Look.\n"), LS, LS),
        ),
        ("<tool_call>now</tool_call>", (Call("now", {}),)),
        (
            (
                "<tool_call>shell\n<arg_key>command</arg_key>\n<arg_value>"
                "42</arg_value>\n<arg_key>lines</arg_key>\n<arg_value>42</arg_value>\n"
                "</tool_call>"
            ),
            (Call("shell", {"command": "42", "lines": 42}),),
        ),
        ("<tool_call> is a mark.", (Text("<tool_call> is a mark."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("glm", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-12],
            "the reply ends inside of it",
        ),
        ("<tool_call>rm</tool_call>", "no tool named 'rm' is offered"),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("glm", reply) == (Malformed(reply, problem),)
