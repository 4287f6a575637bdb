"""A provider for every endpoint that speaks Anthropic's protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Literal

from zeroclaw_api.json import JsonObject
from zeroclaw_api.provider import ListedModels, ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import PingedAnswerReader
from zeroclaw_providers.anthropic_messages.decoder import MessagesDecoder
from zeroclaw_providers.anthropic_messages.listing import anthropic_names, list_url
from zeroclaw_providers.anthropic_messages.request import MessagesStyle, message_body, pictures
from zeroclaw_providers.endpoint import Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import object_of
from zeroclaw_providers.listing import fetched_list
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.pictures import picture_bytes
from zeroclaw_providers.target import target_of
from zeroclaw_providers.tool_names import ANTHROPIC_NAMES, ToolNames

__all__ = ["IDLE_SECONDS", "AnthropicProvider"]

IDLE_SECONDS: Final = 90.0
"""Without data; pings do not count. The vendor's servers say something far more often."""
VERSION: Final = "2023-06-01"
VERSION_PATH: Final = "/v1"
ENDPOINT: Final = "/messages"
TOKEN_PREFIX: Final = "sk-ant-oat"
"""How tokens of a signed-in person begin; they are no keys."""
TOKEN_BETA: Final = "oauth-2025-04-20"
INTERLEAVED_BETA: Final = "interleaved-thinking-2025-05-14"
"""Thinking between calls; models that always do it ignore the word."""


class AnthropicProvider(EndpointProvider[MessagesStyle]):
    """A client of one endpoint. `url` is the API's root, such as `https://api.example.com`.

    `key` goes into the request's header only. `blobs` has the bytes of pictures; without it, or
    without `vision`, a note stands in their place. `cache` is how long the server keeps a prompt.
    `idle_seconds` bounds the wait for data.
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
        cache: Literal["5m", "1h"] | None = "5m",
        blobs: BlobStore | None = None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._url, secrets = target_of(url, _path)
        self._key = (key or "").strip()
        secrets = (self._key, *secrets) if self._key else secrets
        self._endpoint = Endpoint(http, name, secrets, idle_seconds)
        super().__init__(
            MessagesStyle(name, native_tools, vision, options=options, cache=_mark(cache)), blobs
        )

    async def models(self) -> ListedModels:
        """See `ListsModels.models`."""
        url = list_url(self._url, ENDPOINT)
        return ListedModels(
            anthropic_names(await fetched_list(self._endpoint, url, self._headers({})))
        )

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        images = await picture_bytes(pictures(request, self._style), self._blobs)
        body = message_body(request, self._style, images)
        names = ToolNames.of((spec.name for spec in request.tools), ANTHROPIC_NAMES)
        async with self._endpoint.stream(
            self._url,
            self._headers(body),
            encoded(body),
            request.model,
            lambda failures: PingedAnswerReader(MessagesDecoder(failures, names)),
        ) as events:
            yield events

    def _headers(self, body: JsonObject) -> dict[str, str]:
        headers = {"anthropic-version": VERSION}
        betas = []
        if self._key.startswith(TOKEN_PREFIX):
            headers["Authorization"] = f"Bearer {self._key}"
            betas.append(TOKEN_BETA)
        elif self._key:
            headers["x-api-key"] = self._key
        if "tools" in body and object_of(body.get("thinking")).get("type") == "enabled":
            betas.append(INTERLEAVED_BETA)
        if betas:
            headers["anthropic-beta"] = ",".join(betas)
        return headers


def _mark(cache: Literal["5m", "1h"] | None) -> JsonObject | None:
    if cache is None:
        return None
    return {"type": "ephemeral"} if cache == "5m" else {"type": "ephemeral", "ttl": cache}


def _path(root: str) -> str:
    if root.endswith(ENDPOINT):
        return root
    return root + (ENDPOINT if root.endswith(VERSION_PATH) else VERSION_PATH + ENDPOINT)
