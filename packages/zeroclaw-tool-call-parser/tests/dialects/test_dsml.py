"""Hold the DSML dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = (
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="shell">\n'
    '<｜DSML｜parameter name="command" string="true">'
    "ls -la</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"
)


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (
            CALL,
            (LS,),
        ),
        (
            "Look." + CALL + "<｜end▁of▁sentence｜>",
            (Text("Look."), LS),
        ),
        (
            (
                '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="shell">\n'
                '<｜DSML｜parameter name="command" string="true">'
                "ls -la</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>"
            ),
            (LS,),
        ),
        (
            (
                '<‖DSML‖function_calls>\n<‖DSML‖invoke name="shell">\n'
                '<‖DSML‖parameter name="command" string="true">'
                "ls -la</‖DSML‖parameter>\n</‖DSML‖invoke>\n</‖DSML‖function_calls>"
            ),
            (LS,),
        ),
        (
            (
                '<｜｜DSML｜｜tool_calls>\n<｜｜DSML｜｜invoke name="shell">\n'
                '<｜｜DSML｜｜parameter name="command" string="true">'
                "ls -la</｜｜DSML｜｜parameter>\n</｜｜DSML｜｜invoke>\n</｜｜DSML｜｜tool_calls>"
            ),
            (LS,),
        ),
        (
            (
                '<｜DSML｜function_calls>\n<｜DSML｜invoke name="shell">\n'
                '<｜DSML｜parameter name="command" string="true">42</｜DSML｜parameter>'
                "\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"
            ),
            (Call("shell", {"command": "42"}),),
        ),
        (
            (
                '<｜DSML｜function_calls>\n<｜DSML｜invoke name="shell">\n'
                '<｜DSML｜parameter name="lines" string="false">42</｜DSML｜parameter>\n'
                "</｜DSML｜invoke>\n</｜DSML｜function_calls>"
            ),
            (Call("shell", {"lines": 42}),),
        ),
        ("Say <｜DSML｜tool_calls> first.", (Text("Say <｜DSML｜tool_calls> first."),)),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("dsml", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-8],
            "the reply ends inside of it",
        ),
        (
            CALL.replace("shell", "rm"),
            "no tool named 'rm' is offered",
        ),
        (
            (
                '<｜DSML｜function_calls>\n<｜DSML｜invoke name="shell">\n'
                '<｜DSML｜parameter name="command" string="false">'
                "ls -la</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"
            ),
            "its JSON is wrong: Expecting value (character 0)",
        ),
    ],
)
def test_broken_markup_is_neither_run_nor_shown_as_prose(
    read: Read, reply: str, problem: str
) -> None:
    assert read("dsml", reply) == (Malformed(reply, problem),)
