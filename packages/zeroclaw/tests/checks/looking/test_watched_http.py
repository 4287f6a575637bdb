"""Answers tell where they come from, with the time that it is there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from zeroclaw.checks.looking.watched_http import WatchedHttp, origin_of
from zeroclaw_api.services import HttpRequest
from zeroclaw_testing import FakeAnswer, FakeHttp

URL = "http://127.0.0.1:9/v1/models?limit=3"


@pytest.mark.parametrize(
    ("header", "moment"),
    [
        ("Mon, 30 Nov 2026 12:00:00 GMT", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ("some day", None),
        ("", None),
    ],
)
async def test_time_of_the_last_answer_is_kept(header: str, moment: datetime | None) -> None:
    http = WatchedHttp(FakeHttp({f"GET {URL}": FakeAnswer(200, {"Date": header})}))
    async with http.send(HttpRequest("GET", URL)) as response:
        assert response.status == 200
    assert (http.origin, http.date) == ("http://127.0.0.1:9", moment)


def test_secrets_of_a_url_are_not_in_its_origin() -> None:
    assert origin_of("https://user:planted@example.com/planted?planted") == "https://example.com"
