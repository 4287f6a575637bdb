"""A provider for models that an Ollama server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from zeroclaw_api.provider import ListedModels, ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.endpoint import IDLE_SECONDS, Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.listing import fetched_list
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.ollama.answer import NdjsonAnswerReader
from zeroclaw_providers.ollama.decoder import OllamaDecoder
from zeroclaw_providers.ollama.listing import LIST_ENDPOINT, ollama_models
from zeroclaw_providers.ollama.request import OllamaStyle, request_body, wanted_images
from zeroclaw_providers.pictures import picture_bytes
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["OllamaProvider"]

ENDPOINT: Final = "/api/chat"
BEYOND_ROOT: Final = (ENDPOINT, "/api", "/v1")
"""What people write after the server's address, who have it from another program."""
NOTHING_ASKED: Final = ModelOptions()


class OllamaProvider(EndpointProvider[OllamaStyle]):
    """A client of one server. `url` is its address, such as `http://127.0.0.1:11434`.

    `key` goes into the request's header only. `blobs` has the bytes of pictures; without it, or
    without `vision`, a note stands in their place. `idle_seconds` bounds the wait for data, that
    for a model being loaded included. See `OllamaStyle` for the rest.
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
        options: ModelOptions = NOTHING_ASKED,
        context_tokens: int | None = None,
        keep_alive_seconds: float | None = None,
        blobs: BlobStore | None = None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._url = _root(url) + ENDPOINT
        key = (key or "").strip()
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        secrets = (key,) if key else ()
        self._endpoint = Endpoint(http, name, secrets, idle_seconds, "application/x-ndjson")
        style = OllamaStyle(name, native_tools, vision, options, context_tokens, keep_alive_seconds)
        super().__init__(style, blobs)

    async def models(self) -> ListedModels:
        """See `ListsModels.models`."""
        url = self._url.removesuffix(ENDPOINT) + LIST_ENDPOINT
        return ollama_models(await fetched_list(self._endpoint, url, self._headers))

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        images = await picture_bytes(wanted_images(request, self._style), self._blobs)
        body = encoded(request_body(request, self._style, images))
        offered = frozenset(spec.name for spec in request.tools)
        names = ToolNames.of(offered)
        async with self._endpoint.stream(
            self._url,
            self._headers,
            body,
            request.model,
            lambda failures: NdjsonAnswerReader(OllamaDecoder(failures, names, offered)),
        ) as events:
            yield events


def _root(url: str) -> str:
    root = url.rstrip("/")
    ending = next((ending for ending in BEYOND_ROOT if root.endswith(ending)), "")
    return root.removesuffix(ending).rstrip("/")
