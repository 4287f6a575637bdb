"""Hold which JSON objects are calls."""

from __future__ import annotations

import pytest

from zeroclaw_tool_call_parser.call_objects import arguments_object, call_of, calls_of
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.strict_json import Json

OFFER = Offer({"f": {}})


@pytest.mark.parametrize(
    "value",
    [
        {"name": "f"},
        {"name": "f", "arguments": {}},
        {"name": "f", "parameters": {}, "id": "1", "type": "function"},
    ],
)
def test_an_object_with_a_name_is_a_call(value: Json) -> None:
    assert call_of(value, OFFER) == Call("f", {})
    assert calls_of([value, value], OFFER) == (Call("f", {}), Call("f", {}))


@pytest.mark.parametrize(
    "value",
    [
        *(None, [], "f", {}, {"name": 1}, {"name": "g"}, {"name": "f", "age": 3}),
        *({"name": "f", "arguments": "{}"}, {"name": "f", "arguments": None}),
        *({"name": "f", "arguments": {}, "parameters": {}}, {"name": "f", "type": "object"}),
    ],
)
def test_any_other_value_is_refused(value: Json) -> None:
    with pytest.raises(ValueError, match=r"."):
        call_of(value, OFFER)
    with pytest.raises(ValueError, match=r"."):
        calls_of([value], OFFER)


def test_what_is_only_similar_needs_its_arguments() -> None:
    with pytest.raises(ValueError, match="no arguments"):
        call_of({"name": "f"}, OFFER, needs_arguments=True)


def test_arguments_may_be_left_out_before_their_end() -> None:
    assert arguments_object(Cursor(" </a>", 0, 5), "</a>") == {}
    assert arguments_object(Cursor("{} </a>", 0, 7), "</a>") == {}
