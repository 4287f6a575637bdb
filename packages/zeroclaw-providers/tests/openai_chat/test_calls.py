"""Pieces of tool calls find their call, however a server numbers them."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.openai_chat.calls import CallPieces
from zeroclaw_providers.tool_names import ToolNames

READ = {"name": "read", "arguments": '{"path":"a"}'}
WRITE = {"name": "write", "arguments": '{"path":"b"}'}


def gathered(*chunks: list[Json]) -> list[tuple[str, str, str]]:
    """Id, name and arguments of each call, as the kernel would join them."""
    pieces = CallPieces(ToolNames.of(["read", "write", "time.now"]))
    calls: dict[int, list[str]] = {}
    deltas = [delta for chunk in chunks for delta in pieces.feed(tuple(chunk))]
    for delta in (*deltas, *pieces.close()):
        call = calls.setdefault(delta.index, ["", "", ""])
        assert not (delta.wire_id and call[0]), "the id came twice"
        assert not (delta.name and call[1]), "the name came twice"
        call[0] += delta.wire_id or ""
        call[1] += delta.name or ""
        call[2] += delta.args_fragment
    return [(call[0], call[1], call[2]) for _, call in sorted(calls.items())]


BOTH = [("x", "read", '{"path":"a"}'), ("y", "write", '{"path":"b"}')]
UNNAMED = [("", "read", '{"path":"a"}'), ("", "write", '{"path":"b"}')]


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        pytest.param(
            [
                [{"index": 0, "id": "x", "function": {"name": "read", "arguments": ""}}],
                [{"index": 1, "id": "y", "function": {"name": "write", "arguments": '{"path"'}}],
                [{"index": 0, "function": {"arguments": '{"path":'}}],
                [{"index": 1, "function": {"arguments": ':"b"}'}}],
                [{"index": 0, "function": {"arguments": '"a"}'}}],
            ],
            BOTH,
            id="interleaved by index",
        ),
        pytest.param(
            [
                [{"index": 0, "id": "x", "function": {"name": "read", "arguments": '{"path":'}}],
                [{"index": 0, "id": "y", "function": {"name": "write", "arguments": '{"path":'}}],
                [{"index": 0, "id": "x", "function": {"arguments": '"a"}'}}],
                [{"index": 0, "id": "y", "function": {"arguments": '"b"}'}}],
            ],
            BOTH,
            id="the id outranks a shared index",
        ),
        pytest.param(
            [
                [
                    {"index": 0, "id": "x", "function": READ},
                    {"index": 0, "id": "y", "function": WRITE},
                ]
            ],
            BOTH,
            id="a new id at the same index",
        ),
        pytest.param(
            [[{"index": 0, "function": READ}], [{"index": 0, "function": WRITE}]],
            UNNAMED,
            id="a name after complete arguments",
        ),
        pytest.param(
            [[{"index": 0, "function": READ}], [{"index": 0, "function": READ}]],
            [UNNAMED[0], UNNAMED[0]],
            id="the same tool again after complete arguments",
        ),
        pytest.param(
            [
                [{"id": "x", "function": {"name": "read"}}],
                [{"function": {"arguments": '{"path":'}}],
                [{"function": {"arguments": '"a"}'}}],
                [{"id": "y", "function": WRITE}],
            ],
            BOTH,
            id="no index continues the open call",
        ),
        pytest.param(
            [[{"function": READ}, {"function": WRITE}]], UNNAMED, id="neither id nor index"
        ),
        pytest.param(
            [[{"function": {"name": "read"}}, {"function": {"name": "read"}}]],
            [("", "read", "{}"), ("", "read", "{}")],
            id="two calls without arguments in one chunk",
        ),
        pytest.param(
            [
                [{"index": 0, "id": "x", "function": {"name": "read", "arguments": ""}}],
                [{"index": 0, "id": "x", "function": {"name": "read", "arguments": '{"path":'}}],
                [{"index": 0, "id": "x", "function": {"name": "read", "arguments": '"a"}'}}],
            ],
            BOTH[:1],
            id="id and name repeated in every piece",
        ),
        pytest.param(
            [
                [{"index": 0, "function": {"name": "read", "arguments": '{"path":'}}],
                [{"index": 0, "id": "x", "function": {"arguments": '"a"}'}}],
            ],
            BOTH[:1],
            id="an id that comes late",
        ),
        pytest.param(
            [[{"index": "1", "id": "x", "function": {"name": "read", "arguments": {"path": "a"}}}]],
            [("x", "read", '{"path": "a"}')],
            id="arguments as an object, index as text",
        ),
        pytest.param(
            [
                [
                    {
                        "index": 0,
                        "id": "x",
                        "function": {"name": "time_now_67cd4a8d", "arguments": None},
                    }
                ]
            ],
            [("x", "time_now_67cd4a8d", "{}")],
            id="null arguments",
        ),
        pytest.param(
            [
                [{"index": 0, "id": "x", "function": {"name": "read", "arguments": "nu"}}],
                [{"index": 0, "function": {"arguments": "ll"}}],
            ],
            [("x", "read", "{}")],
            id="null as text in two pieces",
        ),
        pytest.param(
            [[{"index": 0, "id": "x", "function": {"name": "read", "arguments": "nul"}}]],
            [("x", "read", "nul")],
            id="what is cut off stays malformed",
        ),
        pytest.param([[None, "x", {}]], [], id="no pieces at all"),
    ],
)
def test_pieces_join_to_the_calls_that_were_meant(
    chunks: list[list[Json]], expected: list[tuple[str, str, str]]
) -> None:
    assert gathered(*chunks) == expected


def test_opaque_fields_of_a_call_are_kept() -> None:
    pieces = CallPieces(ToolNames())
    extra = {"extra_content": {"google": {"thought_signature": "abc"}}}
    (delta,) = pieces.feed(
        ({"index": 0, "id": "x", "type": "function", "function": READ, **extra},)
    )
    assert delta.extra == extra


def test_opaque_fields_that_no_store_can_write_are_refused() -> None:
    with pytest.raises(ValueError, match="written down"):
        list(CallPieces(ToolNames()).feed(({"function": READ, "extra_content": "\ud800"},)))


def test_an_absurd_index_is_refused() -> None:
    with pytest.raises(ValueError, match="above 1024"):
        list(CallPieces(ToolNames()).feed(({"index": 2**40, "function": READ},)))


def test_more_calls_than_can_be_meant_are_refused() -> None:
    chunk = tuple[Json, ...]({"id": str(number), "function": READ} for number in range(300))
    with pytest.raises(ValueError, match="more than 256"):
        list(CallPieces(ToolNames()).feed(chunk))
