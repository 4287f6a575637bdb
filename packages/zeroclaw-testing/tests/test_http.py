"""The fake client keeps requests, answers from its table first."""

from __future__ import annotations

import pytest

from zeroclaw_api.services import HttpRequest
from zeroclaw_testing.errors import FakeBodyTooLong, FakeHttpFailed
from zeroclaw_testing.http import FakeAnswer, FakeHttp


async def test_table_comes_before_the_handler() -> None:
    http = FakeHttp(
        {"GET http://a/": FakeAnswer(chunks=(b"table",))},
        handler=lambda _request: FakeAnswer(chunks=(b"handler",)),
    )
    bodies = []
    for url in ("http://a/", "http://b/"):
        async with http.send(HttpRequest("GET", url)) as response:
            assert http.open_responses == 1
            bodies.append(await response.read(100))
    assert bodies == [b"table", b"handler"]
    assert [request.url for request in http.requests] == ["http://a/", "http://b/"]
    assert http.open_responses == 0


async def test_request_without_an_answer_fails_by_name() -> None:
    with pytest.raises(FakeHttpFailed, match="GET http://x/ failed"):
        async with FakeHttp().send(HttpRequest("GET", "http://x/")):
            pass


async def test_long_body_is_refused_with_its_limit() -> None:
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(b"12", b"34")))
    async with http.send(HttpRequest("GET", "http://x/")) as response:
        with pytest.raises(FakeBodyTooLong, match="longer than 3 bytes"):
            await response.read(3)
