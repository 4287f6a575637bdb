"""The shortest request is made longer where a model wants room."""

from __future__ import annotations

from zeroclaw.wiring.hello import ENOUGH_TOKENS, hello, wants_room
from zeroclaw_api.errors import ProviderRejected


def refusal(detail: str) -> ProviderRejected:
    return ProviderRejected(provider="p", model="m", detail=detail)


def test_greeting_asks_for_one_token_without_tools() -> None:
    request = hello("m")
    assert (request.model, request.max_output_tokens, request.tools) == ("m", 1, ())
    assert hello("m", ENOUGH_TOKENS).max_output_tokens > 1


def test_only_a_refused_length_wants_room() -> None:
    assert wants_room(refusal("HTTP 400: max_tokens or model output limit was reached"))
    assert not wants_room(refusal("HTTP 404: no such model"))
