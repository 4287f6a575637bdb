"""An endpoint is asked, whatever protocol its answer is read in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import trio
from attrs import define

from zeroclaw_api.errors import BadStream, ProviderRateLimited, ProviderTimedOut
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.answer import AnswerReader
from zeroclaw_providers.endpoint import Endpoint
from zeroclaw_providers.extra_headers import HeadedHttp
from zeroclaw_providers.failures import Failures
from zeroclaw_testing.kits.conformance import failure_of
from zeroclaw_testing.model_server import (
    Answer,
    Comment,
    Completion,
    Cut,
    HttpAnswer,
    Pause,
    Silence,
    saying,
    serve_model,
)

LIMIT = 10.0
KEY = "secret-key-6fQ"
HEADER = "Basic cGxhbnRlZDpoZWFkZXI"


@define
class LineReader:
    """A protocol in which every line of bytes is text, and a certain one the end."""

    failures: Failures
    data_events: int = 0
    is_done: bool = False

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        for line in chunk.splitlines():
            if line.startswith(b"data:"):
                self.data_events += 1
                self.is_done = self.is_done or line.endswith(b"[DONE]")
                yield TextDelta("a line")

    def close(self) -> Iterator[StreamEvent]:
        if not self.is_done:
            raise self.failures.bad_stream("it was cut off")
        yield Finish(FinishReason.STOP)


def new_reader(failures: Failures) -> AnswerReader:
    return LineReader(failures)


async def ask(
    answer: Answer, idle_seconds: float = LIMIT, headers: Mapping[str, str] | None = None
) -> tuple[list[StreamEvent], object]:
    """What came of an answer, with what ended it when it failed; `headers` are added."""
    found: list[StreamEvent] = []
    body = b'{"model": "m", "messages": [{"role": "user", "content": "Hi."}], "stream": true}'

    async def read(endpoint: Endpoint, url: str) -> None:
        own = {"Authorization": f"Bearer {KEY}"}
        async with endpoint.stream(url, own, body, "m", new_reader) as events:
            async for event in events:
                found.append(event)

    with trio.fail_after(LIMIT):
        async with serve_model(lambda _: answer) as server, HttpClient() as http:
            headed = HeadedHttp(http, headers or {})
            endpoint = Endpoint(headed, "custom.home", (KEY,), idle_seconds)
            failure = await failure_of(partial(read, endpoint, f"{server.url}/chat/completions"))
            assert server.requests[0].header("authorization") == f"Bearer {KEY}"
    return found, failure


async def test_any_reader_of_bytes_gives_the_events() -> None:
    events, failure = await ask(saying("Hello."))
    assert failure is None
    assert events[0] == TextDelta("a line")
    assert events[-1] == Finish(FinishReason.STOP)


async def test_answer_that_breaks_off_is_what_its_reader_says() -> None:
    events, failure = await ask(Completion((TextDelta("a"), Cut())))
    assert set(events) == {TextDelta("a line")}
    assert isinstance(failure, BadStream)


async def test_only_data_gives_new_patience() -> None:
    pings = [step for _ in range(40) for step in (Pause(0.02), Comment())]
    _, failure = await ask(Completion((TextDelta("a"), *pings, Silence())), idle_seconds=0.3)
    assert isinstance(failure, ProviderTimedOut)


async def test_refusal_is_typed_and_holds_no_secret() -> None:
    _, failure = await ask(HttpAnswer(429, message=f"slow down, {KEY}", retry_after="7"))
    assert isinstance(failure, ProviderRateLimited)
    assert failure.retry_after == 7
    assert KEY not in str(failure)


async def test_failure_holds_no_header_that_the_section_added() -> None:
    message = f"no room for {HEADER}, or for {HEADER.partition(' ')[2]}"
    _, failure = await ask(HttpAnswer(403, message=message), headers={"X-Team": HEADER})
    assert "no room for ***" in str(failure)
    assert HEADER.partition(" ")[2] not in str(failure)
