"""No secret leaves a session, however the model cuts it into pieces."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from one_session import Play, play, script

from zeroclaw_api.events import Thinking
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.stream import Finish, FinishReason, ReasoningDelta, StreamEvent, TextDelta
from zeroclaw_runtime import assemble
from zeroclaw_runtime.guards import Guards
from zeroclaw_runtime.security.leaks.detector import LeakDetector
from zeroclaw_runtime.security.leaks.known import KnownSecrets
from zeroclaw_testing.scripted_provider import Round
from zeroclaw_testing.stores import ModelStore

SECRET = "correct-horse-battery-staple"
KNOWN = KnownSecrets.of([SECRET])


def detector(is_issued: Callable[[str], bool]) -> LeakDetector:
    return LeakDetector(KNOWN, is_issued)


def says(text: str, size: int) -> Round:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    events: list[StreamEvent] = [TextDelta(piece) for piece in pieces]
    return (*events, Finish(FinishReason.STOP, "stop"))


async def said(round_: Round, guards: Guards) -> tuple[Play, list[Message]]:
    store = ModelStore()
    seen = await play(assemble("home", [script(round_).route], guards=guards), store=store)
    state = await store.open(seen.events[0].session_id, "test")
    return seen, list(state.messages)


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
async def test_known_secret_reaches_neither_reader_nor_history(size: int) -> None:
    answer = f"The key is {SECRET}, keep it."
    seen, history = await said(says(answer, size), Guards(leaks=detector))
    assert seen.text == "The key is [REDACTED_SECRET], keep it."
    assert SECRET not in str(history)
    assert seen.done.final_text == seen.text
    assert seen.warnings == ["secret_redacted"]
    # The control: with the filter off it does.
    bare, kept = await said(says(answer, size), Guards())
    assert bare.text == answer
    assert SECRET in str(kept)


async def test_secret_in_a_thought_is_not_shown() -> None:
    pieces = ("it is ", SECRET[:9], SECRET[9:], " .")
    thought: list[StreamEvent] = [ReasoningDelta(piece) for piece in pieces]
    events = (*thought, TextDelta("Done."), Finish(FinishReason.STOP, "stop"))
    seen, _ = await said(events, Guards(leaks=detector))
    shown = "".join(body.text for body in seen.of(Thinking))
    assert SECRET not in shown
    assert "[REDACTED_SECRET]" in shown


@settings(max_examples=40, deadline=None)
@given(st.text("ab \n*.ü中", max_size=60), st.integers(1, 9))
def test_plain_answers_are_shown_as_they_are(text: str, size: int) -> None:
    async def check() -> None:
        plain, _ = await said(says(f"x{text}", size), Guards())
        filtered, history = await said(says(f"x{text}", size), Guards(leaks=detector))
        assert filtered.text == plain.text
        items = [item for m in history if m.role is Role.ASSISTANT for item in m.items]
        assert "".join(item.text for item in items if isinstance(item, Text)) == plain.text

    trio.run(check)


async def test_session_that_is_left_at_once_waits_for_no_detector() -> None:
    built: list[bool] = []

    def slow(is_issued: Callable[[str], bool]) -> LeakDetector:
        built.append(True)
        return detector(is_issued)

    seen, _ = await said(says("hi", 5), Guards(leaks=slow))
    assert seen.text == "hi"
    assert built == [True]


async def test_receipt_that_was_never_issued_is_taken_out_and_told_as_forged() -> None:
    forged = f"zc-receipt-1764547200-{'Ab1_' * 10}xyz"
    seen, _ = await said(says(f"Done. [receipt: {forged}]", 6), Guards(leaks=detector))
    assert seen.text == "Done. [receipt: [REDACTED_UNKNOWN_RECEIPT]]"
    assert seen.warnings == ["claim_forged_receipt"]


async def test_answer_that_breaks_off_is_shown_to_its_last_word() -> None:
    async def broken() -> Play:
        return (await said((TextDelta("I beg"), TextDelta("an")), Guards(leaks=detector)))[0]

    assert (await broken()).text == "I began"
