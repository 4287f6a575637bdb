"""Tests of what a connection does, heard byte by byte through a socket."""

from __future__ import annotations

import json

import pytest
import trio

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server import (
    Comment,
    Completion,
    Cut,
    Delivery,
    Frame,
    Framing,
    HttpAnswer,
    InBandError,
    Newline,
    Pause,
    Raw,
    Repeat,
    Shape,
    Silence,
    html_page,
    saying,
    serve_model,
)
from zeroclaw_testing.model_server.raw_client import RawAnswer, chat_request, hear, post_chat

LIMIT = 10
DONE = b"data: [DONE]\n\n"


async def heard(answer: Completion | HttpAnswer, **fields: bool) -> RawAnswer:
    """One answer, asked for once."""
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(answer)
            return await post_chat(server.url, **fields)


async def test_a_streamed_answer_arrives_in_one_chunk_for_each_delta() -> None:
    answer = await heard(saying("Hel", "lo"))
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.complete
    opening_with_first, second, finish, done = answer.pieces
    assert opening_with_first.count(b"data: ") == 2
    assert b'"content":"lo"' in second
    assert b'"finish_reason":"stop"' in finish
    assert done == DONE


async def test_a_whole_answer_arrives_with_its_length() -> None:
    answer = await heard(saying("Hel", "lo"), stream=False)
    assert answer.complete
    assert "content-length" in answer.headers
    assert answer.json["choices"] == [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Hello"},
            "finish_reason": "stop",
        }
    ]


async def test_usage_is_the_last_chunk_when_the_request_wants_it() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(*[saying("Hi", usage=Usage(3, 4))] * 2)
            with_usage = await post_chat(server.url, stream_options={"include_usage": True})
            without = await post_chat(server.url)
    last = json.loads(with_usage.pieces[-2].removeprefix(b"data: "))
    assert last["choices"] == []
    assert last["usage"]["total_tokens"] == 7
    assert b"usage" not in without.body


async def test_the_end_marker_can_be_left_out() -> None:
    answer = await heard(Completion(saying("Hi").steps, end_marker=False))
    assert answer.complete
    assert DONE not in answer.body


@pytest.mark.parametrize("newline", Newline)
async def test_the_stream_uses_the_newline_of_the_script(newline: Newline) -> None:
    steps = (Comment("on my way"), *saying("Hi").steps)
    answer = await heard(Completion(steps, delivery=Delivery(newline=newline)))
    end = newline.value.encode()
    assert answer.body.startswith(b": on my way" + end + end)
    assert answer.body.endswith(b"data: [DONE]" + end + end)


async def test_a_byte_order_mark_may_open_the_body() -> None:
    answer = await heard(Completion((), delivery=Delivery(byte_order_mark=True)))
    assert answer.body == b"\xef\xbb\xbf" + DONE


async def test_slow_bytes_cut_frames_and_characters_anywhere() -> None:
    delivery = Delivery(write_size=1, write_delay=0.0001)
    answer = await heard(Completion((TextDelta("é🦀"),), delivery=delivery))
    assert {len(piece) for piece in answer.pieces} == {1}
    assert '"content":"é🦀"'.encode() in answer.body
    assert answer.complete


async def test_pauses_are_waited_out_in_full() -> None:
    with trio.fail_after(LIMIT):
        before = trio.current_time()
        await heard(Completion((Pause(0.03), Repeat(TextDelta("x"), 4, 0.02))))
        assert trio.current_time() - before >= 0.11


async def test_a_connection_can_be_cut_between_two_frames() -> None:
    answer = await heard(Completion((TextDelta("Hi"), Cut(), TextDelta("never"))))
    assert answer.body.endswith(b"\n\n")
    assert answer.complete is False
    assert b"never" not in answer.body
    assert not answer.reset


async def test_a_connection_can_be_cut_within_a_character() -> None:
    answer = await heard(Completion((Cut(TextDelta("né"), after=b"\xc3"),)))
    assert answer.body.endswith(b'"content":"n\xc3')
    assert answer.complete is False


async def test_a_connection_can_be_cut_after_any_number_of_bytes() -> None:
    answer = await heard(Completion(saying("Hi").steps, delivery=Delivery(cut_after=17)))
    assert len(answer.body) == 17
    assert answer.complete is False


