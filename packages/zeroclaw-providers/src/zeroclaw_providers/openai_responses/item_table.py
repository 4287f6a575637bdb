"""Tells which item of a response an event is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import count_of, object_of, text_of
from zeroclaw_providers.openai_responses.items import CALL, MESSAGE, THINKING, OpenItem
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["ItemTable"]

MAX_CALLS: Final = 256
"""Calls in one answer; far above what a model makes, so that a broken server ends early."""
MAX_ITEMS: Final = 4096
"""Items in one answer, likewise."""
KINDS: Final = frozenset({MESSAGE, CALL, THINKING})
"""The items that are read; others are about what a server did by itself."""


@define
class ItemTable:
    """The items of one answer, known by their ids, else by their places in it.

    The id of a call, which some servers use again and again, says nothing. Some make up a new
    item id for each event, so that only the place holds; others give every item the same place.
    """

    names: ToolNames
    calls: int = 0
    _items: list[OpenItem] = Factory(list)
    _by_id: dict[str, OpenItem] = Factory(dict)
    _by_index: dict[int, OpenItem] = Factory(dict)

    def __iter__(self) -> Iterator[OpenItem]:
        return iter(self._items)

    def known(self, event: JsonObject, kind: str) -> OpenItem | None:
        """The item of an event, whose kind may be another; the latest when it says nothing."""
        item_id, index = _id_of(event), count_of(event.get("output_index"))
        if item_id in self._by_id:
            return self._by_id[item_id]
        if index is not None:
            return self._by_index.get(index)
        latest = (item for item in reversed(self._items) if item.kind == kind and not item.is_done)
        return None if item_id else next(latest, None)

    def begun(self, event: JsonObject, kind: str, shown: int) -> OpenItem | None:
        """The item of an event that begins one; an id that is new makes a new one."""
        item_id = _id_of(event)
        if item_id and item_id not in self._by_id:
            return self._opened(event, kind, shown)
        return self.found(event, kind, shown)

    def found(self, event: JsonObject, kind: str, shown: int) -> OpenItem | None:
        """The item of an event, a new one unless it is known; None for a kind nobody reads.

        `shown` is how many characters of text came before. Raises ValueError when there are more
        than can be meant.
        """
        known = self.known(event, kind)
        return (
            known if known is not None and known.kind == kind else self._opened(event, kind, shown)
        )

    def _opened(self, event: JsonObject, kind: str, shown: int) -> OpenItem | None:
        if kind not in KINDS:
            return None
        opened = OpenItem(kind, self.calls, shown, self.calls, self.names)
        self._items.append(opened)
        self.calls += kind == CALL
        if self.calls > MAX_CALLS:
            raise ValueError(f"it makes more than {MAX_CALLS} tool calls")
        if len(self._items) > MAX_ITEMS:
            raise ValueError(f"it has more than {MAX_ITEMS} items")
        item_id, index = _id_of(event), count_of(event.get("output_index"))
        if item_id:
            self._by_id[item_id] = opened
        if index is not None:
            self._by_index[index] = opened
        return opened


def _id_of(event: JsonObject) -> str:
    return text_of(event.get("item_id")) or text_of(object_of(event.get("item")).get("id"))
