"""The scripted provider plays what it was given, no more."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from zeroclaw_api.errors import ProviderOverloaded
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage
from zeroclaw_testing.scripted_provider import (
    FailToConnect,
    Reached,
    ScriptedProvider,
    Stall,
    Step,
    WaitFor,
    call,
    calls,
    say,
)

REQUEST = ModelRequest("m", "", (), (), 10)


async def read(provider: Provider, request: ModelRequest = REQUEST) -> list[StreamEvent]:
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            return [event async for event in events]


async def test_rounds_are_played_in_their_order() -> None:
    provider = ScriptedProvider([say("one"), say("two")])
    for word in ("one", "two"):
        events = await read(provider)
        assert "".join(e.text for e in events if isinstance(e, TextDelta)) == word
        assert events[-1] == Finish(FinishReason.STOP, "stop")
    assert provider.requests == [REQUEST, REQUEST]


async def test_request_too_many_is_an_assertion_error() -> None:
    provider = ScriptedProvider([say("one")])
    await read(provider)
    with pytest.raises(AssertionError, match="has 1 rounds, and this is request 2"):
        await read(provider)


async def test_last_resort_answers_every_further_request() -> None:
    provider = ScriptedProvider([say("one")], always=say("more"))
    for expected in ("one", "more", "more"):
        events = await read(provider)
        assert "".join(e.text for e in events if isinstance(e, TextDelta)) == expected


async def test_round_may_be_made_from_the_request() -> None:
    def answer(request: ModelRequest) -> tuple[Step, ...]:
        return say(request.model)

    assert TextDelta("m") in await read(ScriptedProvider([answer]))


@pytest.mark.parametrize("in_connect", [True, False])
async def test_error_is_raised_where_the_script_says(in_connect: bool) -> None:
    error = ProviderOverloaded(provider="p", model="m", detail="busy")
    steps: tuple[Step, ...] = (FailToConnect(error),) if in_connect else (TextDelta("a"), error)
    provider = ScriptedProvider([steps])
    seen: list[StreamEvent] = []

    async def read_some() -> None:
        async with provider.stream(REQUEST) as events:
            async for event in events:
                seen.append(event)

    with pytest.raises(ProviderOverloaded), trio.fail_after(5):
        await read_some()
    assert seen == ([] if in_connect else [TextDelta("a")])
    assert provider.open_streams == 0


async def test_waiting_step_holds_the_stream_until_its_event() -> None:
    reached, go = trio.Event(), trio.Event()
    provider = ScriptedProvider([(Reached(reached), WaitFor(go), *say("x"))])
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read, provider)
            await reached.wait()
            await trio.testing.wait_all_tasks_blocked()
            assert provider.open_streams == 1
            go.set()
    assert provider.open_streams == 0


async def test_stalled_stream_ends_only_when_cancelled() -> None:
    reached = trio.Event()
    provider = ScriptedProvider([(Reached(reached), Stall())])
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read, provider)
            await reached.wait()
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    assert provider.open_streams == 0


async def test_closing_with_an_open_stream_is_an_assertion_error() -> None:
    provider = ScriptedProvider([say("x")])
    async with provider.stream(REQUEST):
        with pytest.raises(AssertionError, match="open streams"):
            await provider.aclose()
    await provider.aclose()
    assert provider.is_closed


async def test_reading_a_left_stream_is_an_assertion_error() -> None:
    provider = ScriptedProvider([say("x")])
    async with provider.stream(REQUEST) as events:
        pass
    with pytest.raises(AssertionError, match="after it was left"):
        await anext(events)


def test_call_fragments_join_to_one_json_object() -> None:
    args = {"path": "a b", "n": [1, None]}
    round_ = calls(("read", args), ("write", {}), usage=Usage(1, 2), fragments=4)
    pieces = [step for step in round_ if isinstance(step, ToolCallDelta)]
    for index, (name, wanted) in enumerate((("read", args), ("write", {}))):
        own = [piece for piece in pieces if piece.index == index]
        assert [piece.name for piece in own if piece.name] == [name]
        assert parse_json_object("".join(piece.args_fragment for piece in own)) == wanted
    assert len([piece for piece in pieces if piece.index == 0]) > 2
    assert round_[-2:] == (Usage(1, 2), Finish(FinishReason.TOOL_USE, "tool_calls"))


def test_call_may_say_something_first() -> None:
    assert call("look", {}, text="I look")[0] == TextDelta("I look")
