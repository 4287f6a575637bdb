"""What goes wrong on the way is the same error, whichever protocol it goes wrong in."""

from __future__ import annotations

import gzip

import pytest
import trio
from every_wire import (
    KEY,
    LIMIT,
    MODEL,
    NAME,
    WIRES,
    Form,
    Wire,
    every_wire,
    failure,
    read,
    served,
    wires_of,
)

from zeroclaw_api.errors import (
    BadStream,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
)
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_http.client import HttpClient
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Cut,
    Delivery,
    Frame,
    Framing,
    HttpAnswer,
    InBandError,
    ModelCall,
    Newline,
    Pause,
    Raw,
    Repeat,
    Shape,
    Silence,
    cut_call,
    html_page,
    saying,
    serve_model,
)

IDLE = 0.15


SAID = (TextDelta("a"),)
DONE = Finish(FinishReason.STOP)
TURN: tuple[StreamEvent, ...] = (
    ReasoningDelta("hm"),
    TextDelta("a\u2028b"),
    *cut_call(0, "x", "f", '{"a":1}', (3,)),
    *cut_call(1, "y", "g", '{"b":"é\u2028"}'),
)
WHOLE_TURN = (*TURN, Finish(FinishReason.TOOL_USE), Usage(9, 4))


def meaning(events: list[StreamEvent]) -> tuple[object, ...]:
    """What an answer comes to, however it was cut into events."""
    calls = [event for event in events if isinstance(event, ToolCallDelta)]
    arguments = [
        "".join(call.args_fragment for call in calls if call.index == index) for index in (0, 1)
    ]
    finish = events[-1]
    assert isinstance(finish, Finish)
    return (
        "".join(event.text for event in events if isinstance(event, ReasoningDelta)),
        "".join(event.text for event in events if isinstance(event, TextDelta)),
        tuple(text.replace(" ", "") for text in arguments),
        [event.output_tokens for event in events if isinstance(event, Usage)][-1],
        finish.reason,
    )


MEANT = ("hm", "a\u2028b", ('{"a":1}', '{"b":"é\u2028"}'), 4, FinishReason.TOOL_USE)


@every_wire
@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
@pytest.mark.parametrize(
    "delivery",
    [
        Delivery(),
        Delivery(newline=Newline.CRLF),
        Delivery(colon_space=False),
        Delivery(write_size=1),
        Delivery(write_size=7, framing=Framing.UNTIL_CLOSE),
        Delivery(framing=Framing.LENGTH),
        Delivery(content_type="application/json"),
        Delivery(content_type="text/html"),
        Delivery(content_type="application/octet-stream"),
    ],
)
async def test_an_answer_is_the_same_however_it_travels(
    wire: Wire, delivery: Delivery, shape: Shape
) -> None:
    async with served(wire, Completion(WHOLE_TURN, shape=shape, delivery=delivery)) as (given, _):
        assert meaning(await read(given)) == MEANT


@wires_of(Form.EVENTS)
async def test_lines_of_events_may_end_without_a_line_feed(wire: Wire) -> None:
    answer = Completion(WHOLE_TURN, delivery=Delivery(newline=Newline.CR))
    async with served(wire, answer) as (provider, _):
        assert meaning(await read(provider)) == MEANT


@every_wire
@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
async def test_a_byte_order_mark_is_no_part_of_text(wire: Wire, shape: Shape) -> None:
    marked = Completion(WHOLE_TURN, shape=shape, delivery=Delivery(byte_order_mark=True))
    if wire.form is not Form.MESSAGES or shape is Shape.WHOLE:
        async with served(wire, marked) as (provider, _):
            assert meaning(await read(provider)) == MEANT
    else:
        assert isinstance(await failure(wire, marked), BadStream)


@every_wire
async def test_a_compressed_answer_is_read_like_any_other(wire: Wire) -> None:
    answer = Completion(WHOLE_TURN)
    encoder = wire.dialect.encoder(answer, ModelCall(MODEL, stream=True, usage_wanted=True))
    body = b"".join(encoder.event(event) for event in WHOLE_TURN) + encoder.end()
    delivery = Delivery(content_type=wire.dialect.stream_type)
    headers = (("Content-Encoding", "gzip"),)
    packed = HttpAnswer(200, headers, gzip.compress(body), delivery=delivery)
    async with served(wire, packed) as (provider, _):
        assert meaning(await read(provider)) == MEANT


@every_wire
@pytest.mark.parametrize("framing", [Framing.CHUNKED, Framing.UNTIL_CLOSE])
@pytest.mark.parametrize("length", range(len(TURN) + 1))
async def test_an_answer_cut_after_any_event_is_a_broken_one(
    wire: Wire, length: int, framing: Framing
) -> None:
    cut = Completion((*TURN[:length], Cut()), delivery=Delivery(framing=framing))
    seen: list[StreamEvent] = []
    assert type(await failure(wire, cut, seen)) is BadStream
    assert not any(isinstance(event, Finish) for event in seen)
    assert [event for event in seen if isinstance(event, TextDelta)] == [
        event for event in TURN[:length] if isinstance(event, TextDelta)
    ]


BUSY = InBandError("busy", "overloaded_error")


