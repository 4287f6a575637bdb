"""Blocks that nobody here reads are told from the others."""

from __future__ import annotations

import pytest

from zeroclaw_providers.anthropic_messages.replay import is_server_block


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("server_tool_use", True),
        ("mcp_tool_use", True),
        ("web_search_tool_result", True),
        ("compaction", True),
        ("tool_use", False),
        ("tool_result", False),
        ("text", False),
        ("thinking", False),
        ("", False),
    ],
)
def test_blocks_of_the_server_are_told_from_ours(kind: str, expected: bool) -> None:
    assert is_server_block(kind) is expected