async def test_a_cut_with_reset_reaches_the_client_as_a_reset() -> None:
    answer = await heard(Completion((Cut(reset=True),)))
    assert answer.reset


async def test_a_whole_answer_can_be_cut_short_of_its_length() -> None:
    answer = await heard(Completion((TextDelta("Hi"), Cut())), stream=False)
    assert 0 < len(answer.body) < int(answer.headers["content-length"])
    assert answer.complete is False


async def test_a_cut_without_framing_looks_like_an_end() -> None:
    delivery = Delivery(framing=Framing.UNTIL_CLOSE)
    answer = await heard(Completion((TextDelta("Hi"), Cut()), delivery=delivery))
    assert answer.headers["connection"] == "close"
    assert "transfer-encoding" not in answer.headers
    assert answer.complete is None
    assert answer.body.endswith(b"\n\n")


async def test_a_body_without_framing_ends_with_the_connection() -> None:
    delivery = Delivery(framing=Framing.UNTIL_CLOSE)
    answer = await heard(Completion(saying("Hi").steps, delivery=delivery))
    assert answer.body.endswith(DONE)


async def test_a_streamed_body_may_declare_its_length() -> None:
    answer = await heard(Completion(saying("Hi").steps, delivery=Delivery(framing=Framing.LENGTH)))
    assert answer.complete
    assert answer.body.endswith(DONE)


async def test_a_client_of_http_1_0_gets_a_stream_without_chunks() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("Hi"))
            old = chat_request(server.url).replace(b"HTTP/1.1", b"HTTP/1.0")
            answer = await hear(server.url, old)
    assert "transfer-encoding" not in answer.headers
    assert answer.body.startswith(b"data: ")
    assert answer.body.endswith(DONE)


async def test_an_error_may_come_after_a_status_of_success() -> None:
    error = InBandError("overloaded", kind="overloaded_error", code="529")
    answer = await heard(Completion((TextDelta("Hi"), error), end_marker=False))
    assert answer.status == 200
    assert json.loads(answer.pieces[-1].removeprefix(b"data: ")) == {
        "error": {
            "message": "overloaded",
            "type": "overloaded_error",
            "param": None,
            "code": "529",
        }
    }


async def test_frames_and_bytes_of_any_kind_can_be_sent() -> None:
    steps = (Frame({"choices": []}), Frame("not json"), Raw(b"data: \xff\n\n"))
    answer = await heard(Completion(steps))
    assert answer.body == (b'data: {"choices":[]}\n\ndata: not json\n\ndata: \xff\n\n' + DONE)


async def test_an_http_error_carries_status_and_retry_after() -> None:
    answer = await heard(
        HttpAnswer(
            429,
            (("X-RateLimit-Reset-Requests", "1s"),),
            message="slow down",
            kind="requests",
            code="rate_limit_exceeded",
            retry_after="7",
        )
    )
    assert answer.raw.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
    assert answer.headers["retry-after"] == "7"
    assert answer.headers["x-ratelimit-reset-requests"] == "1s"
    assert answer.json["error"] == {
        "message": "slow down",
        "type": "requests",
        "param": None,
        "code": "rate_limit_exceeded",
    }


async def test_a_status_that_no_standard_knows_can_be_sent() -> None:
    answer = await heard(HttpAnswer(529, body=b"overloaded"))
    assert (answer.status, answer.body) == (529, b"overloaded")


async def test_a_page_of_html_can_be_sent_with_any_status() -> None:
    answer = await heard(html_page(200, "Welcome"))
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")


async def test_a_stream_can_lie_about_its_content_type() -> None:
    delivery = Delivery(content_type="text/plain", headers=(("X-Request-Id", "r1"),))
    answer = await heard(Completion(saying("Hi").steps, delivery=delivery))
    assert answer.headers["content-type"] == "text/plain"
    assert answer.headers["x-request-id"] == "r1"
    assert answer.body.endswith(DONE)


async def test_a_document_can_come_in_place_of_the_stream() -> None:
    answer = await heard(Completion(saying("Hi").steps, shape=Shape.WHOLE), stream=True)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json["object"] == "chat.completion"


