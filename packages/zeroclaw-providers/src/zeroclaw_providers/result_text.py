"""Tells the result of a tool as text, for endpoints that take nothing else."""

from __future__ import annotations

from collections.abc import Container

from zeroclaw_api.messages import Media, ToolResult
from zeroclaw_providers.stand_ins import without_picture

__all__ = ["result_text", "shown_pictures"]


def result_text(result: ToolResult, images: Container[str]) -> str:
    """Its text, a note for each picture, its receipt; `images` are digests of those that follow."""
    notes = [
        f"({part.mime} follows)" if part.sha256 in images else without_picture(part)
        for part in result.content
        if isinstance(part, Media)
    ]
    receipt = [f"[receipt: {result.receipt}]"] if result.receipt else []
    said = "\n\n".join(text for text in (result.text, *notes, *receipt) if text)
    return said or f"({result.status.value}, no output)"


def shown_pictures(result: ToolResult, images: Container[str]) -> list[Media]:
    """The pictures that have to follow it."""
    return [part for part in result.content if isinstance(part, Media) and part.sha256 in images]
