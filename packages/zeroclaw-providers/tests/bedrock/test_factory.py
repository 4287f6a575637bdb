"""The factory of Bedrock builds a provider that asks as its settings say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.services import HttpRequest
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_providers.bedrock.factory import BedrockFactory, bedrock
from zeroclaw_providers.bedrock.provider import BedrockProvider
from zeroclaw_providers.bedrock.settings import BedrockSettings
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.extra_headers import with_extra_headers
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance
from zeroclaw_testing.model_server import Bedrock, Completion, ModelCall

KEY = "bedrock-key-4411-very-secret"
KEYS = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI-secret"}
LENDER = "http://169.254.170.2"
"""Who lends a container its keys."""
LOAN = json.dumps(
    {
        "AccessKeyId": "AKID",
        "SecretAccessKey": "lent",
        "Token": "token",
        "Expiration": "2099-01-01T00:00:00Z",
    }
).encode()


def answer() -> tuple[bytes, ...]:
    encoder = Bedrock().encoder(Completion(()), ModelCall("m", stream=True, usage_wanted=True))
    return (
        encoder.event(TextDelta("hi")),
        encoder.event(Finish(FinishReason.STOP)),
        encoder.end(),
    )


def settings(**changes: object) -> BedrockSettings:
    return BedrockSettings.model_validate({"model": "vendor.model-v1:0"} | changes)


async def all_sent_by(
    chosen: BedrockSettings, variables: dict[str, str] | None = None
) -> list[HttpRequest]:
    """The requests that a provider of these settings makes for a word."""
    http = FakeHttp(
        {f"GET {LENDER}/v2/x": FakeAnswer(chunks=(LOAN,))},
        handler=lambda _request: FakeAnswer(chunks=answer()),
    )
    services = with_extra_headers(ProviderServices(http, FixedSecrets(variables)), chosen)
    provider = bedrock.build(chosen, services, "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=9)
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    return http.requests


async def sent_by(chosen: BedrockSettings, variables: dict[str, str] | None = None) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    (sent,) = await all_sent_by(chosen, variables)
    return sent


class TestBedrock(FactoryConformance[BedrockSettings, ProviderServices, BedrockProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.bedrock.factory"

    def make(self) -> BedrockFactory:
        return bedrock

    def settings(self) -> BedrockSettings:
        return settings(api_key=KEY)

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[BedrockSettings] = bedrock
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(built, BedrockProvider)
    assert built.name == "bedrock.home"
    assert built.capabilities == ProviderCapabilities(native_tools=True, vision=True)


async def test_the_key_of_the_alias_is_the_bearer() -> None:
    request = await sent_by(settings(api_key=KEY, region="eu-central-1"), KEYS)
    host = "bedrock-runtime.eu-central-1.amazonaws.com"
    assert request.url == f"https://{host}/model/vendor.model-v1%3A0/converse-stream"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert "X-Amz-Date" not in request.headers
    assert KEY.encode() not in request.body


async def test_without_a_key_the_keys_of_aws_sign_for_the_region() -> None:
    request = await sent_by(settings(), KEYS | {"AWS_REGION": "cn-north-1"})
    assert request.url.startswith("https://bedrock-runtime.cn-north-1.amazonaws.com.cn/model/")
    signed = request.headers["Authorization"]
    assert signed.startswith("AWS4-HMAC-SHA256 Credential=AKID/")
    assert "/cn-north-1/bedrock/aws4_request," in signed
    assert KEYS["AWS_SECRET_ACCESS_KEY"] not in str(dict(request.headers))


async def test_an_endpoint_of_ones_own_is_asked_in_the_region() -> None:
    chosen = settings(uri="https://vpce.example.com/base/", region="eu-west-1")
    request = await sent_by(chosen, KEYS)
    assert request.url == "https://vpce.example.com/base/model/vendor.model-v1%3A0/converse-stream"
    assert "/eu-west-1/bedrock/" in request.headers["Authorization"]


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"AWS_ACCESS_KEY_ID": "AKID"}, "set without AWS_SECRET_ACCESS_KEY"),
        ({"AWS_REGION": "evil.example.com/"}, "set region"),
    ],
)
def test_what_cannot_work_is_said_when_it_is_built(variables: dict[str, str], said: str) -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets(variables))
    with pytest.raises(CredentialsMissing, match=said) as caught:
        bedrock.build(settings(), services, "home")
    assert caught.value.provider == "bedrock.home"


async def test_no_credentials_at_all_is_said_before_anything_is_sent(tmp_path: Path) -> None:
    nothing = {
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none"),
        "API_KEY": "foreign",
    }
    with pytest.raises(CredentialsMissing, match="there is no key: set api_key"):
        await sent_by(settings(), nothing)


async def test_extra_headers_are_not_shown_to_whoever_lends_keys() -> None:
    chosen = settings(extra_headers={"X-Team": "red"})
    loan, asked = await all_sent_by(chosen, {"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x"})
    assert (loan.url, "X-Team" in loan.headers) == (f"{LENDER}/v2/x", False)
    assert asked.headers["X-Team"] == "red"


async def test_the_options_reach_the_request() -> None:
    claude = "anthropic.claude-sonnet-4-5-v1:0"
    thinks = await sent_by(settings(api_key=KEY, model=claude, thinking="off", temperature=0.5))
    assert b'"additionalModelRequestFields":{"thinking":{"type":"disabled"}}' in thinks.body
    assert b'"temperature":0.5' in thinks.body
    assert b"additionalModel" not in (await sent_by(settings(api_key=KEY, model=claude))).body