async def test_a_line_of_many_megabytes_arrives_whole() -> None:
    text = "x" * 9_000_000
    answer = await heard(Completion((TextDelta(text), Finish(FinishReason.STOP))))
    assert answer.complete
    assert len(answer.body) > len(text)


async def test_a_stall_ends_when_its_event_is_set() -> None:
    go_on = trio.Event()
    with trio.fail_after(LIMIT):
        async with serve_model() as server, trio.open_nursery() as nursery:
            server.answer(Completion((TextDelta("Hi"), Silence(go_on), TextDelta("again"))))
            answers: list[RawAnswer] = []

            async def ask() -> None:
                answers.append(await post_chat(server.url))

            nursery.start_soon(ask)
            (request,) = await server.wait_for_requests(1)
            assert not request.answered.is_set()
            go_on.set()
            await request.answered.wait()
    assert b"again" in answers[0].body


async def test_a_hold_keeps_back_even_the_status_line() -> None:
    go_on = trio.Event()
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(Completion((), delivery=Delivery(hold=Silence(go_on))))
            host, port = server.origin.removeprefix("http://").split(":")
            async with await trio.open_tcp_stream(host, int(port)) as stream:
                await stream.send_all(chat_request(server.url))
                await server.wait_for_requests(1)
                with trio.move_on_after(0.05) as silence:
                    await stream.receive_some(1)
                assert silence.cancelled_caught
                go_on.set()
                assert (await stream.receive_some(8)) == b"HTTP/1.1"


async def test_a_client_that_leaves_a_stalled_answer_is_noticed() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(Completion((TextDelta("Hi"), Silence())))
            host, port = server.origin.removeprefix("http://").split(":")
            async with await trio.open_tcp_stream(host, int(port)) as stream:
                await stream.send_all(chat_request(server.url))
                await stream.receive_some(1000)
                (request,) = server.requests
                assert not request.client_left.is_set()
                assert server.open_connections == 1
            await request.client_left.wait()
            await server.wait_for_open_connections(0)
            assert not request.answered.is_set()


async def test_a_client_that_leaves_a_flood_is_noticed() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(Completion((Repeat(TextDelta("x" * 10_000), 100_000),)))
            host, port = server.origin.removeprefix("http://").split(":")
            async with await trio.open_tcp_stream(host, int(port)) as stream:
                await stream.send_all(chat_request(server.url))
                await stream.receive_some(1000)
            (request,) = server.requests
            await request.client_left.wait()


async def test_a_client_that_stays_until_the_end_has_not_left() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("Hi"))
            await post_chat(server.url)
            (request,) = server.requests
            await request.answered.wait()
            await server.wait_for_open_connections(0)
            assert not request.client_left.is_set()


async def test_one_connection_serves_requests_one_after_the_other() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("one"), saying("two"))
            kept = chat_request(server.url).replace(b"Connection: close\r\n", b"")
            answer = await hear(server.url, kept + chat_request(server.url))
            assert len(server.requests) == 2
    assert answer.raw.count(b"HTTP/1.1 200") == 2
    assert answer.raw.index(b'"content":"one"') < answer.raw.index(b'"content":"two"')


async def test_a_client_may_wait_for_permission_to_send_its_body() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            server.answer(saying("Hi"))
            head, _, body = chat_request(server.url).partition(b"\r\n\r\n")
            host, port = server.origin.removeprefix("http://").split(":")
            async with await trio.open_tcp_stream(host, int(port)) as stream:
                await stream.send_all(head + b"\r\nExpect: 100-continue\r\n\r\n")
                assert b"100" in await stream.receive_some(1000)
                await stream.send_all(body)
                assert b"200" in await stream.receive_some(1000)


async def test_bytes_that_are_not_http_are_refused() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            answer = await hear(server.url, b"\x16\x03\x01 hello\r\n\r\n")
            assert answer.status == 400
            assert server.requests == ()


async def test_a_client_that_leaves_within_its_request_is_forgotten() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server:
            host, port = server.origin.removeprefix("http://").split(":")
            async with await trio.open_tcp_stream(host, int(port)) as stream:
                await stream.send_all(chat_request(server.url)[:-5])
                await server.wait_for_open_connections(1)
            await server.wait_for_open_connections(0)
            assert server.requests == ()
