"""Hold the Anthropic dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    '<function_calls>\n<invoke name="shell">\n<parameter name="command">'
    "ls -la</parameter>\n</invoke>\n</function_calls>"
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
                '<function_calls><invoke name="now"></invoke><invoke name="now">\n'
                "</invoke></function_calls>"
            ),
            (Call("now", {}), Call("now", {})),
        ),
        (
            (
                '<function_calls>\n<invoke name="shell">\n<parameter name="lines">'
                "42</parameter>\n</invoke>\n</function_calls>"
            ),
            (Call("shell", {"lines": 42}),),
        ),
        (
            (
                '<function_calls>\n<invoke name="shell">\n<parameter name="command">'
                " 00123\n</parameter>\n</invoke>\n</function_calls>"
            ),
            (Call("shell", {"command": " 00123\n"}),),
        ),
        (
            "The tag " + CALL + " is special.",
            (Text("The tag " + CALL + " is special."),),
        ),
        ("<function_calls> opens.", (Text("<function_calls> opens."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("anthropic", reply) == pieces


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
    assert read("anthropic", reply) == (Malformed(reply, problem),)
