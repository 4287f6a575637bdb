"""Hold how neighbouring pieces become one."""

from __future__ import annotations

from zeroclaw_tool_call_parser.pieces import Call, Piece, Text, Thinking, merged


def test_neighbours_of_one_kind_become_one() -> None:
    call = Call("f", {})
    pieces: list[Piece] = [
        Text("a"),
        Text("b"),
        Thinking("c"),
        Thinking("d"),
        Text("e"),
        call,
        call,
        Text("f"),
    ]
    assert merged(pieces) == (
        *(Text("ab"), Thinking("cd"), Text("e")),
        *(call, call, Text("f")),
    )


def test_no_piece_gives_no_piece() -> None:
    assert merged([]) == ()
