"""One model is asked the second question when it answered the first, while there is time."""

from __future__ import annotations

import pytest
import trio

from zeroclaw.providers.inquiry import course_of
from zeroclaw.providers.judging import Course, Silent
from zeroclaw.providers.reply import Reply
from zeroclaw_api.errors import BadStream, ProviderRejected
from zeroclaw_api.provider import ProviderCapabilities
from zeroclaw_api.stream import TextDelta
from zeroclaw_api.usage import Price
from zeroclaw_runtime import ModelRoute
from zeroclaw_testing import Round, ScriptedProvider, Stall, Step, call, say

SECONDS = 10
PRICE = Price(1, 2)
REFUSAL = ProviderRejected(provider="p", model="m", detail="no")


async def course(*rounds: Round, seconds: float = SECONDS, native_tools: bool = True) -> Course:
    can = ProviderCapabilities(native_tools=native_tools)
    route = ModelRoute(ScriptedProvider(rounds, capabilities=can), "m", PRICE)
    with trio.fail_after(SECONDS):
        return await course_of(route, seconds)


async def test_both_answers_are_kept_with_the_price() -> None:
    kept = await course(say("ok, one"), call("ping", {"word": "hello"}))
    assert isinstance(kept.spoken, Reply)
    assert isinstance(kept.called, Reply)
    assert kept.called.calls == (("ping", '{"word":"hello"}'),)
    assert kept.price == PRICE


async def test_failure_of_the_first_question_leaves_the_second_unasked() -> None:
    kept = await course((REFUSAL,))
    assert (kept.spoken, kept.called) == (REFUSAL, None)


async def test_failure_of_the_second_question_is_kept() -> None:
    assert (await course(say("ok"), (REFUSAL,))).called is REFUSAL


async def test_model_without_tools_is_not_told_to_call_one() -> None:
    kept = await course(say("ok"), native_tools=False)
    assert isinstance(kept.spoken, Reply)
    assert kept.called is None


@pytest.mark.parametrize("before", [(), (say("ok"),)])
async def test_silence_is_kept_for_the_question_it_followed(before: tuple[Round, ...]) -> None:
    kept = await course(*before, (Stall(),), seconds=0.1)
    silent = kept.called if before else kept.spoken
    assert silent == Silent(0.1)


async def test_answer_without_its_end_is_broken() -> None:
    kept = await course((TextDelta("ok"),))
    assert isinstance(kept.spoken, BadStream)
    assert "without its end" in str(kept.spoken)


async def test_answer_that_goes_on_for_ever_is_broken() -> None:
    steps: tuple[Step, ...] = (*(TextDelta("x" * 1000) for _ in range(100)), Stall())
    kept = await course(steps)
    assert isinstance(kept.spoken, BadStream)
    assert "far too long" in str(kept.spoken)
