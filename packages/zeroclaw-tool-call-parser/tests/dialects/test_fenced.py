"""Hold the fenced dialect against replies as its models write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text

Read = Callable[[str, str], tuple[Piece, ...]]

LS = Call("shell", {"command": "ls -la"})
CALL = '```tool_call\n{"name": "shell", "arguments": {"command": "ls -la"}}\n```'


@pytest.mark.parametrize(
    ("reply", "pieces"),
    [
        (CALL, (LS,)),
        (('```tool_calls\n{"name": "shell", "arguments": {"command": "ls -la"}}\n```'), (LS,)),
        ('```json\n{"name": "shell", "arguments": {"command": "ls -la"}}\n```', (LS,)),
        (
            "Look.\n" + CALL + "\n" + CALL + "\n",
            (Text("Look.\n"), LS, LS),
        ),
        (
            '```json\n{"name": "my-app", "version": "1.0.0"}\n```',
            (Text('```json\n{"name": "my-app", "version": "1.0.0"}\n```'),),
        ),
        ('```json\n{"name": "now"}\n```', (Text('```json\n{"name": "now"}\n```'),)),
        (
            '```python\n{"name": "shell", "arguments": {"command": "ls -la"}}\n```',
            (Text('```python\n{"name": "shell", "arguments": {"command": "ls -la"}}\n```'),),
        ),
        (
            CALL + "\nis how.",
            (Text(CALL + "\nis how."),),
        ),
        (
            "~~~\n" + CALL + "\n~~~",
            (Text("~~~\n" + CALL + "\n~~~"),),
        ),
        (
            "`" + CALL,
            (Text("`" + CALL),),
        ),
    ],
)
def test_replies_of_the_model_give_their_pieces(
    read: Read, reply: str, pieces: tuple[Piece, ...]
) -> None:
    assert read("fenced", reply) == pieces


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            CALL[:-4],
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
    assert read("fenced", reply) == (Malformed(reply, problem),)
