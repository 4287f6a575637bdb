"""Hold that only offered tools are called, with an object of arguments."""

from __future__ import annotations

import pytest

from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.strict_json import Json

OFFER = Offer({"f": {"properties": {"n": {"type": "integer"}}}, "odd": {"properties": [1]}})


def test_an_offered_tool_is_called_by_its_exact_name() -> None:
    assert OFFER.call("f", {"n": "1"}) == Call("f", {"n": "1"})
    for name in ("F", " f", "functions.f", "g", ""):
        with pytest.raises(ValueError, match="no tool named"):
            OFFER.call(name, {})


def test_arguments_that_are_no_object_are_refused() -> None:
    wrong: tuple[Json, ...] = (None, "{}", [], 3)
    for arguments in wrong:
        with pytest.raises(ValueError, match="not an object"):
            OFFER.call("f", arguments)


def test_raw_parameters_are_typed_by_the_schema() -> None:
    assert OFFER.raw_call("f", {"n": "1", "m": "1"}) == Call("f", {"n": 1, "m": "1"})
    assert OFFER.raw_call("odd", {"n": "1"}) == Call("odd", {"n": "1"})
