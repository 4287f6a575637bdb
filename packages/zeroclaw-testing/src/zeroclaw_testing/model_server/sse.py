"""Server-sent event framing on bytes, in all the spellings that servers use."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_testing.model_server.script import Delivery, Newline

__all__ = ["SseFraming"]


@frozen
class SseFraming:
    """How this server spells its frames."""

    newline: Newline = Newline.LF
    colon_space: bool = True

    @classmethod
    def of(cls, delivery: Delivery) -> SseFraming:
        """The spelling that a delivery asks for."""
        return cls(delivery.newline, delivery.colon_space)

    def frame(self, data: str, event: str | None = None) -> bytes:
        """One event; a line feed in the data makes several `data:` lines."""
        fields = [] if event is None else [self._field("event", event)]
        fields += [self._field("data", line) for line in data.split("\n")]
        return self._closed(fields)

    def comment(self, text: str) -> bytes:
        """A comment line, with the empty line that servers send after it."""
        return self._closed([self._field("", text)])

    def _field(self, name: str, value: str) -> str:
        return f"{name}:{' ' if self.colon_space else ''}{value}"

    def _closed(self, fields: list[str]) -> bytes:
        end = self.newline.value
        return (end.join(fields) + end + end).encode()
