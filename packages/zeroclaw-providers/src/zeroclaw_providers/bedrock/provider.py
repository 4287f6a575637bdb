"""A provider for models of Amazon Bedrock, which streams their answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.bedrock.answer import ConverseAnswerReader
from zeroclaw_providers.bedrock.credentials import AwsIdentity, BearerKey, CredentialSource
from zeroclaw_providers.bedrock.decoder import ConverseDecoder
from zeroclaw_providers.bedrock.event_stream import CONTENT_TYPE
from zeroclaw_providers.bedrock.request import ConverseStyle, converse_body, images_wanted
from zeroclaw_providers.bedrock.sigv4 import SigningScope, signed_headers
from zeroclaw_providers.endpoint import IDLE_SECONDS, Endpoint
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.pictures import picture_bytes
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["BedrockProvider", "regional_url"]

SERVICE: Final = "bedrock"
JSON_TYPE: Final = {"Content-Type": "application/json"}


def _wall_clock() -> datetime:
    return datetime.now(UTC)


class BedrockProvider(EndpointProvider[ConverseStyle]):
    """A client of one endpoint. `url` is its root, `region` what requests are signed for.

    The credentials go into headers only. `blobs` has the bytes of pictures; without it, or without
    `vision`, a note stands in their place. `idle_seconds` bounds the wait for data. `now` is the
    time of day, which is signed too.
    """

    def __init__(
        self,
        http: Http,
        url: str,
        name: str,
        credentials: CredentialSource,
        region: str,
        *,
        native_tools: bool = True,
        vision: bool = False,
        options: ModelOptions = ModelOptions(),
        blobs: BlobStore | None = None,
        idle_seconds: float = IDLE_SECONDS,
        now: Callable[[], datetime] = _wall_clock,
    ) -> None:
        self._http = http
        self._url = url.rstrip("/")
        self._credentials = credentials
        self._scope = SigningScope(region, SERVICE)
        super().__init__(ConverseStyle(name, native_tools, vision, options), blobs)
        self._idle_seconds = idle_seconds
        self._now = now

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        identity = await self._identity(request.model)
        images = await picture_bytes(images_wanted(request, self._style), self._blobs)
        body = encoded(converse_body(request, self._style, images))
        names = ToolNames.of(spec.name for spec in request.tools)
        # A slash or colon in the id of a model, such as an ARN, is no part of the path.
        url = f"{self._url}/model/{quote(request.model, safe='')}/converse-stream"
        endpoint = Endpoint(
            self._http, self.name, _secrets_of(identity), self._idle_seconds, CONTENT_TYPE
        )
        async with endpoint.stream(
            url,
            self._headers(identity, url, body),
            body,
            request.model,
            lambda failures: ConverseAnswerReader(ConverseDecoder(failures, names)),
        ) as events:
            yield events

    async def _identity(self, model: str) -> AwsIdentity:
        try:
            return await self._credentials.identity(self._now())
        except ValueError as error:
            raise CredentialsMissing(provider=self.name, model=model, detail=str(error)) from None

    def _headers(self, identity: AwsIdentity, url: str, body: bytes) -> dict[str, str]:
        if isinstance(identity, BearerKey):
            return {**JSON_TYPE, "Authorization": f"Bearer {identity.token}"}
        return signed_headers(identity, self._scope, self._now(), ("POST", url), JSON_TYPE, body)


def regional_url(region: str) -> str:
    """The endpoint that everybody uses in a region."""
    domain = "amazonaws.com.cn" if region.startswith("cn-") else "amazonaws.com"
    return f"https://bedrock-runtime.{region}.{domain}"


def _secrets_of(identity: AwsIdentity) -> tuple[str, ...]:
    if isinstance(identity, BearerKey):
        return (identity.token,)
    token = (identity.session_token,) if identity.session_token else ()
    return (identity.secret_key, *token)
