"""Hold the harmony dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    "<|channel|>commentary to=functions.shell <|constrain|>"
    'json<|message|>{"command": "ls -la"}<|call|>'
)


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            CALL[:-8],
            (LS,),
        ),
        (
            "<|channel|>analysis<|message|>Hm<|end|><|start|>assistant" + CALL,
            (Thinking("Hm"), LS),
        ),
        (
            (
                "<|channel|>commentary to=functions.shell json<|message|>"
                '{"command": "ls -la"}<|call|>'
            ),
            (LS,),
        ),
        (
            ('<|channel|>commentary to=functions.shell<|message|>{"command": "ls -la"}<|call|>'),
            (LS,),
        ),
        (
            (
                "<|start|>assistant to=functions.shell<|channel|>"
                'commentary json<|message|>{"command": "ls -la"}<|call|>'
            ),
            (LS,),
        ),
        (
            "<|channel|>commentary<|message|>I look.<|end|><|start|>assistant" + CALL,
            (Text("I look."), LS),
        ),
        (
            (
                "<|channel|>analysis<|message|>Hm<|end|><|start|>"
                "assistant<|channel|>final<|message|>Done.<|return|>"
            ),
            (Thinking("Hm"), Text("Done.")),
        ),
        (
            "<|channel|>final<|message|>Write `" + CALL + "` so.<|return|>",
            (Text("Write `" + CALL + "` so."),),
        ),
        (
            "<|channel|>analysis<|message|>I could " + CALL,
            (Thinking("I could " + CALL),),
        ),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("harmony", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-12],
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
    assert read("harmony", reply) == (Malformed(reply, problem),)
