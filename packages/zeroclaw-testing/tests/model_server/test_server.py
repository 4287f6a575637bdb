"""Tests of the server as its users see it."""

from __future__ import annotations

import http.client
import json
from functools import partial

import pytest
import trio

from zeroclaw_api.json import Json
from zeroclaw_api.stream import TextDelta
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Cut,
    ModelServer,
    RecordedRequest,
    Silence,
    saying,
    serve_model,
)
from zeroclaw_testing.model_server.raw_client import chat_request, hear, post_chat

LIMIT = 10


def _talk(server: ModelServer, requests: list[tuple[str, str, bytes | None]]) -> list[bytes]:
    """Several requests on one connection of the standard library's client."""
    connection = http.client.HTTPConnection(server.origin.removeprefix("http://"), timeout=LIMIT)
    bodies = []
    for method, path, body in requests:
        connection.request(method, path, body, {"Authorization": "Bearer key"})
        bodies.append(connection.getresponse().read())
    connection.close()
    return bodies


async def talk(server: ModelServer, *requests: tuple[str, str, bytes | None]) -> list[bytes]:
    return await trio.to_thread.run_sync(
        partial(_talk, server, list(requests)), limiter=trio.CapacityLimiter(1)
    )


HELLO = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hi"}]}).encode()


async def test_a_client_of_another_make_reads_answers_on_a_kept_connection() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(models=["a", "b"]) as server:
            server.answer(saying("Hel", "lo"))
            listing, completion = await talk(
                server,
                ("GET", "/v1/models", None),
                ("POST", "/v1/chat/completions", HELLO),
            )
    assert [model["id"] for model in json.loads(listing)["data"]] == ["a", "b"]
    assert json.loads(completion)["choices"][0]["message"]["content"] == "Hello"


async def test_requests_are_recorded_with_all_that_came() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("Hi"))
            before = trio.current_time()
            await talk(server, ("POST", "/v1/chat/completions?x=1", HELLO))
            (request,) = server.requests
            assert request.method == "POST"
            assert request.path == "/v1/chat/completions?x=1"
            assert request.header("Authorization") == "Bearer key"
            assert request.header("X-Nothing") is None
            assert request.body == HELLO
            assert request.json == json.loads(HELLO)
            assert request.call is not None
            assert (request.call.model, request.call.stream) == ("m", False)
            assert before <= request.arrived_at <= trio.current_time()


async def test_queued_answers_are_given_in_their_order() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("one"), saying("two"))
            assert b'"one"' in (await post_chat(server.url)).body
            assert server.answers_left == 1
            assert b'"two"' in (await post_chat(server.url)).body


async def test_a_responder_answers_from_the_request_when_nothing_is_queued() -> None:
    def echo(request: RecordedRequest) -> Answer:
        assert request.call is not None
        return saying(f"you asked {request.call.model}")

    with trio.fail_after(LIMIT):
        async with serve_model(echo) as server:
            server.answer(saying("queued first"))
            assert b"queued first" in (await post_chat(server.url)).body
            assert b"you asked gpt" in (await post_chat(server.url, model="gpt")).body


async def test_a_request_without_an_answer_is_told_so() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            answer = await post_chat(server.url)
    assert answer.status == 400
    assert b"the script has no answer for request 1" in answer.body
    assert b"script_exhausted" in answer.body


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"model": None}, b"model: "),
        ({"messages": []}, b"messages: "),
        ({"messages": [{"role": "bot", "content": "x"}]}, b"messages[0]: unknown role"),
        (
            {
                "messages": [
                    {"role": "user", "content": "x"},
                    {"role": "tool", "tool_call_id": "a", "content": "x"},
                ]
            },
            b"messages[1]: the tool message answers no call",
        ),
        (
            {
                "messages": [
                    {"role": "user", "content": "x"},
                    {
                        "role": "assistant",
                        "tool_calls": [
                            {
                                "id": "a",
                                "type": "function",
                                "function": {"name": "look", "arguments": "{}"},
                            }
                        ],
                    },
                    {"role": "user", "content": "x"},
                ]
            },
            b"messages[1]: tool calls without a tool message",
        ),
    ],
)
async def test_a_malformed_request_is_refused_and_takes_no_answer(
    fields: dict[str, Json], named: bytes
) -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("Hi"))
            refused = await post_chat(server.url, **fields)
            assert refused.status == 400
            assert dig(refused.json, "error", "type") == "invalid_request_error"
            assert named in refused.body
            assert server.answers_left == 1
            assert len(server.requests) == 1


async def test_a_lenient_server_answers_what_a_strict_one_refuses() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(strict=False) as server:
            server.answer(saying("Hi"))
            assert (await post_chat(server.url, messages=[])).status == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"model":"m","model":"n"}'])
async def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(strict=False) as server:
            (answer,) = await talk(server, ("POST", "/v1/chat/completions", body))
            assert b"the body is not one JSON object" in answer
            assert server.requests[0].json is None


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/chat/completions"), ("GET", "/v1/chat/completions"), ("GET", "/")],
)
async def test_an_unknown_path_is_not_found(method: str, path: str) -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            (answer,) = await talk(server, (method, path, None))
    assert json.loads(answer)["error"]["code"] == "unknown_url"


async def test_refused_connections_are_closed_at_once_and_later_ones_served() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("Hi"))
            server.refuse_connections(2)
            for _ in range(2):
                assert (await hear(server.url, chat_request(server.url))).raw == b""
            assert server.requests == ()
            assert (await post_chat(server.url)).status == 200


async def test_many_clients_are_served_side_by_side() -> None:
    clients = 100
    everyone_asked = trio.Event()
    with trio.fail_after(LIMIT):
        async with serve_model(
            lambda _: Completion((TextDelta("Hi"), Silence(everyone_asked), *saying("!").steps))
        ) as server:
            statuses: list[bool | None] = []

            async def ask() -> None:
                statuses.append((await post_chat(server.url)).complete)

            async with trio.open_nursery() as nursery:
                for _ in range(clients):
                    nursery.start_soon(ask)
                await server.wait_for_requests(clients)
                assert server.open_connections == clients
                everyone_asked.set()
            await server.wait_for_open_connections(0)
    assert statuses == [True] * clients


async def test_leaving_the_block_closes_what_is_open() -> None:
    with trio.fail_after(LIMIT):
        async with (
            trio.open_nursery() as nursery,
            serve_model(lambda _: Completion((Silence(),))) as server,
        ):
            nursery.start_soon(post_chat, server.url)
            await server.wait_for_requests(1)
        with pytest.raises(OSError, match="all attempts to connect"):
            await post_chat(server.url)


async def test_an_exception_of_the_block_comes_out_bare() -> None:
    with trio.fail_after(LIMIT), pytest.raises(KeyError):
        async with serve_model():
            raise KeyError("the test's own")


async def test_a_script_that_cannot_be_carried_out_fails_the_block() -> None:
    async def follow_the_script() -> None:
        async with serve_model() as server:
            server.answer(Completion((Cut(TextDelta("Hi"), after=b"Ho"),)))
            await post_chat(server.url)
            await trio.sleep_forever()

    with trio.fail_after(LIMIT), pytest.raises(ExceptionGroup) as caught:
        await follow_the_script()
    assert caught.group_contains(ValueError, match="which is not in")
