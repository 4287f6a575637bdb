"""Hold the Mistral dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '[TOOL_CALLS] [{"name": "shell", "arguments": {"command": "ls -la"}, "id": "a1b2c3d4e"}]'
CALL_V11 = '[TOOL_CALLS]shell[ARGS]{"command": "ls -la"}'


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (CALL_V11, (LS,)),
        (
            "Look." + CALL_V11 + CALL_V11 + "</s>",
            (Text("Look."), LS, LS),
        ),
        ('[TOOL_CALLS]shell[CALL_ID]a1b2c3d4e[ARGS]{"command": "ls -la"}', (LS,)),
        (
            "[THINK]Hm[/THINK]" + CALL,
            (Thinking("Hm"), LS),
        ),
        ("[TOOL_CALLS]now[ARGS]{}", (Call("now", {}),)),
        ('[TOOL_CALLS]shell{"command": "ls -la"}[TOOL_CALLS]now{}', (LS, Call("now", {}))),
        ("The token [TOOL_CALLS] comes first.", (Text("The token [TOOL_CALLS] comes first."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("mistral", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-3],
            "the reply ends inside of it",
        ),
        (CALL_V11[:-1], "the reply ends inside of it"),
        (
            CALL.replace("shell", "rm"),
            "no tool named 'rm' is offered",
        ),
        ("[TOOL_CALLS][]", "it is not an array of calls"),
        ('[TOOL_CALLS]shell[ARGS]{"command": "delete_all"', "the reply ends inside of it"),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("mistral", reply) == (Malformed(reply, problem),)
