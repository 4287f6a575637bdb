"""Hold the DeepSeek dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>shell\n"
    '```json\n{"command": "ls -la"}\n```<｜tool▁call▁end｜>'
    "<｜tool▁calls▁end｜>"
)
CALL_V31 = (
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>shell<｜tool▁sep｜>"
    '{"command": "ls -la"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>'
)


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            CALL_V31,
            (LS,),
        ),
        (
            "Look." + CALL_V31 + "<｜end▁of▁sentence｜>",
            (Text("Look."), LS),
        ),
        (
            (
                "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>shell\n"
                '```json\n{"command": "ls -la"}\n```<｜tool▁call▁end｜>\n'
                "<｜tool▁call▁begin｜>function<｜tool▁sep｜>shell\n```json\n"
                '{"command": "ls -la"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>'
            ),
            (LS, LS),
        ),
        (
            "<think>Hm</think>" + CALL_V31,
            (Thinking("Hm"), LS),
        ),
        ("Say <｜tool▁calls▁begin｜> first.", (Text("Say <｜tool▁calls▁begin｜> first."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("deepseek", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-8],
            "the reply ends inside of it",
        ),
        (
            CALL_V31[:-30],
            "the reply ends inside of it",
        ),
        (
            CALL_V31.replace("shell", "rm"),
            "no tool named 'rm' is offered",
        ),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("deepseek", reply) == (Malformed(reply, problem),)
