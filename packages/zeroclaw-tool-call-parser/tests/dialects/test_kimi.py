"""Hold the Kimi K2 dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    "<|tool_calls_section_begin|><|tool_call_begin|>"
    "functions.shell:0<|tool_call_argument_begin|>"
    '{"command": "ls -la"}<|tool_call_end|><|tool_calls_section_end|>'
)


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            "Look." + CALL + "<|im_end|>",
            (Text("Look."), LS),
        ),
        (
            (
                "<|tool_calls_section_begin|><|tool_call_begin|>"
                "functions.shell:0<|tool_call_argument_begin|>"
                '{"command": "ls -la"}<|tool_call_end|><|tool_call_begin|>'
                "functions.web.search:1<|tool_call_argument_begin|>"
                '{"query": "ls -la"}<|tool_call_end|><|tool_calls_section_end|>'
            ),
            (LS, Call("web.search", {"query": "ls -la"})),
        ),
        (
            "◁think▷Hm◁/think▷" + CALL,
            (Thinking("Hm"), LS),
        ),
        (
            (
                "<|tool_calls_section_begin|><|tool_call_begin|>"
                "functions.now:0<|tool_call_argument_begin|><|tool_call_end|>"
                "<|tool_calls_section_end|>"
            ),
            (Call("now", {}),),
        ),
        (
            "The token <|tool_calls_section_begin|> opens it.",
            (Text("The token <|tool_calls_section_begin|> opens it."),),
        ),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("kimi", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-30],
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
    assert read("kimi", reply) == (Malformed(reply, problem),)
