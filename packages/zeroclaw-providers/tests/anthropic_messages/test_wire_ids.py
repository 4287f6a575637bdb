"""Ids of calls are legal, each of them once."""

from __future__ import annotations

import pytest

from zeroclaw_api.identifiers import CallId
from zeroclaw_providers.anthropic_messages.wire_ids import ToolUseIds


def test_an_id_of_the_server_is_kept_while_it_is_free() -> None:
    ids = ToolUseIds()
    assert ids.give(CallId(1), "toolu_01A") == "toolu_01A"
    assert ids.give(CallId(2), "toolu_01A") == "toolu_zc2"


@pytest.mark.parametrize("foreign", [None, "", "functions.f:0", "a b", "é", "x" * 200])
def test_an_id_that_the_protocol_forbids_is_replaced(foreign: str | None) -> None:
    assert ToolUseIds().give(CallId(7), foreign) == "toolu_zc7"


def test_made_up_ids_avoid_those_that_servers_made() -> None:
    ids = ToolUseIds()
    assert ids.give(CallId(1), "toolu_zc2") == "toolu_zc2"
    assert ids.give(CallId(2), "toolu_zx3") == "toolu_zx3"
    assert ids.give(CallId(2), None) == "toolu_zx4"
