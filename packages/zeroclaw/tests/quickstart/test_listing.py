"""Endpoints are asked for their models, none of which holds anybody up."""

from __future__ import annotations

import pytest
import trio

from zeroclaw.quickstart.listing import PROBE_SECONDS, answering_servers, models_of
from zeroclaw.quickstart.offers import Offer
from zeroclaw_http import HttpClient
from zeroclaw_testing import FakeAnswer, FakeHttp
from zeroclaw_testing.model_server import serve_model

URI = "http://127.0.0.1:1/v1"
SECONDS = 30


def listing(body: bytes, status: int = 200) -> FakeHttp:
    return FakeHttp({f"GET {URI}/models": FakeAnswer(status, {}, (body,))})


@pytest.mark.parametrize(
    "body",
    [
        b'{"object": "list", "data": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}',
        b'[{"id": "a"}, {"id": "b", "created": 1.5}]',
        b'{"data": [{"id": "a"}, {"id": 3}, {"id": "x\\u001b[2J"}, "c", {"id": "b"}]}',
    ],
)
async def test_names_are_read_from_what_servers_send(body: bytes) -> None:
    assert await models_of(listing(body), URI, None, 1) == ("a", "b")


@pytest.mark.parametrize(
    "http",
    [listing(b"<html>"), listing(b'{"data": 3}'), listing(b"[]"), listing(b"{}", 404), FakeHttp()],
)
async def test_server_that_lists_nothing_has_no_models(http: FakeHttp) -> None:
    assert await models_of(http, f"{URI}/", None, 1) == ()


async def test_key_is_sent_in_the_header_alone() -> None:
    http = listing(b'{"data": [{"id": "a"}]}')
    await models_of(http, URI, "sk-planted", 1)
    (request,) = http.requests
    assert request.headers["Authorization"] == "Bearer sk-planted"
    assert "sk-planted" not in request.url


async def test_silent_server_is_left_after_its_time(autojump_clock: trio.testing.MockClock) -> None:
    http = FakeHttp({f"GET {URI}/models": FakeAnswer(stalls=True)})
    began = trio.current_time()
    assert await answering_servers(http, (Offer("some", "Some", URI),)) == ()
    assert trio.current_time() - began == pytest.approx(PROBE_SECONDS)


async def test_servers_are_asked_side_by_side(autojump_clock: trio.testing.MockClock) -> None:
    http = FakeHttp(handler=lambda _: FakeAnswer(stalls=True))
    servers = tuple(Offer(f"s{n}", "Some", f"http://127.0.0.1:{n}/v1") for n in range(1, 9))
    began = trio.current_time()
    assert await answering_servers(http, servers) == ()
    assert trio.current_time() - began == pytest.approx(PROBE_SECONDS)


async def test_running_server_is_found_among_closed_ports() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(models=("small", "large")) as server, HttpClient() as http:
            places = (Offer("gone", "Gone", URI), Offer("there", "There", server.url))
            (found,) = await answering_servers(http, places)
    assert (found.name, found.models) == ("there", ("small", "large"))
