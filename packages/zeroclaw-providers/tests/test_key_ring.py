"""Several keys of one endpoint."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from zeroclaw_api.errors import (
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
)
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.stream import Finish, StreamEvent, TextDelta
from zeroclaw_providers.key_ring import KeyRing
from zeroclaw_testing.scripted_provider import FailToConnect, Round, ScriptedProvider, say

REQUEST = ModelRequest(
    "m", "", (), (Message(MessageId(1), TurnId(1), Role.USER, (Text("hi"),)),), 10
)


def key(name: str, *rounds: Round) -> ScriptedProvider:
    """One that answers with its name once its rounds are used up."""
    return ScriptedProvider(rounds, name="p.x", always=say(name))


def refused(kind: type[ProviderError], **facts: object) -> FailToConnect:
    return FailToConnect(kind(provider="p.x", model="m", detail="no", **facts))


async def gather(ring: KeyRing, seen: list[StreamEvent]) -> None:
    async with ring.stream(REQUEST) as events:
        async for event in events:
            seen.append(event)


async def answer(ring: KeyRing) -> str:
    async with ring.stream(REQUEST) as events:
        return "".join([event.text async for event in events if isinstance(event, TextDelta)])


@pytest.mark.parametrize("kind", [ProviderRateLimited, ProviderAuthFailed, ProviderQuotaExhausted])
async def test_next_key_answers_when_one_is_refused(kind: type[ProviderError]) -> None:
    first, second = key("a", (refused(kind),)), key("b")
    ring = KeyRing([first, second])
    assert [await answer(ring) for _ in range(3)] == ["b", "b", "b"]
    assert len(first.requests) == 1


async def test_one_key_serves_as_long_as_nobody_objects() -> None:
    first, second = key("a"), key("b")
    ring = KeyRing([first, second])
    assert [await answer(ring) for _ in range(3)] == ["a"] * 3
    assert second.requests == []


async def test_what_is_not_the_fault_of_a_key_is_not_tried_with_another() -> None:
    first, second = key("a", (refused(ProviderOverloaded),)), key("b")
    ring = KeyRing([first, second])
    with pytest.raises(ProviderOverloaded):
        await answer(ring)
    assert second.requests == []
    assert await answer(ring) == "a"


async def test_a_key_comes_back_after_the_time_it_was_told(autojump_clock: MockClock) -> None:
    first = key("a", (refused(ProviderRateLimited, retry_after=30.0),))
    second = key("b", say("b"), (refused(ProviderRateLimited),))
    ring = KeyRing([first, second])
    assert await answer(ring) == "b"
    autojump_clock.jump(31)
    assert await answer(ring) == "a"


async def test_when_all_are_limited_each_is_asked_once_and_the_last_error_counts() -> None:
    keys = [
        key(name, (refused(ProviderRateLimited, retry_after=float(wait)),))
        for name, wait in [("a", 30), ("b", 20), ("c", 25)]
    ]
    ring = KeyRing(keys)
    with pytest.raises(ProviderRateLimited) as caught:
        await answer(ring)
    assert caught.value.retry_after == 25
    assert [len(each.requests) for each in keys] == [1, 1, 1]
    # Then the one that is free first has its turn.
    assert await answer(ring) == "b"


async def test_a_limit_in_the_middle_is_raised_and_moves_the_next_request_on() -> None:
    limit = ProviderRateLimited(provider="p.x", model="m", detail="no")
    first, second = key("a", (TextDelta("half"), limit)), key("b")
    ring = KeyRing([first, second])
    seen: list[StreamEvent] = []
    with pytest.raises(ProviderRateLimited):
        await gather(ring, seen)
    assert seen == [TextDelta("half")]
    assert second.requests == []
    assert await answer(ring) == "b"


async def test_the_ring_is_one_provider_to_the_outside() -> None:
    sees = ProviderCapabilities(vision=True)
    providers = [
        ScriptedProvider([], name="p.x", capabilities=sees, always=say("hi")) for _ in range(2)
    ]
    ring = KeyRing(providers)
    assert (ring.name, ring.capabilities) == ("p.x", sees)
    assert "2 keys" in repr(ring)
    async with ring.stream(REQUEST) as events:
        assert isinstance([event async for event in events][-1], Finish)
    await ring.aclose()
    assert all(provider.is_closed for provider in providers)
