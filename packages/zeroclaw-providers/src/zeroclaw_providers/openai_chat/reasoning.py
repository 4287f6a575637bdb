"""Finds the thinking in a delta, with what must go back to the provider later."""

from __future__ import annotations

from typing import Final

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.json_fields import items_of, object_of, text_of

__all__ = ["DETAILS", "ECHOED_TEXT", "ReasoningTrace", "shown_of"]

DETAILS: Final = "reasoning_details"
"""The field of opaque pieces; it goes back as a whole."""

ECHOED_TEXT: Final = "reasoning_content"
"""The field whose text goes back with tool calls; servers that use it may insist."""

GROWING: Final = frozenset({"text", "summary", "signature"})
"""The fields of a detail that come in pieces."""


def shown_of(delta: JsonObject) -> tuple[str, str]:
    """The thinking in a delta, then the text in it."""
    thought = text_of(delta.get("reasoning_content")) or text_of(delta.get("reasoning"))
    if not thought:
        details = (object_of(item) for item in items_of(delta.get(DETAILS)))
        thought = "".join(
            text_of(item.get("text")) or text_of(item.get("summary")) for item in details
        )
    content = delta.get("content")
    if isinstance(content, str):
        return (thought + content, "") if delta.get("channel") == "analysis" else (thought, content)
    text = ""
    for part in items_of(content):
        more_thought, more_text = _part(part)
        thought, text = thought + more_thought, text + more_text
    return thought, text


def _part(part: Json) -> tuple[str, str]:
    if isinstance(part, str):
        return "", part
    fields = object_of(part)
    if fields.get("type") in ("thinking", "reasoning"):
        inside = fields.get("thinking") or fields.get("text")
        return text_of(inside) or "".join(_part(item)[1] for item in items_of(inside)), ""
    return "", text_of(fields.get("text"))


@define
class ReasoningTrace:
    """What of the reasoning must be echoed; `data` is its form in a `ReasoningBlock`."""

    _details: dict[tuple[str, str], dict[str, Json]] = Factory(dict)
    _wants_text: bool = False

    def add(self, delta: JsonObject) -> None:
        """Keep the opaque parts of a delta; pieces with the same index grow together."""
        self._wants_text = self._wants_text or bool(text_of(delta.get(ECHOED_TEXT)))
        for item in items_of(delta.get(DETAILS)):
            fields = object_of(item)
            place = text_of(fields.get("index")) or f"unnumbered {len(self._details)}"
            known = self._details.setdefault((text_of(fields.get("type")), place), {})
            for key, value in fields.items():
                before = known.get(key)
                if key in GROWING and isinstance(before, str) and isinstance(value, str):
                    known[key] = before + value
                elif value is not None or key not in known:
                    known[key] = value

    def data(self) -> JsonObject | None:
        """What goes back with the message, if anything does."""
        data: dict[str, Json] = {}
        if self._details:
            data[DETAILS] = list(self._details.values())
        if self._wants_text:
            data["text_field"] = ECHOED_TEXT
        return data or None
