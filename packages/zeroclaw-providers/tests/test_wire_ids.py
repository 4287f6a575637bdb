"""Calls get ids on the wire that their server accepts, none twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId
from zeroclaw_providers.wire_ids import TOOL_USE_IDS, WireIds


def test_the_id_of_the_provider_goes_back_to_it() -> None:
    assert WireIds().give(CallId(1), "functions.read:0") == "functions.read:0"


def test_a_missing_id_is_made_up_in_nine_letters_and_digits() -> None:
    made = WireIds().give(CallId(7), None)
    assert made.isalnum()
    assert len(made) == 9


@given(st.lists(st.tuples(st.integers(1, 4), st.none() | st.text(max_size=3)), max_size=12))
def test_no_two_calls_of_a_request_share_an_id(calls: list[tuple[int, str | None]]) -> None:
    ids = WireIds()
    given_out = [ids.give(CallId(number), wire_id) for number, wire_id in calls]
    assert len(set(given_out)) == len(given_out)
    assert all(given_out)


def test_an_id_of_the_server_is_kept_while_it_is_free() -> None:
    ids = WireIds(TOOL_USE_IDS)
    assert ids.give(CallId(1), "toolu_01A") == "toolu_01A"
    assert ids.give(CallId(2), "toolu_01A") == "toolu_zc2"


@pytest.mark.parametrize("foreign", [None, "", "functions.f:0", "a b", "é", "x" * 200])
def test_an_id_that_the_protocol_forbids_is_replaced(foreign: str | None) -> None:
    assert WireIds(TOOL_USE_IDS).give(CallId(7), foreign) == "toolu_zc7"


def test_made_up_ids_avoid_those_that_servers_made() -> None:
    ids = WireIds(TOOL_USE_IDS)
    assert ids.give(CallId(1), "toolu_zc2") == "toolu_zc2"
    assert ids.give(CallId(2), "toolu_zx3") == "toolu_zx3"
    assert ids.give(CallId(2), None) == "toolu_zx4"
