"""Signatures come back on the very parts that they were made for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject, canonical_json
from zeroclaw_api.messages import Reasoning
from zeroclaw_api.stream import ReasoningBlock, ReasoningDelta, TextDelta, ToolCallDelta
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.gemini.decoder import GeminiDecoder
from zeroclaw_providers.gemini.signatures import mark_of, parts_again
from zeroclaw_providers.tool_names import ToolNames

ONE: JsonObject = {"functionCall": {"name": "one"}, "thoughtSignature": "c1"}
TWO: JsonObject = {"functionCall": {"name": "two"}}


def mark(
    text: str, start: int = 0, *, calls_before: int = 0, thought: str | None = None
) -> Reasoning:
    data = mark_of(
        "sig", text, start=start, calls_before=calls_before, is_thought=thought is not None
    )
    return Reasoning(thought or "", "p", data)


def test_a_signed_text_is_cut_out_of_the_whole_again() -> None:
    assert parts_again("Hello world.", [mark("world", 6)], []) == [
        {"text": "Hello "},
        {"text": "world", "thoughtSignature": "sig"},
        {"text": "."},
    ]


def test_a_signed_empty_part_stays_after_the_calls_it_followed() -> None:
    assert parts_again("Hi.", [mark("", 3, calls_before=2)], [ONE, TWO]) == [
        {"text": "Hi."},
        ONE,
        TWO,
        {"text": "", "thoughtSignature": "sig"},
    ]


def test_a_signed_text_stays_between_the_calls_around_it() -> None:
    parts = parts_again("Hi.", [mark("Hi.", 0, calls_before=1)], [ONE, TWO])
    assert parts == [ONE, {"text": "Hi.", "thoughtSignature": "sig"}, TWO]


def test_a_signed_thought_goes_back_as_a_thought() -> None:
    assert parts_again("Hi.", [mark("so", thought="unsigned, so")], []) == [
        {"text": "so", "thought": True, "thoughtSignature": "sig"},
        {"text": "Hi."},
    ]


def test_a_text_that_changed_loses_its_signature_and_stays() -> None:
    assert parts_again("Hello [gone].", [mark("world", 6)], []) == [{"text": "Hello [gone]."}]
    assert parts_again("", [mark("world", 6)], []) == []
    assert parts_again("Hi.", [mark("so", thought="[gone]")], []) == [{"text": "Hi."}]


def test_a_mark_that_another_provider_or_nobody_made_is_passed_over() -> None:
    odd: list[JsonObject | None] = [
        None,
        {"reasoning_details": []},
        {"thoughtSignature": "x"},
        {"thoughtSignature": "x", "start": -1, "length": 1, "calls_before": 0, "sha256": ""},
        {"thoughtSignature": 3, "start": "a", "length": None},
    ]
    assert parts_again("Hi.", [Reasoning("", "p", data) for data in odd], []) == [{"text": "Hi."}]


def test_the_marks_hold_no_copy_of_the_text() -> None:
    assert "world" not in canonical_json(mark("world").data)


def merged(parts: list[JsonObject]) -> list[JsonObject]:
    """Unsigned texts that follow each other are one to the model."""
    found: list[JsonObject] = []
    for part in parts:
        last = found[-1] if found else {}
        if last.keys() == part.keys() == {"text"}:
            found[-1] = {"text": f"{last['text']}{part['text']}"}
        else:
            found.append(part)
    return found


SIGNED = st.builds(
    lambda text, number: {"text": text, "thoughtSignature": f"s{number}"},
    st.text(max_size=5),
    st.integers(0, 9),
)
CALLS = st.integers(0, 9).map(
    lambda n: {"functionCall": {"name": f"f{n}"}, "thoughtSignature": f"c{n}"}
)
PLAIN = st.text(min_size=1, max_size=5).map(lambda text: {"text": text})


@given(st.lists(PLAIN, max_size=3), st.lists(SIGNED | CALLS, max_size=6))
def test_an_answer_goes_back_part_by_part_as_it_came(
    opening: list[JsonObject], rest: list[JsonObject]
) -> None:
    came = [*opening, *rest]
    decoder = GeminiDecoder(Failures("p", "m"), ToolNames())
    events = list(decoder.feed_object({"candidates": [{"content": {"parts": came}}]}))
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert not any(isinstance(event, ReasoningDelta) for event in events)
    marks = [Reasoning("", "p", e.data) for e in events if isinstance(e, ReasoningBlock)]
    calls: list[JsonObject] = [
        {"functionCall": {"name": event.name}, **(event.extra or {})}
        for event in events
        if isinstance(event, ToolCallDelta)
    ]
    assert parts_again(text, marks, calls) == merged(came)
