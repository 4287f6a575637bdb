"""Hold what every dialect has to be for the parser to read it in chunks."""

from __future__ import annotations

import pytest

from zeroclaw_tool_call_parser.catalogue import DIALECTS
from zeroclaw_tool_call_parser.dialect import Dialect, Place
from zeroclaw_tool_call_parser.markers import THINKING, TOOL_RESULTS

ALL = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS.keys())


def _markers(dialect: Dialect) -> list[str]:
    regions = (*THINKING, *TOOL_RESULTS, *dialect.thinking)
    openers = [o.marker for o in dialect.openers if o.place is not Place.ALONE]
    return [*openers, *(region.open for region in regions), *dialect.fillers, *dialect.frames]


def _confusable(markers: list[str]) -> list[tuple[str, str]]:
    return [(a, b) for a in markers for b in markers if a != b and b.startswith(a)]


@ALL
def test_no_marker_is_the_beginning_of_another(dialect: Dialect) -> None:
    markers = _markers(dialect)
    assert _confusable(markers) == []
    assert len(markers) == len(set(markers))


def test_control_a_marker_that_begins_another_is_found() -> None:
    assert _confusable(["<a", "<a>", "b"]) == [("<a", "<a>")]


@ALL
def test_what_opens_alone_is_one_character_of_doubt(dialect: Dialect) -> None:
    for opener in dialect.openers:
        if opener.place is Place.ALONE:
            assert len(opener.marker) == 1
            assert not opener.is_certain
