"""A body is the same bytes each time, whatever its texts hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import parse_json_object, well_formed
from zeroclaw_providers.json_body import encoded


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.booleans()))
def test_body_is_read_back_as_it_was(body: dict[str, str | int | bool]) -> None:
    assert encoded(body) == encoded(dict(body))
    assert parse_json_object(encoded(body)) == body


def test_half_a_character_becomes_one_that_can_be_sent() -> None:
    assert encoded({"a": "\ud83d"}) == f'{{"a":"{well_formed(chr(0xD83D))}"}}'.encode()
