"""The questions are short, so that they cost next to nothing."""

from __future__ import annotations

from zeroclaw.providers.questions import PING, to_call, to_speak
from zeroclaw_runtime import ModelRoute
from zeroclaw_testing import ScriptedProvider


def test_first_question_offers_nothing() -> None:
    request = to_speak(ModelRoute(ScriptedProvider(), "m", params={"seed": 1}))
    assert (request.model, request.tools, request.params) == ("m", (), {"seed": 1})


def test_second_question_offers_a_tool_that_does_nothing() -> None:
    request = to_call(ModelRoute(ScriptedProvider(), "m"))
    assert request.tools == (PING,)
    assert not PING.effects


def test_long_answers_are_never_asked_for() -> None:
    route = ModelRoute(ScriptedProvider(), "m")
    assert [each(route).max_output_tokens for each in (to_speak, to_call)] == [64, 512]


def test_answers_are_no_longer_than_the_model_may_write() -> None:
    route = ModelRoute(ScriptedProvider(), "m", max_output_tokens=50)
    assert [each(route).max_output_tokens for each in (to_speak, to_call)] == [50, 50]
