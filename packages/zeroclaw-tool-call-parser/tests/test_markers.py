"""Hold that markers are found, their beginnings waited for."""

from __future__ import annotations

from zeroclaw_tool_call_parser.catalogue import DIALECTS
from zeroclaw_tool_call_parser.markers import Filler, Markers

MARKERS = Markers(DIALECTS["llama"])


def test_the_next_marker_is_found_with_its_meaning() -> None:
    assert MARKERS.search("a;", 0) == (1, ";", Filler())
    assert MARKERS.at("a;", 1) == (";", Filler())
    assert MARKERS.at("a;", 0) is None
    assert MARKERS.search("a", 0) is None


def test_the_beginning_of_a_marker_is_not_settled() -> None:
    assert MARKERS.settled("a <|python_", 0) == 2
    assert MARKERS.settled("a <|pythom_", 0) == 11
    assert MARKERS.settled("a <|python_", 3) == 11
    assert MARKERS.is_beginning("a <think", 2)
    assert not MARKERS.is_beginning("a <thinx", 2)


def test_a_bracket_opens_only_in_its_dialects() -> None:
    opener = MARKERS.alone("{", 0)
    assert opener is not None
    assert opener.marker == "{"
    assert Markers(DIALECTS["hermes"]).alone("{", 0) is None
