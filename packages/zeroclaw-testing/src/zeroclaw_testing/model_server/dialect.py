"""What a model protocol must tell the server about itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.stream import StreamEvent
from zeroclaw_testing.model_server.script import Completion, InBandError

__all__ = ["Dialect", "FrameEncoder", "ModelCall"]


@frozen
class ModelCall:
    """A request for an answer, as far as the server has to understand it."""

    model: str
    stream: bool
    usage_wanted: bool
    messages: tuple[Json, ...] = field(default=(), hash=False)


class FrameEncoder(Protocol):
    """Turns the steps of one streamed answer into frames.

    It is not the stream: waits and cuts are made elsewhere. The server makes one per answer and
    calls it in the order of the script; it may remember what it sent. Nothing here waits.
    """

    def event(self, event: StreamEvent) -> bytes:
        """The frames of an event; empty when the protocol sends nothing for it."""

    def frame(self, payload: JsonObject | str) -> bytes:
        """One frame with any payload."""

    def comment(self, text: str) -> bytes:
        """A line that means nothing."""

    def error(self, error: InBandError) -> bytes:
        """An error in the middle of the stream."""

    def end(self) -> bytes:
        """The protocol's last frame, empty when it has none."""


class Dialect(Protocol):
    """One protocol that models are asked in: pure functions from values to bytes.

    It is not a server: it opens nothing, waits for nothing, keeps nothing between requests.
    """

    @property
    def stream_type(self) -> str:
        """The content type of a streamed answer."""

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        """The list of models when this request asks for it, else None."""

    def claims(self, method: str, path: str) -> bool:
        """Whether this request asks a model in this protocol."""

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """Why a strict provider would refuse this request; empty when it would not."""

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """What the request asks; lenient, since `problems` has the judgement."""

    def encoder(self, answer: Completion, call: ModelCall) -> FrameEncoder:
        """The encoder of a streamed answer."""

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The answer as one document."""

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The body of an HTTP error."""
