"""Tests of the body of a request."""

import gc

import pytest
import trio

from zeroclaw_api.services import HttpRequest
from zeroclaw_http import HttpClient, HttpConnectionLost
from zeroclaw_http._body import RequestBody
from zeroclaw_testing.model_server import serve_model


async def test_bytes_are_given_once_and_an_empty_body_never() -> None:
    assert [piece async for piece in RequestBody(b"abc")] == [b"abc"]
    assert [piece async for piece in RequestBody(b"")] == []


async def test_peer_that_hangs_up_while_it_is_sent_leaves_nothing_behind() -> None:
    with trio.fail_after(20):
        async with serve_model() as server, HttpClient() as http:
            server.refuse_connections(10)
            request = HttpRequest("POST", f"{server.url}/x", body=b"x" * 1_000_000)
            with pytest.raises(HttpConnectionLost):
                async with http.send(request):
                    pytest.fail("it was answered")
            gc.collect()
