"""A provider for Google's Gemini models."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import quote

from zeroclaw_api.provider import ListedModels, ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.endpoint import IDLE_SECONDS, Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.gemini.decoder import GeminiDecoder
from zeroclaw_providers.gemini.listing import LIST_PATH, gemini_names
from zeroclaw_providers.gemini.request import (
    GeminiStyle,
    request_body,
    wanted_images,
)
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.listing import fetched_list
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.pictures import picture_bytes
from zeroclaw_providers.tool_names import GEMINI_NAMES, ToolNames

__all__ = ["GeminiProvider"]

COLLECTION: Final = "models/"
METHOD: Final = ":streamGenerateContent?alt=sse"


class GeminiProvider(EndpointProvider[GeminiStyle]):
    """A client of one endpoint. `url` is the API's root, such as `https://api.example.com/v1beta`.

    `key` goes into the request's header only. `blobs` has the bytes of pictures; without it, or
    without `vision`, a note stands in their place. With `thoughts`, the model's thinking is asked
    for. `idle_seconds` bounds the wait for data.
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
        thoughts: bool = False,
        options: ModelOptions = ModelOptions(),
        blobs: BlobStore | None = None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._root = url.rstrip("/")
        key = (key or "").strip()
        self._headers = {"x-goog-api-key": key} if key else {}
        self._endpoint = Endpoint(http, name, (key,) if key else (), idle_seconds)
        super().__init__(GeminiStyle(name, native_tools, vision, thoughts, options), blobs)

    async def models(self) -> ListedModels:
        """See `ListsModels.models`."""
        url = self._root + LIST_PATH
        names = gemini_names(await fetched_list(self._endpoint, url, self._headers))
        return ListedModels(names, frozenset(COLLECTION + name for name in names))

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        images = await picture_bytes(wanted_images(request, self._style), self._blobs)
        body = encoded(request_body(request, self._style, images))
        names = ToolNames.of((spec.name for spec in request.tools), GEMINI_NAMES)
        async with self._endpoint.stream(
            self._target(request.model),
            self._headers,
            body,
            request.model,
            lambda failures: SseAnswerReader(GeminiDecoder(failures, names)),
        ) as events:
            yield events

    def _target(self, model: str) -> str:
        """A name with a collection is a path, as Google lists its models; others are in its own."""
        path = model if "/" in model else COLLECTION + model
        return f"{self._root}/{quote(path)}{METHOD}"
