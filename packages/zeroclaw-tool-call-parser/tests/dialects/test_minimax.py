"""Hold the MiniMax dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    '<minimax:tool_call>\n<invoke name="shell">\n'
    '<parameter name="command">ls -la</parameter>\n</invoke>\n'
    "</minimax:tool_call>"
)


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            "Look.\n" + CALL,
            (Text("Look.\n"), LS),
        ),
        (
            (
                '<minimax:tool_call><invoke name="now"></invoke><invoke name="now">'
                "\n</invoke></minimax:tool_call>"
            ),
            (Call("now", {}), Call("now", {})),
        ),
        (
            (
                '<minimax:tool_call>\n<invoke name="shell">\n<parameter name="lines">'
                "42</parameter>\n</invoke>\n</minimax:tool_call>"
            ),
            (Call("shell", {"lines": 42}),),
        ),
        (
            (
                '<minimax:tool_call>\n<invoke name="shell">\n'
                '<parameter name="command"> 00123\n</parameter>\n</invoke>\n'
                "</minimax:tool_call>"
            ),
            (Call("shell", {"command": " 00123\n"}),),
        ),
        (
            "The tag " + CALL + " is special.",
            (Text("The tag " + CALL + " is special."),),
        ),
        ("<minimax:tool_call> opens.", (Text("<minimax:tool_call> opens."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("minimax", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-10],
            "the reply ends inside of it",
        ),
        (
            CALL.replace("shell", "rm"),
            "no tool named 'rm' is offered",
        ),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("minimax", reply) == (Malformed(reply, problem),)
