"""One output item of a scripted response, with the events that it comes in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject

__all__ = ["OutputItem"]

PREFIXES: Mapping[str, str] = MappingProxyType(
    {"message": "msg", "reasoning": "rs", "function_call": "fc"}
)


@define
class OutputItem:
    """A message, a reasoning item with one section of summary, or a call; at its `place`.

    `extra` are further fields, as they are known at its end.
    """

    kind: str
    place: int
    name: str = ""
    call_id: str = ""
    extra: JsonObject = Factory(dict)
    _pieces: list[str] = Factory(list)

    @property
    def item_id(self) -> str:
        """The id that the server made up."""
        return f"{PREFIXES[self.kind]}_{self.place}"

    def begin(self) -> Iterator[JsonObject]:
        """The events before its content."""
        item = self.document(status="in_progress")
        yield {"type": "response.output_item.added", "output_index": self.place, "item": item}
        if self.kind == "message":
            part = {"type": "output_text", "text": "", "annotations": []}
            yield self._about("response.content_part.added", {"content_index": 0, "part": part})

    def add(self, text: str) -> Iterator[JsonObject]:
        """The events of a piece of its content."""
        if self.kind == "reasoning" and not self._pieces:
            part: JsonObject = {"type": "summary_text", "text": ""}
            kind = "response.reasoning_summary_part.added"
            yield self._about(kind, {"summary_index": 0, "part": part})
        self._pieces.append(text)
        stem, where = self._stem()
        yield self._about(f"{stem}.delta", {**where, "delta": text})

    def end(self) -> Iterator[JsonObject]:
        """The events after its content."""
        stem, where = self._stem()
        whole = "".join(self._pieces)
        field = "arguments" if self.kind == "function_call" else "text"
        if self._pieces or self.kind != "reasoning":
            yield self._about(f"{stem}.done", {**where, field: whole})
        if self.kind == "message":
            part = self._content()
            yield self._about("response.content_part.done", {"content_index": 0, "part": part})
        elif self.kind == "reasoning" and self._pieces:
            summary: JsonObject = {"type": "summary_text", "text": whole}
            kind = "response.reasoning_summary_part.done"
            yield self._about(kind, {"summary_index": 0, "part": summary})
        item = self.document()
        yield {"type": "response.output_item.done", "output_index": self.place, "item": item}

    def document(self, status: str = "completed") -> JsonObject:
        """The item, as far as it has come."""
        item: dict[str, Json] = {"id": self.item_id, "type": self.kind}
        text = "".join(self._pieces)
        is_over = status == "completed"
        match self.kind:
            case "message":
                content = [self._content()] if is_over else []
                item |= {"status": status, "role": "assistant", "content": content}
            case "reasoning":
                item["summary"] = [{"type": "summary_text", "text": text}] if text else []
            case _:
                item |= {"status": status, "arguments": text}
                item |= {"call_id": self.call_id, "name": self.name}
        return {**item, **(self.extra if is_over else {})}

    def _content(self) -> JsonObject:
        return {"type": "output_text", "text": "".join(self._pieces), "annotations": []}

    def _stem(self) -> tuple[str, JsonObject]:
        """How the events of its content are called; what they have beside its id."""
        match self.kind:
            case "message":
                return "response.output_text", {"content_index": 0, "logprobs": []}
            case "reasoning":
                return "response.reasoning_summary_text", {"summary_index": 0}
            case _:
                return "response.function_call_arguments", {}

    def _about(self, kind: str, fields: JsonObject) -> JsonObject:
        return {"type": kind, "item_id": self.item_id, "output_index": self.place, **fields}
