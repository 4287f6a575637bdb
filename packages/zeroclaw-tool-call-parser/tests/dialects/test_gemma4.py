"""Hold the dialect of Gemma 4 against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '<|tool_call>call:shell{command:<|"|>ls -la<|"|>}<tool_call|>'
RICH_CALL = (
    '<|tool_call>call:shell{env:{a:[1,-2.5,<|"|>x<|"|>,[]],<|"|>b c<|"|>:null},'
    "is_quiet:true, lines:3}<tool_call|>"
)
OLD_CALL = "<start_function_call>call:shell{command:<escape>ls -la<escape>}<end_function_call>"


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (CALL, (LS,)),
        (OLD_CALL + "<start_function_response>", (LS,)),
        ("Look." + CALL + CALL + "<|tool_response>", (Text("Look."), LS, LS)),
        ("<|channel>thought\nHm<channel|>" + CALL, (Thinking("Hm"), LS)),
        ("<|tool_call>call:now{}<tool_call|><turn|>", (Call("now", {}),)),
        (
            '<|tool_call>call:web.search{query:<|"|>a "b" {c}\n<tool_call|><|"|>}<tool_call|>',
            (Call("web.search", {"query": 'a "b" {c}\n<tool_call|>'}),),
        ),
        (
            RICH_CALL,
            (
                Call(
                    "shell",
                    {"env": {"a": [1, -2.5, "x", []], "b c": None}, "is_quiet": True, "lines": 3},
                ),
            ),
        ),
        (CALL + "\nThat lists.", (Text(CALL + "\nThat lists."),)),
        ("The token <|tool_call> opens one.", (Text("The token <|tool_call> opens one."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("gemma4", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (CALL[:-1], "the reply ends inside of it"),
        (CALL[:40], "the reply ends inside of it"),
        (CALL.replace("shell", "rm"), "no tool named 'rm' is offered"),
        ("<|tool_call>call:now{a:b}<tool_call|>", "an argument is no literal"),
        ("<|tool_call>call:now{a:1,a:2}<tool_call|>", "it has the argument 'a' twice"),
        ("<|tool_call>call:now{a:1 b:2}<tool_call|>", "} is missing"),
        ("<|tool_call>call:now{a:[1}<tool_call|>", "] is missing"),
        (
            f"<|tool_call>call:now{{a:{'[' * 60}{']' * 60}}}<tool_call|>",
            "its arguments are nested too deeply",
        ),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("gemma4", reply) == (Malformed(reply, problem),)
