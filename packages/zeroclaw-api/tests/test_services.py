"""An HTTP request is bounded without asking for it."""

from __future__ import annotations

from zeroclaw_api.services import HttpRequest


def test_request_has_a_time_limit_by_default() -> None:
    request = HttpRequest("GET", "http://a/")
    assert 0 < request.timeout <= 60
    assert (dict(request.headers), request.body) == ({}, b"")