@every_wire
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpAnswer(401, kind="authentication_error"), ProviderAuthFailed),
        (HttpAnswer(403, body=b"no"), ProviderAuthFailed),
        (HttpAnswer(404, message="No such model."), ProviderRejected),
        (HttpAnswer(408), ProviderTimedOut),
        (HttpAnswer(429), ProviderRateLimited),
        (HttpAnswer(500), ProviderOverloaded),
        (HttpAnswer(503, kind="overloaded_error"), ProviderOverloaded),
        (HttpAnswer(529, kind="overloaded_error"), ProviderOverloaded),
        (HttpAnswer(307, headers=(("Location", "http://127.0.0.1:1/"),)), ProviderRejected),
        (html_page(502), ProviderOverloaded),
        (html_page(200, "Sign in"), BadStream),
        (HttpAnswer(200, body=b""), BadStream),
        (HttpAnswer(200, body=b'{"broken off": ['), BadStream),
        (HttpAnswer(200, kind="overloaded_error"), ProviderOverloaded),
        (Completion((BUSY,)), ProviderOverloaded),
        (Completion((*SAID, BUSY)), ProviderOverloaded),
        (Completion((BUSY,), shape=Shape.WHOLE), ProviderOverloaded),
        (Completion(SAID, end_marker=False), BadStream),
        (Completion((*SAID, Cut(reset=True))), BadStream),
        (Completion((Cut(TextDelta("é"), "é".encode()[:1]),)), BadStream),
        (Completion((*SAID, Cut()), shape=Shape.WHOLE), BadStream),
        (Completion(SAID, delivery=Delivery(cut_after=60)), BadStream),
        (Completion((Frame("NOT JSON"),)), BadStream),
        (Completion((*SAID, Frame("NOT JSON"))), BadStream),
        (Completion((Raw(b"garbage without form"),), end_marker=False), BadStream),
    ],
)
async def test_every_misbehaviour_is_the_same_error_everywhere(
    wire: Wire, answer: Answer, expected: type[ProviderError]
) -> None:
    error = await failure(wire, answer)
    assert type(error) is expected, repr(error)
    assert (error.provider, error.model) == (NAME, MODEL)
    assert KEY not in repr(error) + str(error)


@pytest.mark.parametrize("wire", [wire for wire in WIRES if wire.has_kinds], ids=str)
async def test_an_error_within_an_answer_is_told_by_its_kind(wire: Wire) -> None:
    slow = Completion((*SAID, InBandError("slow down", "rate_limit_error")))
    assert type(await failure(wire, slow)) is ProviderRateLimited
    wrong = Completion((*SAID, InBandError("no such thing", "invalid_request_error")))
    assert type(await failure(wire, wrong)) is ProviderRejected


@every_wire
@pytest.mark.parametrize(
    "headers",
    [
        (("Retry-After", "7"),),
        (
            ("Date", "Mon, 30 Nov 2026 18:00:00 GMT"),
            ("Retry-After", "Mon, 30 Nov 2026 18:00:07 GMT"),
        ),
    ],
)
async def test_the_time_to_wait_comes_with_the_error(
    wire: Wire, headers: tuple[tuple[str, str], ...]
) -> None:
    error = await failure(wire, HttpAnswer(429, headers))
    assert isinstance(error, ProviderRateLimited)
    assert (error.retry_after, error.retryable) == (7.0, True)


@every_wire
async def test_a_key_that_the_server_repeats_is_in_no_error(wire: Wire) -> None:
    error = await failure(wire, HttpAnswer(401, message=f"The key {KEY} is wrong."))
    assert isinstance(error, ProviderAuthFailed)
    assert "is wrong" in str(error)
    assert KEY not in repr(error) + str(error)
    async with HttpClient() as http:
        assert KEY not in repr(wire.open(http, "http://127.0.0.1:1", LIMIT))


@every_wire
@pytest.mark.parametrize(
    "answer",
    [
        *(Completion((*TURN[:length], Silence())) for length in range(len(TURN) + 1)),
        Completion(SAID, delivery=Delivery(hold=Silence())),
    ],
)
async def test_a_server_that_falls_silent_times_out(wire: Wire, answer: Answer) -> None:
    assert type(await failure(wire, answer, idle=IDLE)) is ProviderTimedOut


@every_wire
async def test_what_only_keeps_a_connection_open_is_silence(wire: Wire) -> None:
    noisy = Completion((*SAID, *(wire.noise, Pause(IDLE / 4)) * 40))
    assert type(await failure(wire, noisy, idle=IDLE)) is ProviderTimedOut


@every_wire
async def test_a_slow_server_that_sends_data_is_waited_for(wire: Wire) -> None:
    slow = Completion((Repeat(TextDelta("a"), 10, 0.05), DONE, Usage(9, 4)))
    async with served(wire, slow, idle_seconds=0.4) as (provider, _):
        events = await read(provider)
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "a" * 10


@every_wire
async def test_a_server_that_is_not_there_is_unreachable(wire: Wire) -> None:
    async with serve_model() as server:
        origin = server.origin
    with trio.fail_after(LIMIT):
        async with HttpClient() as http:
            with pytest.raises(ProviderUnreachable):
                await read(wire.open(http, origin, LIMIT))


async def hang_up(stream: trio.SocketStream) -> None:
    """Take the request, answer nothing."""
    await stream.receive_some()
    await stream.aclose()


@every_wire
async def test_a_server_that_hangs_up_at_once_breaks_the_answer(wire: Wire) -> None:
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery, HttpClient() as http:
            listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
            port = listeners[0].socket.getsockname()[1]
            nursery.start_soon(trio.serve_listeners, hang_up, listeners)
            provider = wire.open(http, f"http://127.0.0.1:{port}", LIMIT)
            with pytest.raises(BadStream) as caught:
                await read(provider)
            nursery.cancel_scope.cancel()
    assert KEY not in repr(caught.value) + str(caught.value)


@every_wire
async def test_a_connection_is_used_again_after_an_answer(wire: Wire) -> None:
    async with served(wire, saying("Hi.")) as (provider, server):
        for _ in range(3):
            await read(provider)
            assert server.open_connections == 1
        assert len(server.requests) == 3


async def test_control_an_answer_that_is_whole_fails_nowhere() -> None:
    for wire in WIRES:
        with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
            await failure(wire, Completion(WHOLE_TURN))
