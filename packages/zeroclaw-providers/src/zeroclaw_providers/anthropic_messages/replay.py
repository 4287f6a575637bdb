"""Tells the blocks of an answer that must go back as they came."""

from __future__ import annotations

from typing import Final

__all__ = ["THINKING", "is_server_block"]

THINKING: Final = frozenset({"thinking", "redacted_thinking"})
OTHERS: Final = frozenset({"compaction", "container_upload"})


def is_server_block(kind: str) -> bool:
    """Whether blocks of this type are about what the server did by itself, such as a search."""
    return kind.endswith(("_tool_use", "_tool_result")) or kind in OTHERS
