"""A provider for every endpoint that speaks the protocol of OpenAI's Responses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

from zeroclaw_api.provider import ListedModels, ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import PingedAnswerReader
from zeroclaw_providers.endpoint import IDLE_SECONDS, Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.listing import fetched_list
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.openai_chat.listing import list_url, openai_names
from zeroclaw_providers.openai_responses.decoder import ResponsesDecoder
from zeroclaw_providers.openai_responses.request import (
    ResponsesStyle,
    response_body,
    sent_pictures,
)
from zeroclaw_providers.pictures import picture_bytes
from zeroclaw_providers.target import below, target_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["ResponsesProvider"]

ENDPOINT: Final = "/responses"


class ResponsesProvider(EndpointProvider[ResponsesStyle]):
    """A client of one endpoint. `url` is the API's root, such as `https://api.example.com/v1`.

    `key` goes into the request's header only. `blobs` has the bytes of pictures; without it, or
    without `vision`, a note stands in their place. `options` is what the model is asked beyond
    the conversation. `headers` go with each request. With `is_limited` false the endpoint is not
    told how much it may answer. `idle_seconds` bounds the wait for data.
    """

    def __init__(
        self,
        http: Http,
        url: str,
        key: str | None,
        name: str,
        *,
        native_tools: bool = True,
        vision: bool = False,
        options: ModelOptions = ModelOptions(),
        blobs: BlobStore | None = None,
        headers: Mapping[str, str] | None = None,
        is_limited: bool = True,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._url, secrets = target_of(url, below(ENDPOINT))
        key = (key or "").strip()
        shown = {"Authorization": f"Bearer {key}"} if key else {}
        self._headers = {**(headers or {}), **shown}
        self._endpoint = Endpoint(http, name, (key, *secrets) if key else secrets, idle_seconds)
        style = ResponsesStyle(name, native_tools, vision, options, is_limited)
        super().__init__(style, blobs)

    async def models(self) -> ListedModels:
        """See `ListsModels.models`."""
        url = list_url(self._url, ENDPOINT)
        return ListedModels(openai_names(await fetched_list(self._endpoint, url, self._headers)))

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        images = await picture_bytes(sent_pictures(request, self._style), self._blobs)
        body = encoded(response_body(request, self._style, images))
        names = ToolNames.of(spec.name for spec in request.tools)
        async with self._endpoint.stream(
            self._url,
            self._headers,
            body,
            request.model,
            lambda failures: PingedAnswerReader(ResponsesDecoder(failures, names)),
        ) as events:
            yield events
