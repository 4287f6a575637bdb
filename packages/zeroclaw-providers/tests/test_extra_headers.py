"""Headers that a section adds go to its endpoint, nowhere else, with values nobody sees."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.factory import ProviderServices
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers import CustomSettings
from zeroclaw_providers.extra_headers import (
    HeadedHttp,
    header_name,
    header_secrets,
    header_value,
    with_extra_headers,
    without_extra_headers,
)
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets

SECRET = "planted-header-0123456789"
URL = "http://127.0.0.1:1/v1"


def settings(**headers: str) -> CustomSettings:
    table = {"uri": URL, "model": "m", "extra_headers": headers}
    return CustomSettings.model_validate(table)


async def sent_with(headers: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    """The headers of a request that has some of its own."""
    http = FakeHttp({f"GET {URL}": FakeAnswer()})
    request = HttpRequest("GET", URL, own)
    with trio.fail_after(5):
        async with HeadedHttp(http, headers).send(request):
            assert request.headers == own
    return dict(http.requests[0].headers)


async def test_headers_of_the_request_itself_win_whatever_their_capitals() -> None:
    sent = await sent_with({"X-Team": "red", "User-Agent": "mine"}, {"user-agent": "ours"})
    assert sent == {"X-Team": "red", "user-agent": "ours"}


def test_settings_without_headers_leave_the_services_as_they_are() -> None:
    plain = ProviderServices(FakeHttp(), FixedSecrets({}))
    assert with_extra_headers(plain, settings()) is plain
    headed = with_extra_headers(plain, settings(Team="red"))
    assert isinstance(headed.http, HeadedHttp)
    assert without_extra_headers(headed.http) is plain.http
    assert without_extra_headers(plain.http) is plain.http


def test_values_are_secret_unless_they_are_too_short_to_be_one() -> None:
    headers = {"X-Key": f"Basic {SECRET}", "X-On": "1"}
    assert set(header_secrets(HeadedHttp(FakeHttp(), headers))) == {f"Basic {SECRET}", SECRET}
    assert header_secrets(FakeHttp()) == ()
    assert SECRET not in repr(HeadedHttp(FakeHttp(), headers))


@pytest.mark.parametrize("name", ["X-Team", "helicone-auth", "anthropic-beta", "x_y.z!"])
def test_a_name_of_http_that_is_not_ours_is_taken(name: str) -> None:
    assert header_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("Authorization", "HOST", "Content-Length", "content-type", "Accept", "X-Api-Key"),
        *("api-key", "x-goog-api-key", "Connection", "a:b", "a b", "a\n", "ü", ""),
    ],
)
def test_a_name_that_follows_from_the_request_or_key_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"not yours to set|in its name"):
        header_name(name)


@pytest.mark.parametrize("value", ["a\r\nb: c", "a\x00", "\x7f", "ü", "a\tb", " "])
def test_a_value_that_http_cannot_carry_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="header"):
        header_value(value)
    assert header_value(" two words ") == "two words"
