"""Hold the Qwen3-Coder dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    "<tool_call>\n<function=shell>\n<parameter=command>\nls -la\n"
    "</parameter>\n</function>\n</tool_call>"
)


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            CALL[12:],
            (LS,),
        ),
        (("<function=shell>\n<parameter=command>\nls -la\n</parameter>\n</function>"), (LS,)),
        (
            "Look.\n" + CALL + "<|im_end|>",
            (Text("Look.\n"), LS),
        ),
        (
            CALL + "\n" + CALL,
            (LS, LS),
        ),
        ("<function=now></function>", (Call("now", {}),)),
        ("<tool_call>\n<function=now>\n</function>\n</tool_call>", (Call("now", {}),)),
        (
            (
                "<function=shell>\n<parameter=command>\n  a\n\n</parameter> b\n"
                "</parameter>\n<parameter=lines>\n42\n</parameter>\n<parameter=env>\n"
                '{"A": "1"}\n</parameter>\n<parameter=is_quiet>\nTrue\n</parameter>\n'
                "</function>"
            ),
            (
                Call(
                    "shell",
                    {
                        "command": "  a\n\n</parameter> b",
                        "lines": 42,
                        "env": {"A": "1"},
                        "is_quiet": True,
                    },
                ),
            ),
        ),
        ("<function=x> opens a call.", (Text("<function=x> opens a call."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("qwen3-coder", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-30],
            "the reply ends inside of it",
        ),
        ("<function=rm></function>", "no tool named 'rm' is offered"),
        (
            (
                "<tool_call>\n<function=shell>\n<parameter=command>\na\n</parameter>\n"
                "<parameter=command>\nls -la\n</parameter>\n</function>\n</tool_call>"
            ),
            "it has the parameter 'command' twice",
        ),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("qwen3-coder", reply) == (Malformed(reply, problem),)
