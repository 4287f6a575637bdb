"""Hold the pythonic dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '[shell(command="ls -la")]'


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (CALL, (LS,)),
        ("[shell(command='ls -la'), now()]", (LS, Call("now", {}))),
        ("<|python_start|>" + CALL + "<|python_end|><|eot|>", (LS,)),
        ('[web.search(query="a\\"b\\n")]', (Call("web.search", {"query": 'a"b\n'}),)),
        (
            '[shell(lines=3, env={"A": [1.5, None]}, is_quiet=True)]',
            (Call("shell", {"lines": 3, "env": {"A": [1.5, None]}, "is_quiet": True}),),
        ),
        ('[rm(path="/")]', (Text('[rm(path="/")]'),)),
        ('[shell("ls")]', (Text('[shell("ls")]'),)),
        ("[1, 2]", (Text("[1, 2]"),)),
        ("[now(", (Text("[now("),)),
        ("Use " + CALL, (Text("Use " + CALL),)),
        (CALL + " lists.", (Text(CALL + " lists."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("pythonic", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("<|python_start|>[now(", "the reply ends inside of it"),
        ("<|python_start|>[rm()]<|python_end|>", "no tool named 'rm' is offered"),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("pythonic", reply) == (Malformed(reply, problem),)
