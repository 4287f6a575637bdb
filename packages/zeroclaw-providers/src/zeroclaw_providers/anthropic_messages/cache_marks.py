"""Marks how far a request stays the same, for the server's prompt cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import items_of, object_of

__all__ = ["MARK", "marked_last", "marked_messages"]

MARK: Final = "cache_control"
"""A request may have four: here at the tools, the system text, and in two messages."""
MARKABLE: Final = frozenset({"text", "image", "tool_use", "tool_result"})


def marked_last(blocks: Sequence[JsonObject], mark: JsonObject | None) -> Sequence[JsonObject]:
    """The same blocks (or tools) with the mark on the last one."""
    return _marked(blocks, len(blocks) - 1, mark) if mark and blocks else blocks


def marked_messages(
    messages: Sequence[JsonObject], mark: JsonObject | None
) -> Sequence[JsonObject]:
    """The same messages with marks before the user's last words, then at the end.

    What is added to the user's last words for one request alone changes with the next, so the
    prefix that a later turn finds again ends before them. The end serves the calls of this turn.
    """
    if not mark:
        return messages
    result = list(messages)
    places = {_markable(messages, _last_words(messages)), _markable(messages, (len(messages), 0))}
    for number, index in filter(None, places):
        blocks = [object_of(block) for block in items_of(result[number]["content"])]
        result[number] = {**result[number], "content": _marked(blocks, index, mark)}
    return result


def _marked(blocks: Sequence[JsonObject], index: int, mark: JsonObject | None) -> list[JsonObject]:
    return [*blocks[:index], {**blocks[index], MARK: mark}, *blocks[index + 1 :]]


def _last_words(messages: Sequence[JsonObject]) -> tuple[int, int]:
    """The message with the last words of a user, with the place in it where they begin."""
    for number in range(len(messages) - 1, -1, -1):
        if messages[number]["role"] == "user":
            for index, block in enumerate(items_of(messages[number]["content"])):
                if object_of(block).get("type") != "tool_result":
                    return number, index
    return 0, 0


def _markable(messages: Sequence[JsonObject], end: tuple[int, int]) -> tuple[int, int] | None:
    """The last block before a place that can bear a mark; thinking cannot."""
    for number in range(len(messages) - 1, -1, -1):
        blocks = items_of(messages[number]["content"])
        for index in range(len(blocks) - 1, -1, -1):
            if (number, index) < end and object_of(blocks[index]).get("type") in MARKABLE:
                return number, index
    return None
