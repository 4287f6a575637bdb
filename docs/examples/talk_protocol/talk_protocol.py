"""A family of models that are asked in a protocol of their own."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from attrs import define, frozen

from zeroclaw_api.factory import ProviderServices
from zeroclaw_api.family import FamilyCard
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.endpoint import Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.failures import Failures, says_error
from zeroclaw_providers.family_settings import ApiKey, EndpointUrl, PricedModel, Tokens
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import loaded, object_of, text_of

__all__ = ["TalkProvider", "talk"]

REASONS = {"stop": FinishReason.STOP, "limit": FinishReason.LENGTH}


class TalkSettings(PricedModel):
    uri: EndpointUrl
    api_key: ApiKey | None = None
    max_tokens: Tokens | None = None
    text_tools: bool = True


@frozen
class TalkStyle:
    provider: str
    native_tools: bool = False
    vision: bool = False


@define
class TalkDecoder:
    failures: Failures
    finish: Finish | None = None

    @property
    def is_done(self) -> bool:
        return self.finish is not None

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        try:
            value = loaded(data)
        except ValueError:
            raise self.failures.bad_stream("an event is not JSON") from None
        yield from self.feed_object(value)

    def feed_object(self, value: Json) -> Iterator[StreamEvent]:
        event = object_of(value)
        if says_error(event):
            raise self.failures.from_body(event)
        if text := text_of(event.get("text")):
            yield TextDelta(text)
        if end := text_of(event.get("end")):
            self.finish = Finish(REASONS.get(end, FinishReason.ERROR), end)

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        if self.finish is None:
            raise self.failures.bad_stream("the answer broke off")
        yield self.finish


def answer_reader(failures: Failures) -> SseAnswerReader:
    return SseAnswerReader(TalkDecoder(failures))


class TalkProvider(EndpointProvider[TalkStyle]):
    def __init__(self, settings: TalkSettings, services: ProviderServices, name: str) -> None:
        super().__init__(TalkStyle(name), services.blobs)
        key = settings.api_key.get_secret_value() if settings.api_key else ""
        self._url = settings.uri.rstrip("/") + "/talk"
        self._headers = {"X-Key": key} if key else {}
        self._endpoint = Endpoint(services.http, name, (key,) if key else ())

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        said: list[Json] = [{"by": each.role.value, "text": each.text} for each in request.messages]
        asked: JsonObject = {"model": request.model, "rules": request.system, "said": said}
        body = encoded({**asked, "limit": request.max_output_tokens})
        async with self._endpoint.stream(
            self._url, self._headers, body, request.model, answer_reader
        ) as events:
            yield events


class TalkFactory:
    name = "talk"
    card = FamilyCard("Talk", "TALK_API_KEY", needs_key=True)

    def settings_model(self) -> type[TalkSettings]:
        return TalkSettings

    def build(self, settings: TalkSettings, services: ProviderServices, alias: str) -> TalkProvider:
        return TalkProvider(settings, services, f"{self.name}.{alias}")


talk = TalkFactory()
