"""A provider for every endpoint that speaks OpenAI chat completions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from types import MappingProxyType
from typing import Final

from attrs import evolve

from zeroclaw_api.errors import ProviderRejected
from zeroclaw_api.json import JsonObject
from zeroclaw_api.provider import ListedModels, ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.endpoint import IDLE_SECONDS, Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.listing import fetched_list
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.openai_chat.decoder import ChatDecoder
from zeroclaw_providers.openai_chat.listing import list_url, openai_names
from zeroclaw_providers.openai_chat.quirks import PLAIN, Quirks
from zeroclaw_providers.openai_chat.request import (
    RequestStyle,
    request_body,
    wanted_images,
)
from zeroclaw_providers.openai_chat.second_try import second_try
from zeroclaw_providers.openai_chat.signing import Signing, bearer
from zeroclaw_providers.pictures import picture_bytes
from zeroclaw_providers.target import below, target_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["OpenAIChatProvider"]

ENDPOINT: Final = "/chat/completions"
NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class OpenAIChatProvider(EndpointProvider[RequestStyle]):
    """A client of one endpoint. `url` is the API's root, such as `https://api.example.com/v1`.

    `key` goes into the request's headers only, which `signing` makes of it; `headers` are sent
    besides. With `lists_openly`, its models are listed without a key. `blobs` has the bytes of
    pictures; without it, or without `vision`, a note stands in their place. `idle_seconds` bounds
    the wait for data.
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
        blobs: BlobStore | None = None,
        quirks: Quirks = PLAIN,
        options: ModelOptions = ModelOptions(),
        signing: Signing = bearer,
        headers: Mapping[str, str] = NO_HEADERS,
        lists_openly: bool = False,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._url, self._url_secrets = target_of(url, below(ENDPOINT))
        self._key = (key or "").strip()
        self._signing = signing
        self._headers = headers
        self._lists_openly = lists_openly
        self._endpoint = Endpoint(http, name, (), idle_seconds)
        super().__init__(RequestStyle(name, native_tools, vision, quirks, options), blobs)

    async def models(self) -> ListedModels:
        """See `ListsModels.models`."""
        headers, secrets = self._signed()
        endpoint = evolve(self._endpoint, secrets=secrets)
        body = await fetched_list(endpoint, list_url(self._url, ENDPOINT), headers)
        return ListedModels(openai_names(body), is_open=self._lists_openly)

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        images = await picture_bytes(wanted_images(request, self._style), self._blobs)
        body = request_body(request, self._style, images)
        async with AsyncExitStack() as stack:
            try:
                events = await stack.enter_async_context(self._send(request, body))
            except ProviderRejected as error:
                other = second_try(body, error)
                if other is None:
                    raise
                events = await stack.enter_async_context(self._send(request, other))
            yield events

    def _send(
        self, request: ModelRequest, body: JsonObject
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        headers, secrets = self._signed()
        names = ToolNames.of(spec.name for spec in request.tools)

        def reader(failures: Failures) -> SseAnswerReader:
            return SseAnswerReader(ChatDecoder(failures, names))

        return evolve(self._endpoint, secrets=secrets).stream(
            self._url, headers, encoded(body), request.model, reader
        )

    def _signed(self) -> tuple[Mapping[str, str], tuple[str, ...]]:
        """The headers of a request, with what is secret in it."""
        shown = self._signing(self._key) if self._key else NO_HEADERS
        tokens = (value.removeprefix("Bearer ") for value in shown.values())
        secrets = (self._key, *tokens, *self._url_secrets) if self._key else self._url_secrets
        return {**self._headers, **shown}, secrets
