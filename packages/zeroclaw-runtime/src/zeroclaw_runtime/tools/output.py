"""Cuts long text in the middle, so that its beginning stays readable, its end too."""

from __future__ import annotations

__all__ = ["cap_text"]


def cap_text(text: str, limit: int) -> str:
    """Keep the first two thirds and the last third of `limit` characters.

    Characters are code points, so none is ever split. The mark in the middle comes on top.
    """
    if len(text) <= limit:
        return text
    tail = limit // 3
    head = limit - tail
    mark = f"\n[... {len(text) - limit} characters truncated ...]\n"
    return text[:head] + mark + text[len(text) - tail :]
