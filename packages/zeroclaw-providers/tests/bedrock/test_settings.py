"""Settings take what Bedrock needs, refuse the rest, quote no value."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_api.usage import Price
from zeroclaw_providers.bedrock.settings import BedrockSettings

LEAST: dict[str, object] = {"model": "anthropic.claude-sonnet-4-5-20250929-v1:0"}
SECRET = "very-secret-4411"


def settings(**changes: object) -> BedrockSettings:
    return BedrockSettings.model_validate(LEAST | changes)


def failure(**changes: object) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        settings(**changes)
    return caught.value


def test_a_model_is_all_that_must_be_said() -> None:
    least = settings()
    assert (least.region, least.uri, least.api_key, least.profile) == (None, None, None, None)
    assert (least.max_tokens, least.timeout_secs, least.price) == (None, None, None)
    assert least.native_tools


def test_prices_are_those_of_a_token() -> None:
    priced = settings(prices={"input": 3, "output": 15})
    assert priced.price == Price(3000, 15000)


@pytest.mark.parametrize("region", ["eu-central-1", " us-gov-west-1\n", "cn-north-1"])
def test_a_region_is_taken_without_the_space_around_it(region: str) -> None:
    assert settings(region=region).region == region.strip()


@pytest.mark.parametrize("region", ["", "EU", "a.example.com", "a/b", "a b", "-a", 7])
def test_what_is_no_region_is_refused(region: object) -> None:
    assert failure(region=region).errors(include_input=False)[0]["loc"] == ("region",)


@pytest.mark.parametrize("uri", ["https://vpce.example.com", "http://127.0.0.1:8080/base/"])
def test_an_endpoint_of_ones_own_is_taken(uri: str) -> None:
    assert settings(uri=uri).uri == uri


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("example.com", "with http or https"),
        ("ftp://example.com", "with http or https"),
        ("https://", "with http or https"),
        ("https://example.com:0", "with http or https"),
        ("https://[::1", "check its host and port"),
        (f"https://user:{SECRET}@example.com", "put the key into api_key"),
        (f"https://example.com?key={SECRET}", "leave out"),
        ("https://example.com/a b", "no spaces"),
        ("https://example.com/é", "as %XX"),
    ],
)
def test_what_is_no_endpoint_is_refused_without_being_quoted(uri: str, said: str) -> None:
    error = failure(uri=uri)
    assert said in str(error)
    assert SECRET not in str(error)


def test_a_key_is_trimmed_and_never_shown() -> None:
    key = settings(api_key=f" {SECRET}\n").api_key
    assert key is not None
    assert key.get_secret_value() == SECRET
    assert SECRET not in repr(settings(api_key=SECRET))
    reference = settings(api_key="op://Private/AWS Bedrock/key").api_key
    assert reference is not None
    assert reference.get_secret_value() == "op://Private/AWS Bedrock/key"


@pytest.mark.parametrize("key", [f"{SECRET} x", f"{SECRET}é", f"a\n{SECRET}"])
def test_a_key_that_no_header_can_have_is_refused(key: str) -> None:
    error = failure(api_key=key)
    assert "paste it again" in str(error)
    assert SECRET not in str(error)


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": " "},
        {"profile": ""},
        {"max_tokens": 0},
        {"max_tokens": True},
        {"timeout_secs": 0},
        {"timeout_secs": float("inf")},
        {"access_key": "x"},
    ],
)
def test_what_means_nothing_is_refused(wrong: dict[str, object]) -> None:
    failure(**wrong)


def test_every_key_is_described_in_a_sentence() -> None:
    for name, field in BedrockSettings.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name
