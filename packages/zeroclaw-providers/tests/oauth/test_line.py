"""A question reaches its service without any of its secrets coming back in an error."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.json import parse_json_object
from zeroclaw_http.errors import HttpConnectionLost
from zeroclaw_providers.errors import LoginFailed, LoginRefused
from zeroclaw_providers.oauth.authority import AUTHORITIES
from zeroclaw_providers.oauth.line import AuthorityLine, Heard
from zeroclaw_testing import FakeAnswer, FakeHttp

URL = "https://auth.example.com/token"
FIELDS = {"client_id": "me", "code": "planted-code-0123", "device_auth_id": "planted-id-0123"}


def line(http: FakeHttp) -> AuthorityLine:
    return AuthorityLine(http, AUTHORITIES["qwen"])


async def test_question_goes_as_a_form_unless_json_is_wanted() -> None:
    http = FakeHttp(handler=lambda _: FakeAnswer(chunks=(b'{"a":1}',)))
    with trio.fail_after(5):
        assert await line(http).ask(URL, {"a": "b c"}) == Heard(200, {"a": 1})
        await line(http).ask(URL, {"a": "b c"}, as_json=True)
    form, document = http.requests
    assert form.body == b"a=b+c"
    assert form.headers["User-Agent"] == "QwenCode/1.0"
    assert parse_json_object(document.body) == {"a": "b c"}
    assert document.headers["Content-Type"] == "application/json"


async def test_answer_that_is_no_object_is_heard_with_its_status() -> None:
    http = FakeHttp(handler=lambda _: FakeAnswer(502, chunks=(b"<html>",)))
    with trio.fail_after(5):
        heard = await line(http).ask(URL, FIELDS)
    assert heard == Heard(502)
    with pytest.raises(LoginFailed, match="HTTP 502"):
        line(http).said(heard)


async def test_nested_error_is_laid_beside_the_rest() -> None:
    body = b'{"error":{"code":"c","message":"m"},"x":1}'
    http = FakeHttp(handler=lambda _: FakeAnswer(400, chunks=(body,)))
    with trio.fail_after(5):
        heard = await line(http).ask(URL, FIELDS)
    said = {"error": "c", "error_description": "m", "x": 1}
    assert line(http).said(heard) == said


async def test_lost_connection_is_told_without_what_was_sent() -> None:
    def lose(_request: object) -> FakeAnswer:
        raise HttpConnectionLost(origin="https://x", problem="lost planted-code-0123")

    with trio.fail_after(5), pytest.raises(LoginFailed) as caught:
        await line(FakeHttp(handler=lose)).ask(URL, FIELDS)
    assert "lost" in str(caught.value)
    assert "planted" not in str(caught.value)


def test_errors_name_the_login_with_what_to_do() -> None:
    assert "qwen: x." in str(line(FakeHttp()).failed("x"))
    refused = line(FakeHttp()).refused("x")
    assert isinstance(refused, LoginRefused)
    assert "zeroclaw auth login qwen" in str(refused)


def test_answer_hides_when_printed() -> None:
    assert "planted" not in repr(Heard(200, {"access_token": "planted"}))
