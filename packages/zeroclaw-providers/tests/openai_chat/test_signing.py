"""A key is shown in one header only, which no error repeats."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import ProviderAuthFailed
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_http.client import HttpClient
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_providers.openai_chat.signing import Signing, api_key_header, bearer
from zeroclaw_testing.model_server import Answer, HttpAnswer, RecordedRequest, saying, serve_model

KEY = "secret-key-6fQ"
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))


def test_most_endpoints_get_the_key_as_a_bearer() -> None:
    assert bearer("k") == {"Authorization": "Bearer k"}


def test_some_endpoints_get_the_key_in_its_own_header() -> None:
    assert api_key_header("k") == {"api-key": "k"}


async def asked(answer: Answer, signing: Signing) -> RecordedRequest:
    """The request that a provider with this key makes."""
    with trio.fail_after(10):
        async with serve_model(lambda _: answer) as server, HttpClient() as http:
            provider = OpenAIChatProvider(
                http, server.url, KEY, "p", signing=signing, headers={"X-Title": "us"}
            )
            async with provider.stream(ModelRequest("m", "", (), (HELLO,), 9)) as events:
                async for _event in events:
                    continue
            return server.requests[0]


async def test_what_is_signed_goes_out_beside_the_other_headers() -> None:
    seen = await asked(saying("Hi."), api_key_header)
    assert seen.header("api-key") == KEY
    assert seen.header("x-title") == "us"
    assert seen.header("authorization") is None


async def test_a_token_that_the_server_repeats_is_not_in_the_error() -> None:
    answer = HttpAnswer(401, message=f"The token token-of-today of {KEY} is old.")
    with pytest.raises(ProviderAuthFailed) as caught:
        await asked(answer, lambda _: bearer("token-of-today"))
    said = repr(caught.value) + str(caught.value)
    assert "is old" in said
    assert "token-of-today" not in said
    assert KEY not in said
