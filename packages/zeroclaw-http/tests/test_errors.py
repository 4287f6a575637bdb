"""Tests of the errors of this distribution."""

import pytest

import zeroclaw_http
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_http import (
    AddressRefused,
    BodyTooLarge,
    HttpError,
    InvalidHostPatterns,
    LineTooLong,
    TrustFileUnreadable,
)
from zeroclaw_http import errors as module


@pytest.mark.parametrize("name", module.__all__)
def test_every_error_is_exported_with_a_sentence(name: str) -> None:
    kind = getattr(zeroclaw_http, name)
    assert issubclass(kind, ZeroClawError)
    assert kind.template[0].isupper() or kind.template.startswith("{")
    assert kind.template.endswith(".")
    assert len(kind.error_key) > 3


def test_sentences_say_where_and_what() -> None:
    origin = "https://x.test"
    assert str(AddressRefused(origin=origin, problem="it is private")) == (
        "Requests to https://x.test are refused: it is private."
    )
    assert "longer than 7 bytes" in str(BodyTooLarge(origin=origin, limit=7, problem="cut"))
    assert "longer than 7 bytes" in str(LineTooLong(limit=7))
    assert "/a.pem" in str(TrustFileUnreadable(path="/a.pem", problem="missing"))
    assert "'x:1'" in str(InvalidHostPatterns(entries="'x:1'"))


def test_every_failed_request_can_be_caught_as_one() -> None:
    assert issubclass(AddressRefused, HttpError)
    assert issubclass(BodyTooLarge, HttpError)
