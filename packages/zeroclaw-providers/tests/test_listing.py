"""A list of models is read leniently."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import ProviderAuthFailed, ProviderUnreachable
from zeroclaw_api.json import Json
from zeroclaw_providers.endpoint import Endpoint
from zeroclaw_providers.listing import fetched_list, names_in
from zeroclaw_testing import FakeAnswer, FakeHttp

URL = "https://api.example.com/v1/models"
KEY = "sk-planted-0123456789"


def endpoint(http: FakeHttp) -> Endpoint:
    return Endpoint(http, "some.home", (KEY,))


async def test_list_is_what_the_endpoint_sends() -> None:
    http = FakeHttp({f"GET {URL}": FakeAnswer(200, {}, (b'{"data": []}',))})
    assert await fetched_list(endpoint(http), URL, {"X-Key": KEY}) == {"data": []}
    (request,) = http.requests
    assert (request.headers["X-Key"], request.body) == (KEY, b"")


async def test_page_for_people_is_no_list() -> None:
    http = FakeHttp({f"GET {URL}": FakeAnswer(200, {}, (b"<html>",))})
    assert await fetched_list(endpoint(http), URL, {}) is None


async def test_refusal_is_told_without_the_key() -> None:
    body = f'{{"error": {{"message": "no {KEY}"}}}}'.encode()
    http = FakeHttp({f"GET {URL}": FakeAnswer(401, {}, (body,))})
    with pytest.raises(ProviderAuthFailed) as caught:
        await fetched_list(endpoint(http), URL, {})
    assert KEY not in str(caught.value)
    assert caught.value.model == "/v1/models"


async def test_endpoint_that_is_not_there_is_told_as_such() -> None:
    with pytest.raises(ProviderUnreachable):
        await fetched_list(endpoint(FakeHttp()), URL, {})


@pytest.mark.parametrize(
    ("items", "names"),
    [
        ([{"id": "a"}, {"id": "b"}, {"id": "a"}], ("a", "b")),
        ([{"id": 3}, {"id": "x\x1b[2J"}, {"id": " "}, "c", {"name": "d"}, {"id": "b"}], ("b",)),
        ({"id": "a"}, ()),
        (None, ()),
    ],
)
def test_only_names_that_can_be_shown_count(items: Json, names: tuple[str, ...]) -> None:
    assert names_in(items, "id") == names
