"""Every course of two questions has one meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from attrs import evolve

from zeroclaw.providers.entries import Entry
from zeroclaw.providers.judging import Course, Silent, judged, unusable
from zeroclaw.providers.outcome import Outcome, Status, ToolUse
from zeroclaw.providers.reply import Reply
from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
    StoreError,
)
from zeroclaw_api.stream import Finish, FinishReason
from zeroclaw_api.usage import Price, Usage
from zeroclaw_providers import CustomSettings
from zeroclaw_providers.errors import CredentialsMissing, LocalModelFailed

ENTRY: Final = Entry("custom.home", CustomSettings(uri="http://127.0.0.1:1/v1", model="m"))
SPOKEN: Final = Reply(Finish(FinishReason.STOP), 0.5, 2.0, 3, "ok, one", (), Usage(10, 4))
CALLED: Final = Reply(
    Finish(FinishReason.TOOL_USE), 0.5, 2.0, 3, "", (("ping", '{"word": "hello"}'),), Usage(20, 5)
)
PRICE: Final = Price(input=1000, output=2000)


def failed(kind: type[ProviderError], detail: str = "as told") -> ProviderError:
    return kind(provider="custom.home", model="m", detail=detail)


def outcome_of(course: Course) -> Outcome:
    return judged(ENTRY, "m", course)


def test_model_that_speaks_then_calls_works_whole() -> None:
    assert outcome_of(Course(SPOKEN, CALLED, PRICE)) == Outcome(
        "custom.home",
        "m",
        Status.OK,
        reachable=True,
        key_accepted=True,
        first_token=0.5,
        duration=2.0,
        is_streaming=True,
        tools=ToolUse.CALLED,
        usage=Usage(30, 9),
        cost=PRICE.cost(Usage(30, 9)),
    )


def test_cost_is_unknown_when_a_part_of_it_is() -> None:
    silent_about_usage = evolve(CALLED, usage=Usage())
    assert outcome_of(Course(SPOKEN, silent_about_usage, PRICE)).cost is None
    assert outcome_of(Course(SPOKEN, CALLED)).cost is None


def test_one_piece_tells_nothing_when_it_is_short() -> None:
    told = {
        (deltas, text): outcome_of(Course(evolve(SPOKEN, deltas=deltas, text=text))).is_streaming
        for deltas, text in ((2, "ok"), (1, "ok"), (1, "ok, one, two, three"))
    }
    assert list(told.values()) == [True, None, False]


SIGNS: Final[Mapping[type[ProviderError], tuple[bool | None, bool | None]]] = {
    ProviderUnreachable: (False, None),
    LocalModelFailed: (False, None),
    ProviderTimedOut: (None, None),
    CredentialsMissing: (None, False),
    ProviderAuthFailed: (True, False),
    ProviderQuotaExhausted: (True, True),
    ContextOverflow: (True, True),
    ProviderRateLimited: (True, None),
    ProviderOverloaded: (True, None),
    ProviderRejected: (True, None),
    BadStream: (True, None),
}


@pytest.mark.parametrize("kind", SIGNS)
def test_failure_tells_how_far_the_question_came(kind: type[ProviderError]) -> None:
    outcome = outcome_of(Course(failed(kind)))
    assert outcome.status is Status.FAILED
    assert (outcome.reachable, outcome.key_accepted) == SIGNS[kind]
    assert outcome.trouble is not None
    assert outcome.trouble.key == kind.error_key
    assert "as told" in outcome.trouble.text
    assert outcome.tools is ToolUse.UNKNOWN


def test_failure_before_any_question_tells_nothing_of_the_provider() -> None:
    outcome = outcome_of(Course(StoreError(session_id="s", problem="p")))
    assert (outcome.reachable, outcome.key_accepted) == (None, None)
    assert outcome.status is Status.FAILED


def test_silence_is_told_with_its_seconds() -> None:
    outcome = outcome_of(Course(Silent(7.0)))
    assert outcome.trouble is not None
    assert "7 seconds" in outcome.trouble.text
    assert "--timeout" in (outcome.trouble.fix or "")


TOOLS: Final[Mapping[str, tuple[Reply, ToolUse, Status]]] = {
    "words": (SPOKEN, ToolUse.WORDS, Status.WARNING),
    "cut": (
        evolve(SPOKEN, finish=Finish(FinishReason.LENGTH), text=""),
        ToolUse.UNKNOWN,
        Status.OK,
    ),
    "no JSON": (evolve(CALLED, calls=(("ping", "{word"),)), ToolUse.GARBLED, Status.WARNING),
    "no object": (evolve(CALLED, calls=(("ping", "[]"),)), ToolUse.GARBLED, Status.WARNING),
    "another": (evolve(CALLED, calls=(("pong", "{}"),)), ToolUse.GARBLED, Status.WARNING),
    "no arguments": (evolve(CALLED, calls=(("ping", ""),)), ToolUse.CALLED, Status.OK),
}


@pytest.mark.parametrize("name", TOOLS)
def test_what_became_of_the_call_is_told_apart(name: str) -> None:
    reply, use, status = TOOLS[name]
    outcome = outcome_of(Course(SPOKEN, reply))
    assert (outcome.tools, outcome.status) == (use, status)
    assert (outcome.trouble is None) is (status is Status.OK)


def test_refusal_of_tools_fails_with_what_helps() -> None:
    outcome = outcome_of(Course(SPOKEN, failed(ProviderRejected, "no tools here")))
    assert (outcome.tools, outcome.status) == (ToolUse.REFUSED, Status.FAILED)
    assert outcome.reachable
    assert outcome.trouble is not None
    assert "custom.home.native_tools false" in (outcome.trouble.fix or "")


def test_failure_of_the_second_question_keeps_what_the_first_showed() -> None:
    outcome = outcome_of(Course(SPOKEN, failed(ProviderUnreachable)))
    assert (outcome.status, outcome.reachable, outcome.first_token) == (Status.FAILED, True, 0.5)
    assert outcome.usage == Usage(10, 4)


def test_model_that_is_offered_no_tools_works() -> None:
    outcome = outcome_of(Course(SPOKEN))
    assert (outcome.tools, outcome.status) == (ToolUse.OFF, Status.OK)


def test_answer_that_says_nothing_fails_unless_it_was_cut() -> None:
    empty = evolve(SPOKEN, text=" \n")
    outcome = outcome_of(Course(empty, CALLED))
    assert outcome.status is Status.FAILED
    assert outcome.trouble is not None
    assert outcome.trouble.key == "empty_answer"
    cut = evolve(empty, finish=Finish(FinishReason.LENGTH))
    assert outcome_of(Course(cut, CALLED)).status is Status.OK


@pytest.mark.parametrize(
    "reason", [FinishReason.REFUSAL, FinishReason.CONTENT_FILTER, FinishReason.ERROR]
)
def test_answer_that_ends_badly_fails_with_its_reason(reason: FinishReason) -> None:
    outcome = outcome_of(Course(evolve(SPOKEN, finish=Finish(reason)), SPOKEN))
    assert outcome.status is Status.FAILED
    assert outcome.trouble is not None
    assert reason.value in outcome.trouble.text


def test_disabled_entry_fails_with_its_own_problem() -> None:
    outcome = unusable(Entry("custom.broken", None, "config.toml, line 3: it is wrong."))
    assert (outcome.status, outcome.model) == (Status.FAILED, None)
    assert outcome.trouble is not None
    assert outcome.trouble.text == "config.toml, line 3: it is wrong."
