"""Approvals name less than a whole tool."""

from __future__ import annotations

from zeroclaw_api.approvals import CommandPrefix, SameCall, SamePath


def test_scopes_of_different_kinds_are_never_equal() -> None:
    assert len({CommandPrefix(("a",)), SamePath("a"), SameCall("a")}) == 3
