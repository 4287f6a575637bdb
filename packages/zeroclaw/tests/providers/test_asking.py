"""Models are asked as an agent asks them, side by side, each for its time."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Final

import trio
from pydantic import SecretStr

from zeroclaw.home import Home
from zeroclaw.providers.asking import AT_ONCE, Answers, ask_all
from zeroclaw.providers.entries import Entry
from zeroclaw.providers.outcome import Outcome, Status, ToolUse
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_providers import CustomSettings, TokenPrices
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    HttpAnswer,
    RecordedRequest,
    Silence,
    calling,
    cut_call,
    saying,
    serve_model,
)

SECONDS: Final = 30
KEY: Final = "sk-planted-0123456789abcdef"


def speaking_then_calling(request: RecordedRequest) -> Answer:
    if request.json is None or not request.json.get("tools"):
        return saying("ok, ", "one, ", "two", usage=Usage(10, 5))
    return calling(*cut_call(0, "w", "ping", '{"word": "hello"}', (3,)), usage=Usage(30, 8))


def entry(uri: str, alias: str = "home", **more: object) -> Entry:
    told = {"uri": uri, "model": "m", "api_key": KEY, **more}
    return Entry(f"custom.{alias}", CustomSettings.model_validate(told))


async def asked(home: Path, *entries: Entry, seconds: float = 10) -> Answers:
    with trio.fail_after(SECONDS):
        return await ask_all(entries, Home(home), {}, seconds)


async def only(home: Path, one: Entry, seconds: float = 10) -> Outcome:
    [outcome] = (await asked(home, one, seconds=seconds)).outcomes
    return outcome


async def test_model_that_works_shows_all_that_it_can(tmp_path: Path) -> None:
    prices = TokenPrices.model_validate({"input": 1, "output": 2})
    async with serve_model(speaking_then_calling) as server:
        outcome = await only(tmp_path, entry(server.url, prices=prices))
        first, second = server.requests
    assert (outcome.status, outcome.tools) == (Status.OK, ToolUse.CALLED)
    assert (outcome.is_streaming, outcome.key_accepted) == (True, True)
    assert (outcome.usage, outcome.cost) == (Usage(40, 13), 40_000 + 26_000)
    assert first.json is not None
    assert (first.json["stream"], first.json["max_tokens"]) == (True, 64)
    assert "tools" not in first.json
    assert second.json is not None
    assert "ping" in str(second.json["tools"])
    assert {request.header("authorization") for request in (first, second)} == {f"Bearer {KEY}"}


async def test_refused_key_ends_it_without_showing_the_key(tmp_path: Path) -> None:
    refusal = HttpAnswer(401, message=f"Incorrect API key provided: {KEY}", code="invalid_api_key")
    async with serve_model(lambda _: refusal) as server:
        outcome = await only(tmp_path, entry(server.url))
        assert len(server.requests) == 1
    assert (outcome.reachable, outcome.key_accepted) == (True, False)
    assert KEY not in repr(outcome)


async def test_refused_tools_are_told_from_a_model_that_fails(tmp_path: Path) -> None:
    def respond(request: RecordedRequest) -> Answer:
        if request.json is not None and request.json.get("tools"):
            return HttpAnswer(400, message="tools are not supported", kind="invalid_request_error")
        return saying("ok, one, two")

    async with serve_model(respond) as server:
        outcome = await only(tmp_path, entry(server.url, text_tools=False))
    assert (outcome.tools, outcome.status) == (ToolUse.REFUSED, Status.FAILED)
    assert outcome.is_streaming is False


async def test_model_that_calls_in_words_after_a_refusal_works(tmp_path: Path) -> None:
    def respond(request: RecordedRequest) -> Answer:
        assert request.json is not None
        if request.json.get("tools"):
            return HttpAnswer(400, message="tools are not supported", kind="invalid_request_error")
        if "ping" not in str(request.json["messages"]):
            return saying("ok, ", "one")
        return saying('<tool_call>{"name": "ping", "arguments": {"word": "hello"}}</tool_call>')

    async with serve_model(respond) as server:
        outcome = await only(tmp_path, entry(server.url))
        assert len(server.requests) == 3
    assert (outcome.tools, outcome.status) == (ToolUse.CALLED, Status.OK)


async def test_tools_in_words_are_asked_for_where_the_config_says_so(tmp_path: Path) -> None:
    def respond(request: RecordedRequest) -> Answer:
        assert request.json is not None
        assert "tools" not in request.json
        if "ping" not in str(request.json["messages"]):
            return saying("ok, ", "one")
        return saying('<tool_call>{"name": "ping", "arguments": {"word": "hello"}}</tool_call>')

    async with serve_model(respond) as server:
        taught = await only(tmp_path, entry(server.url, native_tools=False))
        off = await only(tmp_path, entry(server.url, native_tools=False, text_tools=False))
    assert (taught.tools, off.tools) == (ToolUse.CALLED, ToolUse.OFF)


async def test_silent_model_is_left_when_its_time_is_up(tmp_path: Path) -> None:
    async with serve_model(lambda _: Completion((Silence(),))) as server:
        outcome = await only(tmp_path, entry(server.url), seconds=0.3)
        await server.wait_for_open_connections(0)
    assert outcome.status is Status.FAILED
    assert outcome.trouble is not None
    assert "0.3 seconds" in outcome.trouble.text


async def test_fallback_takes_no_ones_place(tmp_path: Path) -> None:
    async with serve_model(speaking_then_calling) as server:
        gone = entry("http://127.0.0.1:1/v1", "gone", fallback=["custom.home"])
        answers = await asked(tmp_path, gone, entry(server.url))
    assert [each.status for each in answers.outcomes] == [Status.FAILED, Status.OK]
    assert answers.outcomes[0].reachable is False


async def test_one_that_cannot_be_built_keeps_no_other_from_its_answer(tmp_path: Path) -> None:
    async with serve_model(speaking_then_calling) as server:
        unfetched = CustomSettings(uri=server.url, model="m", api_key=SecretStr("op://nothing"))
        answers = await asked(
            tmp_path,
            Entry("custom.lost", unfetched),
            Entry("custom.broken", None, "It is disabled."),
            entry(server.url),
        )
    lost, broken, works = answers.outcomes
    assert lost.trouble is not None
    assert "op://vault/item/field" in lost.trouble.text
    assert broken.trouble is not None
    assert (broken.trouble.text, works.status) == ("It is disabled.", Status.OK)


async def test_all_are_asked_at_once_up_to_a_number(tmp_path: Path) -> None:
    go = trio.Event()
    waiting = Completion((Silence(go), TextDelta("ok"), Finish(FinishReason.STOP)))
    done: list[str] = []
    async with serve_model(lambda _: waiting) as server, trio.open_nursery() as nursery:
        entries = [entry(server.url, f"a{number}") for number in range(AT_ONCE + 2)]

        async def ask() -> None:
            await ask_all(entries, Home(tmp_path), {}, SECONDS, done.append)

        nursery.start_soon(ask)
        with trio.fail_after(SECONDS):
            requests = await server.wait_for_requests(AT_ONCE)
        assert len(requests) == AT_ONCE
        assert done == []
        go.set()
    assert sorted(done) == sorted(each.provider for each in entries)


async def test_signal_keeps_what_is_known_and_cancels_the_rest(tmp_path: Path) -> None:
    def respond(request: RecordedRequest) -> Answer:
        is_slow = request.header("authorization") == "Bearer slow"
        return Completion((Silence(),)) if is_slow else speaking_then_calling(request)

    async with serve_model(respond) as server:
        slow = entry(server.url, "slow", api_key="slow")

        def interrupt(_name: str) -> None:
            os.kill(os.getpid(), signal.SIGINT)

        with trio.fail_after(SECONDS):
            answers = await ask_all(
                (slow, entry(server.url)), Home(tmp_path), {}, SECONDS, interrupt
            )
    assert answers.was_interrupted
    assert [each.status for each in answers.outcomes] == [Status.CANCELLED, Status.OK]
