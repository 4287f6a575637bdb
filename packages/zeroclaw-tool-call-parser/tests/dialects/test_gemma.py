"""Hold the Gemma dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '```tool_code\nshell(command="ls -la")\n```'


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (CALL, (LS,)),
        ('```tool_code\nprint(shell(command="ls -la"))\n```', (LS,)),
        ("Look.\n" + CALL + "<end_of_turn>", (Text("Look.\n"), LS)),
        ("```tool_code\nnow()\nnow()\n```", (Call("now", {}), Call("now", {}))),
        ("```tool_code```", (Text("```tool_code```"),)),
        ("```tool_coder\nx\n```", (Text("```tool_coder\nx\n```"),)),
        (
            CALL + "\nThat lists.",
            (Text(CALL + "\nThat lists."),),
        ),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("gemma", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ('```tool_code\nshell(command="ls -la")', "the reply ends inside of it"),
        ("```tool_code\nimport os\n```", "( is missing"),
        ("```tool_code\nrm()\n```", "no tool named 'rm' is offered"),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("gemma", reply) == (Malformed(reply, problem),)
